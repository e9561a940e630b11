"""Coming in: who the browser plays as, what is not told, and the password once more."""

from typing import Any

import pytest
from django.contrib.auth.hashers import get_hasher

from kirakuken.accounts.models import Player, User
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tests.accounts.people import (
    PASSWORD,
    account_at,
    make_member,
    once_more,
    sign_in,
    who,
)
from tests.cast import ClientOf, make_player


def test_signing_in_brings_the_accounts_player(aki: Player, client_of: ClientOf) -> None:
    user = make_member(aki, "akiko")
    browser = client_of(None)
    answer = sign_in(browser)
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert who(browser) == aki and account_at(browser) == user


@pytest.mark.parametrize("typed", [" akiko ", "\u3000akiko", "AKIKO"])
def test_user_names_are_typed_as_phones_do(typed: str, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    assert sign_in(client_of(None), typed).status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_one_answer(
    aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    known, unknown = sign_in(browser, "akiko", "wrong"), sign_in(browser, "nobody", "wrong")
    assert known.status_code == unknown.status_code == 422
    words = "do not go together"
    assert words in known.content.decode() and words in unknown.content.decode()
    assert who(browser) is None and account_at(browser) is None


def test_they_take_the_same_work(
    aki: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash each, and by far the most of the time is spent on it."""
    make_member(aki, "akiko")
    hasher = type(get_hasher())
    hashed: list[str] = []
    plain = hasher.encode

    def encode(self: Any, password: str, *rest: Any) -> str:
        hashed.append(password)
        return plain(self, password, *rest)

    monkeypatch.setattr(hasher, "encode", encode)
    browser = client_of(None)
    sign_in(browser, "akiko", "of one we know")
    sign_in(browser, "nobody", "of a stranger")
    assert hashed == ["of one we know", "of a stranger"]


def test_a_closed_account_stays_out(aki: Player, client_of: ClientOf) -> None:
    user = make_member(aki, "akiko")
    User.objects.filter(pk=user.pk).update(is_active=False)
    browser = client_of(None)
    assert sign_in(browser)["Location"] == "/you/closed/"
    assert browser.get("/you/closed/").status_code == 200
    assert who(browser) is None and account_at(browser) is None


def test_at_another_parlour_the_account_is_another_player(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    user = make_member(aki, "akiko")
    browser = client_of(None, at=other_parlour)
    sign_in(browser)
    there = who(browser)
    assert there is not None and there != aki
    assert (there.user, there.parlour_id, there.name) == (user, other_parlour.pk, "akiko")
    sign_in(client_of(None, at=other_parlour))
    with with_parlour(other_parlour):
        assert Player.objects.filter(user=user).count() == 1


def test_where_the_name_is_taken_the_account_is_called_otherwise(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    make_member(make_player(other_parlour, "AKIKO"), "zebra")
    browser = client_of(None, at=other_parlour)
    sign_in(browser)
    there = who(browser)
    assert there is not None and there.name != "akiko"


def test_cookies_of_one_parlour_are_nothing_in_another(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    home = client_of(None)
    sign_in(home)
    away = client_of(None, at=other_parlour)
    away.cookies = home.cookies
    assert who(away) is None and account_at(away) is None
    for page in ("account/", "account/export/", "account/browsers/", "account/delete/", "bring/"):
        answer = away.get(f"/you/{page}")
        assert answer.status_code == 302 and "/you/sign-in/" in answer["Location"]


def test_once_more_leads_on(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    answer = browser.get("/you/account/delete/")
    assert answer.status_code == 302 and answer["Location"].startswith("/you/again/?next=")
    answer = browser.post(answer["Location"], {"password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/you/account/delete/")
    assert browser.get("/you/account/delete/").status_code == 200
    once_more(browser)


def test_signed_in_pages_are_kept_by_no_cache(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    for page in ("", "account/", "account/browsers/", "account/address/", "account/passkeys/"):
        assert "no-store" in browser.get(f"/you/{page}")["Cache-Control"], page
