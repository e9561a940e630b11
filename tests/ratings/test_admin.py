"""The staff room's pages about ladders: all to read, one thing to decide, with a reason."""

from collections.abc import Callable

import pytest
from django.test import Client

from kirakuken.accounts.models import User
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings.models import RatedGame, Ruling
from tests.ratings.people import members, played

AdminOf = Callable[[User, Parlour], Client]
PAGE = "/admin/ratings/ratedgame/"


@pytest.fixture
def game(at_home: Parlour) -> RatedGame:
    return played(at_home, members(at_home, 2), [1, 2])


def press(browser: Client, game: RatedGame, action: str, reason: str) -> str:
    form = {"action": action, "reason": reason, "_selected_action": [game.pk]}
    return browser.post(PAGE, form, follow=True).content.decode()


def test_an_owner_strikes_and_restores(
    game: RatedGame, at_home: Parlour, omi: User, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, at_home)
    assert "1 match was changed" in press(browser, game, "strike", "one person, two seats")
    assert RatedGame.objects.get().state == RatedGame.State.VOIDED
    assert Ruling.objects.get().reason == "one person, two seats"
    press(browser, game, "restore", "it was not so")
    assert RatedGame.objects.get().state == RatedGame.State.COUNTED


def test_a_reason_is_asked_for(
    game: RatedGame, at_home: Parlour, omi: User, admin_of: AdminOf
) -> None:
    said = press(admin_of(omi, at_home), game, "strike", "")
    assert "Say why" in said
    assert RatedGame.objects.get().state == RatedGame.State.COUNTED


def test_another_parlours_owner_strikes_nothing(
    game: RatedGame, at_home: Parlour, other_parlour: Parlour, gen: User, admin_of: AdminOf
) -> None:
    press(admin_of(gen, other_parlour), game, "strike", "envy")
    with with_parlour(at_home):
        assert RatedGame.objects.get().state == RatedGame.State.COUNTED


@pytest.mark.parametrize(
    "page",
    [
        *("ladder", "ratedgame", "ratedseat", "ratingevent", "standing"),
        *("correction", "season", "seasonstanding", "ruling"),
    ],
)
def test_pages_are_read_only(
    game: RatedGame, at_home: Parlour, omi: User, admin_of: AdminOf, page: str
) -> None:
    browser = admin_of(omi, at_home)
    assert browser.get(f"/admin/ratings/{page}/").status_code == 200
    assert browser.get(f"/admin/ratings/{page}/add/").status_code == 403


def test_a_match_shows_what_it_made(
    game: RatedGame, at_home: Parlour, omi: User, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, at_home)
    for query in ("?state__exact=voided", "?game=hokusai", "?q=Haru"):
        assert browser.get(PAGE + query).status_code == 200
    answer = browser.get(f"{PAGE}{game.pk}/change/")
    assert answer.status_code == 200
    assert game.match in answer.content.decode()
    assert browser.post(f"{PAGE}{game.pk}/change/", {"state": "voided"}).status_code == 403
