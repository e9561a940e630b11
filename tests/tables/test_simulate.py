"""`manage.py simulate`: counts all-CPU matches without a database."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def simulate(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def counted(*arguments: str) -> dict[str, Any]:
    return json.loads(simulate(*arguments, "--json"))


def test_works() -> None:
    report = counted("hokusai", "--seats", "3", "--games", "30", "--seed", "7")
    assert (report["game"], report["seats"], report["games"]) == ("hokusai", 3, 30)
    assert report["options"] == {"getting_home": "as_printed", "rank_everyone": False}
    assert 35 < report["figures"]["rolls"]["mean"] < 58
    assert 99 < sum(report["first_by_seat"]) < 101
    assert report["reasons"] == {"first_home": 100.0}


def test_says_what_a_match_of_okuribito_is_made_of() -> None:
    report = counted("okuribito", "--games", "3", "--level", "gentle")
    assert (report["level"], report["seats"]) == ("gentle", 4)
    assert 99 < sum(report["income"].values()) < 101
    assert {"dues", "takings", "fees", "festivals"} <= set(report["income"])
    assert report["minutes"] == pytest.approx(report["moves_mean"] / 10, abs=0.1)
    assert report["decisions_per_player"] == pytest.approx(report["moves_mean"] / 4, abs=0.1)
    assert all(low <= high for low, high in report["first_by_seat_95"])
    assert {"lead_changes", "comeback", "bankruptcies", "castles"} <= set(report["figures"])


def test_a_game_without_money_says_nothing_of_income() -> None:
    assert counted("hokusai", "--games", "2")["income"] == {}


def test_the_same_seed_counts_the_same() -> None:
    arguments = ("hokusai", "--games", "5", "--seed", "3")
    assert counted(*arguments) == counted(*arguments)
    assert counted(*arguments) != counted(*arguments[:-1], "4")


def test_a_person_alone_sits_at_a_table_of_four() -> None:
    assert counted("hokusai", "--games", "1")["seats"] == 4


def test_house_rules_are_taken() -> None:
    given = ("--options", "getting_home=over_is_fine", "rank_everyone=true")
    report = counted("hokusai", "--seats", "3", "--games", "5", *given)
    assert report["options"] == {"getting_home": "over_is_fine", "rank_everyone": True}
    assert report["reasons"] == {"one_left": 100.0}


def test_says_it_in_words() -> None:
    words = simulate("hokusai", "--seats", "2", "--games", "5")
    assert words.startswith("hokusai, 2 seats, 5 matches; getting_home as_printed")
    assert "first by seat, %" in words and "middle 90 %" in words
    assert "all players sound, seed 1" in words and "minutes at 6 s a decision" in words


@pytest.mark.parametrize(
    "arguments",
    [
        ("go",),
        ("hokusai", "--seats", "7"),
        ("hokusai", "--games", "0"),
        ("hokusai", "--level", "strong"),
        ("okuribito", "--level", "divine"),
        ("hokusai", "--options", "getting_home"),
        ("hokusai", "--options", "getting_home=sideways"),
        ("hokusai", "--options", "rank_everyone=1"),
        ("hokusai", "--options", "dice=loaded"),
    ],
    ids=" ".join,
)
def test_refuses(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        simulate(*arguments)
