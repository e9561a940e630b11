"""Which language somebody reads."""

import pytest
from django.conf import settings
from django.test import Client

from kirakuken.accounts.models import Player
from kirakuken.lib.languages import accepted_language
from kirakuken.parlours.models import Parlour
from tests.cast import ClientOf, host_of

COOKIE = settings.LANGUAGE_COOKIE_NAME


def language_of(browser: Client, path: str = "/you/", **headers: str) -> str:
    return str(browser.get(path, headers=headers).headers["Content-Language"])


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB,ja;q=0.9", "en"),
        ("fr, ja;q=0.3, en;q=0.5", "en"),
        ("JA", "ja"),
        ("en;q=0, ja;q=0.1", "ja"),
        ("fr", None),
        ("", None),
        ("*", None),
        ("ja;q=x", None),
        ("ja;q=-1", None),
        ("ja;q=" + "9" * 400, "ja"),
        (",;=,;q=" * 1000, None),
        ("java", None),
    ],
)
def test_what_a_browser_asks_for(header: str, language: str | None) -> None:
    assert accepted_language(header) == language


def test_the_order_of_wishes(
    parlour: Parlour, other_parlour: Parlour, chiyo: Player, client_of: ClientOf
) -> None:
    other_parlour.language = "ja"
    other_parlour.save()
    away = Client(SERVER_NAME=host_of(other_parlour))
    assert language_of(away) == "ja", "the parlour's"
    assert language_of(client_of(None)) == "en", "the parlour's"
    assert language_of(away, **{"accept-language": "fr,en;q=0.2"}) == "en", "the browser's"
    browser = client_of(chiyo)
    assert language_of(browser, **{"accept-language": "en"}) == "ja", "the player's"
    browser.cookies[COOKIE] = "en"
    assert language_of(browser) == "en", "the switch"
    browser.cookies[COOKIE] = "xx"
    assert language_of(browser) == "ja", "nonsense counts for nothing"


def test_rules_pages_say_their_language_in_the_address(client_of: ClientOf) -> None:
    browser = client_of(None)
    browser.cookies[COOKIE] = "ja"
    assert language_of(browser, "/en/rules/hokusai/") == "en"
    assert language_of(browser, "/ja/rules/hokusai/") == "ja"
    assert language_of(browser, "/en") == "ja" or browser.get("/en").status_code == 404


def test_the_switch_is_remembered_here_and_with_the_player(
    aki: Player, client_of: ClientOf
) -> None:
    browser = client_of(aki)
    answer = browser.post("/language/", {"language": "ja", "next": "/you/"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/you/")
    assert language_of(browser) == "ja"
    aki.refresh_from_db()
    assert aki.language == "ja"
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["domain"]


def test_the_switch_on_a_rules_page_leads_to_the_page_in_the_other_language(
    client_of: ClientOf,
) -> None:
    answer = client_of(None).post(
        "/language/", {"language": "ja", "next": "/en/rules/hokusai/#aim"}
    )
    assert answer.headers["Location"] == "/ja/rules/hokusai/#aim"


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example/",
        "https://evil.example/",
        "https:evil.example",
        "///evil.example",
        "\\\\evil.example",
        "/\\evil.example",
        "\\evil.example",
        "javascript:alert(1)",
        "http://localhost.evil.example/",
        "http://asakusa.localhost/",
        "http://localhost:81/",
        " //evil.example",
        "\t//evil.example",
        "/\t/evil.example",
        "",
    ],
)
def test_the_switch_leads_nowhere_else(
    target: str, other_parlour: Parlour, client_of: ClientOf
) -> None:
    answer = client_of(None).post("/language/", {"language": "en", "next": target})
    assert answer.headers["Location"] == "/"


def test_an_unknown_language_is_refused(client_of: ClientOf) -> None:
    for posted in ({}, {"language": "xx"}, {"language": ["en", "zz"]}):
        answer = client_of(None).post("/language/", posted)
        assert answer.status_code == 422
        assert COOKIE not in answer.cookies


def test_the_language_of_one_request_is_not_that_of_the_next(client_of: ClientOf) -> None:
    browser = client_of(None)
    assert language_of(browser, **{"accept-language": "ja"}) == "ja"
    assert language_of(browser) == "en"
