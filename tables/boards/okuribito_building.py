"""What buying or building would bring: fees and takings, and what it does to value and fortune.

Building raises the fee and not the value (OK-32), so that a fortune falls by what it costs.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from games.core.seats import Seat
from games.okuribito.ledger import Ledger
from games.okuribito.model import View
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_money import ryo


@dataclass(frozen=True, slots=True)
class Change:
    """A firm before and after, in ryō and percent. `takings` are those of a round's start, of
    all the seat's firms together."""

    fee_before: int
    fee: int
    takings_before: int
    takings: int
    value: int
    set: int
    count: int


def change(view: View, seat: Seat, square: int) -> Change:
    """One level more on a square that is the seat's or nobody's."""
    before = Ledger(view)
    owners = (*view.owners[:square], seat, *view.owners[square + 1 :])
    levels = (*view.levels[:square], view.levels[square] + 1, *view.levels[square + 1 :])
    after = Ledger(replace(view, owners=owners, levels=levels))
    industry = view.industries[square]
    return Change(
        fee_before=before.fee(square),
        fee=after.fee(square),
        takings_before=before.takings(seat),
        takings=after.takings(seat),
        value=after.value(square),
        set=after.set_of(square),
        count=after.counts[seat][industry.number] if industry is not None else 0,
    )


def buying_facts(view: View, seat: Seat, square: int, cost: int) -> list[str]:
    brings, industry = change(view, seat, square), view.industries[square]
    assert industry is not None  # noqa: S101  (a firm)
    words = {
        "industry": pgettext("industry of a firm", "%(industry)s firm")
        % {"industry": terms.industry_name(industry)},
        "count": brings.count,
        "set": brings.set,
        "fee": ryo(brings.fee),
    }
    facts = [
        _("Your first %(industry)s.") % words
        if brings.count == 1
        else _("Your %(industry)s number %(count)s: the set is %(set)s%%.") % words,
        _("As a stall it earns %(fee)s a visit this season.") % words,
        _("You keep %(left)s.") % {"left": ryo(view.players[seat].cash - cost)},
    ]
    return facts


def building_facts(view: View, seat: Seat, square: int, cost: int) -> list[str]:
    """OK-32 and OK-36 in plain words."""
    brings = change(view, seat, square)
    facts = [
        _("The fee rises from %(before)s to %(after)s now, the takings of a round by %(more)s.")
        % {
            "before": ryo(brings.fee_before),
            "after": ryo(brings.fee),
            "more": ryo(brings.takings - brings.takings_before),
        }
    ]
    if cost:
        facts.append(
            _("The value stays %(value)s, so your fortune falls by %(cost)s at first.")
            % {"value": ryo(brings.value), "cost": ryo(cost)}
        )
    facts.append(_("You keep %(left)s.") % {"left": ryo(view.players[seat].cash - cost)})
    return facts
