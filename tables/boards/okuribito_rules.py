"""The figures of Okuribito's rules page, read off the rules that the engine plays by.

They are worked out at each call and never copied, so that nothing on the page can drift.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.seats import Seat
from games.okuribito import constants
from games.okuribito.actions import GuessHigh
from games.okuribito.board import (
    FIRMS_OF_TOWN,
    FORKS,
    KINDS,
    PRICES,
    RING,
    SEASON_FACTORS,
    TOWN_SQUARES,
    entrance,
    opposite,
)
from games.okuribito.duels import likelier_guess
from games.okuribito.fortune import CARDS, GIFTS, SLIP_LUCK
from games.okuribito.ledger import starting_funds
from games.okuribito.model import Options
from games.okuribito.money import share
from games.okuribito.names import INDUSTRIES, RANKS, SEASONS, TOWNS, Insight, Luck, News
from games.okuribito.seasons import economy_after
from games.registry import game_for
from tables.boards.okuribito_ahead import chance_of
from tables.boards.okuribito_examples import Example, example
from tables.boards.okuribito_glossary import Term, terms, times
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import kind_name, town_name
from tables.boards.okuribito_terms import (
    industry_name,
    insight_name,
    item_name,
    luck_name,
    rank_name,
    season_name,
)

_USUAL: Final = Options()
_OFFERED: Final = 1_000_000
_HIGH_ECONOMY: Final = 160


@dataclass(frozen=True, slots=True)
class TownRow:
    """`way` is the town opposite, for the four towns at whose exit the road forks."""

    name: str
    entrance: str
    price: str
    exit: str
    way: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    name: str
    factors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A number of a match: its odds, the better side, and its chance in percent."""

    number: int
    odds: int
    side: str
    chance: str


@dataclass(frozen=True, slots=True)
class LuckRow:
    """`odds` of `FORTUNE_ODDS` or `SLIP_ODDS` together; what it brings, and what that does."""

    name: str
    odds: int
    brings: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    name: str
    count: int
    words: str


@dataclass(frozen=True, slots=True)
class InsightRow:
    name: str
    words: str
    as_master: str


@dataclass(frozen=True, slots=True)
class Figures:
    fewest: int
    most: int
    cpus: int
    minutes: int
    squares: int
    town_squares: int
    firms: int
    firms_of_town: int
    target: str
    limit: int
    towns: tuple[TownRow, ...]
    industries: tuple[str, ...]
    funds: tuple[str, ...]
    seasons: tuple[SeasonRow, ...]
    money: Mapping[str, str]
    numbers: Mapping[str, str | int]
    example: Example
    economy_steps: tuple[str, ...]
    economy_from_high: tuple[int, ...]
    offered: str
    offered_back: str
    match_odds: int
    matches: tuple[MatchRow, ...]
    loses: tuple[str, str, str]
    fortune_odds: int
    fortunes: tuple[LuckRow, ...]
    slip_odds: int
    slips: tuple[LuckRow, ...]
    cards: tuple[CardRow, ...]
    card_count: int
    ranks: tuple[str, ...]
    insights: tuple[InsightRow, ...]
    terms: tuple[Term, ...]


def figures() -> Figures:
    """In the language that is active."""
    game, words = game_for("okuribito"), terms()
    fewest, most = game.seat_counts.start, game.seat_counts.stop - 1
    return Figures(
        fewest=fewest,
        most=most,
        cpus=game.seats_alone - 1,
        minutes=game.minutes,
        squares=RING,
        town_squares=TOWN_SQUARES,
        firms=sum(map(len, FIRMS_OF_TOWN.values())),
        firms_of_town=len(FIRMS_OF_TOWN[TOWNS[0]]),
        target=ryo(_USUAL.target),
        limit=_USUAL.limit,
        towns=_towns(),
        industries=tuple(map(industry_name, INDUSTRIES)),
        funds=tuple(ryo(starting_funds(_USUAL, Seat(0), most, Seat(n))) for n in range(most)),
        seasons=tuple(
            SeasonRow(season_name(each), SEASON_FACTORS[each.number]) for each in SEASONS
        ),
        money=_money(),
        numbers=_numbers(),
        example=example(),
        economy_steps=tuple(f"{step:+d}".replace("-", "−") for step in constants.ECONOMY_STEPS),
        economy_from_high=tuple(
            economy_after(_HIGH_ECONOMY, step) for step in constants.ECONOMY_STEPS
        ),
        offered=ryo(_OFFERED),
        offered_back=ryo(share(_OFFERED, constants.OFFERING_BACK)),
        match_odds=sum(constants.MATCH_ODDS),
        matches=_matches(),
        loses=_loses(),
        fortune_odds=sum(constants.FORTUNE_ODDS),
        fortunes=_fortunes({each.key: each.words for each in words}),
        slip_odds=sum(constants.SLIP_ODDS),
        slips=_slips(),
        cards=_cards(),
        card_count=len(CARDS),
        ranks=tuple(map(rank_name, RANKS)),
        insights=_insights(),
        terms=words,
    )


def _towns() -> tuple[TownRow, ...]:
    rows = []
    for town in TOWNS:
        first = entrance(town)
        last = first + TOWN_SQUARES - 1
        rows.append(
            TownRow(
                name=town_name(town),
                entrance=kind_name(KINDS[first]),
                price=ryo(PRICES[first + 1]),
                exit=kind_name(KINDS[last]),
                way=town_name(opposite(town)) if last in FORKS else "",
            )
        )
    return tuple(rows)


def _money() -> dict[str, str]:
    return {
        "allowance": ryo(constants.ALLOWANCE),
        "toll": ryo(constants.TOLL),
        "barrier": ryo(constants.BARRIER),
        "shrine": ryo(constants.SHRINE),
        "fortune": ryo(constants.FORTUNE_FEE),
        "unit": ryo(constants.OFFERING_UNIT),
        "most_offered": ryo(constants.OFFERING_MOST),
    }


def _numbers() -> dict[str, str | int]:
    stall, shop, big_store = (times(each) for each in constants.LEVEL_FACTORS[1:])
    return {
        "dice": constants.DICE,
        "later": constants.LATER_SEAT,
        "stall": stall,
        "shop": shop,
        "big_store": big_store,
        "to_shop": constants.BUILDING_COSTS[constants.SHOP_LEVEL],
        "to_big_store": constants.BUILDING_COSTS[constants.BIG_STORE],
        "step": constants.SET_STEP,
        "festival": times(constants.FESTIVAL_FACTOR),
        "whole": times(constants.WHOLE_TOWN_FACTOR),
        "takings": f"{constants.TAKINGS_PER_MILLE / 10:g}",
        "dues": constants.DUES,
        "at_once": constants.STAKES_AT_ONCE,
        "stake_share": f"{100 / constants.STAKE_SHARES:g}",
        "economy": constants.ECONOMY_START,
        "least": constants.ECONOMY_LEAST,
        "most": constants.ECONOMY_MOST,
        "high": _HIGH_ECONOMY,
        "tax": constants.SALES_TAX,
        "off": constants.TAX_OFF_PER_ROUND,
        "longest": constants.WAITS[-1],
        "back": times(constants.OFFERING_BACK),
        "set": constants.SET_OF_TOWNS,
        "new": constants.SET_OF_TOWNS - constants.OLD_TOWNS_MOST,
        "lowest": constants.MATCH_NUMBERS[0],
        "highest": constants.MATCH_NUMBERS[-1],
        "match_dice": constants.MATCH_DICE,
        "challenger": constants.CHALLENGER_LOSES,
        "challenged": constants.CHALLENGED_LOSES,
        "given_up": constants.GIVEN_UP_FOR,
    }


def _matches() -> tuple[MatchRow, ...]:
    """OK-66 to OK-68"""
    rows = []
    for number, odds in zip(constants.MATCH_NUMBERS, constants.MATCH_ODDS, strict=True):
        is_high = isinstance(likelier_guess(number), GuessHigh)
        chance = f"{100 * chance_of(number, high=is_high):.1f}"
        side = pgettext("guess", "higher") if is_high else pgettext("guess", "lower")
        rows.append(MatchRow(number, odds, side, chance))
    return tuple(rows)


def _loses() -> tuple[str, str, str]:
    """With the usual funds of the first seat: the challenger's loss, the same against a straw
    doll, and the challenged player's loss."""
    lost = share(_USUAL.start, constants.CHALLENGER_LOSES)
    return ryo(lost), ryo(2 * lost), ryo(share(_USUAL.start, constants.CHALLENGED_LOSES))


def _fortunes(words: Mapping[str, str]) -> tuple[LuckRow, ...]:
    """OK-74"""
    rows = []
    for luck, odds in zip(Luck, constants.FORTUNE_ODDS, strict=True):
        item = GIFTS.get(luck)
        brings = item_name(item) if item else _("nothing")
        rows.append(LuckRow(luck_name(luck), odds, brings, words[item] if item else ""))
    return tuple(rows)


def _slips() -> tuple[LuckRow, ...]:
    """OK-84"""
    slips = zip(SLIP_LUCK, constants.SLIP_ODDS, constants.SLIPS, strict=True)
    return tuple(
        LuckRow(
            luck_name(luck),
            odds,
            (_("you receive %(sum)s") if sum > 0 else _("you pay %(sum)s"))
            % {"sum": ryo(abs(sum))},
        )
        for luck, odds, sum in slips
    )


def _cards() -> tuple[CardRow, ...]:
    """OK-86"""
    swing = {"points": constants.NEWS_SWING}
    names = {
        News.BOOM: (_("Boom"), _("An industry’s economy rises by %(points)s.") % swing),
        News.SLUMP: (_("Slump"), _("An industry’s economy falls by %(points)s.") % swing),
        News.FAIR: (
            _("Fair day"),
            _("Fees in one town are at least %(fair)s times until the end of the next round.")
            % {"fair": times(constants.FAIR_FACTOR)},
        ),
        News.FIRE: (
            _("Fire"),
            _(
                "One of your firms goes down a level; a stall is nobody’s again. A Charm prevents "
                "it."
            ),
        ),
        News.LUCKY: (
            _("Lucky find"),
            _("You receive %(sum)s.") % {"sum": ryo(constants.LUCKY_FIND)},
        ),
        News.PICK: (
            _("Pickpocket"),
            _("You lose %(share)s%% of your cash.") % {"share": constants.PICKPOCKET},
        ),
    }
    counts = Counter(card.news for card in CARDS)
    return tuple(CardRow(names[news][0], counts[news], names[news][1]) for news in News)


def _insights() -> tuple[InsightRow, ...]:
    """OK-44 to OK-46"""
    rounds, twice = constants.FORESIGHT_ROUNDS, constants.MASTER_TIMES
    return (
        InsightRow(
            insight_name(Insight.FORESIGHT),
            _("You alone see the festival towns of the next %(rounds)s rounds.")
            % {"rounds": rounds},
            _("%(rounds)s rounds") % {"rounds": rounds * twice},
        ),
        InsightRow(
            insight_name(Insight.KEEN_EYE),
            _("The next firm you buy costs half. Its value is not halved."),
            _("the next %(count)s firms") % {"count": twice},
        ),
        InsightRow(
            insight_name(Insight.MASTER_BUILDER),
            _("The next level you build is free."),
            _("the next %(count)s levels") % {"count": twice},
        ),
    )
