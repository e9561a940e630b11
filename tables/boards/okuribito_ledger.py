"""The whole fortune ledger (OK-104), and the sheet of what one can do in a turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.ledger import Ledger
from games.okuribito.model import Player, View
from games.okuribito.names import INDUSTRIES, TOWNS
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_fates import stakes_words
from tables.boards.okuribito_money import number, ryo, short
from tables.boards.okuribito_places import place_name, town_name
from tables.boards.okuribito_scene import fortunes_now, only_you, ranks_now, things_words
from tables.boards.people import Person

# The chart's own units; lines keep clear of the edges.
WIDTH: Final = 320
HEIGHT: Final = 130
_EDGE: Final = 8


@dataclass(frozen=True, slots=True)
class Firm:
    square: int
    name: str
    words: str
    fee: str


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's page of the ledger, in words."""

    person: Person
    rank: int
    fortune: str
    missing: str
    parts: tuple[tuple[str, str], ...]
    things: str
    firms: tuple[Firm, ...]
    stakes: tuple[str, ...]
    offerings: tuple[str, ...]
    experiences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's fortunes over the rounds, and where its line ends."""

    person: Person
    points: str
    end_x: float
    end_y: float


@dataclass(frozen=True, slots=True)
class Price:
    word: str
    name: str
    price: str
    economy: int


@dataclass(frozen=True, slots=True)
class WholeLedger:
    accounts: tuple[Account, ...]
    curves: tuple[Curve, ...]
    prices: tuple[Price, ...]
    spoken: str
    highest: str
    only_you: str
    goal_y: float | None
    width: int = WIDTH
    height: int = HEIGHT


def whole_ledger(view: View, people: Sequence[Person], viewer: int | None) -> WholeLedger:
    ledger = Ledger(view)
    fortunes, ranks = fortunes_now(view), ranks_now(view)
    order = sorted(people, key=lambda person: (ranks[person.seat], person.seat))
    # The lines fill the chart; the goal is in it as soon as somebody comes near.
    most = max(max(line) for line in (*view.history, fortunes)) * 11 // 10
    return WholeLedger(
        accounts=tuple(_account(view, ledger, person, ranks[person.seat]) for person in order),
        curves=tuple(_curve(view, person, most) for person in people) if view.history else (),
        prices=tuple(
            Price(each.value, terms.industry_name(each), ryo(price), view.economy[each.number])
            for each, price in zip(INDUSTRIES, ledger.prices(), strict=True)
        ),
        spoken=_spoken(view, people),
        highest=ryo(max(max(line) for line in (*view.history, fortunes))),
        goal_y=_height(view.options.target, most) if view.options.target <= most else None,
        only_you=only_you(view, viewer),
    )


def _account(view: View, ledger: Ledger, person: Person, rank: int) -> Account:
    seat = Seat(person.seat)
    player, prices = view.players[seat], ledger.prices()
    fortune = fortunes_now(view)[seat]
    missing = max(0, view.options.target - fortune)
    held = sum(qty * price for qty, price in zip(player.stakes, prices, strict=True))
    held += sum(booking.qty * prices[booking.industry.number] for booking in player.booked)
    return Account(
        person=person,
        rank=rank,
        fortune=ryo(fortune),
        missing=_("%(sum)s short of %(target)s")
        % {"sum": ryo(missing), "target": ryo(view.options.target)},
        parts=(
            (_("Cash"), number(player.cash)),
            (_("Firms"), number(ledger.values[seat])),
            (_("Stakes"), number(held)),
            (_("Offerings"), number(sum(player.offerings))),
        ),
        things=things_words(view, seat),
        firms=tuple(_firm(view, ledger, square) for square in ledger.firms(seat)),
        stakes=_stakes(player, prices),
        offerings=tuple(
            _("%(town)s %(sum)s") % {"town": town_name(town), "sum": ryo(lying)}
            for town, lying in zip(TOWNS, player.offerings, strict=True)
            if lying
        ),
        experiences=_experiences(player),
    )


def _firm(view: View, ledger: Ledger, square: int) -> Firm:
    industry = view.industries[square]
    assert industry is not None  # noqa: S101  (a firm)
    words = _("%(industry)s, %(level)s, set %(set)s%%, value %(value)s") % {
        "industry": terms.industry_name(industry),
        "level": terms.level_name(view.levels[square]),
        "set": ledger.set_of(square),
        "value": short(ledger.value(square)),
    }
    return Firm(square, place_name(square), words, short(ledger.fee(square)))


def _stakes(player: Player, prices: Sequence[int]) -> tuple[str, ...]:
    told = [
        _("%(stakes)s, worth %(sum)s")
        % {"stakes": stakes_words(industry, qty), "sum": ryo(qty * prices[industry.number])}
        for industry, qty in zip(INDUSTRIES, player.stakes, strict=True)
        if qty
    ]
    told += [
        _("%(stakes)s booked for round %(due)s, %(rate)s%% tax")
        % {
            "stakes": stakes_words(booking.industry, booking.qty),
            "due": booking.due,
            "rate": booking.rate,
        }
        for booking in player.booked
    ]
    return tuple(told)


def _experiences(player: Player) -> tuple[str, ...]:
    told = []
    for words, towns in (
        (_("Collecting: %(towns)s"), player.collecting),
        (_("Last set: %(towns)s"), player.last_set),
    ):
        if towns:
            told.append(words % {"towns": _(", ").join(town_name(town) for town in towns)})
    return tuple(told)


# --- the chart ---


def _curve(view: View, person: Person, most: int) -> Curve:
    rounds = max(2, len(view.history))
    spots = [
        (
            _EDGE + (WIDTH - 4 * _EDGE) * place / (rounds - 1),
            _height(fortunes[person.seat], most),
        )
        for place, fortunes in enumerate(view.history)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    return Curve(person, points, round(spots[-1][0], 1), round(spots[-1][1], 1))


def _height(fortune: int, most: int) -> float:
    return round(HEIGHT - _EDGE - (HEIGHT - 2 * _EDGE) * max(0, fortune) / most, 1)


def _spoken(view: View, people: Sequence[Person]) -> str:
    """What the chart shows, for those who do not see it."""
    if not view.history:
        return ""
    told = [
        _("%(name)s from %(first)s to %(last)s")
        % {
            "name": person.name,
            "first": short(view.history[0][person.seat]),
            "last": short(view.history[-1][person.seat]),
        }
        for person in people
    ]
    return _("Fortunes from round 1 to round %(round)s: %(curves)s.") % {
        "round": len(view.history),
        "curves": _(", ").join(told),
    }


# --- what one can do in a turn ---


def turn_steps(view: View) -> tuple[str, ...]:
    """In the order of the rules; a gentle table has fewer."""
    gentle = view.options.gentle
    words = {"toll": ryo(figures.TOLL), "fee": ryo(figures.FORTUNE_FEE)}
    steps = [
        _("Before the roll: sell stakes at once.")
        if gentle
        else _("Before the roll: use a Lucky cat or a Curse, sell stakes or book their sale."),
        _("Roll the dice and walk their total."),
        _("At a fork: take the road, or the Castle Gate for %(toll)s.") % words,
        _("At an experience: it is collected; stop there to invest, or pass on."),
        _("At the Money changer: collect your dues. Stop exactly there to build anywhere."),
        _("At the Exchange, on an experience or on the Gate: buy stakes, make offerings."),
        "" if gentle else _("At the Fortune teller: have your fortune told for %(fee)s.") % words,
        "" if gentle else _("Where you stop and somebody stands: challenge them to a match."),
        _("On a firm for sale: buy it. On your own: build it up. On another’s: pay the fee."),
        _("On a Shrine, a Barrier, a News sheet: what happens there happens by itself."),
    ]
    return tuple(step for step in steps if step)
