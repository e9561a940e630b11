"""A table on which the cards fall as a test wants them."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.core.codec import from_plain
from games.core.dice import ScriptedDice
from games.core.engine import Step
from games.core.events import Told
from games.core.seats import Seat
from games.oichokabu.cards import DECK
from games.oichokabu.dealing import lay
from games.oichokabu.engine import GO_ON, OichoKabuEngine
from games.oichokabu.model import FirstDealer, Options, State

ENGINE = OichoKabuEngine()
NOTHING = ScriptedDice()


def stacked(*months: int, purpose: str = "deck") -> ScriptedDice:
    """Dice that shuffle these months to the front of the deck; the rest lies in order."""
    left, order = list(range(len(DECK))), []
    for month in months:
        place = next(place for place in left if DECK[place] == month)
        left.remove(place)
        order.append(place)
    return ScriptedDice(**{purpose: [*order, *left]})


def laid(
    *deck: int,
    seats: int = 3,
    dealer: int = 0,
    points: Sequence[int] | None = None,
    dealer_hands: int = 0,
    passes: int = 0,
    **options: Any,
) -> State:
    """A hand just laid, with these cards from the front of the deck (OC-17)."""
    rules = from_plain(Options, {"first_dealer": FirstDealer.HOST, **options})
    before = replace(
        ENGINE.start(seats, rules, Seat(0), stacked()).state,
        dealer=Seat(dealer),
        dealer_hands=dealer_hands,
        passes=passes,
        hand_no=0,
    )
    if points is not None:
        before = replace(before, points=tuple(points))
    return lay(before, stacked(*deck), [])


def play(state: State, *moves: tuple[int, Any]) -> Step[State, Any]:
    """The moves one after the other; the step has everything that was told."""
    told: list[Told[Any]] = []
    for seat, action in moves:
        step = ENGINE.apply(state, Seat(seat), action, NOTHING)
        state = step.state
        told += step.told
    return Step(state, tuple(told))


def next_hand(state: State, *deck: int) -> Step[State, Any]:
    """Everybody goes on, and these cards come."""
    told: list[Told[Any]] = []
    for seat in sorted(ENGINE.must_act(state)):
        step = ENGINE.apply(state, seat, GO_ON, stacked(*deck))
        state = step.state
        told += step.told
    return Step(state, tuple(told))


def events(step: Step[State, Any]) -> list[Any]:
    return [each.event for each in step.told]
