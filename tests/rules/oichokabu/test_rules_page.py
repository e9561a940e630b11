"""The rules page and the code say the same: names, settings, refusals, events, policies."""

import re
from pathlib import Path
from typing import get_args

import pytest

from games.oichokabu import events
from games.oichokabu.cards import CARD_NAMES, CARDS, DIGIT_NAMES
from games.oichokabu.cpu import DIGIT_GAINS, EXPECTED, PAIR_GAINS
from games.oichokabu.model import Action, Options
from tests.rules.option_sets import values_of

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "oicho-kabu.md").read_text("utf-8")


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, without its head."""
    _, _, after = PAGE.partition(heading)
    table = re.search(r"(?:^ *\|.*\|$\n?)+", after, re.MULTILINE)
    assert table is not None
    lines = table.group().strip().splitlines()
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


def paragraph(rule: str) -> str:
    found = re.search(rf"^\* \*\*{rule}\*\*.*$(?:\n  .*$)*", PAGE, re.MULTILINE)
    assert found is not None
    return found.group()


def test_OC_16_the_names_of_the_cards() -> None:
    named = re.findall(r"\*\*(\w+)\*\* \((\S+)\)", paragraph("OC-16"))
    assert named == [(each.english, each.japanese) for each in CARD_NAMES]
    assert [english.lower() for english, _ in named] == list(CARDS)


def test_OC_41_the_names_of_the_digits() -> None:
    digits, _, english, japanese = rows_under("* **OC-41**")
    assert digits == [str(digit) for digit in range(10)]
    assert list(zip(english, japanese, strict=True)) == [
        (each.english, each.japanese) for each in DIGIT_NAMES
    ]


def test_section_11_names_every_setting_with_its_values() -> None:
    rows = rows_under("## 11. House rules")[2:-1]  # the last one is the table's turn limit
    settings = {re.findall(r"`(\w+)`", row[1])[0]: re.findall(r"\w+", row[2]) for row in rows}
    fields = Options.__struct_fields__
    assert list(settings) == list(fields)
    types = Options.__annotations__
    for name, values in settings.items():
        assert values == [str(value) for value in values_of(types[name])]
        assert str(getattr(Options(), name)) == values[0]


def test_OC_110_every_action_is_on_the_page() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(Action)}
    assert tags == set(
        re.findall(
            r"`(\w+)(?:\([\w, ]+\))?`", " ".join(row[2] for row in rows_under("**OC-110**")[2:])
        )
    ) - set(CARDS)


def test_OC_112_every_event_is_on_the_page() -> None:
    for kind in get_args(events.Event):
        assert f"`{kind.__struct_config__.tag}" in paragraph("OC-112")


def test_appendix_a_the_dealers_gains() -> None:
    rows = {row[0]: (row[1], row[2]) for row in rows_under("**Dealer** (gain of drawing")[2:]}
    for digit, gain in DIGIT_GAINS["draw"].items():
        assert percent(*rows[f"{digit}, not a pair"]) == gain
    for month, gain in PAIR_GAINS["draw"].items():
        assert percent(*rows[f"{month}+{month}"]) == gain


def percent(*cells: str) -> tuple[int, ...]:
    return tuple(int(cell.replace(".", "")) for cell in cells)


def test_appendix_b_what_a_first_card_is_worth() -> None:
    rows = {row[0]: row[1:] for row in rows_under("**Expectation of the player")[2:]}
    for name, rules in (
        ("default", ("draw", "both", "any_order")),
        ("in order", ("draw", "both", "in_order")),
        ("Arashi players only", ("draw", "players_only", "any_order")),
        ("equal values: dealer", ("dealer", "both", "any_order")),
    ):
        assert percent(*rows[name]) == EXPECTED[rules]


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("test_*.py")), ids=lambda file: file.stem
)
def test_every_rule_number_in_a_test_exists(file: Path) -> None:
    numbers = set(re.findall(r"OC_(\d+)", file.read_text("utf-8")))
    assert all(f"**OC-{number}**" in PAGE for number in numbers)


def test_every_rule_number_in_the_code_exists() -> None:
    for file in (Path(events.__file__)).parent.glob("*.py"):
        numbers = set(re.findall(r"OC-(\d+)", file.read_text("utf-8")))
        assert all(f"**OC-{number}**" in PAGE for number in numbers), file.name
