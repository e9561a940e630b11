"""The rules page and the code say the same: squares, inns, preface, settings."""

import re
from pathlib import Path

import pytest

from games.hokusai.board import PREFACE, SQUARES, square
from games.hokusai.model import GettingHome, Options

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "hokusai-sugoroku.md").read_text("utf-8")


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, without its head."""
    _, _, after = PAGE.partition(f"{heading}\n")
    table = re.search(r"(?:^ *\|.*\|$\n)+", after, re.MULTILINE)
    assert table is not None
    lines = table.group().strip().splitlines()[2:]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


def test_HS_14_the_squares_of_appendix_a() -> None:
    assert rows_under("## Appendix A: the 52 squares") == [
        [
            str(each.number),
            each.english,
            each.japanese,
            "泊" if each.inn else "",
            each.known_from,
            each.about,
        ]
        for each in SQUARES
    ]


def test_HS_41_the_table_of_the_preface() -> None:
    rows = rows_under("## 5. Getting home")
    assert [[row[0], row[1], row[2], row[3] == "yes"] for row in rows] == [
        [str(extra), square(number).english, str(number), square(number).inn]
        for extra, number in PREFACE.items()
    ]


def test_section_8_names_every_setting_with_its_values() -> None:
    rows = {row[0]: row[1] for row in rows_under("## 8. Settings")}
    values = re.findall(r"`(\w+)`", rows["Getting home `getting_home`"])
    assert values == list(GettingHome)
    assert Options().getting_home == values[0]
    assert rows["Rank everyone `rank_everyone`"] == "off, on"


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("test_*.py")), ids=lambda file: file.stem
)
def test_every_rule_number_in_a_test_exists(file: Path) -> None:
    numbers = set(re.findall(r"HS_(\d+)", file.read_text("utf-8")))
    assert all(f"**HS-{number}**" in PAGE for number in numbers)
