"""Exact counts and exact expectations. If one changes, the change must say why."""

from collections import Counter
from fractions import Fraction

import pytest

from games.hokusai.board import HOME, INNS, LAST, START
from games.hokusai.model import GettingHome
from games.hokusai.rules import landing

FACES = range(1, 7)
ROAD = range(START, LAST + 1)


def landings(getting_home: GettingHome) -> dict[tuple[int, int], int]:
    return {
        (start, die): landing(start, die, getting_home).square for start in ROAD for die in FACES
    }


@pytest.mark.parametrize("getting_home", GettingHome)
def test_hokusai_has_312_landings(getting_home: GettingHome) -> None:
    all_of_them = landings(getting_home)
    assert len(all_of_them) == 312
    assert all(2 <= square <= HOME for square in all_of_them.values())


@pytest.mark.parametrize(
    ("getting_home", "on_last_squares"),
    [
        ("as_printed", {45: 7, 46: 6, 47: 6, 48: 6, 49: 8, 50: 9, 51: 10, 52: 11, 53: 6}),
        ("bounce_back", {45: 6, 46: 6, 47: 6, 48: 7, 49: 8, 50: 9, 51: 10, 52: 11, 53: 6}),
        ("over_is_fine", {45: 6, 46: 6, 47: 6, 48: 6, 49: 6, 50: 6, 51: 6, 52: 6, 53: 21}),
    ],
)
def test_hokusai_landings_on_the_last_squares(
    getting_home: str, on_last_squares: dict[int, int]
) -> None:
    counted = Counter(landings(GettingHome(getting_home)).values())
    assert {square: counted[square] for square in range(45, HOME + 1)} == on_last_squares
    early = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5} | dict.fromkeys(range(7, 45), 6)
    assert {square: counted[square] for square in range(2, 45)} == early


def test_hokusai_as_printed_and_bounce_back_differ_in_exactly_one_landing() -> None:
    printed = landings(GettingHome.AS_PRINTED)
    back = landings(GettingHome.BOUNCE_BACK)
    differing = {
        where: (printed[where], back[where]) for where in printed if printed[where] != back[where]
    }
    assert differing == {(52, 6): (45, 48)}


@pytest.mark.parametrize(
    ("getting_home", "rolls", "turns"),
    [
        ("as_printed", "19.95", "22.24"),
        ("bounce_back", "19.62", "21.87"),
        ("over_is_fine", "15.33", "17.01"),
    ],
)
def test_hokusai_expected_rolls_and_turns_of_a_piece_alone(
    getting_home: str, rolls: str, turns: str
) -> None:
    rule = GettingHome(getting_home)
    assert two_places(expectation(rule, inn_costs=0)[START]) == rolls
    assert two_places(expectation(rule, inn_costs=1)[START]) == turns


def test_hokusai_expected_rolls_from_the_last_squares() -> None:
    printed = expectation(GettingHome.AS_PRINTED, inn_costs=0)
    assert [two_places(printed[square]) for square in range(48, 53)] == ["6.33"] * 4 + ["6.50"]
    back = expectation(GettingHome.BOUNCE_BACK, inn_costs=0)
    assert [back[square] for square in range(48, 53)] == [6] * 5


def expectation(getting_home: GettingHome, inn_costs: int) -> dict[int, Fraction]:
    """Exactly how many rolls (and missed turns) a piece needs from each square on.

    One linear equation per square: 6·E[s] - sum of E[landing] = 6 + inns landed on. The
    right-hand side is kept under 0.
    """
    rows: dict[int, dict[int, Fraction]] = {}
    for start in ROAD:
        row = Counter({start: Fraction(6), 0: Fraction(6)})
        for die in FACES:
            square = landing(start, die, getting_home).square
            if square != HOME:
                row[square] -= Fraction(1)
            row[0] += Fraction(inn_costs * (square in INNS))
        rows[start] = dict(row)
    for pivot in reversed(ROAD):
        scale = rows[pivot][pivot]
        rows[pivot] = {square: value / scale for square, value in rows[pivot].items()}
        for other in ROAD:
            factor = rows[other].get(pivot, Fraction(0))
            if other != pivot and factor:
                for square, value in rows[pivot].items():
                    rows[other][square] = rows[other].get(square, Fraction(0)) - factor * value
    return {square: rows[square][0] for square in ROAD}


def two_places(number: Fraction) -> str:
    hundredths = round(number * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"
