"""The rules page and the code say the same: squares, options, points, events, constants."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from games.okuribito import constants
from games.okuribito.agenda import POINTS
from games.okuribito.board import (
    FORKS,
    GATE,
    KINDS,
    PRICES,
    RING,
    SEASON_FACTORS,
    TOWN_OF,
    entrance,
    opposite,
)
from games.okuribito.events import Event
from games.okuribito.model import Options
from games.okuribito.names import Industry, Kind, Season

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "okuribito.md").read_text("utf-8")

SPOKEN = {
    Kind.FIRM: "Firm",
    Kind.EXPERIENCE: "Experience",
    Kind.MONEY_CHANGER: "Money changer",
    Kind.EXCHANGE: "Exchange",
    Kind.FORTUNE_TELLER: "Fortune teller",
    Kind.SHRINE: "Shrine",
    Kind.BARRIER: "Barrier",
    Kind.NEWS: "News sheet",
    Kind.GATE: "Gate",
}


def rows_after(words: str) -> list[list[str]]:
    """The cells of the first table after some words, without its head."""
    _, found, after = PAGE.partition(words)
    assert found, words
    table = re.search(r"(?:^ *\|.*\|$\n)+", after, re.MULTILINE)
    assert table is not None
    lines = table.group().strip().splitlines()[2:]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


def test_OK_8_the_squares() -> None:
    rows = rows_after("- **OK-8**")
    assert len(rows) == RING + 1
    for square, row in enumerate(rows[:RING]):
        town = TOWN_OF[square]
        kind = SPOKEN[KINDS[square]]
        if square in FORKS:
            kind += f" (fork: road → {square + 1}, Gate → {entrance(opposite(town))})"
        price = f"{PRICES[square]:,}" if PRICES[square] else ""
        assert row == [str(square), town.capitalize(), str(square % 9), kind, price]
    assert rows[GATE][0] == "72" and "Gate" in rows[GATE][3]


def test_OK_3_the_options_and_their_defaults() -> None:
    rows = {row[0].split("`")[1]: row[1:] for row in rows_after("- **OK-3**")}
    usual = Options()
    for field in msgspec.structs.fields(Options):
        values, default = rows.pop(field.name)
        if field.type is bool:
            assert (values, default) == ("off, on", "off")
            continue
        said = [int(number) for number in re.findall(r"\d+", values.replace(",000", "000"))]
        assert tuple(said) == get_args(field.type)
        assert int(default.replace(",", "")) == getattr(usual, field.name)
    assert set(rows) == {"turn_time", "rotate_first"}, "those are the table's"


def test_OK_27_the_decision_points() -> None:
    said = [re.findall(r"`(\w+)`", row[0])[0] for row in rows_after("- **OK-27**")]
    assert said == [task.point for task in POINTS]


def test_OK_29_every_event_is_named() -> None:
    said = {name for row in rows_after("- **OK-29**") for name in re.findall(r"`(\w+)`", row[1])}
    assert said == {kind.__struct_config__.tag for kind in get_args(Event)}


def test_OK_33_the_seasons() -> None:
    rows = rows_after("- **OK-33**")
    assert [[int(cell.strip("*")) for cell in row[1:]] for row in rows] == [
        list(factors) for factors in SEASON_FACTORS
    ]
    assert [row[0] for row in rows] == list(Season) and len(rows[0]) == 1 + len(Industry)


def test_appendix_a_is_the_constants() -> None:
    said = {row[0]: row[1] for row in rows_after("## Appendix A")}

    def numbers(name: str) -> list[int]:
        return [int(n) for n in re.findall(r"−?\d+", said[name].replace(",", ""))]

    assert numbers("town prices (万)")[0] == 300
    prices = [int(n) for n in said["town prices (万)"].split(",")]
    assert tuple(10_000 * price for price in prices) == constants.TOWN_PRICES
    assert numbers("season factors") == [constants.PEAK, constants.BESIDE, constants.OPPOSITE]
    assert said["economy"] == "start 100, steps −12 −7 −2 +3 +8 +13, pull 1/10, bounds 50–200"
    assert constants.ECONOMY_START == 100 and constants.ECONOMY_PULL == 10
    assert constants.ECONOMY_STEPS == (-12, -7, -2, 3, 8, 13)
    assert (constants.ECONOMY_LEAST, constants.ECONOMY_MOST) == (50, 200)
    assert said["stake price"].startswith("0.5% ") and constants.STAKE_SHARES * 5 == 1_000
    assert said["stake price"].endswith("down to 1,000") and constants.STAKE_ROUND == 1_000
    assert said["boom, slump"] == f"+{constants.NEWS_SWING}, −{constants.NEWS_SWING}"
    assert numbers("fair day") == [constants.FAIR_FACTOR] and constants.FAIR_ROUNDS == 1
    assert numbers("lucky find, pickpocket")[0] == constants.LUCKY_FIND
    assert numbers("lucky find, pickpocket")[1] == constants.PICKPOCKET
    assert numbers("match number") == [*constants.MATCH_ODDS, sum(constants.MATCH_ODDS)]
    assert numbers("fortune teller") == [*constants.FORTUNE_ODDS, sum(constants.FORTUNE_ODDS)]
    assert numbers("shrine slip") == [*constants.SLIP_ODDS, sum(constants.SLIP_ODDS)]


def test_OK_86_the_cards_of_the_news() -> None:
    counted = {row[0].split(",")[0]: int(row[1]) for row in rows_after("- **OK-86**")}
    assert counted == {
        "boom": 4,
        "slump": 4,
        "fair day": constants.NEWS_FAIRS,
        "fire": constants.NEWS_FIRES,
        "lucky find": constants.NEWS_LUCKY_FINDS,
        "pickpocket": constants.NEWS_PICKPOCKETS,
    }


def test_every_refusal_of_the_page_is_one_of_the_code() -> None:
    _, _, after = PAGE.partition("Refusals have codes:")
    said = set(re.findall(r"`(\w+)`", after.partition("\n- **")[0]))
    folder = Path(constants.__file__).parent
    files = ("engine", "agenda", "investing", "turns", "firms")
    source = "".join((folder / f"{name}.py").read_text("utf-8") for name in files)
    assert all(f'"{code}"' in source for code in said)
    returned = set(re.findall(r'return "(\w+)"', source)) | set(
        re.findall(r'"((?:not|no)_\w+)"', source)
    )
    assert returned == said


@pytest.mark.parametrize(
    "file",
    sorted(
        [
            *Path(__file__).parent.glob("test_*.py"),
            *Path(constants.__file__).parent.glob("*.py"),
        ]
    ),
    ids=lambda file: f"{file.parent.name}/{file.stem}",
)
def test_every_rule_number_in_code_and_tests_exists(file: Path) -> None:
    numbers = set(re.findall(r"OK[_-](\d+)", file.read_text("utf-8")))
    assert all(f"**OK-{number}**" in PAGE for number in numbers)


def test_nearly_every_rule_is_named_where_it_is_kept() -> None:
    """The others are about the table, people and ratings."""
    named: set[str] = set()
    for file in Path(constants.__file__).parent.glob("*.py"):
        text = file.read_text("utf-8")
        named |= set(re.findall(r"OK-(\d+)", text))
        for first, last in re.findall(r"OK-(\d+) to OK-(\d+)", text):
            named |= {str(number) for number in range(int(first), int(last) + 1)}
    rules = set(re.findall(r"\*\*OK-(\d+)\*\*", PAGE))
    elsewhere = {"2", "4", "102"}
    assert rules - named == elsewhere
