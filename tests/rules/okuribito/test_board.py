"""Squares, forks, prices, seasons."""

from collections import Counter

from games.okuribito.board import (
    EXPERIENCE_SQUARES,
    FIRM_SQUARES,
    FIRMS_OF_TOWN,
    FORKS,
    GATE,
    KINDS,
    PRICES,
    RING,
    SEASON_FACTORS,
    TOWN_OF,
    entrance,
    opposite,
    season_of,
)
from games.okuribito.names import TOWNS, Industry, Kind, Season, Town


def test_OK_5_and_OK_6_eight_towns_laid_out_alike() -> None:
    assert RING == 72 and len(KINDS) == 73
    for town in TOWNS:
        kinds = KINDS[entrance(town) : entrance(town) + 9]
        firm = [Kind.FIRM] * 3
        assert [*kinds[1:8]] == [*firm, Kind.EXPERIENCE, *firm]
        assert kinds[0] not in (Kind.FIRM, Kind.EXPERIENCE, Kind.GATE)
        assert kinds[8] not in (Kind.FIRM, Kind.EXPERIENCE, Kind.GATE)
        assert {TOWN_OF[square] for square in FIRMS_OF_TOWN[town]} == {town}


def test_OK_7_the_sixteen_specials() -> None:
    counted = Counter(KINDS)
    assert [counted[kind] for kind in Kind] == [48, 8, 1, 1, 1, 5, 4, 4, 1]
    assert len(FIRM_SQUARES) == 48 and EXPERIENCE_SQUARES == (4, 13, 22, 31, 40, 49, 58, 67)


def test_OK_9_a_town_has_one_price() -> None:
    assert [PRICES[entrance(town) + 1] // 10_000 for town in TOWNS] == [
        300,
        180,
        160,
        140,
        130,
        120,
        110,
        100,
    ]
    assert all(bool(PRICES[square]) == (square in FIRM_SQUARES) for square in range(RING))


def test_OK_11_the_gate_leads_to_the_entrance_four_towns_on() -> None:
    ways = {fork: entrance(opposite(town)) for fork, town in FORKS.items()}
    assert ways == {8: 36, 26: 54, 44: 0, 62: 18}
    assert GATE == 72


def test_OK_17_four_rounds_are_a_year() -> None:
    assert [season_of(round) for round in (1, 2, 3, 4, 5, 96)] == [
        Season.SPRING,
        Season.SUMMER,
        Season.AUTUMN,
        Season.WINTER,
        Season.SPRING,
        Season.WINTER,
    ]


def test_OK_33_every_industry_has_one_peak_and_one_low() -> None:
    assert SEASON_FACTORS == (
        (70, 40, 70, 150),
        (40, 70, 150, 70),
        (70, 150, 70, 40),
        (150, 70, 40, 70),
    )
    for industry in Industry:
        year = sorted(SEASON_FACTORS[season.number][industry.number] for season in Season)
        assert year == [40, 70, 70, 150]


def test_towns_and_words_count_from_0() -> None:
    assert [town.number for town in Town] == list(range(8))
    assert Town("ueno") is Town.UENO and Town.UENO == "ueno" and hash(Town.UENO) == hash("ueno")
