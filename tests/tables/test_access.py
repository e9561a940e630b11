"""Who gets in where, and what they may do there."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed
from kirakuken.lib.http import Request
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import access
from tables.access import (
    TableAccess,
    access_seat,
    access_table,
    access_table_for,
    invite_token,
    remember_invite,
    table_of_code,
    table_of_token,
)
from tables.models import Table
from tables.services.opening import do_close, do_new_link
from tables.services.seating import do_leave, do_remove_seat
from tables.services.starting import do_start
from tests.tables.play import fresh, match_of, play_to_the_end, table_of

pytestmark = pytest.mark.usefixtures("at_home")


def ask(
    player: Player | None,
    table: Table,
    *,
    at: Parlour | None = None,
    grants: dict[str, int] | None = None,
    door: Callable[[Request, str], TableAccess] = access_table,
) -> TableAccess:
    request = Request()
    request.parlour = at or table.parlour
    request.player = player
    request.moved_player = None
    request.session = SessionBase()
    if grants is not None:
        request.session[access.INVITES] = grants
    return door(request, table.public_id)


def link_of(table: Table) -> dict[str, int]:
    session: dict[str, Any] = {}
    remember_invite(session, fresh(table))
    grants: dict[str, int] = session[access.INVITES]
    return grants


def is_nowhere(*args: Any, **kwargs: Any) -> bool:
    with pytest.raises(Http404):
        ask(*args, **kwargs)
    return True


def test_who_sits_there_gets_in_with_their_own_seat(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    host, guest = ask(aki, table), ask(botan, table)
    assert (host.seat and host.seat.player, host.is_host) == (aki, True)
    assert (guest.seat and guest.seat.player, guest.is_host) == (botan, False)
    assert host.may_watch
    assert not host.may_sit


def test_a_table_by_link_is_not_there_for_anybody_else(aki: Player, daigo: Player) -> None:
    table = table_of(aki)
    assert is_nowhere(daigo, table)
    assert is_nowhere(None, table)


def test_the_link_opens_it_until_there_is_a_new_one(aki: Player, daigo: Player) -> None:
    table = table_of(aki)
    grants = link_of(table)
    for somebody in (daigo, None):
        found = ask(somebody, table, grants=grants)
        assert (found.seat, found.may_sit, found.may_watch) == (None, True, True)
    do_new_link(table, aki)
    assert is_nowhere(daigo, table, grants=grants)
    assert ask(daigo, table, grants=link_of(table)).may_sit


def test_a_link_of_one_table_opens_no_other(aki: Player, botan: Player, daigo: Player) -> None:
    one, other = table_of(aki), table_of(botan)
    assert is_nowhere(daigo, other, grants=link_of(one))


@pytest.mark.parametrize("grant", [None, "0", True, [], {"0": 0}, 1, -1])
def test_a_forged_grant_opens_nothing(aki: Player, daigo: Player, grant: Any) -> None:
    table = table_of(aki)
    do_new_link(table, aki)
    do_new_link(table, aki)
    assert is_nowhere(daigo, table, grants={table.public_id: grant})


def test_a_listed_table_is_open_to_all(aki: Player, daigo: Player) -> None:
    table = table_of(aki, is_listed=True)
    assert ask(None, table).may_sit
    assert ask(daigo, table).may_watch


def test_in_a_match_the_link_lets_people_watch_and_not_sit(
    aki: Player, botan: Player, daigo: Player
) -> None:
    match = match_of(aki, botan)
    found = ask(daigo, match.table, grants=link_of(match.table))
    assert (found.may_sit, found.may_watch) == (False, True)
    play_to_the_end(match)
    assert ask(daigo, match.table, grants=link_of(match.table)).may_sit


def test_who_left_a_match_may_watch_on(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_leave(match.table, botan)
    found = ask(botan, match.table)
    assert (found.seat, found.may_sit, found.may_watch) == (None, False, True)


def test_who_was_removed_may_not_even_watch_unless_everybody_may(
    aki: Player, botan: Player
) -> None:
    for is_listed in (False, True):
        table = table_of(aki, botan, is_listed=is_listed)
        do_remove_seat(table, aki, 1)
        found = ask(botan, table, grants=link_of(table))
        assert (found.seat, found.may_sit, found.is_removed) == (None, False, True)
        assert found.may_watch == is_listed
        for_socket = access_table_for(table.parlour, botan, link_of(table), table.public_id)
        assert (for_socket is not None) == is_listed


def test_who_was_removed_from_a_match_does_not_watch_as_somebody_who_left(
    aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    do_remove_seat(match.table, aki, 1)
    assert not ask(botan, match.table).may_watch


def test_foreign_and_unknown_tables_are_the_same_nowhere(
    aki: Player, fumi: Player, other_parlour: Parlour
) -> None:
    table = table_of(aki, is_listed=True)
    with with_parlour(other_parlour):
        assert is_nowhere(fumi, table, at=other_parlour)
        assert is_nowhere(aki, table, at=other_parlour)
        assert access_table_for(other_parlour, fumi, link_of_id(table), table.public_id) is None
    table.public_id = "A" * 22
    assert is_nowhere(aki, table)


def link_of_id(table: Table) -> dict[str, int]:
    return {table.public_id: table.invite_revision}


def test_a_seat_is_asked_for_by_its_own_door(aki: Player, daigo: Player) -> None:
    table = table_of(aki, is_listed=True)
    assert ask(aki, table, door=access_seat).seat is not None
    with pytest.raises(NotAllowed) as refused:
        ask(daigo, table, door=access_seat)
    assert (refused.value.code, refused.value.status) == ("not_seated", 403)


def test_a_full_table_may_be_watched(aki: Player, daigo: Player) -> None:
    table = table_of(aki, cpus=5, is_listed=True)
    found = ask(daigo, table)
    assert (found.may_sit, found.may_watch) == (False, True)


# --- links and codes ----------------------------------------------------------------------


def test_a_link_leads_to_its_table(aki: Player) -> None:
    table = table_of(aki)
    token = invite_token(table)
    assert len(token) == 30
    assert table_of_token(token) == table


def test_a_link_made_up_changed_or_old_leads_nowhere(aki: Player, botan: Player) -> None:
    table, other = table_of(aki), table_of(botan)
    token = invite_token(table)
    proof = token[8:]
    changed = base64.urlsafe_b64encode(b"\x00" * 16).decode().rstrip("=")
    for wrong in (
        "",
        token[:-1],
        token + "A",
        table.code + changed,
        other.code + proof,
        table.public_id + token[22:],
        token[:8] + proof.swapcase(),
        "é" * 30,
        table.code + "é" * 22,
    ):
        assert table_of_token(wrong) is None, wrong
    do_new_link(table, aki)
    assert table_of_token(token) is None
    assert table_of_token(invite_token(fresh(table))) == table


def test_every_bit_of_a_link_counts(aki: Player) -> None:
    token = invite_token(table_of(aki))
    for place in range(8, 29):  # the last letter carries bits that mean nothing
        other = "A" if token[place] != "A" else "B"
        assert table_of_token(token[:place] + other + token[place + 1 :]) is None


def test_links_and_codes_of_another_parlour_lead_nowhere(
    aki: Player, other_parlour: Parlour
) -> None:
    table = table_of(aki)
    token = invite_token(table)
    with with_parlour(other_parlour):
        assert table_of_token(token) is None
        assert table_of_code(table.code) is None


def test_a_code_is_read_as_people_type_it(aki: Player) -> None:
    table = table_of(aki)
    code = table.code
    for typed in (code, code.lower(), f"{code[:4]} {code[4:]}", f"{code[:4]}-{code[4:]}"):
        assert table_of_code(typed) == table
    for wrong in ("", code[:-1], code + "2", "0" * 8):
        assert table_of_code(wrong) is None


def test_a_closed_table_is_behind_no_link_or_code(aki: Player) -> None:
    table = table_of(aki)
    do_close(table)
    assert table_of_token(invite_token(table)) is None
    assert table_of_code(table.code) is None


def test_a_running_match_is_behind_its_link(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_start(table, aki)
    assert table_of_token(invite_token(table)) == table


def test_a_session_remembers_the_last_fifty_links(aki: Player) -> None:
    table = table_of(aki)
    session: dict[str, Any] = {access.INVITES: {f"old{number}": 0 for number in range(60)}}
    remember_invite(session, table)
    grants = session[access.INVITES]
    assert len(grants) == 50
    assert grants[table.public_id] == 0
    assert "old0" not in grants
