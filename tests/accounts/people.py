"""Accounts in tests: as somebody's browser makes and uses them."""

import hashlib
import hmac
import re
import struct
import time
from base64 import b32decode
from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from kirakuken.accounts.letters import do_send_due
from kirakuken.accounts.models import Player, User
from kirakuken.parlours.scope import with_parlour

PASSWORD = "seven herons on a pine"
ADDRESS = "aki@example.org"


def sign_up(browser: Client, user_name: str = "akiko", **fields: str) -> Any:
    given = {"username": user_name, "password1": PASSWORD, "password2": PASSWORD, **fields}
    return browser.post("/you/sign-up/", given)


def sign_in(browser: Client, user_name: str = "akiko", password: str = PASSWORD) -> Any:
    return browser.post("/you/sign-in/", {"login": user_name, "password": password})


def once_more(browser: Client, password: str = PASSWORD) -> None:
    """What the house asks before anything that is not easily undone."""
    answer = browser.post("/you/again/?next=/you/account/", {"password": password})
    assert answer.status_code == 302, answer.content.decode()


def who(browser: Client) -> Player | None:
    found: Player | None = browser.get("/you/").context["player"]
    return found


def account_at(browser: Client) -> User | None:
    user = browser.get("/you/").context["request"].user
    return user if user.is_authenticated else None


def make_member(player: Player, user_name: str, *, address: str = "") -> User:
    """The player has an account from now on, perhaps with a verified address."""
    user = User.objects.create_user(user_name, password=PASSWORD)
    with with_parlour(player.parlour):
        Player.objects.filter(pk=player.pk).update(user=user)
    player.refresh_from_db()
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        User.objects.filter(pk=user.pk).update(email=address)
    return user


def letters() -> list[str]:
    """What a worker sends now, the latest last: subject and text."""
    do_send_due()
    return [f"{letter.subject}\n{letter.body}" for letter in mail.outbox]


def link_in(letter: str) -> str:
    """The path of the link that a letter holds."""
    found = re.search(r"https?://[^/\s]+(/\S+)", letter)
    assert found, letter
    return found[1]


def code_of(secret: str, steps: int = 0) -> str:
    """The six digits that a code app would show now (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.new(b32decode(secret), counter, hashlib.sha1).digest()  # noqa: S324
    at = digest[-1] & 15
    number = struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06}"
