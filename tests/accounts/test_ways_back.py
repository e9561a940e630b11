"""Whoever confirms an address is led back to where it was asked for, and nowhere else."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client

from kirakuken.accounts.adapters import LONGEST_WAY_BACK
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tests.accounts.people import (
    ADDRESS,
    PASSWORD,
    account_at,
    letters,
    link_in,
    make_member,
    sign_in,
    sign_up,
)
from tests.cast import ClientOf

FIND = "/find/?game=okuribito"
PAGE = "/you/account/address/"
OUTSIDE = [
    *("//evil.example/", "https://evil.example/", "http:evil.example", "javascript:alert(1)"),
    *("/\\evil.example/", "\\\\evil.example/", "/\t/evil.example/", "///evil.example/", "evil"),
]


def next_of(address: str) -> list[str]:
    return parse_qs(urlsplit(address).query).get("next", [])


def ask(browser: Client, on: str, **more: str) -> str:
    """Gives an address; the path of the link in the letter."""
    answer = browser.post(PAGE, {"action_add": "1", "email": ADDRESS, "next": on, **more})
    assert answer.status_code == 302, answer.content.decode()
    return link_in(letters()[-1])


@pytest.fixture
def member(aki: Player, client_of: ClientOf) -> Client:
    make_member(aki, "akiko")
    browser = client_of(aki)
    sign_in(browser)
    browser.post("/you/again/?next=/you/", {"password": PASSWORD})
    return browser


def test_from_signing_up_at_a_door(client_of: ClientOf) -> None:
    browser = client_of(None)
    assert sign_up(browser, email=ADDRESS, next=FIND)["Location"] == FIND
    link = link_in(letters()[-1])
    page = browser.get(link).content.decode()
    assert f'name="next" value="{FIND}"' in page
    path = urlsplit(link).path
    assert browser.post(path, {"next": FIND})["Location"] == FIND
    assert f"{ADDRESS} is verified." in browser.get(FIND).content.decode()


def test_from_the_page_of_the_address(member: Client) -> None:
    page = member.get(PAGE, {"next": FIND}).content.decode()
    assert f'name="next" value="{FIND}"' in page and f'href="{FIND}"' in page
    link = ask(member, FIND)
    assert next_of(link) == [FIND]
    assert member.post(link)["Location"] == FIND
    page = member.get(PAGE, {"next": FIND}).content.decode()
    assert f'<a class="btn go" href="{FIND}">' in page


def test_the_way_back_stays_with_the_page(member: Client) -> None:
    answer = member.post(PAGE, {"action_add": "1", "email": ADDRESS, "next": FIND})
    assert answer["Location"] == f"{PAGE}?next={quote(FIND, safe='')}"
    answer = member.post(PAGE, {"action_add": "1", "email": "nonsense", "next": FIND})
    assert answer.status_code == 422 and f'name="next" value="{FIND}"' in answer.content.decode()


def test_the_way_back_outlives_the_password_that_is_asked(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(aki)
    sign_in(browser)
    session = browser.session
    del session["account_authentication_methods"]
    session.save()
    answer = browser.post(PAGE, {"action_add": "1", "email": ADDRESS, "next": FIND})
    assert answer["Location"].startswith("/you/again/")
    answer = browser.post(answer["Location"], {"password": PASSWORD})
    assert next_of(answer["Location"]) == [FIND]
    assert next_of(link_in(letters()[-1])) == [FIND]


def test_without_a_way_back_all_is_as_it_was(member: Client) -> None:
    link = ask(member, "")
    assert "?" not in link
    assert member.post(link)["Location"] == "/you/account/"


def test_the_letter_is_opened_on_another_device(member: Client, client_of: ClientOf) -> None:
    link = ask(member, FIND)
    other = client_of(None)
    answer = other.post(link)
    assert EmailAddress.objects.get().verified
    assert urlsplit(answer["Location"]).path == "/you/sign-in/"
    assert next_of(answer["Location"]) == [FIND]
    page = other.get(answer["Location"]).content.decode()
    assert "in another browser or on another device, go on there" in page
    assert account_at(other) is None
    answer = other.post(answer["Location"], {"login": "akiko", "password": PASSWORD})
    assert answer["Location"] == FIND


def test_a_link_that_was_used_keeps_the_way_back(member: Client) -> None:
    link = ask(member, FIND)
    member.post(link)
    page = member.get(link).content.decode()
    assert "not good any more" in page and f'href="{PAGE}?next={quote(FIND, safe="")}"' in page


@pytest.mark.parametrize("outside", OUTSIDE)
def test_nobody_is_led_out_of_the_house(member: Client, outside: str) -> None:
    link = ask(member, outside)
    assert "?" not in link
    page = member.get(PAGE, {"next": outside}).content.decode()
    assert not {"evil", "alert"} & set(
        re.findall("evil|alert", page[page.index("<main") : page.index("</main>")])
    )
    answer = member.post(f"{link}?next={quote(outside, safe='')}")
    assert answer["Location"] == "/you/account/"


@pytest.mark.parametrize("outside", OUTSIDE)
def test_nor_is_a_stranger(client_of: ClientOf, outside: str) -> None:
    sign_up(client_of(None), email=ADDRESS)
    answer = client_of(None).post(link_in(letters()[-1]), {"next": outside})
    assert answer["Location"] == "/you/sign-in/"


def test_a_letter_carries_no_text_of_strangers(client_of: ClientOf) -> None:
    sign_up(client_of(None), email=ADDRESS, next="/" + "x" * LONGEST_WAY_BACK)
    assert "?" not in link_in(letters()[-1])


def test_the_sentence_is_there_in_japanese(
    at_home: Parlour, member: Client, client_of: ClientOf
) -> None:
    link = ask(member, FIND)
    other = client_of(None)
    other.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    page = other.post(link, follow=True).content.decode()
    assert "そちらの端末" in page
