"""What the laws need to know about the sugoroku."""

from typing import Any

from msgspec.structs import replace

from games.core.seats import Seat
from games.hokusai.board import HOME
from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import (
    Event,
    GameOver,
    Home,
    Inn,
    Moved,
    Options,
    Roll,
    Rolled,
    State,
    Turn,
    TurnMissed,
    View,
)
from tests.rules.contract import Subject
from tests.rules.option_sets import every_option_set


def follow(view: View, event: Event, seat: Seat | None) -> View:
    match event:
        case Rolled():
            return replace(view, last=event, rolls=view.rolls + 1)
        case Moved():
            assert view.positions[event.seat] == event.start
            return replace(view, positions=swapped(view.positions, event.seat, event.square))
        case Inn():
            assert view.positions[event.seat] == event.square
            return replace(view, waiting=swapped(view.waiting, event.seat, True))
        case TurnMissed():
            assert view.positions[event.seat] == event.square
            return replace(view, waiting=swapped(view.waiting, event.seat, False))
        case Home():
            assert event.place == len(view.finished) + 1
            return replace(view, finished=(*view.finished, event.seat))
        case Turn():
            return replace(view, turn=event.seat)
        case GameOver():
            return replace(view, places=event.places, turn=None)


def swapped(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return tuple(value if place == seat else old for place, old in enumerate(values))


def invariant(state: State) -> None:
    seats = len(state.positions)
    assert len(state.waiting) == seats
    assert all(1 <= square <= HOME for square in state.positions)
    home = {seat for seat, square in enumerate(state.positions) if square == HOME}
    assert len(state.finished) == len(home) and set(state.finished) == home
    assert not any(state.waiting[seat] for seat in home)
    assert state.over or (state.turn not in home and not state.waiting[state.turn])
    assert len(state.places) in (0, seats)


SUBJECT = Subject(
    engine=HokusaiEngine(),
    option_sets=every_option_set(Options),
    conceivable=lambda state, seat: [Roll()],
    follow=follow,
    invariant=invariant,
    one_answer=frozenset({"turn"}),
    step_bound=2_000,
)
