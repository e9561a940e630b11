"""Who pays whom, in which order, and what happens when there is not enough (section 8)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.core.seats import Seat
from games.oichokabu.cards import CARDS
from games.oichokabu.dealership import seats_after
from games.oichokabu.events import Settled
from games.oichokabu.hands import Comparison
from games.oichokabu.worth import Outcome

# OC-62: the dealer gathers before paying. Draws move nothing and are told last.
_ORDER: Final = (Outcome.LOSE, Outcome.WIN, Outcome.DRAW)


class Settlement(NamedTuple):
    points: tuple[int, ...]
    settled: tuple[Settled, ...]


def settle(
    points: Sequence[int],
    dealer: Seat,
    amounts: Sequence[Sequence[int]],
    comparisons: Mapping[int, Comparison],
) -> Settlement:
    """OC-60 to OC-63. `amounts` are by seat, then by card; `comparisons` by card, for the
    cards with points on them."""
    purses, settled = list(points), []
    for wanted in _ORDER:
        for card, (outcome, multiple) in comparisons.items():
            if outcome is not wanted:
                continue
            for seat in seats_after(dealer, len(purses)):
                if amount := amounts[seat][card]:
                    due = amount * multiple
                    paid = _pay(purses, dealer, seat, outcome, due)
                    settled.append(Settled(CARDS[card], seat, outcome, multiple, due, paid))
    return Settlement(tuple(purses), tuple(settled))


def _pay(purses: list[int], dealer: Seat, seat: Seat, outcome: Outcome, due: int) -> int:
    """OC-60: move what is due, or what the payer still owns; how much was it?"""
    payer, payee = (dealer, seat) if outcome is Outcome.WIN else (seat, dealer)
    paid = min(due, purses[payer])
    purses[payer] -= paid
    purses[payee] += paid
    return paid
