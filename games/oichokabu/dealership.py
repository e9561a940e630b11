"""Who deals first, when the role passes, and when the game is over (sections 3, 9, 10)."""

from functools import cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.events import Told
from games.core.result import rank_by_score
from games.core.seats import Seat, all_seats, seat_after
from games.oichokabu.cards import DECK
from games.oichokabu.events import CardTurned, DealerPassed, Event, GameOver
from games.oichokabu.model import (
    GOKE,
    HANDS_IN_A_TERM,
    FirstDealer,
    Options,
    Passing,
    Phase,
    State,
)
from games.oichokabu.worth import Hand, Kind


class Turning(NamedTuple):
    dealer: Seat
    turned: tuple[CardTurned, ...]


@cache
def seats_after(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """OC-4: seat order after the dealer."""
    order, seat = [], seat_after(dealer, seats)
    while seat != dealer:
        order.append(seat)
        seat = seat_after(seat, seats)
    return tuple(order)


def first_dealer(seats: int, options: Options, dice: Dice) -> Turning:
    """OC-94"""
    if options.first_dealer is FirstDealer.TURN_CARD:
        return turn_cards(seats, dice)
    if options.first_dealer is FirstDealer.HOST:
        return Turning(Seat(0), ())
    (drawn,) = dice.roll("dealer", seats)
    return Turning(Seat(drawn - 1), ())


def turn_cards(seats: int, dice: Dice) -> Turning:
    """OC-10 to OC-13: the last digit nearest to 9 deals; those who tie turn again."""
    turned: list[CardTurned] = []
    tied, stock = all_seats(seats), dice.shuffle("turn", DECK)
    while len(tied) > 1:
        if len(stock) < len(tied):
            stock = dice.shuffle("turn", DECK)
        now = [CardTurned(seat, month) for seat, month in zip(tied, stock, strict=False)]
        stock = stock[len(tied) :]
        best = max(each.month % 10 for each in now)
        tied = tuple(each.seat for each in now if each.month % 10 == best)
        turned += now
    return Turning(tied[0], tuple(turned))


def why_passing(
    options: Options, hand: Hand, hands_in_term: int
) -> Literal["goke", "three_hands", "every_hand"] | None:
    """OC-71 to OC-74, with the dealer's hand and the count of this term's hands, this one
    included; None if the role stays."""
    if options.passing is Passing.EVERY_HAND:
        return "every_hand"
    if hand.kind is Kind.VALUE and hand.digit <= GOKE:  # OC-72
        return "goke"
    return "three_hands" if hands_in_term == HANDS_IN_A_TERM else None


def after_hand(state: State, hand: Hand, told: list[Told[Event]]) -> State:
    """OC-82, when the settlement is done: zero, then passing, and the end of the last term
    in place of the pass. `hand` is the dealer's."""
    hands, seats = state.dealer_hands + 1, len(state.points)
    state = replace(state, dealer_hands=hands, phase=Phase.RESULT)
    if 0 in state.points:  # OC-80
        return _over(state, "zero", told)
    reason = why_passing(state.options, hand, hands)
    if reason is None:
        return state
    state = replace(state, dealer_hands=0, passes=state.passes + 1)
    if state.passes == seats * state.options.length:  # OC-81
        return _over(state, "round_complete", told)
    passed = DealerPassed(state.dealer, seat_after(state.dealer, seats), reason)
    told.append(Told(passed))
    return replace(state, dealer=passed.passed_to, passed=passed)


def _over(
    state: State, reason: Literal["zero", "round_complete"], told: list[Told[Event]]
) -> State:
    """OC-83"""
    over = GameOver(reason, state.points, rank_by_score(state.points))
    told.append(Told(over))
    return replace(state, phase=Phase.OVER, over=over)
