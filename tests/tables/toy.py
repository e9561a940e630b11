"""A game for tests, with what Hokusai lacks: several seats asked at once, one question for
several answers, a question with seconds of its own, and a secret card for each seat.

Every seat has a card from 1 to 100. All stake points until they say Ready; then the cards are
shown and everybody looks at them for 6 seconds or goes on. The highest card wins.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import pytest

from games import registry
from games.core.cpu import Thought
from games.core.dice import Dice
from games.core.engine import Engine, Step
from games.core.events import Told
from games.core.question import Question
from games.core.result import Result, rank_by_score
from games.core.seats import Seat
from games.core.values import Sealed, Tagged, Value
from tables.boards import registry as boards

MOST = 10


class Options(Value, frozen=True, kw_only=True):
    pass


class Put(Tagged, frozen=True):
    points: int


class Ready(Tagged, frozen=True):
    pass


class GoOn(Tagged, frozen=True):
    pass


Action = Put | Ready | GoOn


class Dealt(Tagged, frozen=True):
    seat: Seat
    card: int | None


class Staked(Tagged, frozen=True):
    seat: Seat
    points: int


class Shown(Tagged, frozen=True):
    cards: tuple[int, ...]


Event = Dealt | Staked | Shown


class State(Sealed, frozen=True):
    cards: tuple[int, ...]
    staked: tuple[int, ...]
    done: tuple[bool, ...]
    phase: Literal["staking", "looking", "over"]


class View(Value, frozen=True):
    own: int | None
    staked: tuple[int, ...]
    cards: tuple[int, ...] | None


class ToyEngine(Engine[Options, State, Action, Event, View]):
    key = "toy"
    rules_version = 1
    seat_counts = range(2, 7)
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View

    def _set_out(self, seats: int, options: Options, first: Seat, dice: Dice) -> Step[State, Event]:
        cards = dice.roll("cards", 100, seats)
        told = tuple(
            Told[Event](Dealt(Seat(seat), card), frozenset({Seat(seat)}), Dealt(Seat(seat), None))
            for seat, card in enumerate(cards)
        )
        return Step(State(cards, (0,) * seats, (False,) * seats, "staking"), told)

    def seats(self, state: State) -> int:
        return len(state.cards)

    def question(self, state: State, seat: Seat) -> Question | None:
        if state.phase == "over" or state.done[seat]:
            return None
        return Question("stake") if state.phase == "staking" else Question("go_on", seconds=6)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if self.question(state, seat) is None:
            return ()
        if state.phase == "looking":
            return (GoOn(),)
        left = MOST - state.staked[seat]
        return (*(Put(points) for points in range(1, left + 1)), Ready())

    def refusal(self, state: State, seat: Seat, action: Action) -> str | None:
        return None if action in self.legal_actions(state, seat) else "not_enough_points"

    def on_timeout(self, state: State, seat: Seat) -> Action:
        return Ready() if state.phase == "staking" else GoOn()

    def view(self, state: State, seat: Seat | None) -> View:
        own = None if seat is None else state.cards[seat]
        return View(own, state.staked, None if state.phase == "staking" else state.cards)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        return Result(rank_by_score(state.cards), state.cards, "all_looked")

    def imagine(self, state: State, seat: Seat | None, dice: Dice) -> State:
        return state

    def _resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step[State, Event]:
        if isinstance(action, Put):
            staked = _with(state.staked, seat, state.staked[seat] + action.points)
            told = (Told[Event](Staked(seat, action.points)),)
            return Step(State(state.cards, staked, state.done, state.phase), told)
        done = _with(state.done, seat, True)
        if not all(done):
            return Step(State(state.cards, state.staked, done, state.phase))
        none = (False,) * len(done)
        if state.phase == "staking":
            shown = (Told[Event](Shown(state.cards)),)
            return Step(State(state.cards, state.staked, none, "looking"), shown)
        return Step(State(state.cards, state.staked, none, "over"))


class ToyCpu:
    """Stakes one point and is ready."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        return legal[0] if not view.staked[seat] else legal[-1]


class ToyBoard:
    """Only as much of a board as clocks ask: two seconds to look at the cards."""

    key = "toy"
    cpus_pause = False

    def motion_seconds(self, events: Sequence[Any]) -> float:
        return 2.0 if any(isinstance(event, Shown) for event in events) else 0.0


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[registry.Game]:
    """The house offers this game, under the key `toy`, for one test."""
    game = registry.Game(
        engine=ToyEngine(), cpu=ToyCpu(), minutes=1, seats_alone=3, figures=lambda played: {}
    )
    monkeypatch.setitem(registry._BY_KEY, "toy", game)
    monkeypatch.setitem(boards.BOARDS, "toy", ToyBoard())
    yield game


def _with(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
