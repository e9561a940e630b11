"""The waiting room of people who were found for each other."""

import re
from html import unescape

import pytest

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from tables.models import Seat, Table
from tables.services import seating, waiting
from tables.services.opening import do_seat_those_who_wait
from tests.cast import ClientOf
from tests.ratings.people import members
from tests.tables.doors import invite
from tests.tables.play import Time


def found(parlour: Parlour, people: list[Player]) -> Table:
    for player in people:
        waiting.do_wait(parlour, player, "hokusai", len(people))
    table = do_seat_those_who_wait(parlour, "hokusai", len(people))
    assert table is not None
    return table


def room(client_of: ClientOf, player: Player, table: Table) -> str:
    page = unescape(client_of(player).get(f"/t/{table.public_id}/").content.decode())
    return re.sub(r"\s+", " ", page[page.index("<main") :])


def test_both_are_told_who_was_found_and_what_happens(
    at_home: Parlour, client_of: ClientOf
) -> None:
    host, other = members(at_home, 2)
    table = found(at_home, [host, other])
    assert "After a minute without a host" in room(client_of, other, table)
    room(client_of, host, table)  # comes, and both are there
    theirs = room(client_of, other, table)
    ours = room(client_of, host, table)
    for page, name in ((ours, other.name), (theirs, host.name)):
        assert f"Found for this table of 2: you, {name}." in page
        assert "Nobody else comes in" in page and "(2 of 2)" in page
        assert "loses nothing" in page
        assert not re.search("Invite friends|Table code|up to 6|free seat|/qr/", page)
    assert "Everybody is here" in ours and f"{other.name} waits for you" in ours
    assert 'id="start"' in ours
    assert f"as soon as {host.name} presses Start" in theirs and 'id="start"' not in theirs


def test_a_table_opened_by_hand_still_invites(at_home: Parlour, client_of: ClientOf) -> None:
    (host,) = members(at_home, 1)
    client_of(host).post("/tables/new/", {"game": "hokusai", "ranked": "on"})
    page = room(client_of, host, Table.objects.get())
    assert "Invite friends" in page and "up to 6" in page


def test_nobody_else_comes_in(at_home: Parlour, client_of: ClientOf) -> None:
    host, other, third = members(at_home, 3)
    table = found(at_home, [host, other])
    browser = client_of(third)
    assert browser.get(f"/t/{table.public_id}/").status_code == 404
    invite(browser, table)  # somebody told them the link
    assert browser.post(f"/t/{table.public_id}/join/", {}).status_code == 422
    with pytest.raises(Refused, match="table_full"):
        seating.do_join(table, third)
    assert {seat.player for seat in Seat.objects.all()} == {host, other}


def test_of_two_one_leaves(at_home: Parlour, client_of: ClientOf) -> None:
    host, other = members(at_home, 2)
    table = found(at_home, [host, other])
    client_of(host).post(f"/t/{table.public_id}/leave/")
    page = room(client_of, other, table)
    assert "Somebody has left" in page and "Too few are left" in page
    assert "1 of those who were found has left." in page
    assert 'id="find-another"' in page and 'id="start"' not in page
    answer = client_of(other).post(f"/t/{table.public_id}/leave/")
    assert answer["Location"] == "/find/?game=hokusai"
    assert Table.objects.get().phase == Table.Phase.CLOSED


def test_of_three_one_leaves(at_home: Parlour, client_of: ClientOf) -> None:
    host, other, third = members(at_home, 3)
    table = found(at_home, [host, other, third])
    seating.do_leave(table, third)
    page = room(client_of, host, table)
    assert "You can play with those who are here" in page and 'id="start"' in page
    assert client_of(host).post(f"/t/{table.public_id}/start/").status_code == 303
    assert Table.objects.get().phase == Table.Phase.PLAYING


def test_a_host_who_does_not_come(at_home: Parlour, client_of: ClientOf, time: Time) -> None:
    host, other = members(at_home, 2)
    table = found(at_home, [host, other])  # and the host's page was shut a moment before
    page = room(client_of, other, table)
    assert "After a minute without a host" in page
    time.passes(59)
    assert not seating.do_pass_host_on(table.pk)
    time.passes(1)
    assert seating.do_pass_host_on(table.pk)
    page = room(client_of, other, table)
    assert f"{host.name} is not here. Wait a little, or leave." in page and 'id="start"' in page
