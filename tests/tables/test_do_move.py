"""The one door."""

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import Roll
from games.registry import Game
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Busy, NotAllowed, Refused, TooLate
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import notify, store
from tables.models import Match, Move, Table
from tables.selectors import snapshot
from tables.services.playing import do_move
from tables.services.starting import do_again
from tests.tables.play import (
    Time,
    asked,
    decisions,
    fresh,
    match_of,
    play_to_the_end,
    press,
    seat_at,
)
from tests.tables.toy import GoOn, Put, Ready

pytestmark = pytest.mark.usefixtures("at_home")


def moves(match: Match) -> list[Move]:
    return list(Move.objects.filter(match=match).order_by("number"))


def test_a_press_makes_one_move_and_says_who_decided(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    played = press(match, 0)
    assert (played.match_version, played.repeated) == (1, False)
    (move,) = moves(match)
    assert (move.number, move.seat, move.by, move.decision) == (1, 0, Move.By.HUMAN, 0)
    assert move.action == '{"type":"roll"}'
    assert [each["purpose"] for each in move.drawn] == ["die"]
    now = fresh(match)
    assert (now.version, now.draws) == (1, 1)


def test_the_same_press_fifty_times_has_one_effect_and_fifty_answers(
    aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    press_id = str(uuid.uuid4())
    answers = [press(match, 0, decision=0, one_time_id=press_id) for _ in range(50)]
    assert [answer.repeated for answer in answers] == [False] + [True] * 49
    assert {answer.match_version for answer in answers} == {1}
    assert len(moves(match)) == 1


def test_a_press_repeated_after_others_moved_gets_the_present_version(
    aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    press(match, 0, decision=0, one_time_id="first")
    press(match)
    again = press(match, 0, decision=0, one_time_id="first")
    assert again.repeated
    assert again.match_version == 2


def test_a_press_repeated_while_its_question_is_open_is_not_played_again(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    assert not press(match, 0, Put(3), one_time_id="three").repeated
    assert press(match, 0, Put(3), one_time_id="three").repeated
    assert snapshot(match.table_id).view(0).staked == (3, 0)
    assert fresh(match).draws == match.draws


def test_a_press_repeated_when_the_rules_would_refuse_it_is_still_a_repetition(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    press(match, 0, Put(9), one_time_id="nine")
    assert press(match, 0, Put(9), one_time_id="nine").repeated
    assert snapshot(match.table_id).view(0).staked == (9, 0)


def test_a_one_time_id_is_good_for_one_action_of_one_seat(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    press(match, 0, Put(3), one_time_id="once")
    with pytest.raises(TooLate):
        press(match, 0, Put(4), one_time_id="once")
    with pytest.raises(TooLate):
        press(match, 1, Put(3), one_time_id="once")
    assert snapshot(match.table_id).view(0).staked == (3, 0)


def test_a_refused_action_may_be_corrected_and_sent_again_under_the_same_id(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    with pytest.raises(Refused) as refusal:
        press(match, 0, Put(11), one_time_id="typed")
    assert (refusal.value.code, refusal.value.status) == ("not_enough_points", 422)
    assert moves(match) == []
    assert not press(match, 0, Put(10), one_time_id="typed").repeated


def test_an_answer_to_an_older_question_comes_too_late(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    press(match, 0, decision=0)
    with pytest.raises(TooLate) as late:
        press(match, 0, decision=0)
    assert (late.value.code, late.value.status) == ("too_late", 409)
    assert len(moves(match)) == 1


@pytest.mark.parametrize("decision", [-1, 1, 7])
def test_a_decision_that_was_never_put_is_not_open(
    aki: Player, botan: Player, decision: int
) -> None:
    match = match_of(aki, botan)
    with pytest.raises(TooLate):
        press(match, 0, decision=decision)


@pytest.mark.parametrize("seat", [1, 2, 99, -1])
def test_a_seat_that_is_not_asked_or_not_there_cannot_act(
    aki: Player, botan: Player, seat: int
) -> None:
    match = match_of(aki, botan)
    with pytest.raises(TooLate):
        press(match, seat, decision=0)
    assert moves(match) == []


def test_nothing_moves_after_the_end(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    over = play_to_the_end(match)
    last = moves(match)[-1]
    for seat in (0, 1):
        for number in (last.decision, over.version):
            with pytest.raises(TooLate):
                press(match, seat, decision=number)
    assert press(match, last.seat, decision=last.decision, one_time_id=last.one_time_id).repeated
    assert fresh(match).version == over.version


def test_two_people_asked_at_once_do_not_refuse_each_other(
    toy: Game, time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy", turn_limit=30)
    before = decisions(match)
    time.passes(7)
    press(match, 0, Put(1), decision=0)
    press(match, 1, Put(2), decision=0)
    press(match, 0, Put(3), decision=0)
    press(match, 1, Ready(), decision=0)
    assert snapshot(match.table_id).view(None).staked == (4, 2)
    assert decisions(match) == [before[0], None], "neither numbers nor deadlines were touched"


def test_a_new_question_gets_the_version_as_number_and_a_deadline_of_its_own(
    toy: Game, time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy", turn_limit=30)
    press(match, 0, Ready())
    time.passes(10)
    press(match, 1, Ready())
    for decision in decisions(match):
        assert decision is not None
        assert (decision.number, decision.question.name) == (2, "go_on")
        assert decision.asked_at == time.now
        assert decision.shown_until is not None
        # Two seconds of motion, six of the question's own, whatever the turn limit is.
        assert (decision.shown_until - time.now).total_seconds() == 2 + 6
    with pytest.raises(TooLate):
        press(match, 0, GoOn(), decision=0)
    press(match, 0, GoOn(), decision=2)


def test_a_person_cannot_act_for_a_cpu(aki: Player, botan: Player) -> None:
    match = match_of(aki, cpus=1)
    press(match, 0)
    while asked(match)[0] == 0:
        press(match, 0)
    with pytest.raises(NotAllowed):
        press(match, 1)


@pytest.mark.parametrize("by", [Move.By.CPU, Move.By.CLOCK, Move.By.STAND_IN])
def test_nobody_else_decides_for_a_person_who_is_there_and_in_time(
    time: Time, aki: Player, botan: Player, by: Move.By
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(30.9)
    with pytest.raises(TooLate):
        press(match, 0, by=by)


def test_a_fault_in_the_rules_changes_nothing_and_throws_the_same_dice_again(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)
    resolve = HokusaiEngine._resolve
    seen: list[int] = []

    def break_after_the_roll(self: Any, state: Any, seat: Any, action: Any, dice: Any) -> Any:
        resolve(self, state, seat, action, dice)
        seen.append(dice.log[0].result[0])
        raise ZeroDivisionError

    before = Match.objects.values().get(pk=match.pk)
    with monkeypatch.context() as broken:
        broken.setattr(HokusaiEngine, "_resolve", break_after_the_roll)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                press(match, 0)
    assert Match.objects.values().get(pk=match.pk) == before
    assert moves(match) == []
    press(match, 0)
    assert [moves(match)[0].drawn[0]["result"][0]] * 2 == seen


def test_the_last_move_ends_the_match_and_frees_the_table(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo)
    over = play_to_the_end(match)
    assert over.status == Match.Status.FINISHED
    assert over.reason == "first_home"
    assert sorted(over.ranks or [])[0] == 1
    assert len(over.scores or []) == 3
    assert over.decisions == [None, None, None]
    assert over.due_at is None
    assert over.ended_at is not None
    assert over.key.revealed_at is not None
    table = fresh(match.table)
    assert table.phase == Table.Phase.FINISHED
    assert table.next_first == 1
    assert table.room_version > match.table.room_version


def test_the_match_after_it_has_nothing_of_it(aki: Player, botan: Player) -> None:
    first = play_to_the_end(match_of(aki, botan))
    second = do_again(first.table, botan)
    assert (second.number, second.version, second.first) == (2, 0, 1)
    assert second.public_id != first.public_id
    assert second.key.sealed != first.key.sealed
    assert second.key.revealed_at is None
    assert asked(second)[0] == 1


def test_a_move_is_told_by_numbers_only(
    aki: Player,
    botan: Player,
    notices: list[dict[str, Any]],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> None:
    match = match_of(aki, botan)
    with django_capture_on_commit_callbacks(execute=True):
        press(match, 0)
    (notice,) = notices
    assert notice.pop("group") == f"p{match.parlour_id}.t{match.table_id}"
    assert (notice["match"], notice["v"]) == (match.pk, 1)
    assert notice["room"] == fresh(match.table).room_version
    assert all(isinstance(value, int) for name, value in notice.items() if name != "type")


def test_a_move_that_failed_is_not_told(
    aki: Player,
    botan: Player,
    notices: list[dict[str, Any]],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> None:
    match = match_of(aki, botan)
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(TooLate):
        press(match, 1, decision=0)
    assert notices == []


@pytest.mark.django_db(transaction=True)
def test_a_move_stands_when_telling_it_fails(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)

    def fail(group: str, message: dict[str, Any]) -> None:
        raise ConnectionError

    monkeypatch.setattr(notify.post, "send", fail)
    assert press(match, 0).match_version == 1
    assert fresh(match).version == 1


@pytest.mark.django_db(transaction=True)
def test_the_door_does_not_open_inside_another_transaction(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        press(match, 0)


def test_nothing_is_read_before_the_lock_and_only_four_statements_are_made_under_it(
    aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=60)
    with CaptureQueriesContext(connection) as asked_for:
        do_move(match.pk, 0, Roll(), decision=0, by=Move.By.HUMAN, one_time_id="x")
    words = [query["sql"].split()[0] for query in asked_for]
    assert words == ["SAVEPOINT", "SELECT", "SELECT", "INSERT", "UPDATE", "RELEASE"]
    assert 'FROM "tables_match"' in asked_for[1]["sql"]


class Locked:
    """A database that is taken the first few times somebody wants to write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
        self.left, self.tries = times, 0
        append = store.append

        def sometimes(*args: Any, **kwargs: Any) -> None:
            self.tries += 1
            if self.left:
                self.left -= 1
                raise OperationalError("database is locked")
            append(*args, **kwargs)

        monkeypatch.setattr(store, "append", sometimes)
        monkeypatch.setattr("tables.services.transactions.time.sleep", lambda seconds: None)


def test_a_locked_database_is_tried_once_more(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)
    database = Locked(monkeypatch, times=1)
    assert press(match, 0).match_version == 1
    assert database.tries == 2


def test_a_database_that_stays_locked_is_busy_and_nothing_was_done(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)
    database = Locked(monkeypatch, times=9)
    with pytest.raises(Busy) as busy:
        press(match, 0)
    assert (busy.value.status, busy.value.code, database.tries) == (503, "busy", 2)
    assert fresh(match).version == 0


def test_other_database_errors_are_not_taken_for_being_busy(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)

    def fail(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no such table")

    monkeypatch.setattr(store, "append", fail)
    with pytest.raises(OperationalError):
        press(match, 0)


def test_a_match_of_another_parlour_is_not_there(
    aki: Player, botan: Player, fumi: Player, other_parlour: Parlour
) -> None:
    match = match_of(aki, botan)
    with with_parlour(other_parlour), pytest.raises(Match.DoesNotExist):
        do_move(match.pk, 0, Roll(), decision=0, by=Move.By.HUMAN)


def test_pressing_brings_an_absent_person_back(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    seat = seat_at(match, 0)
    seat.absent_since, seat.timeouts = time.now, 1
    seat.save()
    time.passes(5)
    press(match, 0)
    seat = seat_at(match, 0)
    assert (seat.absent_since, seat.timeouts, seat.last_seen) == (None, 0, time.now)
