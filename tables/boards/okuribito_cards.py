"""The card of a square: whose it is, what it costs now and why, what it does."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.board import (
    FORKS,
    GATE,
    KINDS,
    PRICES,
    SEASON_FACTORS,
    TOWN_OF,
    season_of,
)
from games.okuribito.experiences import is_new
from games.okuribito.ledger import Ledger
from games.okuribito.model import View
from games.okuribito.names import INDUSTRIES, Industry, Kind
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_ahead import ways_out
from tables.boards.okuribito_building import building_facts
from tables.boards.okuribito_money import ryo, short
from tables.boards.okuribito_places import square_name, town_name
from tables.boards.people import Person


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a card: a word of the glossary or of plain speech, and what it is here."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Card:
    square: int
    number: int
    title: str
    about: str
    industry: str
    level: int
    lines: tuple[Line, ...]
    facts: tuple[str, ...]


def card(view: View, people: Sequence[Person], viewer: int | None, square: int) -> Card:
    facts = [_standing_here(view, people, square), _fork(square)]
    lines: list[Line] = []
    about, industry, level = _where(square), "", 0
    if KINDS[square] is Kind.FIRM:
        found = view.industries[square]
        assert found is not None  # noqa: S101  (a firm)
        industry, level = found.value, view.levels[square]
        about = _("%(industry)s · %(town)s · square %(number)s") % {
            "industry": terms.industry_name(found),
            "town": town_name(TOWN_OF[square]),
            "number": square + 1,
        }
        lines, facts = _firm(view, people, viewer, square), [*_own(view, viewer, square), *facts]
    else:
        facts = [*_special(view, viewer, square), *facts]
    return Card(
        square=square,
        number=square + 1,
        title=square_name(square, is_gentle=view.options.gentle),
        about=about,
        industry=industry,
        level=level,
        lines=tuple(lines),
        facts=tuple(fact for fact in facts if fact),
    )


def _where(square: int) -> str:
    if square == GATE:
        return _("between the town you come from and the one opposite")
    return _("%(town)s · square %(number)s") % {
        "town": town_name(TOWN_OF[square]),
        "number": square + 1,
    }


def _standing_here(view: View, people: Sequence[Person], square: int) -> str:
    names = [person.name for person in people if view.players[person.seat].square == square]
    return _("Here now: %(names)s.") % {"names": _(", ").join(names)} if names else ""


def _fork(square: int) -> str:
    if square not in FORKS:
        return ""
    road, gate = ways_out(square)
    return _(
        "From here the road leads to %(next)s, the Castle Gate to %(opposite)s for %(toll)s."
    ) % {"next": road, "opposite": gate, "toll": ryo(figures.TOLL)}


# --- firms ---


def _firm(view: View, people: Sequence[Person], viewer: int | None, square: int) -> list[Line]:
    ledger, owner = Ledger(view), view.owners[square]
    if owner is None:
        cost = PRICES[square] if viewer is None else ledger.firm_cost(Seat(viewer), square)
        stall = PRICES[square] * figures.LEVEL_FACTORS[1] // 100
        return [
            Line(_("Owner"), _("nobody yet")),
            Line(_("Price"), ryo(cost)),
            Line(_("Fee as a stall"), _("%(sum)s before season and set") % {"sum": ryo(stall)}),
        ]
    fee = ledger.fee(square)
    return [
        Line(_("Owner"), _("you") if owner == viewer else people[owner].name),
        Line(_("Level"), terms.level_name(view.levels[square])),
        Line(_("Fee now"), ryo(fee)),
        Line(_("Why"), _why(view, ledger, square)),
        Line(_("Takings"), _("%(sum)s at a round like this one") % {"sum": ryo(fee * 35 // 1000)}),
        Line(_("Value"), ryo(ledger.value(square))),
    ]


def _why(view: View, ledger: Ledger, square: int) -> str:
    """OK-33, factor by factor."""
    industry, season = view.industries[square], season_of(view.round)
    assert industry is not None  # noqa: S101  (a firm)
    factors = [
        _("price %(sum)s") % {"sum": short(PRICES[square])},
        f"{terms.level_name(view.levels[square])} {figures.LEVEL_FACTORS[view.levels[square]]}%",
        _("set %(percent)s%%") % {"percent": ledger.set_of(square)},
        f"{terms.season_name(season)} {SEASON_FACTORS[season.number][industry.number]}%",
    ]
    festival = ledger.festival_factor(square)
    if festival != 100:
        factors.append(_("festival %(percent)s%%") % {"percent": festival})
    return " × ".join(factors)


def _own(view: View, viewer: int | None, square: int) -> list[str]:
    """What building would cost and bring, for one's own firm."""
    if viewer is None or view.owners[square] != viewer:
        return []
    if view.levels[square] == figures.BIG_STORE:
        return [_("A big store cannot be built up further.")]
    seat = Seat(viewer)
    cost = Ledger(view).building_cost(seat, square)
    words = {"level": terms.level_name(view.levels[square] + 1), "cost": ryo(cost)}
    asks = _("Building up to a %(level)s costs %(cost)s when you stop here.") % words
    return [asks, *building_facts(view, seat, square, cost)[:-1]]


# --- other squares ---


def _special(view: View, viewer: int | None, square: int) -> list[str]:
    kind = KINDS[square]
    if kind is Kind.FORTUNE_TELLER and view.options.gentle:
        return [_("A teahouse: nothing happens here.")]
    if kind is Kind.EXPERIENCE:
        return _experience(view, viewer, square)
    if kind is Kind.MONEY_CHANGER:
        return _money_changer(view, viewer)
    if kind is Kind.EXCHANGE:
        prices = Ledger(view).prices()
        return [
            _(
                "Passing or stopping, you may buy up to ten stakes of each industry and make "
                "offerings."
            ),
            _(", ").join(_stake(industry, prices) for industry in INDUSTRIES),
        ]
    toll = {"toll": ryo(figures.TOLL)}
    return {
        Kind.GATE: [
            _("One square through the castle to the town opposite, %(toll)s toll.") % toll,
            _("Stop here and you may invest."),
        ],
        Kind.FORTUNE_TELLER: [
            _("Passing or stopping, you may have your fortune told for %(sum)s.")
            % {"sum": ryo(figures.FORTUNE_FEE)}
        ],
        Kind.SHRINE: [
            _(
                "Stop here and you offer %(sum)s and draw a slip: it brings up to %(most)s or "
                "costs %(bad)s."
            )
            % {
                "sum": ryo(figures.SHRINE),
                "most": ryo(figures.SLIPS[0]),
                "bad": ryo(-figures.SLIPS[-1]),
            }
        ],
        Kind.BARRIER: [_("Stop here and you pay %(sum)s.") % {"sum": ryo(figures.BARRIER)}],
        Kind.NEWS: [
            _(
                "Stop here and you turn a card: boom, slump, fair, fire, a lucky find or a "
                "pickpocket."
            ),
            _("%(count)s cards are left before they are shuffled.") % {"count": view.cards_left},
        ],
    }[kind]


def _stake(industry: Industry, prices: Sequence[int]) -> str:
    return f"{terms.industry_name(industry)} {ryo(prices[industry.number])}"


def _experience(view: View, viewer: int | None, square: int) -> list[str]:
    facts = [_("Pass or stop and you collect it. Stopping gives up the rest of the roll.")]
    if viewer is not None:
        new = is_new(view.players[viewer], TOWN_OF[square])
        facts.append(_("You do not have it yet.") if new else _("It is nothing new to you now."))
    return facts


def _money_changer(view: View, viewer: int | None) -> list[str]:
    facts = [
        _("Pass or stop and you collect %(sum)s and a fifth of your firms’ value.")
        % {"sum": ryo(figures.ALLOWANCE)}
    ]
    if viewer is not None:
        dues = Ledger(view).dues(Seat(viewer))
        facts.append(_("Now that would be %(sum)s.") % {"sum": ryo(dues)})
    facts.append(_("Stop exactly here and you may build on any firm of yours."))
    return facts
