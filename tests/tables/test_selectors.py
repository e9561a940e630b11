"""What pages are made of: one reading of a table, and nothing a viewer may not know."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.registry import Game
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables.lists import listed_tables, running_tables_of
from tables.models import Match, Table
from tables.selectors import Snapshot, snapshot, snapshot_after
from tables.services.opening import do_close
from tables.services.seating import do_join, do_leave
from tables.services.starting import do_commit_nonce, do_start
from tests.tables.play import Time, asked, fresh, match_of, play_to_the_end, press, table_of
from tests.tables.toy import Dealt, Put, Ready

pytestmark = pytest.mark.usefixtures("at_home")


def test_a_waiting_table_has_seats_and_no_match(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan, cpus=1)
    shown = snapshot(table.pk)
    assert shown.match is None
    assert not shown.has_board
    assert shown.decisions == ()
    assert [(p.seat, p.name, p.mark, p.is_cpu, p.is_host) for p in shown.people] == [
        (0, "Aki", "hat", False, True),
        (1, "Botan", "lantern", False, False),
        (2, "Karakuri 1", "fan", True, False),
    ]
    with translation.override("ja"):
        assert shown.people[2].name == "からくり一号"
    assert shown.steps(-1, 0) == []
    with pytest.raises(LookupError):
        shown.view(0)


def test_what_a_move_has_read_is_what_a_new_reading_finds(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, cpus=1, is_listed=True, turn_limit=30)
    after = press(match).after
    assert after is not None
    with CaptureQueriesContext(connection) as asked_for:
        made = snapshot_after(after.match, after.seats, after.told)
        steps = [made.steps(0, viewer) for viewer in (0, 1, None)]
        assert made.view(0) and made.hushed_by(0) == frozenset()
    assert not asked_for.captured_queries
    found = snapshot(match.table_id)
    for part in ("table", "seats", "match", "players", "decisions", "is_paused", "result"):
        assert getattr(made, part) == getattr(found, part), part
    assert [found.steps(0, viewer) for viewer in (0, 1, None)] == steps
    assert made.view(0) == found.view(0)


def test_a_match_is_shown_as_each_seat_knows_it(toy: Game, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, game="toy")
    shown = snapshot(match.table_id)
    own = [shown.view(seat).own for seat in (0, 1)]
    assert None not in own
    assert shown.view(None).own is None
    for viewer, heard in ((0, [own[0], None]), (1, [None, own[1]]), (None, [None, None])):
        (start,) = shown.steps(-1, viewer)
        assert (start.number, start.seat, start.by) == (0, None, None)
        assert start.events == tuple(Dealt(seat, card) for seat, card in enumerate(heard))  # type: ignore[arg-type]
    assert [each.question.name for each in shown.decisions if each] == ["stake", "stake"]
    assert Put(10) in shown.legal_actions(0)
    assert shown.owing == [0, 1]


def test_nothing_in_a_reading_prints_or_hands_out_a_state(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    shown = snapshot(match.table_id)
    shown.view(0)
    shown.steps(-1, 0)
    row = Match.objects.values_list("state", "opening").get(pk=match.pk)
    printed = repr(shown)
    for secret in row:
        assert secret not in printed
    assert "cards" not in printed


def test_steps_come_in_order_and_stop_at_the_version_that_was_read(
    aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    for _ in range(3):
        press(match)
    shown = snapshot(match.table_id)
    press(match)
    press(match)
    assert [step.number for step in shown.steps(-1, 0)] == [0, 1, 2, 3]
    assert [step.number for step in shown.steps(1, None)] == [2, 3]
    assert shown.steps(3, 0) == []
    assert shown.steps(1, 0)[0].by == "human"


def test_a_reading_takes_three_statements_and_one_more_for_steps(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo, cpus=1)
    press(match)
    with CaptureQueriesContext(connection) as made:
        shown = snapshot(match.table_id)
        for viewer in (0, 1, 2, None):
            shown.view(viewer)
        assert shown.people
    assert len(made) == 2
    with CaptureQueriesContext(connection) as made:
        for viewer in (0, 1, 2, None):
            shown.steps(0, viewer)
    assert len(made) == 1
    assert not any("BEGIN" in query["sql"] for query in made), "reading takes no write lock"


def test_the_result_is_shown_with_who_played(aki: Player, botan: Player, chiyo: Player) -> None:
    match = play_to_the_end(match_of(aki, botan))
    do_leave(match.table, botan)
    do_join(match.table, chiyo)
    shown = snapshot(match.table_id)
    assert [person.name for person in shown.people] == ["Aki", "Botan"]
    assert [person.is_away for person in shown.people] == [False, True]
    assert [seat.name for seat in shown.seats] == ["Aki", "", "千代"]
    assert shown.result is not None
    assert list(shown.result.ranks) == match.ranks
    assert shown.match is not None
    assert shown.match.is_over


def test_a_player_looks_with_the_eyes_of_the_seat_they_played(
    aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    table = table_of(aki, botan, chiyo)
    assert snapshot(table.pk).viewer_of(botan) == 1
    match = do_start(table, aki)
    assert snapshot(table.pk).viewer_of(chiyo) == 2
    assert snapshot(table.pk).viewer_of(daigo) is None
    assert snapshot(table.pk).viewer_of(None) is None
    do_leave(table, botan)
    assert snapshot(table.pk).viewer_of(botan) is None, "who left sees what spectators see"
    while not fresh(match).is_over:
        if asked(match)[0] == 1:
            Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
            Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
            break
        press(match)
    do_join(table, daigo)
    shown = snapshot(table.pk)
    assert [shown.viewer_of(player) for player in (aki, botan, chiyo, daigo)] == [0, None, 2, None]


def test_while_the_dice_are_made_there_is_a_match_and_no_board(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_commit_nonce(table, aki, "a" * 64)
    do_start(table, aki)
    shown = snapshot(table.pk)
    assert shown.match is not None
    assert shown.match.status == Match.Status.SHUFFLING
    assert (shown.has_board, shown.owing, shown.steps(-1, 0)) == (False, [], [])


def test_the_deadline_shown_is_ones_own_or_else_the_next_of_the_others(
    time: Time, toy: Game, aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo, game="toy", turn_limit=30)
    press(match, 0, Ready())

    def left(shown: Snapshot, viewer: int | None) -> float:
        until = shown.shown_until(viewer)
        assert until is not None
        return (until - time.now).total_seconds()

    shown = snapshot(match.table_id)
    assert [left(shown, viewer) for viewer in (0, 1, None)] == [30, 30, 30]
    endless = snapshot(match_of(aki, botan).table_id)
    assert endless.shown_until(0) is None
    assert endless.shown_until(None) is None


def test_an_unknown_table_is_not_there() -> None:
    with pytest.raises(Table.DoesNotExist):
        snapshot(999)


# --- lists --------------------------------------------------------------------------------


def test_the_list_shows_listed_tables_with_room_first(
    at_home: Parlour, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    running = match_of(aki, botan, is_listed=True).table
    table_of(aki)
    old = table_of(botan, is_listed=True)
    new = table_of(chiyo, is_listed=True)
    closed = table_of(daigo, is_listed=True)
    do_close(closed)
    assert listed_tables(at_home) == [new, old, running]
    with CaptureQueriesContext(connection) as made:
        for table in listed_tables(at_home):
            [seat.player and seat.player.name for seat in table.seats.all()]
            assert table.host is not None
    assert len(made) == 2


def test_a_players_tables_are_those_they_sit_at(aki: Player, botan: Player, chiyo: Player) -> None:
    mine = table_of(botan, aki)
    running = match_of(aki, chiyo).table
    left = table_of(botan, aki)
    do_leave(left, aki)
    closed = table_of(aki)
    do_close(closed)
    assert set(running_tables_of(aki)) == {mine, running}
    assert [len(table.seats.all()) for table in running_tables_of(aki)] == [2, 2]
