"""The mark of a browser: who is refused, who is marked for staff, what is kept."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from kirakuken.accounts.models import Player, User
from kirakuken.accounts.parts import parts
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from ratings.devices import KEPT, do_forget_devices
from ratings.models import Device, RatedSeat
from tables.models import Seat, Table
from tables.services import opening, starting
from tests.cast import ClientOf, make_key
from tests.ratings.people import members, played

AdminOf = Callable[[User, Parlour], Client]
COOKIE = settings.DEVICE_COOKIE_NAME
# True where two sit already, and where the second of them only knocks.
SAID = "Two who would play at this table came with the same browser."


def ranked_table(host: Player) -> Table:
    return opening.do_open_ranked(host.parlour, host, game="hokusai", is_listed=True)


def signed_in(browser: Client, player: Player) -> Client:
    """Another account in the same browser."""
    browser.cookies[settings.PLAYER_COOKIE_NAME] = make_key(player)
    return browser


def join(browser: Client, table: Table) -> int:
    return browser.post(f"/t/{table.public_id}/join/", {"name": ""}).status_code


def seated(table: Table) -> set[Player | None]:
    return {seat.player for seat in Seat.objects.filter(table=table)}


def test_one_browser_takes_one_seat(at_home: Parlour, client_of: ClientOf) -> None:
    host, one, other = members(at_home, 3)
    table = ranked_table(host)
    browser = client_of(one)
    assert join(browser, table) == 303
    answer = signed_in(browser, other).post(f"/t/{table.public_id}/join/", {"name": ""})
    assert answer.status_code == 422
    assert SAID in answer.content.decode()
    assert seated(table) == {host, one}
    join(client_of(other), table)  # from one of their own
    assert seated(table) == {host, one, other}


def test_the_host_counts_as_well(at_home: Parlour, client_of: ClientOf) -> None:
    host, other = members(at_home, 2)
    browser = client_of(host)
    form = {"game": "hokusai", "ranked": "on", "turn_limit": "none", "listed": "on"}
    browser.post("/tables/new/", form)
    Table.objects.update(is_listed=True)
    assert join(signed_in(browser, other), Table.objects.get()) == 422
    assert seated(Table.objects.get()) == {host}


def test_a_match_does_not_begin_with_two_of_one_browser(
    at_home: Parlour, client_of: ClientOf
) -> None:
    host, other = members(at_home, 2)
    table = ranked_table(host)
    join(client_of(other), table)
    browser = client_of(host)
    for each in (host, other):
        signed_in(browser, each).post("/find/", {"game": "hokusai", "size": 3})
    with pytest.raises(Refused, match="ranked_device"):
        starting.do_start(table, host)
    answer = client_of(host).post(f"/t/{table.public_id}/start/")
    assert answer.status_code == 422 and SAID in answer.text


def test_those_who_wait_in_one_browser_are_not_seated_together(
    at_home: Parlour, client_of: ClientOf
) -> None:
    one, other, third = members(at_home, 3)
    browser = client_of(one)
    for each in (one, other):
        signed_in(browser, each).post("/find/", {"game": "hokusai", "size": 2})
    assert not Table.objects.exists()
    client_of(third).post("/find/", {"game": "hokusai", "size": 2})
    assert seated(Table.objects.get()) == {one, third}


def test_a_shared_browser_marks_the_match_for_staff(
    at_home: Parlour, client_of: ClientOf, omi: User, admin_of: AdminOf
) -> None:
    one, other, third = members(at_home, 3)
    browser = client_of(one)
    for each in (one, other):
        signed_in(browser, each).post("/find/", {"game": "hokusai", "size": 3})
    client_of(other).post("/find/", {"game": "hokusai", "size": 4})  # at last from their own
    marked = played(at_home, [one, other, third], [1, 2, 3])
    clean = played(at_home, [one, third], [1, 2])
    shares = {seat.player: seat.shares_device for seat in RatedSeat.objects.filter(game=marked)}
    assert shares == {one: True, other: True, third: False}
    staff = admin_of(omi, at_home)
    listed = staff.get("/admin/ratings/ratedgame/?device=same").content.decode()
    assert marked.match in listed
    assert clean.match not in listed
    page = f"/people/{one.public_id}/?game=hokusai"
    assert "same device" not in client_of(third).get(page).content.decode()


def test_only_a_hash_is_kept_and_not_for_long(
    at_home: Parlour, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = members(at_home, 1)
    browser = client_of(one)
    browser.post("/find/", {"game": "hokusai", "size": 2})
    mark = browser.cookies[COOKIE]
    kept = Device.objects.get()
    assert mark["httponly"]
    assert len(mark.value) == 43
    assert mark.value not in kept.mark_hash
    browser.post("/find/", {"game": "hokusai", "size": 3})
    assert Device.objects.count() == 1
    later = clock.now() + KEPT + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert do_forget_devices() == 1


def test_a_mark_that_is_none_is_replaced(at_home: Parlour, client_of: ClientOf) -> None:
    (one,) = members(at_home, 1)
    browser = client_of(one)
    browser.cookies[COOKIE] = "x" * 5000
    browser.post("/find/", {"game": "hokusai", "size": 2})
    assert len(browser.cookies[COOKIE].value) == 43


def test_guests_and_casual_tables_leave_no_mark(
    at_home: Parlour, aki: Player, client_of: ClientOf
) -> None:
    host, member = members(at_home, 2)
    guest = client_of(aki)
    join(guest, ranked_table(host))
    casual = opening.do_open(
        at_home, host, game="hokusai", options={}, turn_limit=None, is_listed=True
    )
    join(client_of(member), casual)
    assert COOKIE not in guest.cookies
    assert not Device.objects.exists()


def test_it_is_in_the_export_and_goes_with_the_account(
    at_home: Parlour, client_of: ClientOf
) -> None:
    (one,) = members(at_home, 1)
    client_of(one).post("/find/", {"game": "hokusai", "size": 2})
    packed = [part.export(one) for part in parts()]
    assert any(len(each.get("ranked_browsers", [])) == 1 for each in packed)
    for part in parts():
        part.erase(one)
    assert not Device.objects.exists()
