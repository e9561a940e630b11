"""What a simulation counts (appendix B)."""

from collections.abc import Iterable

from games.core.seats import Seat
from games.core.simulate import PlayedOut
from games.oichokabu.events import (
    DealerDeciding,
    Deciding,
    Event,
    FirstDealer,
    HandEnded,
    HandStarted,
    Settled,
    Staked,
    TookBack,
)
from games.oichokabu.worth import Outcome


def figures(match: PlayedOut) -> dict[str, int]:
    """Hands, choices of a third card, points between first and last, the first dealer's share
    of the win in sixtieths, the points put on cards, and what the dealers gained by them."""
    ended = [event for event in match.told if isinstance(event, HandEnded)]
    choices = sum(isinstance(event, Deciding | DealerDeciding) for event in match.told)
    return {
        "hands": len(ended),
        "choices": choices,
        "spread": max(match.result.scores) - min(match.result.scores),
        "first_dealer_won": _win_of(match, _first_dealer(match)),
        "points_put": _points_put(match.told),
        "dealers_gain": sum(_dealers_gain(event) for event in match.told),
    }


def _first_dealer(match: PlayedOut) -> Seat:
    return next(event.seat for event in match.told if isinstance(event, FirstDealer))


def _win_of(match: PlayedOut, seat: Seat) -> int:
    """A whole win is 60, so that it can be shared by up to six."""
    ranks = match.result.ranks
    return 60 // ranks.count(1) if ranks[seat] == 1 else 0


def _points_put(told: Iterable[Event]) -> int:
    """What lay on the cards in the end, over all hands."""
    lying: dict[tuple[int, Seat, str], int] = {}
    hand_no = 0
    for event in told:
        if isinstance(event, HandStarted):
            hand_no = event.hand_no
        elif isinstance(event, Staked):
            lying[hand_no, event.seat, event.card] = event.points
        elif isinstance(event, TookBack):
            del lying[hand_no, event.seat, event.card]
    return sum(lying.values())


def _dealers_gain(event: Event) -> int:
    if not isinstance(event, Settled):
        return 0
    return event.paid if event.result is Outcome.LOSE else -event.paid
