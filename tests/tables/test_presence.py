"""Who is there: signs of presence, absence, coming back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kirakuken.accounts.models import Player
from tables.models import Table
from tables.pages import page_for
from tables.selectors import snapshot
from tables.services.presence import do_hear, do_miss, do_see
from tables.services.seating import do_leave
from tables.tasks import sweep_once
from tests.tables.play import Time, fresh, match_of, seat_at, table_of

pytestmark = pytest.mark.usefixtures("at_home")


def test_a_sign_of_presence_is_written_every_five_seconds_at_most(time: Time, aki: Player) -> None:
    table = table_of(aki)
    seat = table.seats.get()
    seen = []
    for _ in range(12):
        time.passes(1)
        do_see(table.pk, aki.pk)
        seen.append((time.now - fresh(seat).last_seen).total_seconds())
    assert seen == [1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2]


def test_a_present_persons_sign_costs_two_statements_and_raises_no_version(
    time: Time, aki: Player, botan: Player
) -> None:
    table = table_of(aki, botan)
    time.passes(60)
    with CaptureQueriesContext(connection) as made:
        do_see(table.pk, botan.pk)
    assert [query["sql"].split()[0] for query in made] == ["SELECT", "UPDATE"]
    assert fresh(table).room_version == table.room_version


def test_somebody_without_a_seat_is_nobody_to_see(aki: Player, daigo: Player) -> None:
    table = table_of(aki)
    do_see(table.pk, daigo.pk)
    assert do_miss(table.pk, daigo.pk)


def test_a_lost_socket_counts_after_ten_seconds_without_any_sign(
    time: Time, aki: Player, botan: Player
) -> None:
    table = table_of(aki, botan)
    time.passes(9)
    assert not do_miss(table.pk, botan.pk)
    do_see(table.pk, botan.pk)
    time.passes(9)
    assert not do_miss(table.pk, botan.pk), "a request came in between"
    time.passes(1)
    assert do_miss(table.pk, botan.pk)
    assert snapshot(table.pk).people[1].is_away
    assert fresh(table).room_version == table.room_version + 1


def test_missing_somebody_twice_changes_nothing_more(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    since, room = seat_at(match, 1).absent_since, fresh(match.table).room_version
    time.passes(10)
    assert do_miss(match.table_id, botan.pk)
    assert (seat_at(match, 1).absent_since, fresh(match.table).room_version) == (since, room)


def test_coming_back_takes_effect_at_once(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    time.passes(0.1)
    do_see(match.table_id, botan.pk)
    assert seat_at(match, 1).absent_since is None
    assert not snapshot(match.table_id).people[1].is_away


def test_heartbeats_of_many_sockets_are_one_write_and_bring_nobody_back(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, cpus=1)
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    seats = [seat_at(match, number) for number in range(3)]
    time.passes(25)
    with CaptureQueriesContext(connection) as made:
        do_hear([seat.pk for seat in seats])
    assert len(made) == 1
    assert [fresh(seat).last_seen == time.now for seat in seats] == [True, True, False]
    assert fresh(seats[1]).absent_since is not None


def test_nobody_is_missed_at_a_closed_table(time: Time, aki: Player) -> None:
    table = table_of(aki)
    do_leave(table, aki)
    assert fresh(table).phase == Table.Phase.CLOSED
    assert do_miss(table.pk, aki.pk)


def test_a_page_that_is_merely_open_does_not_end_being_away_after_time_outs(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    seat = seat_at(match, 0)
    seat.timeouts = 2
    seat.save()
    time.passes(5)
    do_see(match.table_id, aki.pk)
    assert snapshot(match.table_id).people[0].is_away
    do_see(match.table_id, aki.pk, by_hand=True)
    assert not snapshot(match.table_id).people[0].is_away


def test_a_match_that_stands_still_says_so_to_those_who_watch(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=1, turn_limit=60)
    time.passes(10)
    do_miss(match.table_id, aki.pk)
    for language, words in (("en", "The match is paused"), ("ja", "対局は止まっています")):
        page = page_for(snapshot(match.table_id), None, language)
        assert words in page.regions["turnbar"] and words in page.regions["counter"]
        assert page.until is None, "no clock runs"
    do_see(match.table_id, aki.pk)
    assert "paused" not in page_for(snapshot(match.table_id), None, "en").regions["turnbar"]


def test_an_absent_hosts_powers_pass_on_after_a_minute_and_stay_there(
    time: Time, aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo)
    for player in (aki, botan):
        time.passes(10)
        do_miss(match.table_id, player.pk)
        do_see(match.table_id, chiyo.pk)
    time.passes(49)
    sweep_once()
    assert fresh(match.table).host == aki
    room = fresh(match.table).room_version
    time.passes(1)
    sweep_once()
    assert fresh(match.table).host == chiyo, "the next who is there, not the next"
    assert fresh(match.table).room_version == room + 1
    do_see(match.table_id, aki.pk, by_hand=True)
    sweep_once()
    assert fresh(match.table).host == chiyo
    host = page_for(snapshot(match.table_id), 2, "en").regions["menu"]
    assert "Remove" in host
    assert "Remove" not in page_for(snapshot(match.table_id), 0, "en").regions["menu"]


def test_a_table_whose_host_is_no_more_gets_another(time: Time, aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    Table.objects.filter(pk=table.pk).update(host=None)
    sweep_once()
    assert fresh(table).host == aki
