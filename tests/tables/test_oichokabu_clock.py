"""Several seats asked at once: Oicho-Kabu's questions and the clock. No database."""

from datetime import UTC, datetime, timedelta

from games.core.dice import KeyedDice
from games.core.seats import Seat
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.model import FirstDealer, Options, Phase, Stake, State, TakeBack
from games.oichokabu.staking import READY
from tables import clocks
from tables.models import Move
from tests.tables.test_clocks import Chair

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ENGINE = OichoKabuEngine()
CHAIRS = [Chair(0), Chair(1), Chair(2), Chair(3, is_cpu=True)]


def started() -> State:
    """Seat 0 deals; 1, 2 and 3 are asked."""
    options = Options(first_dealer=FirstDealer.HOST)
    return ENGINE.start(4, options, Seat(0), KeyedDice(bytes(32))).state


def after(state: State, seat: int, action: object) -> State:
    return ENGINE.apply(state, Seat(seat), action, KeyedDice(bytes(32))).state  # type: ignore[arg-type]


def asked(
    before: clocks.Decisions, state: State, version: int, limit: int | None = 30
) -> clocks.Decisions:
    now = NOON + timedelta(seconds=version)
    asking = clocks.Asking(version, now, timedelta(0), limit)
    return clocks.decisions_after(before, ENGINE, state, asking)


def at_the_result() -> State:
    """The hand is over, by whatever the clock plays."""
    state = started()
    while state.phase is not Phase.RESULT:
        seat = min(ENGINE.must_act(state))
        state = after(state, seat, ENGINE.on_timeout(state, seat))
    return state


def test_OC_27_one_common_clock_runs_from_the_laying() -> None:
    decisions = asked([], started(), 0)
    assert decisions[0] is None, "the dealer waits"
    players = [each for each in decisions if each is not None]
    assert len({(each.number, each.due_at) for each in players}) == 1


def test_OC_20_putting_and_taking_back_keep_everybodys_decision_open() -> None:
    state = started()
    decisions = first = asked([], state, 0)
    moves = [(1, Stake("kata", 50)), (2, Stake("kata", 10)), (1, TakeBack("kata"))]
    for version, (seat, action) in enumerate(moves, start=1):
        state = after(state, seat, action)
        decisions = asked(decisions, state, version)
        assert decisions == first
    decisions = asked(decisions, after(state, 2, READY), 4)
    assert decisions == [None, first[1], None, first[3]]


def test_OC_120_a_computer_player_pauses_after_each_of_its_points() -> None:
    state = started()
    first = asked([], state, 0)
    now = NOON + timedelta(seconds=9)
    state = after(state, 3, Stake("kata", 10))
    asking = clocks.Asking(9, now, timedelta(0), 30, pausing=3)
    decisions = clocks.decisions_after(first, ENGINE, state, asking)
    assert decisions[:3] == first[:3], "nobody else's times change"
    before, paused = first[3], decisions[3]
    assert before is not None and paused is not None
    assert timedelta(seconds=0.8) <= paused.cpu_at - now <= timedelta(seconds=1.6)
    assert (paused.number, paused.due_at) == (before.number, before.due_at)


def test_OC_27_when_it_runs_out_every_player_who_is_not_ready_becomes_ready() -> None:
    state = after(started(), 1, Stake("kata", 50))
    decisions = asked([], state, 0)
    due = clocks.due(decisions, CHAIRS)
    assert [(each.seat, each.by) for each in due] == [
        (3, Move.By.CPU),
        (1, Move.By.CLOCK),
        (2, Move.By.CLOCK),
    ]
    for each in due:
        assert ENGINE.on_timeout(state, Seat(each.seat)) == READY
        state = after(state, each.seat, READY)
    assert state.phase is not Phase.STAKING
    assert state.amounts[1] == (50, 0, 0, 0)


def test_OC_87_everybody_has_six_seconds_for_the_result_and_cpus_need_none() -> None:
    for limit in (None, 60):
        decisions = asked([], at_the_result(), 9, limit)
        now = NOON + timedelta(seconds=9)
        for chair, decision in zip(CHAIRS, decisions, strict=True):
            assert decision is not None, "the dealer too"
            assert decision.shown_until == now + timedelta(seconds=6)
            assert decision.cpu_at == now
            assert not clocks.counts_as_timeout(decision)
            assert chair.is_cpu or decision.due_at == now + timedelta(seconds=7)


def test_a_late_answer_to_the_last_hand_is_none_to_this_one() -> None:
    state = at_the_result()
    before = asked([], state, 9)
    for seat in range(4):
        state = after(state, seat, ENGINE.on_timeout(state, Seat(seat)))
    assert state.hand_no == 2
    decisions = asked(before, state, 13)
    assert {each.number for each in decisions if each is not None} == {13}
