"""The rules page: in both languages, in our words, with the figures that the engine plays by."""

import html
import re
from dataclasses import dataclass
from typing import Any

import pytest

from games.hokusai import board
from games.registry import GAMES, game_for
from kirakuken.parlours.models import Parlour
from tables.boards.registry import board_for
from tests.cast import ClientOf

LANGUAGES = ("en", "ja")


def page_of(client_of: ClientOf, language: str = "en") -> str:
    """The words of the page, entities and line breaks undone."""
    answer = client_of(None).get(f"/{language}/rules/hokusai/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_in_the_language_of_its_address(client_of: ClientOf, language: str) -> None:
    browser = client_of(None)
    other = next(code for code in LANGUAGES if code != language)
    browser.cookies["kk_language"] = other
    answer = browser.get(f"/{language}/rules/hokusai/")
    assert answer.headers["Content-Language"] == language
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    for code in LANGUAGES:
        assert f'hreflang="{code}" href="http://localhost/{code}/rules/hokusai/"' in page
    assert ("めあて" in page) == (language == "ja")
    assert f'name="language" value="{other}"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_square_stands_there(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    rows = re.findall(r'<td class="num">(\d+)</td><th scope="row">(.*?)<br>', page)
    names = [square.english if language == "en" else square.japanese for square in board.SQUARES]
    assert rows == [(str(number), names[number - 1]) for number in range(1, board.LAST + 1)]
    for square in board.SQUARES[: board.LAST]:
        assert square.english in page and square.japanese in page
        assert (square.about if language == "en" else square.about_japanese) in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_preface_stands_there(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    for extra, number in board.PREFACE.items():
        place = board.square(number)
        name = place.english if language == "en" else place.japanese
        row = (
            rf'<th scope="row" class="num">{extra}</th><td>{name}</td><td class="num">{number}</td>'
        )
        assert row in page


def test_all_inns_and_no_others_are_marked(client_of: ClientOf) -> None:
    page = page_of(client_of)
    rows = re.findall(r'<tr class="inn"><td class="num">(\d+)</td>', page)
    assert rows == [str(number) for number in sorted(board.INNS)]


def test_a_changed_inn_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert '<tr class="inn"><td class="num">50</td>' not in page_of(client_of)
    monkeypatch.setattr(board, "INNS", board.INNS | {50})
    page = page_of(client_of)
    assert '<b>Futago</b> <span class="num">50</span>' in page
    assert '<tr class="inn"><td class="num">50</td>' in page


def test_a_changed_preface_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "5 to Nagatsuta" in page_of(client_of)
    monkeypatch.setitem(board.PREFACE, 5, 48)
    page = page_of(client_of)
    assert "5 to Maginu" in page and "5 to Nagatsuta" not in page
    assert '<td>Maginu</td><td class="num">48</td>' in page


def test_changed_examples_change_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "A 6 on Maginu (48) takes it on to Shibuya (52)." in page_of(client_of)
    assert "A 6 on Futago (50) leaves it there." in page_of(client_of)
    monkeypatch.setitem(board.PREFACE, 1, 51)
    monkeypatch.setitem(board.PREFACE, 3, 20)
    page = page_of(client_of)
    assert "A 6 on Maginu (48) takes it on to Sangenjaya (51)." in page
    assert "on Futago (50) leaves it there" not in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat_counts": range(3, 9)}, "3 to 8 people play"),
        ({"seats_alone": 6}, "plays against 5 CPUs"),
        ({"minutes": 25}, "about 25 minutes"),
    ],
)
def test_a_changed_offer_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], said: str
) -> None:
    @dataclass(frozen=True)
    class Changed:
        seat_counts: range
        seats_alone: int
        minutes: int

    real = game_for("hokusai")
    known = {name: getattr(real, name) for name in ("seat_counts", "seats_alone", "minutes")}
    assert said not in page_of(client_of)
    changed = Changed(**known | change)
    for module in ("tables.boards.hokusai_rules", "tables.boards.hokusai"):
        monkeypatch.setattr(f"{module}.game_for", lambda key: changed)
    assert said in page_of(client_of)


def test_changed_limits_change_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "30 seconds / 60 seconds" in page_of(client_of)
    monkeypatch.setattr("lobby.forms.TURN_LIMITS", (None, 45))
    monkeypatch.setattr("lobby.rules_pages.TURN_LIMITS", (None, 45))
    page = page_of(client_of)
    assert "The host may set 45 seconds;" in page and "30 seconds / " not in page


def test_the_usual_rules_are_marked_and_carried_to_the_form(
    client_of: ClientOf, at_home: Parlour
) -> None:
    page = page_of(client_of)
    assert len(re.findall(r'<span class="tag ok">usual</span>', page)) == 4
    link = re.search(r'<a class="btn go big" href="([^"]+)">Play now with these rules', page)
    assert link is not None
    assert link[1] == (
        "/tables/new/?game=hokusai&getting_home=as_printed&rank_everyone=off"
        "&rotate_first=on&turn_limit=none&door=link"
    )
    assert client_of(None).get(link[1]).status_code == 200
    at_home.house_rules = {"hokusai": {"getting_home": "bounce_back"}}
    at_home.save()
    assert "getting_home=bounce_back" in page_of(client_of)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_said_to_stand_behind_it(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language).lower()
    for claim in ("qdan", "supervis", "real print", "監修", "本物"):
        assert claim not in page
    source = "Based on the standard reference rules", "標準の参考ルールにもとづ"
    assert source[language == "ja"].lower() in page


@pytest.mark.parametrize(
    ("game", "alone", "time", "more"),
    [
        ("hokusai", "against 3 CPUs", "the die is rolled for you", []),
        ("oicho-kabu", "against 1 CPU", "For a third card it means to stay", []),
        ("okuribito", "against 3 CPUs", "roll, walk on, buy nothing", ["What is hidden"]),
    ],
)
def test_how_a_table_is_set_stands_there(
    client_of: ClientOf, game: str, alone: str, time: str, more: list[str]
) -> None:
    page = html.unescape(client_of(None).get(f"/en/rules/{game}/").content.decode())
    table = page.partition('aria-labelledby="here-title"')[2].partition("</table>")[0]
    rows = dict(re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', table))
    assert list(rows) == [
        *("Players", "Playing alone", "Time for a turn", "Dropping out"),
        *more,
        *("Shared places", "Source of the rules"),
    ]
    assert all(rows.values()) and rows["Playing alone"] == alone
    assert time in rows["Time for a turn"] and "30 seconds / 60 seconds" in rows["Time for a turn"]
    for rule in board_for(game).option_fields():
        assert all(hint in page for hint in rule.hints.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_the_rules_of_every_game(client_of: ClientOf, language: str) -> None:
    browser = client_of(None)
    page = browser.get("/rules/", headers={"accept-language": language}).content.decode()
    links = re.findall(r'<h2><a href="([^"]+)">([^<]+)</a>', page)
    assert [address for address, _name in links] == [
        f"/{language}/rules/{game.key}/" for game in GAMES
    ]
    for address, name in links:
        assert f"<h1>{name}</h1>" in browser.get(address).content.decode()


@pytest.mark.parametrize("address", ["/en/rules/mahjong/", "/fr/rules/hokusai/", "/en/rules/"])
def test_rules_that_are_not_there(client_of: ClientOf, address: str) -> None:
    assert client_of(None).get(address).status_code == 404
