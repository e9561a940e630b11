"""The forms of the counter at Okuribito: stakes, offerings, and where to build.

Their buttons send fields, from which `action_of` makes the action; the rules decide on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.core import codec
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito.firms import buildable
from games.okuribito.investing import booking_rate, tax_rate
from games.okuribito.ledger import Ledger
from games.okuribito.model import View
from games.okuribito.names import INDUSTRIES, TOWNS
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_building import change
from tables.boards.okuribito_money import ryo, short
from tables.boards.okuribito_places import firm_name, town_name
from tables.boards.okuribito_scene import foreseen


@dataclass(frozen=True, slots=True)
class Stake:
    """One industry at the Exchange. `word` is the rules'; `price` in ryō."""

    word: str
    name: str
    price: int
    price_words: str
    moved: str
    held: int
    may_buy: int


@dataclass(frozen=True, slots=True)
class Wait:
    """A booking: for how many rounds, until which one, at what tax in percent."""

    rounds: int
    rate: int
    words: str


@dataclass(frozen=True, slots=True)
class Trade:
    """What may be bought and sold now. `most` is the largest number that any button takes."""

    stakes: tuple[Stake, ...]
    waits: tuple[Wait, ...]
    can_buy: bool
    can_sell: bool
    cash: int
    tax: int
    most: int
    chosen: str


@dataclass(frozen=True, slots=True)
class Town:
    word: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Offering:
    towns: tuple[Town, ...]
    amounts: tuple[tuple[int, str], ...]
    facts: str


@dataclass(frozen=True, slots=True)
class Building:
    """Squares that can be built on, with what it costs and brings."""

    choices: tuple[tuple[int, str], ...]


def trade(view: View, ledger: Ledger, seat: Seat, bought: Sequence[int] | None) -> Trade | None:
    """None: there is nothing that could be bought or sold. `bought` is None where stakes can
    only be sold (D1)."""
    player, prices = view.players[seat], ledger.prices()
    stakes = []
    for industry, price in zip(INDUSTRIES, prices, strict=True):
        held, may_buy = player.stakes[industry.number], 0
        if bought is not None:
            may_buy = min(figures.STAKES_AT_ONCE - bought[industry.number], player.cash // price)
        moved = _("economy %(economy)s · firms %(total)s") % {
            "economy": view.economy[industry.number],
            "total": short(ledger.totals[industry.number]),
        }
        name = terms.industry_name(industry)
        stakes.append(Stake(industry.value, name, price, ryo(price), moved, held, may_buy))
    can_buy = any(each.may_buy for each in stakes)
    can_sell = any(each.held for each in stakes)
    if not can_buy and not can_sell:
        return None
    return Trade(
        stakes=tuple(stakes),
        waits=() if view.options.gentle or not can_sell else _waits(view),
        can_buy=can_buy,
        can_sell=can_sell,
        cash=player.cash,
        tax=tax_rate(view.options),
        most=max(max(each.held, each.may_buy) for each in stakes),
        chosen=next(each.word for each in stakes if each.may_buy or each.held),
    )


def _waits(view: View) -> tuple[Wait, ...]:
    """OK-54: five rounds first, for they cost no tax."""
    waits = []
    for rounds in reversed(figures.WAITS):
        rate = booking_rate(rounds)
        words = {"round": view.round + rounds, "rate": rate}
        label = _("round %(round)s, no tax") if not rate else _("round %(round)s, %(rate)s%% tax")
        waits.append(Wait(rounds, rate, label % words))
    return tuple(waits)


def offering(view: View, seat: Seat) -> Offering | None:
    """OK-58; None: there is no cash for one, or every town has all it may have."""
    player = view.players[seat]
    open_towns = [
        town
        for town in TOWNS
        if player.offerings[town.number] + figures.OFFERING_UNIT <= figures.OFFERING_MOST
    ]
    if player.cash < figures.OFFERING_UNIT or not open_towns:
        return None
    unit, most = figures.OFFERING_UNIT, min(figures.OFFERING_MOST, player.cash)
    when = {town: round for round, town in reversed(foreseen(view))}
    # Those that a Foresight shows come first, the nearest festival before the others.
    open_towns.sort(key=lambda town: (when.get(town, view.options.limit + 1), town.number))
    return Offering(
        towns=tuple(
            Town(
                town.value,
                town_name(town),
                _town_note(player.offerings[town.number], when.get(town)),
            )
            for town in open_towns
        ),
        amounts=tuple((amount, ryo(amount)) for amount in range(unit, most + 1, unit)),
        facts=_("It comes back as 1.3 times when the festival is there: 1 in 8 in every round."),
    )


def _town_note(lying: int, round: int | None) -> str:
    notes = []
    if lying:
        notes.append(_("%(sum)s lies there") % {"sum": short(lying)})
    if round is not None:
        notes.append(_("festival in round %(round)s, only you see this") % {"round": round})
    return " · ".join(notes)


def building(view: View, ledger: Ledger, seat: Seat) -> Building:
    """OK-37; what brings the most more per visit comes first."""
    squares = buildable(ledger, view.levels, seat, view.players[seat].cash)
    brings = {square: change(view, seat, square) for square in squares}
    order = sorted(squares, key=lambda each: brings[each].fee_before - brings[each].fee)
    return Building(
        tuple(
            (
                square,
                _("%(firm)s to a %(level)s: %(cost)s, fee %(before)s → %(after)s")
                % {
                    "firm": firm_name(square),
                    "level": terms.level_name(view.levels[square] + 1),
                    "cost": short(ledger.building_cost(seat, square)),
                    "before": short(brings[square].fee_before),
                    "after": short(brings[square].fee),
                },
            )
            for square in order
        )
    )


# --- from the forms ---

_FIELDS: Final[dict[str, tuple[str, dict[str, type]]]] = {
    "buy": ("buy_stakes", {"industry": str, "qty": int}),
    "sell": ("sell_stakes", {"industry": str, "qty": int}),
    "book": ("book_sale", {"industry": str, "qty": int, "wait": int}),
    "offer": ("offer", {"town": str, "amount": int}),
    "build": ("build", {"square": int}),
}
_MOST_DIGITS: Final = 9


def action_of(fields: Mapping[str, str]) -> Any:
    """The action of a form of the counter; None if it is none of them. Raises
    codec.Malformed for what no such form sends."""
    form = _FIELDS.get(fields.get("do", ""))
    if form is None:
        return None
    tag, wanted = form
    plain: dict[str, Any] = {"type": tag}
    for name, kind in wanted.items():
        typed = fields.get(name, "")
        plain[name] = _whole(typed) if kind is int else typed
    return codec.from_plain(a.Action, plain)


def _whole(typed: str) -> int:
    typed = typed.strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS):
        raise codec.Malformed("not a number")
    return int(typed)
