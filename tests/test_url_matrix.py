"""Every address of the house × everybody who may ask, read off the URL map itself.

A new address is in it as soon as it is in the map. If it takes an id that is new, say in
`Ids` what to put there.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from kirakuken.accounts.models import Player, User
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.access import invite_token
from tables.models import Match, Move, Seat, Table
from tables.services import opening, seating, starting
from tests.cast import ClientOf, make_key

VIEWERS = ("nobody", "guest", "seated", "other seated", "foreign", "owner")
NONSENSE = "nonsensenonsensenonsen"
ID_NAMES = {"public_id", "match_id", "token"}
# The methods a browser or somebody with a tool may try.
METHODS = ("get", "head", "options", "post", "put", "patch", "delete")
JUNK: tuple[dict[str, str], ...] = (
    {},
    {"action": "{", "decision": "x", "one_time_id": "x", "have": "-1"},
    {"action": '{"type":"roll"}', "decision": "9" * 5000, "one_time_id": "0" * 36, "have": "1e9"},
    {"name": "\0", "code": "\0", "game": "\0", "mark": "\0", "language": "\0", "next": "\0"},
    {"name": "Hana", "code": "AAAA-AAAA", "game": "hokusai", "mark": "gourd", "ticket": "x:y:z"},
    {"commitment": "f" * 64, "nonce": "f" * 64, "game": "chess", "turn_limit": "-5"},
    {"credential": '{"id":"x","response":{}}', "login": "\0", "password": "\0", "email": "\0"},
    {"username": "\0", "password1": "\0", "end": "9" * 99, "bring": "yes", "action_send": "1"},
    {"commitment": "あ", "nonce": "あ", "turn_limit": "1.5", "seated": "x", "revision": "x"},
)
QUERY = "?view=text&game=chess&room=x&match=y&v=-1&p=-1&o=9&_popup=1&_to_field=password"


@dataclass(frozen=True)
class Address:
    name: str
    takes: tuple[str, ...]

    def path(self, ids: dict[str, Any]) -> str:
        return reverse(self.name, kwargs={name: ids[name] for name in self.takes})


def addresses() -> Iterator[Address]:
    yield from _walk(get_resolver().url_patterns, "", ())


def _walk(patterns: list[Any], space: str, taken: tuple[str, ...]) -> Iterator[Address]:
    for one in patterns:
        names = (*taken, *one.pattern.regex.groupindex)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from _walk(one.url_patterns, inner, names)
        elif isinstance(one, URLPattern) and one.name:
            yield Address(f"{space}{one.name}", names)


ADDRESSES = sorted(set(addresses()), key=lambda each: each.name)
OURS = [each for each in ADDRESSES if not each.name.startswith("admin:")]
STAFF_ROOM = [each for each in ADDRESSES if each.name.startswith("admin:")]
WITH_IDS = [each for each in OURS if ID_NAMES & set(each.takes)]


@dataclass(frozen=True)
class World:
    waiting: Table
    playing: Table
    foreign: Table  # in the other parlour, listed and with a match on

    def ids(self, table: Table | None) -> dict[str, Any]:
        """What to put into addresses for this table; None: for one that there is not."""
        token, match = NONSENSE + "12345678", None
        if table is not None:
            with with_parlour(table.parlour):
                token = invite_token(table)
                match = Match.objects.filter(table=table).first()
        return {
            "public_id": table.public_id if table else NONSENSE,
            "match_id": match.public_id if match else NONSENSE,
            "token": token,
            "number": 1,
            "language": "en",
            "game": "hokusai",
            "what": "ledger",
            # accounts'
            "pk": 987654,
            "key": "nonsense",
            "uidb36": "zz",
            # the admin's
            "object_id": table.pk if table else 987654,
            "id": table.pk if table else 987654,
            "player_id": table.host_id if table else 987654,
            "app_label": "tables",
            "content_type_id": 1,
            "url": "nonsense",
        }


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kirakuken.lib.limits.use", lambda *_a, **_k: None)


@pytest.fixture
def world(aki: Player, botan: Player, fumi: Player) -> World:
    return World(
        waiting=open_table(aki, botan),
        playing=open_table(aki, botan, start=True),
        foreign=open_table(fumi, is_listed=True, cpus=1, start=True),
    )


def open_table(
    host: Player, *guests: Player, is_listed: bool = False, cpus: int = 0, start: bool = False
) -> Table:
    with with_parlour(host.parlour):
        table = opening.do_open(
            host.parlour, host, game="hokusai", options={}, turn_limit=60, is_listed=is_listed
        )
        for guest in guests:
            seating.do_join(table, guest)
        for _ in range(cpus):
            seating.do_add_cpu(table, host)
        if start:
            starting.do_start(table, host)
        table.refresh_from_db()
    return table


@pytest.fixture
def browser_of(
    client_of: ClientOf,
    parlour: Parlour,
    aki: Player,
    botan: Player,
    daigo: Player,
    fumi: Player,
    omi: User,
) -> Callable[..., Client]:
    """A browser of one of VIEWERS at the first parlour's host."""

    def browser(viewer: str, *, csrf: bool = False) -> Client:
        players = {"guest": daigo, "seated": aki, "other seated": botan}
        client = client_of(players.get(viewer), at=parlour, csrf=csrf)
        if viewer == "foreign":
            from django.conf import settings

            client.cookies[settings.PLAYER_COOKIE_NAME] = make_key(fumi)
        if viewer == "owner":
            client.force_login(omi)
            session = client.session
            session["parlour_id"] = parlour.pk
            session.save()
        client.raise_request_exception = False
        return client

    return browser


def test_the_map_is_walked() -> None:
    names = {each.name for each in OURS}
    assert {"lobby:front", "lobby:invite", "tables:move", "accounts:you"} <= names
    assert len(OURS) >= 20 and len(WITH_IDS) >= 12


@pytest.mark.parametrize("address", OURS, ids=lambda each: each.name)
def test_no_address_fails(
    address: Address, world: World, browser_of: Callable[..., Client]
) -> None:
    tables = (world.waiting, world.playing, world.foreign, None)
    for viewer in VIEWERS:
        browser = browser_of(viewer)
        for path in {address.path(world.ids(table)) for table in tables}:
            answer = browser.get(path + QUERY, headers={"accept": "application/json"})
            assert answer.status_code < 500, f"{viewer}: {path}{QUERY}"
            for method in METHODS if viewer == "seated" else ("get", "post"):
                answer = getattr(browser, method)(path)
                assert answer.status_code < 500, f"{viewer}: {method} {path}"


@pytest.mark.parametrize("viewer", ["nobody", "guest", "owner"])
def test_no_address_of_the_staff_room_fails(
    viewer: str, world: World, browser_of: Callable[..., Client]
) -> None:
    browser = browser_of(viewer)
    ids = (world.ids(world.waiting), world.ids(None))
    for path in sorted({address.path(each) for address in STAFF_ROOM for each in ids}):
        if "logout" in path:
            continue
        for method in METHODS:
            answer = getattr(browser, method)(path + QUERY)
            assert answer.status_code < 500, f"{method} {path}{QUERY}"


@pytest.mark.parametrize("address", OURS, ids=lambda each: each.name)
def test_junk_in_a_post_is_refused_and_not_an_error(
    address: Address, world: World, browser_of: Callable[..., Client]
) -> None:
    paths = {address.path(world.ids(table)) for table in (world.playing, world.waiting)}
    kinds: tuple[dict[str, str], ...] = (
        {},
        {"accept": "application/json"},
        {"hx-request": "true"},
    )
    for viewer, path in product(("nobody", "seated"), paths):
        browser = browser_of(viewer)
        for number, body in enumerate(JUNK):
            headers = kinds[number % len(kinds)]
            answer = browser.post(path, body, headers=headers)
            assert answer.status_code < 500, f"{viewer}: {path} {body} {headers}"
        for content, kind in (
            (b"\xff\xfe", "application/x-www-form-urlencoded"),
            (b"name=%ff&action=%00", "application/x-www-form-urlencoded"),
            (b'{"a":' * 5000, "application/json"),
            (b"--x", "multipart/form-data; boundary=x"),
            (b"", "multipart/form-data"),
        ):
            answer = browser.generic("POST", path, content, content_type=kind)
            assert answer.status_code < 500, f"{viewer}: {path} {content[:20]!r} {kind}"


@pytest.mark.parametrize("address", WITH_IDS, ids=lambda each: each.name)
def test_what_is_anothers_is_as_if_it_were_not_there(
    address: Address, world: World, browser_of: Callable[..., Client]
) -> None:
    """A foreign table's id, and that of a table by link that one was not invited to."""
    before = everything()
    nowhere = address.path(world.ids(None))
    for viewer in VIEWERS:
        browser = browser_of(viewer)
        hidden = [world.foreign]
        if viewer not in ("seated", "other seated") and "token" not in address.takes:
            hidden += [world.waiting, world.playing]
        for table, method, kind in product(hidden, ("get", "post"), ("*/*", "application/json")):
            there = address.path(world.ids(table))
            one = getattr(browser, method)(there, headers={"accept": kind})
            other = getattr(browser, method)(nowhere, headers={"accept": kind})
            # 400: what was sent is looked at first, and cannot be an answer to anything.
            assert one.status_code == other.status_code, f"{viewer}: {method} {there}"
            assert one.status_code in {400, 404, 405}, f"{viewer}: {method} {there}"
            assert told(one) == told(other)
            assert one.headers.keys() == other.headers.keys()
    assert everything() == before


def test_a_post_without_a_token_is_refused(world: World, browser_of: Callable[..., Client]) -> None:
    before = everything()
    for viewer, address in product(("nobody", "seated"), ADDRESSES):
        browser = browser_of(viewer, csrf=True)
        path = address.path(world.ids(world.waiting))
        for headers in ({}, {"origin": "http://evil.example"}, {"x-csrftoken": "x" * 32}):
            assert browser.post(path, JUNK[4], headers=headers).status_code == 403, path
        assert browser.put(path).status_code == browser.delete(path).status_code == 403, path
    assert everything() == before


def test_looking_changes_nothing(world: World, browser_of: Callable[..., Client]) -> None:
    """What changes something takes posts only."""
    before = everything()
    for viewer in VIEWERS:
        browser = browser_of(viewer)
        for address, table in product(OURS, (world.waiting, world.playing)):
            path = address.path(world.ids(table))
            answer = browser.get(path)
            assert answer.status_code in {200, 204, 302, 303, 403, 404, 405, 422}, path
    assert everything() == before


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_admin_page_is_for_owners(
    viewer: str, world: World, browser_of: Callable[..., Client]
) -> None:
    browser = browser_of(viewer)
    for address in STAFF_ROOM:
        if address.name in {"admin:login", "admin:logout", "admin:jsi18n"}:
            continue
        answer = browser.get(address.path(world.ids(world.playing)))
        if viewer == "owner":
            assert answer.status_code in {200, 302, 403, 404, 405}, address.name
        else:
            assert answer.status_code in {302, 404}, address.name


def everything() -> tuple[Any, ...]:
    """The rows that a play could change."""
    return tuple(
        list(model._base_manager.order_by("pk").values())
        if model is not Seat
        else list(Seat._base_manager.order_by("pk").values("pk", "number", "player", "mark"))
        for model in (Table, Seat, Match, Move, Player)
    )


def told(answer: HttpResponse) -> str:
    """An answer without what differs from request to request anyway: the token of a form, and
    the address that was asked for, to which the switch of languages leads back."""
    said = answer.content.decode()
    return re.sub(r'name="(csrfmiddlewaretoken|next)" value="[^"]*"', "", said)
