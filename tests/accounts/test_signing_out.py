"""Going out: here, there and everywhere."""

from allauth.usersessions.models import UserSession
from django.conf import settings

from kirakuken.accounts.adapters import NOBODYS_ADDRESS
from kirakuken.accounts.models import Player, PlayerKey
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tests.accounts.people import (
    account_at,
    make_member,
    sign_in,
    who,
)
from tests.cast import ClientOf
from tests.tables.doors import names_at, path_of, started_table

COOKIE = settings.PLAYER_COOKIE_NAME


def test_signing_out_leaves_a_stranger_and_keeps_the_seat(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    table = started_table(aki, cpus=1)
    browser = client_of(None)
    sign_in(browser)
    key = browser.cookies[COOKIE].value
    assert browser.get("/you/sign-out/").status_code == 200
    assert who(browser) == aki, "looking signs nobody out"
    assert browser.post("/you/sign-out/").status_code == 302
    assert who(browser) is None and account_at(browser) is None
    thief = client_of(None)
    thief.cookies[COOKIE] = key
    assert who(thief) is None
    assert names_at(table) == ["Aki", "CPU"]
    sign_in(browser)
    assert browser.get(path_of(table)).status_code == 200 and who(browser) == aki


def test_a_session_that_ran_out_takes_nobodys_seat(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    assert who(browser) == aki and account_at(browser) is None
    assert browser.get("/you/account/").status_code == 302
    sign_in(browser)
    assert who(browser) == aki and account_at(browser) is not None
    with with_parlour(aki.parlour):
        assert PlayerKey.objects.filter(player=aki).count() == 1


def test_browsers_are_listed_and_signed_out_there(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    here, there, third = client_of(None), client_of(None), client_of(None)
    for browser, agent in ((here, "Firefox Windows"), (there, "Chrome Android"), (third, "x")):
        browser.defaults["HTTP_USER_AGENT"] = agent
        sign_in(browser)
    page = here.get("/you/account/browsers/").content.decode()
    assert "Firefox on Windows" in page and "Chrome on Android" in page
    listed = here.get("/you/account/browsers/").context["browsers"]
    (chrome,) = (each["pk"] for each in listed if each["name"] == "Chrome on Android")
    here.post("/you/account/browsers/", {"end": chrome})
    assert account_at(there) is None and who(there) is None
    assert account_at(third) is not None and who(third) == aki
    here.post("/you/account/browsers/", {"end": "others"})
    assert who(third) is None and who(here) == aki
    sign_in(there)
    here.post("/you/account/browsers/", {"end": "all"})
    assert [who(each) for each in (here, there, third)] == [None, None, None]
    assert account_at(here) is None and account_at(there) is None


def test_nobody_signs_anothers_browser_out(aki: Player, botan: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    make_member(botan, "botan2")
    victim, other = client_of(None), client_of(None)
    sign_in(victim)
    sign_in(other, "botan2")
    (mine,) = victim.get("/you/account/browsers/").context["browsers"]
    other.post("/you/account/browsers/", {"end": mine["pk"]})
    assert account_at(victim) is not None and who(victim) == aki


def test_signing_out_everywhere_reaches_other_parlours(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    here, away = client_of(None), client_of(None, at=other_parlour)
    sign_in(here)
    sign_in(away)
    here.post("/you/account/browsers/", {"end": "all"})
    assert who(away) is None and account_at(away) is None


def test_no_address_of_the_net_is_kept(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    sign_in(client_of(None))
    assert UserSession.objects.get().ip == NOBODYS_ADDRESS
