"""When things fall due: pure functions, no database."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tables import clocks
from tables.models import Move
from tests.tables.toy import State, ToyEngine

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
STAKING = State((3, 5, 7), (0, 0, 0), (False, False, False), "staking")


@dataclass
class Chair:
    number: int
    is_cpu: bool = False
    absent_since: datetime | None = None


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def asking(
    *, version: int = 0, now: datetime = NOON, motion: float = 0, turn_limit: int | None = None
) -> clocks.Asking:
    return clocks.Asking(version, now, seconds(motion), turn_limit)


def decisions(state: State = STAKING, **circumstances: object) -> clocks.Decisions:
    return clocks.decisions_after([], ToyEngine(), state, asking(**circumstances))  # type: ignore[arg-type]


def test_a_deadline_is_the_limit_after_the_motion_and_a_second_of_grace_more() -> None:
    (decision, *_) = decisions(motion=2.5, turn_limit=30)
    assert decision is not None
    assert decision.asked_at == NOON
    assert decision.ready_at == NOON + seconds(2.5)
    assert decision.shown_until == NOON + seconds(32.5)
    assert decision.due_at == NOON + seconds(33.5)


def test_no_motion_is_granted_more_than_three_seconds() -> None:
    (decision, *_) = decisions(motion=60, turn_limit=30)
    assert decision is not None
    assert decision.shown_until == NOON + seconds(33)


def test_without_a_limit_there_is_no_deadline() -> None:
    (decision, *_) = decisions()
    assert decision is not None
    assert (decision.shown_until, decision.due_at) == (None, None)


def test_a_question_that_stays_the_same_keeps_number_and_deadline() -> None:
    before = decisions(turn_limit=30)
    staked = State((3, 5, 7), (4, 0, 0), (False, True, False), "staking")
    later = asking(version=9, now=NOON + seconds(20), turn_limit=30)
    after = clocks.decisions_after(before, ToyEngine(), staked, later)
    assert after == [before[0], None, before[2]]


def test_a_question_with_seconds_of_its_own_has_them_whatever_the_limit() -> None:
    looking = State((3, 5, 7), (0, 0, 0), (False, False, False), "looking")
    for limit in (None, 300):
        (decision, *_) = decisions(looking, turn_limit=limit)
        assert decision is not None
        assert decision.shown_until == NOON + seconds(6)
        assert decision.cpu_at == NOON, "CPUs need not look"
        assert not clocks.counts_as_timeout(decision)


def test_cpus_take_from_800_to_1600_ms_after_the_motion() -> None:
    paces = {clocks.pace() for _ in range(2000)}
    assert min(paces) >= seconds(0.8)
    assert max(paces) <= seconds(1.6)
    assert len(paces) > 500
    (decision, *_) = decisions(motion=3)
    assert decision is not None
    assert NOON + seconds(3.8) <= decision.cpu_at <= NOON + seconds(4.6)


def test_who_decides_when_nobody_answers() -> None:
    gone = NOON - seconds(300)
    chairs = [Chair(0), Chair(1, is_cpu=True), Chair(2, absent_since=gone)]
    open_ended = decisions()
    assert [(due.seat, due.by) for due in clocks.due(open_ended, chairs)] == [
        (1, Move.By.CPU),
        (2, Move.By.STAND_IN),
    ]
    limited = decisions(turn_limit=30)
    assert {(due.seat, due.by) for due in clocks.due(limited, chairs)} == {
        (0, Move.By.CLOCK),
        (1, Move.By.CPU),
        (2, Move.By.CLOCK),
    }


def test_an_absent_person_is_waited_for_30_seconds_from_the_later_of_question_and_absence() -> None:
    (decision, *_) = decisions(motion=2)
    for absent_since, at in (
        (NOON - seconds(300), NOON + seconds(32)),
        (NOON + seconds(100), NOON + seconds(130)),
    ):
        chairs = [Chair(0, absent_since=absent_since), Chair(1)]
        assert clocks.next_due([decision], chairs) == at


def test_nothing_falls_due_while_every_person_is_absent() -> None:
    chairs = [Chair(0, absent_since=NOON), Chair(1, is_cpu=True), Chair(2, absent_since=NOON)]
    assert clocks.is_paused(chairs)
    assert clocks.due(decisions(turn_limit=30), chairs) == []
    assert clocks.next_due(decisions(turn_limit=30), chairs) is None


def test_a_pause_begins_when_the_last_person_goes() -> None:
    chairs = [Chair(0, absent_since=NOON), Chair(1, absent_since=NOON + seconds(5)), Chair(2, True)]
    assert clocks.paused_since(chairs) == NOON + seconds(5)
    assert clocks.paused_since([Chair(0), *chairs]) is None


def test_the_next_is_the_first_to_fall_due() -> None:
    early, late = decisions(turn_limit=10)[0], decisions(turn_limit=20)[0]
    assert early is not None
    assert clocks.next_due([late, early], [Chair(0), Chair(1)]) == early.due_at


def test_a_match_goes_on_with_the_times_it_had() -> None:
    (decision, *_) = decisions(turn_limit=30)
    assert decision is not None
    since = decision.asked_at + seconds(10)
    (later, *rest) = clocks.resumed([decision, None], since, since + seconds(60))
    assert later is not None
    assert rest == [None]
    assert later.number == decision.number
    assert later.question == decision.question
    for name in ("asked_at", "ready_at", "cpu_at", "shown_until", "due_at"):
        assert getattr(later, name) - getattr(decision, name) == seconds(60)


def test_nobody_is_given_more_time_back_than_their_question_stood_still() -> None:
    """The last person who was there got up; the absent ones have been away for longer."""
    (decision, *_) = decisions(turn_limit=30)
    assert decision is not None
    since = decision.asked_at - seconds(500)
    (later, *_) = clocks.resumed([decision], since, decision.asked_at + seconds(60))
    assert later is not None
    assert later.asked_at - decision.asked_at == seconds(60)


def test_an_outage_is_given_back_to_people_whose_time_ran_out_in_it() -> None:
    down, up = NOON + seconds(20), NOON + seconds(120)
    runs_out = decisions(turn_limit=30)
    before = decisions(turn_limit=10)
    after = decisions(turn_limit=200)
    found = clocks.after_outage([runs_out[0], before[1], after[2], runs_out[0]], {3}, down, up)
    assert runs_out[0] is not None
    assert found == [runs_out[0].later(seconds(100)), before[1], after[2], runs_out[0]]


def test_a_seat_is_away_when_absent_or_after_two_timeouts() -> None:
    assert clocks.is_away(NOON, 0)
    assert clocks.is_away(None, 2)
    assert not clocks.is_away(None, 1)


def test_decisions_survive_the_database() -> None:
    kept = [*decisions(turn_limit=30, motion=1.25), None, *decisions()]
    assert clocks.from_json(clocks.to_json(kept)) == kept
