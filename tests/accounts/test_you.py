"""The page about you."""

import re

import pytest
from django.conf import settings

from kirakuken.accounts.models import Player, PlayerKey
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tests.cast import ClientOf

COOKIE = settings.PLAYER_COOKIE_NAME


def test_a_stranger_is_offered_a_name(client_of: ClientOf) -> None:
    said = client_of(None).get("/you/").content.decode()
    assert re.search(r'name="name" value="\w+ \w+ \d\d"', said)
    assert "/you/forget/" not in said


def test_a_stranger_takes_a_name(parlour: Parlour, client_of: ClientOf) -> None:
    browser = client_of(None)
    answer = browser.post("/you/name/", {"name": "Hana"}, headers={"accept-language": "ja"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/you/?named")
    said = browser.get("/you/?named").content.decode()
    assert 'value="Hana"' in said and "「Hana」とお呼びします" in said
    with with_parlour(parlour):
        assert (Player.objects.get().name, Player.objects.get().language) == ("Hana", "ja")


def test_a_player_takes_another_name(aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki)
    browser.post("/you/name/", {"name": "Akiko"})
    with with_parlour(aki.parlour):
        assert Player.objects.get().name == "Akiko"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Please enter a name."),
        ("x" * 17, "too long"),
        ("x" * 1000, "too long"),
        ("<script>", "letters and numbers"),
        ("Admin", "pass for the house"),
    ],
)
def test_a_name_that_will_not_do_is_said_beside_the_field(
    typed: str, words: str, client_of: ClientOf, aki: Player
) -> None:
    for browser in (client_of(None), client_of(aki)):
        answer = browser.post("/you/name/", {"name": typed})
        assert answer.status_code == 422
        said = answer.content.decode()
        assert words in said and 'aria-invalid="true"' in said
        assert "<script>" not in said.split("<main")[1]
        if typed == "Admin":
            assert 'value="Admin"' in said, "what was typed is kept"


def test_a_post_without_a_name_is_refused_and_not_an_error(client_of: ClientOf) -> None:
    assert client_of(None).post("/you/name/").status_code == 422


def test_a_browser_is_forgotten(aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki)
    answer = browser.post("/you/forget/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/you/")
    assert answer.cookies[COOKIE]["max-age"] == 0
    with with_parlour(aki.parlour):
        assert not PlayerKey.objects.exists()


def test_forgetting_a_stranger_does_nothing(client_of: ClientOf) -> None:
    assert client_of(None).post("/you/forget/").status_code == 303


def test_the_page_is_not_kept_by_browsers(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).get("/you/").headers["Cache-Control"] == "no-store"


def test_the_theme_of_this_device_is_shown(client_of: ClientOf) -> None:
    browser = client_of(None)
    assert re.search(r'value="" checked', browser.get("/you/").content.decode())
    browser.cookies["kk_theme"] = "dark"
    said = browser.get("/you/").content.decode()
    assert re.search(r'value="dark" checked', said) and 'data-theme="dark"' in said
    browser.cookies["kk_theme"] = '"><b>'
    assert "><b>" not in browser.get("/you/").content.decode()
