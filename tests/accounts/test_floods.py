"""Guesses and letters are counted, and a class of forty comes in all the same."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import override_settings

from kirakuken.accounts.models import Letter, Player
from kirakuken.parlours.models import Parlour
from tests.accounts.people import (
    ADDRESS,
    account_at,
    make_member,
    sign_in,
    sign_up,
)
from tests.cast import ClientOf, make_player


@pytest.fixture
def limits_kept(redis_here: str) -> Iterator[None]:
    yield


def test_guesses_at_one_name_end_with_the_sixth(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    assert [sign_in(browser, "AKIKO", "x").status_code for _ in range(5)] == [422] * 5
    answer = sign_in(browser)
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert account_at(browser) is None, "the right one is not tried either"
    make_member(make_player(aki.parlour, "Emi"), "emiko")
    assert sign_in(browser, "emiko").status_code == 302, "others come in"


def test_guesses_are_counted_together_however_and_wherever_the_name_is_written(
    limits_kept: None, aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    """PostgreSQL takes the Turkish letter for an i when it looks names up."""
    make_member(aki, "akiko")
    browser, elsewhere = client_of(None), client_of(None, at=other_parlour)
    spellings = [(browser, "akıko"), (browser, "ａkiko"), (elsewhere, "akiko"), (browser, "AKIKO")]
    for where, name in (*spellings, (elsewhere, "ak-iko")):
        assert sign_in(where, name, "x").status_code == 422
    assert sign_in(browser).status_code == sign_in(elsewhere).status_code == 429


def test_an_unknown_name_is_counted_alike(limits_kept: None, client_of: ClientOf) -> None:
    browser = client_of(None)
    statuses = [sign_in(browser, "nobody", "x").status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


def test_guesses_at_many_names_end_by_the_address(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    with override_settings(LIMITS={**settings.LIMITS, "sign_in_per_address": (8, 300)}):
        browser = client_of(None)
        statuses = [sign_in(browser, f"name{n}", "x").status_code for n in range(9)]
    assert statuses == [422] * 8 + [429]


def test_a_class_of_forty_signs_up_and_in_behind_one_address(
    limits_kept: None, client_of: ClientOf
) -> None:
    for pupil in range(40):
        browser = client_of(None)
        assert sign_up(browser, f"Pupil {pupil:02}").status_code == 302, pupil
        browser.post("/you/sign-out/")
        assert sign_in(browser, f"Pupil {pupil:02}").status_code == 302, pupil


def test_nobodys_mailbox_is_flooded(limits_kept: None, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    statuses = [
        client_of(None).post("/you/password/", {"email": address}).status_code
        for address in (ADDRESS, ADDRESS.upper(), ADDRESS, ADDRESS, "other@example.org")
    ]
    assert statuses == [302, 302, 302, 429, 302]
    assert Letter.objects.count() == 4


def test_the_password_is_asked_once_more_and_counted(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    wrong = [browser.post("/you/again/", {"password": "x"}).status_code for _ in range(5)]
    assert wrong == [422] * 4 + [429], "the sign-in itself was the first"
