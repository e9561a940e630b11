"""Worked sums for Okuribito's rules page, by the game's own ledger each time they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from games.core.dice import ScriptedDice
from games.core.seats import Seat, all_seats
from games.okuribito import constants as figures
from games.okuribito import events as e
from games.okuribito.board import FIRM_SQUARES, PRICES, RING, SEASON_FACTORS, TOWN_OF, season_of
from games.okuribito.fortune import CARDS
from games.okuribito.investing import booking_rate, sale, tax_rate
from games.okuribito.ledger import Ledger
from games.okuribito.model import Options, State
from games.okuribito.money import per_mille
from games.okuribito.names import INDUSTRIES, TOWNS, Town
from games.okuribito.play import Play
from games.okuribito.ruin import settle
from games.okuribito.setup import LABELS, set_out
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import place_name
from tables.boards.okuribito_terms import industry_name, level_name, season_name
from tables.boards.okuribito_told import told
from tables.boards.people import Person, example_names

_OPTIONS: Final = Options()
_AOI, _MIO = Seat(1), Seat(3)

# The firm that the page looks at: the first one of its industry in Kanda.
FIRM: Final = 12
_SUMMER, _WINTER, _NEXT_WINTER = 2, 4, 8
_SET: Final = 3


@dataclass(frozen=True, slots=True)
class FeeRow:
    """One firm at some moment; factors in percent."""

    level_name: str
    level: int
    set: int
    season_name: str
    season: int
    festival: int
    fee: str
    takings: str
    value: str


@dataclass(frozen=True, slots=True)
class BuildingRow:
    """Building up to a level: its cost, and the fee and the value from then on."""

    level_name: str
    cost: str
    fee: str
    value: str


@dataclass(frozen=True, slots=True)
class StakeRow:
    industry: str
    total: str
    economy: int
    price: str


@dataclass(frozen=True, slots=True)
class SaleRow:
    """Selling so many rounds later (0: at once)."""

    wait: int
    rate: int
    tax: str
    got: str


@dataclass(frozen=True, slots=True)
class Debt:
    """What somebody had, owed, and what came of it, as the table tells it."""

    name: str
    owed: str
    cash: str
    told: tuple[str, ...]
    paid: str
    is_bankrupt: bool


@dataclass(frozen=True, slots=True)
class Example:
    firm: str
    industry: str
    price: str
    owner: str
    fees: tuple[FeeRow, ...]
    whole_town: FeeRow
    building: tuple[BuildingRow, ...]
    values: str
    dues: str
    stakes: tuple[StakeRow, ...]
    sales: tuple[SaleRow, ...]
    sold: int
    sold_for: str
    debts: tuple[Debt, ...]


def example() -> Example:
    """In the language that is active."""
    industry = position().industries[FIRM]
    assert industry is not None  # noqa: S101  (it is a firm)
    three = Ledger(position(round=_WINTER, firms=_three(figures.SHOP_LEVEL)))
    stakes = position(round=_WINTER, economy=(120, 100, 90, 150))
    return Example(
        firm=place_name(FIRM),
        industry=industry_name(industry),
        price=ryo(PRICES[FIRM]),
        owner=example_names()[_AOI],
        fees=_fees(),
        whole_town=_whole_town(),
        building=_building(),
        values=ryo(three.values[_AOI]),
        dues=ryo(three.dues(_AOI)),
        stakes=_stakes(stakes),
        sales=_sales(stakes),
        sold=figures.STAKES_AT_ONCE,
        sold_for=industry_name(INDUSTRIES[0]),
        debts=(
            _debt(2_500_000, cash=1_600_000, stakes=(0, 0, 6, 0), firms={55: 1, 64: 1, 23: 2}),
            _debt(6_000_000, cash=300_000, stakes=(2, 0, 0, 0), firms={55: 1, 64: 1}),
        ),
    )


def position(
    *,
    round: int = 1,
    firms: Mapping[int, tuple[Seat, int]] | None = None,
    festival: Town | None = None,
    economy: tuple[int, ...] | None = None,
) -> State:
    """A table of four on which the industries lie in turn around the ring; `firms` are
    (owner, level) by square."""
    apart = len(LABELS) // len(INDUSTRIES)
    order = [(n % len(INDUSTRIES)) * apart + n // len(INDUSTRIES) for n in range(len(LABELS))]
    elsewhere = TOWNS[-1].number + 1
    here = elsewhere if festival is None else festival.number + 1
    towns = [here if each == round else elsewhere for each in range(1, _OPTIONS.limit + 1)]
    dice = ScriptedDice(firms=order, festival=towns, cards=range(len(CARDS)))
    held = firms or {}
    state = set_out(all_seats(len(example_names())), _OPTIONS, Seat(0), dice)
    return replace(
        state,
        round=round,
        owners=tuple(held[each][0] if each in held else None for each in range(RING)),
        levels=tuple(held[each][1] if each in held else 0 for each in range(RING)),
        economy=economy or state.economy,
    )


def _three(level: int) -> dict[int, tuple[Seat, int]]:
    """Aoi's firms of one industry, the one looked at among them."""
    industries = position().industries
    same = [each for each in FIRM_SQUARES if industries[each] is industries[FIRM]]
    others = [each for each in same if TOWN_OF[each] is not TOWN_OF[FIRM]][: _SET - 1]
    return dict.fromkeys((FIRM, *others), (_AOI, level))


def _fees() -> tuple[FeeRow, ...]:
    """From a lonely stall in the wrong season to a big store at the festival."""
    alone = {FIRM: (_AOI, 1)}
    town = TOWN_OF[FIRM]
    return (
        _fee_row(position(round=_SUMMER, firms=alone)),
        _fee_row(position(round=_WINTER, firms=alone)),
        _fee_row(position(round=_WINTER, firms=_three(figures.SHOP_LEVEL))),
        _fee_row(position(round=_NEXT_WINTER, firms=_three(figures.BIG_STORE), festival=town)),
    )


def _whole_town() -> FeeRow:
    """All six firms of the town in one hand, at its festival."""
    town = TOWN_OF[FIRM]
    firms = {each: (_AOI, 1) for each in FIRM_SQUARES if TOWN_OF[each] is town}
    return _fee_row(position(round=_WINTER, firms=firms, festival=town))


def _fee_row(state: State) -> FeeRow:
    ledger, season = Ledger(state), season_of(state.round)
    industry, level = state.industries[FIRM], state.levels[FIRM]
    assert industry is not None  # noqa: S101  (it is a firm)
    fee = ledger.fee(FIRM)
    return FeeRow(
        level_name=level_name(level),
        level=figures.LEVEL_FACTORS[level],
        set=ledger.set_of(FIRM),
        season_name=season_name(season),
        season=SEASON_FACTORS[season.number][industry.number],
        festival=ledger.festival_factor(FIRM),
        fee=ryo(fee),
        takings=ryo(per_mille(fee, figures.TAKINGS_PER_MILLE)),
        value=ryo(ledger.value(FIRM)),
    )


def _building() -> tuple[BuildingRow, ...]:
    rows = []
    for level in range(1, figures.BIG_STORE + 1):
        ledger = Ledger(position(round=_WINTER, firms=_three(level)))
        before = Ledger(position(round=_WINTER, firms=_three(level - 1)))
        cost = before.building_cost(_AOI, FIRM) if level > 1 else before.firm_cost(_AOI, FIRM)
        rows.append(
            BuildingRow(
                level_name(level), ryo(cost), ryo(ledger.fee(FIRM)), ryo(ledger.value(FIRM))
            )
        )
    return tuple(rows)


def _stakes(state: State) -> tuple[StakeRow, ...]:
    ledger = Ledger(state)
    return tuple(
        StakeRow(
            industry=industry_name(each),
            total=ryo(ledger.totals[each.number]),
            economy=state.economy[each.number],
            price=ryo(ledger.price(each.number)),
        )
        for each in INDUSTRIES
    )


def _sales(state: State) -> tuple[SaleRow, ...]:
    play = Play(state, ScriptedDice())
    rows = []
    for wait in (0, *figures.WAITS):
        rate = booking_rate(wait) if wait else tax_rate(state.options)
        _price, tax, got = sale(play, INDUSTRIES[0], figures.STAKES_AT_ONCE, rate)
        rows.append(SaleRow(wait, rate, ryo(tax), ryo(got)))
    return tuple(rows)


def _debt(owed: int, *, cash: int, stakes: tuple[int, ...], firms: Mapping[int, int]) -> Debt:
    """Mio, in turn, owes Aoi a fee on her way."""
    state = position(firms={square: (_MIO, level) for square, level in firms.items()})
    play = Play(replace(state, turn=_MIO), ScriptedDice())
    play.change(_MIO, cash=cash, stakes=stakes)
    is_paid = settle(play, _MIO, owed, _AOI)
    events: list[Any] = [each.event for each in play.told]
    people = [
        Person(seat, name, "hat", is_cpu=False, is_away=False)
        for seat, name in enumerate(example_names())
    ]
    paid = next(each for each in events if isinstance(each, e.Paid))
    return Debt(
        name=people[_MIO].name,
        owed=ryo(owed),
        cash=ryo(cash),
        told=tuple(said.words for said in told(events, people)),
        paid=ryo(paid.paid),
        is_bankrupt=not is_paid,
    )
