"""A session is good in the parlour it was begun in, and nowhere else."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client

from kirakuken.accounts.models import Player, User
from kirakuken.parlours.middleware import session_of
from kirakuken.parlours.models import Membership, Parlour
from kirakuken.parlours.services import do_set_role
from tests.cast import ClientOf

SESSION = settings.SESSION_COOKIE_NAME


def test_a_session_carried_to_another_parlour_is_nobodys(
    parlour: Parlour,
    other_parlour: Parlour,
    omi: User,
    client_of: ClientOf,
    admin_of: Callable[[User, Parlour], Client],
) -> None:
    do_set_role(other_parlour, omi.pk, Membership.Role.OWNER)  # so that only the session is foreign
    home = admin_of(omi, parlour)
    assert home.get("/admin/").status_code == 200

    away = client_of(None, at=other_parlour)
    away.cookies[SESSION] = home.cookies[SESSION].value
    answer = away.get("/admin/")
    assert answer.status_code == 302 and "/admin/login/" in answer.headers["Location"]
    assert home.get("/admin/").status_code == 200, "the owner of the session keeps it"


def test_signing_in_gives_a_new_session_key(
    parlour: Parlour, omi: User, admin_of: Callable[[User, Parlour], Client]
) -> None:
    one = admin_of(omi, parlour).cookies[SESSION].value
    two = admin_of(omi, parlour).cookies[SESSION].value
    assert one != two
    planted = Client(SERVER_NAME="localhost")
    planted.cookies[SESSION] = "chosenbysomebodyelse"
    planted.post("/you/sign-in/", {"login": "omi", "password": "seven herons on a pine"})
    assert planted.cookies[SESSION].value != "chosenbysomebodyelse"


def test_a_session_says_its_parlour_and_sockets_read_it(
    parlour: Parlour, other_parlour: Parlour, omi: User, admin_of: Callable[[User, Parlour], Client]
) -> None:
    key = admin_of(omi, parlour).cookies[SESSION].value
    assert session_of(key, parlour)["_auth_user_id"] == str(omi.pk)
    assert session_of(key, other_parlour) == {}
    assert session_of(None, parlour) == session_of("", parlour) == session_of("x", parlour) == {}


def test_a_session_without_a_parlour_is_nobodys(parlour: Parlour, omi: User) -> None:
    stolen = SessionStore()
    stolen["_auth_user_id"] = str(omi.pk)
    stolen.create()
    assert session_of(stolen.session_key, parlour) == {}
    browser = Client(SERVER_NAME="localhost")
    browser.cookies[SESSION] = str(stolen.session_key)
    assert browser.get("/admin/").status_code == 302


def test_looking_around_makes_no_session(aki: Player, client_of: ClientOf) -> None:
    for browser in (client_of(None), client_of(aki)):
        browser.get("/you/")
        browser.get("/")
        assert SESSION not in browser.cookies
    assert not Session.objects.exists()


def test_cookies_are_for_this_host_alone(parlour: Parlour, client_of: ClientOf) -> None:
    browser = client_of(None)
    browser.post("/you/name/", {"name": "Hana"})
    cookie = browser.cookies[settings.PLAYER_COOKIE_NAME]
    assert cookie["domain"] == "" and cookie["path"] == "/"
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) == 400 * 24 * 3600
    assert settings.SESSION_COOKIE_DOMAIN is None and settings.CSRF_COOKIE_DOMAIN is None
