"""What a simulation counts (appendix B). Money in ryō, over all seats."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.core.simulate import PlayedOut
from games.okuribito import constants as figs
from games.okuribito import events as e
from games.okuribito.names import Insight, Item, Way


def figures(match: PlayedOut) -> dict[str, int]:
    told = match.told
    fortunes = [event.fortunes for event in told if isinstance(event, e.Noted)]
    counted = {
        "rounds": sum(isinstance(event, e.RoundStarted) for event in told),
        "best": max(match.result.scores),
        "worst": min(match.result.scores),
        "lead_changes": lead_changes(fortunes),
        "comeback": int(is_comeback(fortunes, match.result.ranks)),
    }
    counted |= dict.fromkeys((*OPTIONS, *INCOME), 0)
    for event in told:
        for name, counts in _OPTIONS_OF.get(type(event), ()):
            counted[name] += counts(event)
        for name, amount in _INCOME_OF.get(type(event), ()):
            counted[name] += amount(event)
    return counted


def lead_changes(fortunes: Sequence[Sequence[int]]) -> int:
    """From round to round; where the lead is shared it is still the old leader's."""
    changes, leader = 0, None
    for row in fortunes:
        leaders = _leaders(row)
        if leader not in leaders:
            changes += leader is not None
            leader = leaders[0]
    return changes


def is_comeback(fortunes: Sequence[Sequence[int]], ranks: Sequence[int]) -> bool:
    """Whether nobody who led after half of the rounds has won."""
    return all(ranks[seat] > 1 for seat in _leaders(fortunes[len(fortunes) // 2]))


def _leaders(row: Sequence[int]) -> list[int]:
    return [seat for seat, fortune in enumerate(row) if fortune == max(row)]


def _by_kind(
    table: dict[str, tuple[type, Callable[[Any], int]]],
) -> dict[type, list[tuple[str, Callable[[Any], int]]]]:
    found: dict[type, list[tuple[str, Callable[[Any], int]]]] = {}
    for name, (kind, number) in table.items():
        found.setdefault(kind, []).append((name, number))
    return found


def _once(event: Any) -> int:
    return 1


def gain(got: int) -> int:
    """OK-62: of what comes back from a festival, the part that was not offered."""
    return got - got * 100 // figs.OFFERING_BACK


# How often each thing that one may do, or that may happen to one, comes up.
OPTIONS: Final[dict[str, tuple[type, Callable[[Any], int]]]] = {
    "firms": (e.FirmBought, _once),
    "buildings": (e.Built, _once),
    "roads": (e.Fork, lambda event: event.way is Way.ROAD),
    "castles": (e.Fork, lambda event: event.way is Way.CASTLE),
    "stops": (e.Stopped, _once),
    "offerings": (e.Offered, _once),
    "stakes": (e.StakesBought, _once),
    "sales": (e.StakesSold, _once),
    "booked_sales": (e.SaleBooked, _once),
    "foresights": (e.InsightChosen, lambda event: event.insight is Insight.FORESIGHT),
    "keen_eyes": (e.InsightChosen, lambda event: event.insight is Insight.KEEN_EYE),
    "master_builders": (e.InsightChosen, lambda event: event.insight is Insight.MASTER_BUILDER),
    "fortunes_told": (e.Fortune, _once),
    "lucky_cats": (e.ItemUsed, lambda event: event.item is Item.LUCKY_CAT),
    "curses": (e.ItemUsed, lambda event: event.item is Item.CURSE),
    "charms": (e.CharmUsed, _once),
    "challenges": (e.Challenged, _once),
    "challenges_won": (e.MatchPlayed, lambda event: event.winner == event.challenger),
    "news": (e.CardDrawn, _once),
    "slips": (e.Slip, _once),
    "bankruptcies": (e.Bankrupt, _once),
}

# What comes in. Of sales of stakes it is all that is got; what they cost stands beside it.
INCOME: Final[dict[str, tuple[type, Callable[[Any], int]]]] = {
    "from_dues": (e.Dues, lambda event: event.got),
    "from_takings": (e.TakingsPaid, lambda event: event.got),
    "from_fees": (e.Fee, lambda event: event.fee),
    "from_festivals": (e.OfferingReturned, lambda event: gain(event.got)),
    "from_sales": (e.StakesSold, lambda event: event.got),
    "from_booked_sales": (e.BookedSaleDone, lambda event: event.got),
    "from_matches": (e.MatchPlayed, lambda event: event.amount),
    "from_slips": (e.Slip, lambda event: max(0, event.amount)),
    "from_lucky_finds": (e.LuckyFind, lambda event: event.got),
    "for_firms": (e.FirmBought, lambda event: event.cost),
    "for_buildings": (e.Built, lambda event: event.cost),
    "for_stakes": (e.StakesBought, lambda event: event.cost),
}

_OPTIONS_OF: Final = _by_kind(OPTIONS)
_INCOME_OF: Final = _by_kind(INCOME)
