"""The sweep over all parlours, and the tidying of tables nobody uses."""

import logging
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import current_parlour, with_parlour
from tables import tasks
from tables.models import ClockBeat, Match, Move, Table
from tables.selectors import snapshot
from tables.services import playing
from tables.services.presence import do_miss, do_see
from tables.tasks import act, sweep, sweep_once, tidy
from tests.cast import make_player
from tests.tables.play import (
    Time,
    asked,
    fresh,
    match_of,
    play_to_the_end,
    press,
    seat_at,
    table_of,
)

pytestmark = pytest.mark.usefixtures("db")


def match_at(parlour: Parlour, **settings: Any) -> Match:
    with with_parlour(parlour):
        return match_of(make_player(parlour, "Ren"), make_player(parlour, "Mio"), **settings)


def moves_of(match: Match) -> int:
    with with_parlour(match.parlour):
        return Move.objects.filter(match=match).count()


def seconds_of_beats() -> list[tuple[str, float]]:
    return [
        (beat.name, (clock.now() - beat.at).total_seconds())
        for beat in ClockBeat.objects.order_by("name")
    ]


def test_what_is_due_is_done_in_every_parlour(
    time: Time, parlour: Parlour, other_parlour: Parlour
) -> None:
    matches = [match_at(parlour, turn_limit=30), match_at(other_parlour, turn_limit=30)]
    assert sweep_once() == 0
    time.passes(20)
    sweep_once()
    time.passes(11)
    assert sweep_once() == 2
    assert [moves_of(match) for match in matches] == [1, 1]
    assert sweep_once() == 0


def test_each_caller_stamps_the_clock_under_its_name(time: Time, parlour: Parlour) -> None:
    sweep()
    time.passes(3)
    sweep_once()
    time.passes(1)
    assert seconds_of_beats() == [("beat", 4), ("web", 1)]


def test_a_sweep_with_nothing_to_do_is_cheap(time: Time, parlour: Parlour) -> None:
    match_at(parlour, turn_limit=60)
    sweep_once()
    with CaptureQueriesContext(connection) as made:
        sweep_once()
    assert len(made) <= 8, [query["sql"] for query in made]


def test_a_hint_acts_in_its_parlour_only(
    time: Time, parlour: Parlour, other_parlour: Parlour
) -> None:
    match = match_at(parlour, turn_limit=30)
    time.passes(31)
    act(match.pk, other_parlour.pk)
    act(match.pk, 999)
    assert moves_of(match) == 0
    act(match.pk, parlour.pk)
    act(match.pk, parlour.pk)
    assert moves_of(match) == 1


def test_a_closed_parlour_stands_still(time: Time, parlour: Parlour) -> None:
    match = match_at(parlour, turn_limit=30)
    Parlour.objects.update(is_active=False)
    time.passes(31)
    assert sweep_once() == 0
    act(match.pk, parlour.pk)
    assert moves_of(match) == 0


def test_a_fault_in_one_match_does_not_stop_the_others_and_tells_no_state(
    time: Time,
    parlour: Parlour,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad, good = match_at(parlour, turn_limit=30), match_at(parlour, turn_limit=31)
    act_on_due = playing.act_on_due

    def sometimes(match_id: int, **how: bool) -> bool:
        if match_id == bad.pk:
            raise ValueError("the card is 71")
        return act_on_due(match_id, **how)

    monkeypatch.setattr(playing, "act_on_due", sometimes)
    time.passes(20)
    sweep_once()
    time.passes(20)
    with caplog.at_level(logging.INFO):
        assert sweep_once() == 1
    assert (moves_of(bad), moves_of(good)) == (0, 1)
    assert "ValueError" in caplog.text
    assert "71" not in caplog.text.replace("test_sweep", "")


def test_more_than_fit_into_one_go_are_all_done(
    time: Time, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "AT_ONCE", 2)
    matches = [match_at(parlour, turn_limit=20) for _ in range(5)]
    sweep_once()
    time.passes(21)
    assert sweep_once() == 5
    assert [moves_of(match) for match in matches] == [1] * 5


# --- outages ------------------------------------------------------------------------------


def test_an_outage_is_given_back_once_to_those_whose_time_ran_out_in_it(
    time: Time, parlour: Parlour
) -> None:
    match = match_at(parlour, turn_limit=60)
    with with_parlour(parlour):
        before = asked(match)[1].due_at
    sweep_once()
    time.passes(600)
    assert sweep_once() == 0, "the first sweep gives the time back before it looks"
    with with_parlour(parlour):
        after = asked(match)[1].due_at
        assert before is not None
        assert after is not None
        assert (after - before).total_seconds() == 600
        assert fresh(match).due_at == after
        assert not any(person.is_away for person in snapshot(match.table_id).people)
    time.passes(5)
    sweep_once()
    with with_parlour(parlour):
        assert asked(match)[1].due_at == after
    for _ in range(3):
        time.passes(20)
        sweep_once()
    assert moves_of(match) == 1


def test_a_short_silence_of_the_clock_is_no_outage(time: Time, parlour: Parlour) -> None:
    match = match_at(parlour, turn_limit=20)
    sweep_once()
    time.passes(30)
    assert sweep_once() == 1
    assert moves_of(match) == 1


def test_a_cpu_gets_nothing_back_from_an_outage(time: Time, parlour: Parlour) -> None:
    with with_parlour(parlour):
        match = match_of(make_player(parlour, "Ren"), cpus=1, turn_limit=60)
        while asked(match)[0] == 0:
            press(match)
    made = moves_of(match)
    sweep_once()
    time.passes(600)
    assert sweep_once() == 1
    assert moves_of(match) == made + 1


def test_the_first_start_of_a_house_is_no_outage(time: Time, parlour: Parlour) -> None:
    match = match_at(parlour, turn_limit=30)
    time.passes(3600)
    assert sweep_once() == 1
    assert moves_of(match) == 1


# --- absence ------------------------------------------------------------------------------


def test_people_of_whom_nothing_is_heard_count_as_absent(time: Time, parlour: Parlour) -> None:
    match = match_at(parlour)
    time.passes(80)
    sweep_once()
    with with_parlour(parlour):
        do_see(match.table_id, seat_at(match, 0).player_id or 0)
    time.passes(11)
    sweep_once()
    with with_parlour(parlour):
        assert [person.is_away for person in snapshot(match.table_id).people] == [False, True]


def test_an_absent_hosts_powers_pass_on_after_a_minute_and_do_not_come_back(
    time: Time, parlour: Parlour, aki: Player, botan: Player, chiyo: Player
) -> None:
    with with_parlour(parlour):
        table = table_of(aki, botan, chiyo)
        time.passes(10)
        do_miss(table.pk, aki.pk)
        do_miss(table.pk, botan.pk)
    for passed, host in ((59, aki), (1, chiyo)):
        time.passes(passed)
        with with_parlour(parlour):
            do_see(table.pk, chiyo.pk)
        sweep_once()
        with with_parlour(parlour):
            assert fresh(table).host == host
    with with_parlour(parlour):
        do_see(table.pk, aki.pk)
    sweep_once()
    with with_parlour(parlour):
        assert fresh(table).host == chiyo


def test_a_host_who_is_absent_together_with_all_others_stays_host(
    time: Time, parlour: Parlour, aki: Player, botan: Player
) -> None:
    with with_parlour(parlour):
        table = table_of(aki, botan)
        time.passes(10)
        do_miss(table.pk, aki.pk)
        do_miss(table.pk, botan.pk)
        time.passes(70)
        sweep_once()
        assert fresh(table).host == aki


# --- tidying ------------------------------------------------------------------------------


def phase_of(table: Table) -> str:
    with with_parlour(table.parlour):
        return str(fresh(table).phase)


def test_a_table_that_never_started_vanishes_after_an_hour(
    time: Time, parlour: Parlour, aki: Player
) -> None:
    with with_parlour(parlour):
        table = table_of(aki, is_listed=True)
    time.passes(3599)
    tidy()
    assert phase_of(table) == Table.Phase.WAITING
    time.passes(1)
    tidy()
    assert phase_of(table) == Table.Phase.CLOSED


def test_a_finished_table_closes_after_a_day(time: Time, parlour: Parlour) -> None:
    match = match_at(parlour)
    with with_parlour(parlour):
        play_to_the_end(match)
    time.passes(24 * 3600 - 1)
    tidy()
    assert phase_of(match.table) == Table.Phase.FINISHED
    time.passes(1)
    tidy()
    assert phase_of(match.table) == Table.Phase.CLOSED
    with with_parlour(parlour):
        assert fresh(match).status == Match.Status.FINISHED


def test_a_match_nobody_comes_back_to_ends_unfinished_after_a_day(
    time: Time, parlour: Parlour
) -> None:
    match = match_at(parlour)
    for _ in range(3):
        time.passes(8 * 3600)
        with with_parlour(parlour):
            do_see(match.table_id, seat_at(match, 1).player_id or 0)
        tidy()
    assert phase_of(match.table) == Table.Phase.PLAYING, "somebody was here"
    time.passes(24 * 3600)
    tidy()
    assert phase_of(match.table) == Table.Phase.CLOSED
    with with_parlour(parlour):
        over = fresh(match)
        assert over.status == Match.Status.UNFINISHED
        assert over.reason == "nobody_came_back"
        assert over.key.revealed_at is not None, "the dice are shown however a match ends"
        assert over.due_at is None


def test_what_cannot_be_forgotten_keeps_nothing_else(
    time: Time, parlour: Parlour, other_parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten = []

    def fails() -> None:
        raise ValueError

    def works() -> None:
        forgotten.append(current_parlour())

    monkeypatch.setattr(tasks, "FORGETTING", (fails, works))
    tidy()
    assert forgotten == [parlour, other_parlour]
