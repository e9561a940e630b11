"""The cast: two parlours and always the same people in them.

Aki hosts, Botan and Chiyo play, Daigo watches; Emi moderates and Omi owns the first parlour;
Fumi plays and Gen owns the other one. Nothing is in scope by itself: a test that asks the
database says `with with_parlour(parlour):` or takes the fixture `at_home`.
"""

import secrets
from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from django.conf import settings
from django.test import Client, override_settings

from kirakuken.accounts.access import hash_of_key
from kirakuken.accounts.models import Player, PlayerKey, User
from kirakuken.accounts.names import name_key
from kirakuken.parlours.middleware import forget_hosts
from kirakuken.parlours.models import Membership, Parlour
from kirakuken.parlours.scope import with_parlour
from kirakuken.parlours.services import do_open_parlour, do_set_role

PASSWORD = "seven herons on a pine"  # noqa: S105


class ClientOf(Protocol):
    def __call__(
        self, player: Player | None, *, at: Parlour | None = None, csrf: bool = False
    ) -> Client: ...


@pytest.fixture(scope="session", autouse=True)
def settings_for_tests() -> Iterator[None]:
    """Names of static files as they lie in the source, for nothing has been collected; and
    passwords that are quickly hashed."""
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=storages, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(autouse=True)
def no_known_hosts() -> None:
    """What one test's database said of hosts is not true in the next."""
    forget_hosts()


@pytest.fixture
def parlour(db: None) -> Parlour:
    """The first parlour, at localhost."""
    return do_open_parlour("kirakuken", "Kirakuken", name_ja="棋楽軒")


@pytest.fixture
def other_parlour(parlour: Parlour) -> Parlour:
    """The second, at asakusa.localhost."""
    return do_open_parlour("asakusa", "Asakusa Games Café", name_ja="浅草 遊戯茶屋")


@pytest.fixture
def at_home(parlour: Parlour) -> Iterator[Parlour]:
    """The first parlour, in scope for the whole test."""
    with with_parlour(parlour):
        yield parlour


@pytest.fixture
def aki(parlour: Parlour) -> Player:
    return make_player(parlour, "Aki")


@pytest.fixture
def botan(parlour: Parlour) -> Player:
    return make_player(parlour, "Botan")


@pytest.fixture
def chiyo(parlour: Parlour) -> Player:
    return make_player(parlour, "千代", language="ja")


@pytest.fixture
def daigo(parlour: Parlour) -> Player:
    return make_player(parlour, "Daigo")


@pytest.fixture
def emi(parlour: Parlour) -> User:
    return make_user(parlour, "emi", Membership.Role.MODERATOR)


@pytest.fixture
def omi(parlour: Parlour) -> User:
    return make_user(parlour, "omi", Membership.Role.OWNER)


@pytest.fixture
def fumi(other_parlour: Parlour) -> Player:
    return make_player(other_parlour, "Fumi")


@pytest.fixture
def gen(other_parlour: Parlour) -> User:
    return make_user(other_parlour, "gen", Membership.Role.OWNER)


@pytest.fixture
def client_of(parlour: Parlour) -> ClientOf:
    """A browser of somebody's, or of a stranger, at a parlour's own host."""

    def client(player: Player | None, *, at: Parlour | None = None, csrf: bool = False) -> Client:
        home = at or (player.parlour if player is not None else parlour)
        browser = Client(SERVER_NAME=host_of(home), enforce_csrf_checks=csrf)
        if player is not None:
            browser.cookies[settings.PLAYER_COOKIE_NAME] = make_key(player)
        return browser

    return client


@pytest.fixture
def admin_of(client_of: ClientOf) -> Callable[[User, Parlour], Client]:
    """A browser signed in to the admin at a parlour's host."""

    def client(user: User, at: Parlour) -> Client:
        browser = client_of(None, at=at)
        sign_in = {"login": user.username, "password": PASSWORD}
        answer = browser.post("/you/sign-in/?next=/admin/", sign_in)
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return client


def host_of(parlour: Parlour) -> str:
    return "localhost" if parlour.slug == "kirakuken" else f"{parlour.slug}.localhost"


def make_player(parlour: Parlour, name: str, *, language: str = "en") -> Player:
    with with_parlour(parlour):
        return Player.objects.create(
            parlour=parlour, name=name, name_key=name_key(name), language=language
        )


def make_key(player: Player) -> str:
    """A further key of a player's, as their browser would hold it."""
    key = secrets.token_urlsafe(32)
    with with_parlour(player.parlour):
        PlayerKey.objects.create(player=player, key_hash=hash_of_key(key))
    return key


def make_user(parlour: Parlour, username: str, role: Membership.Role) -> User:
    user = User.objects.create_user(username, password=PASSWORD, is_staff=True)
    do_set_role(parlour, user.pk, role)
    return user
