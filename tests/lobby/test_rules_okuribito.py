"""Okuribito's rules page and its glossary: every sum is the game's own."""

import html
import re
from typing import Any

import pytest
from django.utils import translation

from games.okuribito import constants, ledger
from games.okuribito.model import Options
from games.okuribito.names import TOWNS
from tables.boards import okuribito_lessons
from tables.boards.okuribito_examples import example
from tables.boards.okuribito_glossary import term, terms
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_options import option_fields
from tables.boards.okuribito_rules import figures
from tests.cast import ClientOf

LANGUAGES = ("en", "ja")


def page_of(client_of: ClientOf, language: str = "en") -> str:
    """The words of the page, entities and line breaks undone."""
    answer = client_of(None).get(f"/{language}/rules/okuribito/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


def rows_of(page: str, title: str) -> list[list[str]]:
    """The cells of the table that goes by this id."""
    region = page.partition(f'aria-labelledby="{title}"')[2].partition("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", region.partition("<tbody>")[2])
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_in_the_language_of_its_address(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    assert f'<html lang="{language}"' in page
    assert ("めあて" in page) == (language == "ja")
    for code in LANGUAGES:
        assert f'hreflang="{code}" href="http://localhost/{code}/rules/okuribito/"' in page


def test_both_languages_have_the_same_parts(client_of: ClientOf) -> None:
    parts = [re.findall(r'<h2 id="(\w+)">', page_of(client_of, each)) for each in LANGUAGES]
    assert parts[0] == parts[1] and len(parts[0]) == 22
    for language in LANGUAGES:
        contents = page_of(client_of, language).partition('class="toc"')[2].partition("</nav>")[0]
        assert re.findall(r'href="#(\w+)"', contents) == parts[0]


def test_the_towns_as_the_board_has_them(client_of: ClientOf) -> None:
    rows = rows_of(page_of(client_of), "towns-title")
    assert len(rows) == len(TOWNS)
    assert rows[0] == ["Nihonbashi", "Money changer", "3 million ryō", "News sheet", "Honjo"]
    assert rows[6] == ["Shinagawa", "Shrine", "1.1 million ryō", "Barrier", "Ueno"]
    assert [row[4] for row in rows].count("–") == 4


def test_fees_are_the_product_of_their_factors() -> None:
    """OK-33, multiplied here once more."""
    for row in (*example().fees, example().whole_town):
        fee = 1_800_000 * row.level * row.set * row.season * row.festival // 100**4
        assert row.fee == ryo(fee)
    assert [row.fee for row in example().fees] == [
        "288,000 ryō",
        "1.08 million ryō",
        "3.24 million ryō",
        "9.72 million ryō",
    ]
    assert example().whole_town.festival == constants.WHOLE_TOWN_FACTOR


def test_building_raises_the_fee_and_never_the_value() -> None:
    rows = example().building
    assert [row.cost for row in rows] == ["1.8 million ryō", "1.08 million ryō", "1.8 million ryō"]
    assert len({row.value for row in rows}) == 1 and len({row.fee for row in rows}) == 3


def test_dues_and_stakes() -> None:
    """OK-39: 250,000 and a fifth of 9,360,000; OK-51: 0.5% of 19,400,000 at 120, by thousands."""
    assert example().dues == "2,122,000 ryō"
    assert [row.price for row in example().stakes] == [
        "116,000 ryō",
        "97,000 ryō",
        "80,000 ryō",
        "133,000 ryō",
    ]


def test_the_tax_melts_while_a_booking_waits() -> None:
    sales = example().sales
    assert [row.rate for row in sales] == [20, 16, 12, 8, 4, 0]
    assert sales[0].got == "928,000 ryō" and sales[-1].got == "1.16 million ryō"


def test_debts_are_told_as_the_table_tells_them() -> None:
    """OK-90 to OK-95"""
    rescued, ruined = example().debts
    assert not rescued.is_bankrupt and rescued.paid == rescued.owed == "2.5 million ryō"
    assert [words.split()[1] for words in rescued.told] == ["pay,", "pay,", "paid"]
    assert ruined.is_bankrupt and ruined.paid == "1,505,200 ryō"
    assert "bankrupt" in ruined.told[-1]


def test_the_chances_in_a_match() -> None:
    """OK-68"""
    rows = figures().matches
    assert [row.chance for row in rows[:6]] == ["90.2", "84.8", "77.9", "69.5", "60.0", "50.0"]
    assert [row.chance for row in rows] == [row.chance for row in reversed(rows)]
    assert [row.side for row in rows] == ["higher"] * 6 + ["lower"] * 6
    assert [row.odds for row in rows] == [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1]


def test_gifts_slips_and_cards() -> None:
    assert [(row.name, row.odds, row.brings) for row in figures().fortunes] == [
        ("great luck", 3, "Curse"),
        ("good luck", 5, "Charm"),
        ("middling luck", 5, "Lucky cat"),
        ("small luck", 5, "Straw doll"),
        ("bad luck", 2, "nothing"),
    ]
    assert [row.odds for row in figures().slips] == [1, 5, 8, 6]
    assert figures().slips[3].brings == "you pay 250,000 ryō"
    assert [row.count for row in figures().cards] == [4, 4, 4, 3, 3, 2]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LATER_SEAT", 5, "Each later seat starts with 5% more"),
        ("TOLL", 700_000, "is one square and costs 700,000 ryō"),
        ("BARRIER", 123_000, "pays a toll of 123,000 ryō"),
        ("ALLOWANCE", 260_000, "you collect your dues: 260,000 ryō and 20%"),
        ("SET_STEP", 15, "adds 15% to the value and the fee"),
        ("STAKES_AT_ONCE", 12, "buy up to 12 stakes of each industry"),
        ("SALES_TAX", 25, "Sold at once, 25% of the whole sum"),
        ("OFFERING_BACK", 120, "comes back 1.2 times"),
        ("MATCH_DICE", 6, "the total of 6 dice"),
        ("CHALLENGED_LOSES", 40, "the challenged player pays 40% of theirs (4 million ryō)"),
        ("FORTUNE_FEE", 260_000, "For 260,000 ryō in cash you may have your fortune told"),
        ("GIVEN_UP_FOR", 60, "given up for 60% of their value"),
    ],
)
def test_a_changed_figure_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, said: str
) -> None:
    assert said not in page_of(client_of)
    monkeypatch.setattr(constants, name, value)
    ledger.holdings.cache_clear()
    page = page_of(client_of)
    ledger.holdings.cache_clear()
    assert said in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_house_rules_with_all_their_choices(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    with translation.override(language):
        for field in option_fields():
            for _word, label in field.choices:
                assert f"<b>{label}</b>" in page
    assert {field.name for field in option_fields()} == set(Options.__struct_fields__)
    link = re.search(r'<a class="btn go big" href="([^"]+)">', page)
    assert link is not None and "game=okuribito&limit=96&start=10000000" in link[1]
    assert client_of(None).get(link[1]).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_stands_at_the_end(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    with translation.override(language):
        for each in terms():
            assert f'<dt id="word-{each.key}">{each.word}</dt><dd>{each.words}</dd>' in page


def test_every_word_a_lesson_names_is_in_the_glossary() -> None:
    keys = [each.key for each in terms()]
    assert len(keys) == len(set(keys))
    named = {key for each in okuribito_lessons.WORDS.values() for key in each}
    assert named <= set(keys)
    found = term("fee")
    assert found is not None and found.word == "Fee"
    assert term("mahjong") is None


def test_explanations_are_short_and_in_both_languages() -> None:
    with translation.override("en"):
        english = {each.key: each for each in terms()}
    with translation.override("ja"):
        japanese = {each.key: each for each in terms()}
    for key, each in english.items():
        assert len(each.words) <= 320 and "%" not in re.sub(r"\d%", "", each.words)
        assert re.search("[ぁ-ん]", japanese[key].words) and japanese[key].words[-1] in "。り"
        figures_there = re.findall(r"[\d.,]*\d", each.words)
        assert len(re.findall(r"\d", japanese[key].words)) >= bool(figures_there)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_said_to_stand_behind_it(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language).lower()
    for claim in ("qdan", "supervis", "監修", " bet ", "賭"):
        assert claim not in page
