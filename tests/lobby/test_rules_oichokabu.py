"""Oicho-Kabu's rules page: hands, settlements and who sees what are the engine's own."""

import html
import re
from typing import Any

import pytest

from games.oichokabu import cards, hands, knowing, model, settling, thirds
from games.oichokabu.model import Options
from games.oichokabu.worth import Outcome
from kirakuken.parlours.models import Parlour
from tables.boards import oichokabu_examples as examples
from tables.boards.oichokabu import OichoKabuBoard
from tables.boards.oichokabu_options import option_fields
from tables.boards.oichokabu_rules import figures
from tests.cast import ClientOf

LANGUAGES = ("en", "ja")


def page_of(client_of: ClientOf, language: str = "en") -> str:
    """The words of the page, entities and line breaks undone."""
    answer = client_of(None).get(f"/{language}/rules/oicho-kabu/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


def words_of(page: str) -> str:
    """Without the tags, cards as the numbers they show."""
    numbered = re.sub(r'<img src="[^"]*card-(\d\d)[^>]*>', r" [\1] ", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", numbered))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_in_the_language_of_its_address(client_of: ClientOf, language: str) -> None:
    answer = client_of(None).get(f"/{language}/rules/oicho-kabu/")
    assert answer.headers["Content-Language"] == language
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    for code in LANGUAGES:
        assert f'hreflang="{code}" href="http://localhost/{code}/rules/oicho-kabu/"' in page
    assert ("めあて" in page) == (language == "ja")


def test_both_languages_have_the_same_parts(client_of: ClientOf) -> None:
    parts = [re.findall(r'<h2 id="(\w+)">', page_of(client_of, each)) for each in LANGUAGES]
    links = [re.findall(r'<a href="#(\w+)">', page_of(client_of, each)) for each in LANGUAGES]
    assert parts[0] == parts[1] and len(parts[0]) == 14
    assert links == [["main", *parts[0]]] * 2 or links == [parts[0]] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forty_cards_and_the_names_of_the_digits(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    deck = page.partition('class="months"')[2].partition("</ul>")[0]
    shown = [int(month) for month in re.findall(r"card-(\d\d)", deck)]
    assert shown == list(cards.DECK)
    assert len(re.findall('alt="[^"]+"', deck)) == len(cards.DECK)
    digits = page.partition('class="digits"')[2].partition("</ul>")[0]
    other = [
        name.japanese if language == "en" else name.english for name in reversed(cards.DIGIT_NAMES)
    ]
    assert re.findall(r'<span class="other" lang="\w+">([^<]+)<', digits) == other


def test_the_third_card(client_of: ClientOf, monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of(page_of(client_of))
    assert "0 · 1 · 2 · 3 has to be drawn 4 · 5 · 6 draw or stay, as you choose" in words
    assert "7 · 8 · 9 none [09] [09] draw or stay" in words
    assert "[09] [01] the dealer’s Kuppin" in words
    rule = thirds.third_card
    monkeypatch.setattr(
        "tables.boards.oichokabu_rules.third_card",
        lambda months: thirds.Third.NEVER if sum(months) % 10 == 6 else rule(months),
    )
    words = words_of(page_of(client_of))
    assert "4 · 5 draw or stay" in words and "6 · 7 · 8 · 9 none" in words


def test_the_order_of_hands() -> None:
    """OC-43, as a table of outcomes."""
    won, lost, nearer = "won", "lost", "nearer to 9 wins"
    assert [row.outcomes for row in figures().order] == [
        (nearer, won, won),
        (lost, lost, won),
        (lost, lost, nearer),
    ]


def test_arashi_from_the_best_down() -> None:
    """OC-45: no 4s among them."""
    arashi = [(hand.cards[0].month, hand.digit) for hand in figures().arashi]
    assert arashi == [(3, 9), (6, 8), (9, 7), (2, 6), (5, 5), (8, 4), (1, 3), (7, 1), (10, 0)]


def test_hands_side_by_side_come_out_as_the_rules_say(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = [(met.outcome, met.moved) for met in figures().meetings]
    assert moved == [
        ("won", 50),
        ("draw", 0),
        ("won", 50),
        ("lost", 50),
        ("won", 150),
        ("lost", 250),
    ]
    real = hands.multiple
    for module in ("games.oichokabu.hands", "tables.boards.oichokabu_rules"):
        monkeypatch.setattr(f"{module}.multiple", lambda hand: real(hand) * 2)
    page = page_of(client_of)
    assert "Wins 10 times the points." in page and '<td class="num">500</td>' in page


def test_the_usual_hand() -> None:
    """Ren loses 100 on Kata to an 8; Shippin and a drawn 9 win."""
    hand = examples.worked(examples.USUAL)
    assert [(each.card, each.name, each.outcome, each.paid) for each in hand.items] == [
        ("Kata", "Ren", "lost", 100),
        ("Niban", "Mio", "won", 50),
        ("Sanban", "Aoi", "won", 100),
        ("Sanban", "Ren", "won", 20),
    ]
    assert [purse.after for purse in hand.purses] == [930, 1100, 920, 1050]
    assert hand.laid[3].hand is None and not hand.ends


def test_the_hand_in_which_the_dealer_runs_short() -> None:
    """OC-61 to OC-63: gather first, pay in order, what is left is all there is."""
    hand = examples.worked(examples.SHORT)
    assert [(each.name, each.multiple, each.due, each.paid) for each in hand.items] == [
        ("Mio", 1, 20, 20),
        ("Aoi", 3, 60, 60),
        ("Ren", 3, 150, 40),
    ]
    assert [each.is_short for each in hand.items] == [False, False, True]
    assert hand.ends and sum(each.after - each.before for each in hand.purses) == 0


def test_a_changed_order_of_paying_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = words_of(page_of(client_of))
    assert "Niban Mio 20 lost ×1 20 20 Kata Aoi 20 won ×3 60 60" in before
    order = (Outcome.WIN, Outcome.LOSE, Outcome.DRAW)
    monkeypatch.setattr(settling, "_ORDER", order)
    after = words_of(page_of(client_of))
    assert "Kata Aoi 20 won ×3 60 60 Kata Ren 50 won ×3 150 20 short" in after


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_sees_what(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language)
    table = page.partition('<table class="sights">')[2].partition("</table>")[0]
    rows = re.findall(r"<th scope=\"row\">[^<]+</th>(.*?)</tr>", table)
    seen = ["".join("x" if "✓" in cell else "-" for cell in row.split("</td>")[:4]) for row in rows]
    assert seen == ["xxxx", "xxxx", "----", "-x--", "xxxx", "xxxx", "xxxx", "xxxx", "----"]


def test_a_leak_would_stand_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    second = [sight.eyes for sight in examples.sights()][3]
    assert second == (False, True, False, False)
    monkeypatch.setattr(knowing, "decider", lambda *_arguments: None)
    assert [sight.eyes for sight in examples.sights()][3] == (True,) * 4


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("START_POINTS", 1500, "Everybody begins with 1,500 points."),
        ("HANDS_IN_A_TERM", 4, "after 4 hands in a row"),
        ("GOKE", 4, "ends on 4 or less"),
        ("RESULT_SECONDS", 9, "stays for 9 seconds"),
        ("AMOUNTS", (10, 200), "10 / 200 on a card, on as many cards as you like, up to 800"),
    ],
)
def test_a_changed_figure_changes_the_page(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, said: str
) -> None:
    assert said not in page_of(client_of)
    monkeypatch.setattr(model, name, value)
    assert said in page_of(client_of)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_house_rules_with_all_their_choices(
    client_of: ClientOf, at_home: Parlour, language: str
) -> None:
    page = page_of(client_of, language)
    for field in option_fields():
        for _word, label in field.choices if language == "en" else ():
            assert f"<b>{label}</b>" in page
    assert len(re.findall('<span class="tag ok">', page)) == len(option_fields()) + 1
    link = re.search(r'<a class="btn go big" href="([^"]+)">', page)
    assert link is not None
    assert link[1] == (
        "/tables/new/?game=oicho-kabu&equal_values=draw&arashi=both&kuppin_shippin=any_order"
        "&first_dealer=turn_card&passing=goke&length=1&turn_limit=none&door=link"
    )
    assert client_of(None).get(link[1]).status_code == 200


def test_house_rules_in_words_say_what_is_unusual() -> None:
    board = OichoKabuBoard()
    assert all(line.usual for line in board.describe_options(Options()))
    lines = board.describe_options(Options(length=3, arashi=model.Arashi.PLAYERS_ONLY))
    assert [line.value for line in lines if not line.usual] == ["Players only", "Three times round"]
    assert {field.name for field in option_fields()} == set(Options.__struct_fields__)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_said_to_stand_behind_it(client_of: ClientOf, language: str) -> None:
    page = page_of(client_of, language).lower()
    for claim in ("qdan", "supervis", "監修", " bet ", "賭"):
        assert claim not in page
