"""Who a browser is: keys, their life, and what they are good for."""

import hashlib
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any, Protocol
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import override_settings

from kirakuken.accounts.models import Player, PlayerKey
from kirakuken.accounts.players import player_of_key
from kirakuken.accounts.services import (
    do_forget_idle_players,
    do_forget_key,
    do_make_guest,
    do_rename,
)
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Seat, Table
from tables.services.opening import do_open
from tests.cast import ClientOf, make_key, make_player


class CaptureOnCommit(Protocol):
    def __call__(self, *, execute: bool) -> AbstractContextManager[Any]: ...


def do_open_for(host: Player) -> Table:
    return do_open(host.parlour, host, game="hokusai", options={}, turn_limit=None, is_listed=False)


COOKIE = settings.PLAYER_COOKIE_NAME


def test_a_guest_is_known_by_their_key(at_home: Parlour) -> None:
    player, key = do_make_guest(at_home, " Hana ", "ja")
    assert (player.name, player.language) == ("Hana", "ja")
    assert player_of_key(key) == player
    assert player_of_key(key + "x") is None
    assert player_of_key("") is player_of_key("x" * 100_000) is None


def test_only_the_hash_of_a_key_is_kept(at_home: Parlour) -> None:
    player, key = do_make_guest(at_home, "Hana", "en")
    row = PlayerKey.objects.get(player=player)
    assert row.key_hash == hashlib.sha256(key.encode()).hexdigest()
    assert len(key) >= 43, "256 bits"
    assert player_of_key(row.key_hash) is None


def test_a_name_that_will_not_do_makes_nobody(at_home: Parlour) -> None:
    with pytest.raises(Refused):
        do_make_guest(at_home, "admin", "en")
    assert not Player.objects.exists()


def test_a_key_is_good_in_its_own_parlour_only(
    parlour: Parlour, other_parlour: Parlour, aki: Player, client_of: ClientOf
) -> None:
    key = make_key(aki)
    with with_parlour(other_parlour):
        assert player_of_key(key) is None
    away = client_of(None, at=other_parlour)
    away.cookies[COOKIE] = key
    assert away.get("/you/").context["player"] is None
    home = client_of(None)
    home.cookies[COOKIE] = key
    assert home.get("/you/").context["player"] == aki


def test_a_key_is_good_for_400_days_after_its_last_use(at_home: Parlour, aki: Player) -> None:
    key = make_key(aki)
    PlayerKey.objects.update(last_used_at=clock.now() - timedelta(days=399))
    assert player_of_key(key) == aki
    PlayerKey.objects.update(last_used_at=clock.now() - timedelta(days=401))
    assert player_of_key(key) is None


def test_a_key_is_renewed_once_a_week(at_home: Parlour, aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki)
    assert COOKIE not in browser.get("/you/").cookies
    PlayerKey.objects.update(last_used_at=clock.now() - timedelta(days=8))
    answer = browser.get("/you/")
    assert answer.cookies[COOKIE].value == browser.cookies[COOKIE].value
    assert int(answer.cookies[COOKIE]["max-age"]) == 400 * 24 * 3600
    assert clock.now() - PlayerKey.objects.get().last_used_at < timedelta(minutes=1)
    assert COOKIE not in browser.get("/you/").cookies


def test_use_is_noted_once_a_day_and_not_on_every_request(
    at_home: Parlour, aki: Player, client_of: ClientOf, django_assert_num_queries: object
) -> None:
    browser = client_of(aki)
    Player.objects.update(last_seen_at=clock.now() - timedelta(days=2))
    browser.get("/you/")
    seen = Player.objects.get().last_seen_at
    assert clock.now() - seen < timedelta(minutes=1)
    browser.get("/you/")
    assert Player.objects.get().last_seen_at == seen


def test_a_cookie_that_is_good_for_nothing_is_taken_back(client_of: ClientOf) -> None:
    browser = client_of(None)
    browser.cookies[COOKIE] = "nonsense"
    answer = browser.get("/you/")
    assert answer.cookies[COOKIE]["max-age"] == 0


def test_behind_tls_the_cookie_is_secure(client_of: ClientOf) -> None:
    with override_settings(PLAYER_COOKIE_SECURE=True):
        browser = client_of(None)
        browser.post("/you/name/", {"name": "Hana"})
    assert browser.cookies[COOKIE]["secure"]


def test_looking_around_makes_no_rows(parlour: Parlour, client_of: ClientOf) -> None:
    browser = client_of(None)
    for path in ("/", "/you/", "/about/", "/rules/", "/nonsense/"):
        browser.get(path)
    with with_parlour(parlour):
        assert not Player.objects.exists()


def test_a_new_name_is_shown_at_the_tables_of_the_player(
    at_home: Parlour,
    aki: Player,
    botan: Player,
    django_capture_on_commit_callbacks: CaptureOnCommit,
) -> None:
    tables = [do_open_for(host) for host in (aki, botan)]
    with django_capture_on_commit_callbacks(execute=True):
        do_rename(aki, "Akiko")
    versions = [table.room_version for table in tables]
    for table in tables:
        table.refresh_from_db()
    assert [table.room_version for table in tables] == [versions[0] + 1, versions[1]]
    aki.refresh_from_db()
    assert aki.name == "Akiko"


def test_nobody_takes_the_name_of_a_neighbour_at_a_table(
    at_home: Parlour, aki: Player, botan: Player, daigo: Player
) -> None:
    table = Table.objects.create(parlour=at_home, public_id="t", code="C", game="hokusai", host=aki)
    for number, player in enumerate([aki, botan]):
        Seat.objects.create(table=table, number=number, player=player, mark=f"m{number}")
    with pytest.raises(Refused) as refused:
        do_rename(aki, "ΒΟΤΑΝ")  # in Greek capitals
    assert refused.value.code == "name_taken"
    do_rename(aki, "Daigo")
    do_rename(daigo, "Botan")


def test_a_browser_can_be_forgotten(at_home: Parlour, aki: Player) -> None:
    key, other_key = make_key(aki), make_key(aki)
    do_forget_key(key)
    assert player_of_key(key) is None
    assert player_of_key(other_key) == aki
    do_forget_key(other_key)
    assert not Player.objects.exists(), "a guest who never sat down leaves nothing"
    do_forget_key("nonsense")


def test_a_forgotten_player_with_a_seat_stays(at_home: Parlour, aki: Player) -> None:
    table = Table.objects.create(parlour=at_home, public_id="t", code="C", game="hokusai", host=aki)
    Seat.objects.create(table=table, number=0, player=aki, mark="hat")
    do_forget_key(make_key(aki))
    assert Player.objects.get() == aki


def test_guests_are_deleted_after_400_days(
    parlour: Parlour, other_parlour: Parlour, aki: Player, botan: Player, fumi: Player
) -> None:
    long_ago = clock.now() - timedelta(days=401)
    for player in (aki, fumi):
        with with_parlour(player.parlour):
            Player.objects.filter(pk=player.pk).update(last_seen_at=long_ago)
    with with_parlour(parlour):
        assert do_forget_idle_players() == 1
        assert list(Player.objects.all()) == [botan]
    with with_parlour(other_parlour):
        assert Player.objects.get() == fumi


def test_keys_are_drawn_by_the_systems_chance(at_home: Parlour) -> None:
    with patch("secrets.token_urlsafe", return_value="k" * 43) as draw:
        _player, key = do_make_guest(at_home, "Hana", "en")
    draw.assert_called_with(32)
    assert key == "k" * 43


def test_the_same_name_makes_another_player(at_home: Parlour) -> None:
    make_player(at_home, "Hana")
    do_make_guest(at_home, "Hana", "en")
    assert Player.objects.count() == 2
