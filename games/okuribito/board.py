"""The board: 72 squares in a ring and the Gate, prices and seasons (section 2).

Squares are numbered from 0 at Nihonbashi's entrance. What is the same in every match is here;
which firm lies on which square is drawn at the start.
"""

from typing import Final

from games.okuribito import constants as figures
from games.okuribito.names import SEASONS, TOWNS, Industry, Kind, Season, Town

TOWN_SQUARES: Final = 9  # OK-5
RING: Final = TOWN_SQUARES * len(TOWNS)
GATE: Final = RING  # OK-11
START: Final = 0  # OK-14

# OK-7, OK-8: each town's entrance and exit.
_ENDS: Final = {
    Town.NIHONBASHI: (Kind.MONEY_CHANGER, Kind.NEWS),
    Town.KANDA: (Kind.SHRINE, Kind.NEWS),
    Town.UENO: (Kind.SHRINE, Kind.BARRIER),
    Town.ASAKUSA: (Kind.EXCHANGE, Kind.SHRINE),
    Town.HONJO: (Kind.NEWS, Kind.BARRIER),
    Town.FUKAGAWA: (Kind.SHRINE, Kind.NEWS),
    Town.SHINAGAWA: (Kind.SHRINE, Kind.BARRIER),
    Town.YOTSUYA: (Kind.FORTUNE_TELLER, Kind.BARRIER),
}


def _laid_out(entrance: Kind, way_out: Kind) -> tuple[Kind, ...]:
    """OK-6: every town is laid out alike."""
    three = (Kind.FIRM,) * 3
    return (entrance, *three, Kind.EXPERIENCE, *three, way_out)


KINDS: Final = (*(kind for town in TOWNS for kind in _laid_out(*_ENDS[town])), Kind.GATE)

# By square; the Gate lies in no town.
TOWN_OF: Final = tuple(TOWNS[square // TOWN_SQUARES] for square in range(RING))
FIRM_SQUARES: Final = tuple(square for square in range(RING) if KINDS[square] is Kind.FIRM)
EXPERIENCE_SQUARES: Final = tuple(s for s in range(RING) if KINDS[s] is Kind.EXPERIENCE)

# OK-9: by square, 0 where there is no firm.
PRICES: Final = tuple(
    figures.TOWN_PRICES[TOWN_OF[square].number] if KINDS[square] is Kind.FIRM else 0
    for square in range(RING)
)

FIRMS_OF_TOWN: Final = {
    town: tuple(square for square in FIRM_SQUARES if TOWN_OF[square] is town) for town in TOWNS
}

# OK-11: the exits from which a way leads through the Gate.
FORKS: Final = {
    town.number * TOWN_SQUARES + TOWN_SQUARES - 1: town
    for town in (Town.NIHONBASHI, Town.UENO, Town.HONJO, Town.SHINAGAWA)
}

MONEY_CHANGER: Final = KINDS.index(Kind.MONEY_CHANGER)
EXCHANGE: Final = KINDS.index(Kind.EXCHANGE)
FORTUNE_TELLER: Final = KINDS.index(Kind.FORTUNE_TELLER)


def entrance(town: Town) -> int:
    return town.number * TOWN_SQUARES


def opposite(town: Town) -> Town:
    """OK-11: the town four further on, where the Gate leads from here."""
    return TOWNS[(town.number + len(TOWNS) // 2) % len(TOWNS)]


def season_of(round: int) -> Season:
    """OK-17: round 1 is spring."""
    return SEASONS[(round - 1) % len(SEASONS)]


# OK-33
_BEST_SEASON: Final = {
    Industry.CLOTH: Season.WINTER,
    Industry.GRAIN: Season.AUTUMN,
    Industry.SEAFOOD: Season.SUMMER,
    Industry.TOOLS: Season.SPRING,
}
_BY_DISTANCE: Final = (figures.PEAK, figures.BESIDE, figures.OPPOSITE, figures.BESIDE)

# By season and industry, in percent.
SEASON_FACTORS: Final = tuple(
    tuple(
        _BY_DISTANCE[(season.number - _BEST_SEASON[industry].number) % len(SEASONS)]
        for industry in Industry
    )
    for season in SEASONS
)
