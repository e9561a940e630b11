"""The third card: who decides, and whether there is anything to decide (section 6)."""

from collections.abc import Sequence
from enum import Enum

from games.core.seats import Seat
from games.oichokabu.cards import last_digit
from games.oichokabu.dealership import seats_after
from games.oichokabu.hands import is_pair_of
from games.oichokabu.model import Options, State


class Third(Enum):
    MUST = "must"
    MAY = "may"
    NEVER = "never"


def third_card(months: Sequence[int]) -> Third:
    """OC-33 to OC-35, by the first two cards of a table card."""
    first, second = months[:2]
    if first == second == 9:
        return Third.MAY
    digit = last_digit((first, second))
    if digit <= 3:
        return Third.MUST
    return Third.MAY if digit <= 6 else Third.NEVER


def dealers_third(months: Sequence[int], options: Options) -> Third:
    """OC-37, OC-38: the same, but a dealer with Kuppin stops."""
    return Third.NEVER if is_pair_of(9, 1, months[:2], options) else third_card(months)


def decider(amounts: Sequence[Sequence[int]], card: int, dealer: Seat) -> Seat | None:
    """OC-31; None for a card with no points on it. `amounts` are by seat, then by card."""
    best, most = None, 0
    for seat in seats_after(dealer, len(amounts)):
        if amounts[seat][card] > most:
            best, most = seat, amounts[seat][card]
    return best


def asked_seat(state: State) -> Seat | None:
    """The seat whose third-card decision the table waits for, in phases THIRDS and DEALER."""
    if state.asking < len(state.hands):
        return decider(state.amounts, state.asking, state.dealt_by)
    return state.dealt_by
