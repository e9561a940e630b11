"""What happens when nobody presses: CPUs, the clock, stand-ins, shuffling."""

import json
import logging

import pytest

from games.core.codec import load_posted
from games.core.cpu import Level, Thought
from games.core.dice import KeyedDice
from games.core.fairness import seat_commit
from games.core.seats import Seat as Number
from games.oichokabu.model import Ready as ReadyToPlay
from games.oichokabu.model import Stake
from games.oichokabu.staking import READY
from games.registry import Game
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import TooLate
from tables import fair
from tables.models import Match, Move, Nonce, Seat, Table
from tables.selectors import snapshot
from tables.services import playing
from tables.services.playing import act_on_due
from tables.services.presence import do_miss, do_see
from tables.services.seating import do_add_cpu, do_leave
from tables.services.starting import do_commit_nonce, do_reveal_nonce, do_start
from tables.store import Stored
from tables.tasks import act
from tests.rules.oichokabu.table import ENGINE, laid
from tests.tables.oichokabu import CARDS, match_with
from tests.tables.play import Time, asked, fresh, match_of, press, seat_at, table_of
from tests.tables.toy import Action, Put, Ready, State, ToyCpu, View

pytestmark = pytest.mark.usefixtures("at_home")


def deciders(match: Match) -> list[tuple[int, str]]:
    return list(Move.objects.filter(match=match).order_by("number").values_list("seat", "by"))


def turn_of_the_cpu(match: Match, time: Time, cpu: int = 1) -> None:
    """Plays until the CPU is asked."""
    while asked(match)[0] != cpu:
        press(match)


# --- CPUs ---------------------------------------------------------------------------------


def test_a_cpu_plays_at_its_pace_and_not_before(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=1)
    turn_of_the_cpu(match, time)
    now = fresh(match)
    _, decision = asked(match)
    assert now.due_at == decision.cpu_at
    time.until(now.due_at, and_=-0.001)
    assert not act_on_due(match.pk)
    time.until(now.due_at)
    assert act_on_due(match.pk)
    assert deciders(match)[-1] == (1, Move.By.CPU)


def test_what_was_thought_up_for_one_position_is_not_played_in_the_next(
    time: Time, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes think for one CPU, whose question stays the same while it puts points down."""
    match = match_with(aki, state=laid(*CARDS, seats=2), cpus=1)

    def think(row: Match, stored: Stored, seat: Number, level: str) -> Stake | ReadyToPlay:
        return READY if any(stored.state.amounts[seat]) else Stake("kata", 10)

    def think_slowly(row: Match, stored: Stored, seat: Number, level: str) -> Stake | ReadyToPlay:
        thought = think(row, stored, seat, level)
        monkeypatch.setattr(playing, "_cpu_action", think)
        with monkeypatch.context() as other:
            other.setattr(playing, "MOST_AT_ONCE", 1)
            assert act_on_due(row.pk), "the other process is faster"
        return thought

    monkeypatch.setattr(playing, "_cpu_action", think_slowly)
    for answers in (1, 2):
        time.until(fresh(match).due_at)
        assert act_on_due(match.pk)
        assert Move.objects.filter(match=match, seat=1).count() == answers, "OC-120: a pause"
    moves = Move.objects.filter(match=match, seat=1).order_by("number")
    actions = [load_posted(ENGINE.action_type, move.action) for move in moves]
    assert actions[:2] == [Stake("kata", 10), READY]


def test_a_table_of_cpus_and_one_person_never_gets_stuck(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=5)
    for _ in range(3000):
        now = fresh(match)
        if now.is_over:
            break
        if now.due_at is None:
            press(match, 0)
        else:
            time.until(now.due_at)
            assert act_on_due(match.pk)
    assert fresh(match).is_over


def test_a_cpu_that_fails_plays_what_the_clock_would_and_the_log_knows_no_card(
    time: Time,
    toy: Game,
    aki: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(self: ToyCpu, view: object, *rest: object) -> None:
        raise ValueError(f"cannot think about {view}")

    monkeypatch.setattr(ToyCpu, "choose", fail)
    match = match_of(aki, game="toy", cpus=1)
    card = snapshot(match.table_id).view(1).own
    time.until(fresh(match).due_at)
    with caplog.at_level(logging.DEBUG):
        assert act_on_due(match.pk)
    assert Move.objects.get(match=match).action == '{"type":"ready"}'
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "ValueError" in record.getMessage()
    assert f"own={card}" not in caplog.text
    assert record.exc_info is None


def test_a_cpu_that_cheats_plays_what_the_clock_would(
    time: Time, toy: Game, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyCpu, "choose", lambda *_: Put(99))
    match = match_of(aki, game="toy", cpus=1)
    time.until(fresh(match).due_at)
    act_on_due(match.pk)
    assert Move.objects.get(match=match).action == '{"type":"ready"}'


def test_a_cpu_is_given_its_view_and_no_state(
    time: Time, toy: Game, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    def look(self: ToyCpu, view: object, seat: object, legal: object, thought: object) -> Ready:
        given.extend([view, seat, legal, thought])
        return Ready()

    monkeypatch.setattr(ToyCpu, "choose", look)
    match = match_of(aki, game="toy", cpus=1)
    draws = fresh(match).draws
    time.until(fresh(match).due_at)
    act_on_due(match.pk)
    thought = given[3]
    assert given[:2] == [snapshot(match.table_id).view(1), 1]
    assert isinstance(thought, Thought)
    assert thought.nodes > 0
    assert not thought.out_of_time()
    tried = thought.dice.roll("idle", 1_000_000, 4)
    assert fresh(match).draws == draws, "thinking never uses up the match's dice"
    own = KeyedDice(fair.match_key(match), draws).roll("idle", 1_000_000, 4)
    assert tried != own, "nor does it show what they will throw"


class DeepToyCpu(ToyCpu):
    """Stakes two points, and counts how often it has thought."""

    thought = 0

    def choose(
        self, view: View, seat: Number, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        self.thought += 1
        return Ready() if view.staked[seat] else Put(2)


@pytest.fixture
def deep(toy: Game, monkeypatch: pytest.MonkeyPatch) -> DeepToyCpu:
    """The toy's strong computer player."""
    deep = DeepToyCpu()
    monkeypatch.setitem(toy.others, Level.STRONG, deep)
    return deep


def match_with_a_strong_cpu(aki: Player, time: Time) -> Match:
    """Its CPU is asked and due."""
    table = table_of(aki, game="toy")
    do_add_cpu(table, aki, level="strong")
    match = do_start(table, aki)
    time.until(fresh(match).due_at)
    return match


def staked(match: Match) -> int:
    """By the CPU at first."""
    first = Move.objects.filter(match=match, by=Move.By.CPU).order_by("number")[0]
    return int(json.loads(first.action)["points"])


def test_each_cpu_plays_as_well_as_its_chair_says(
    time: Time, deep: DeepToyCpu, aki: Player
) -> None:
    match = match_with_a_strong_cpu(aki, time)
    assert act_on_due(match.pk)
    assert (deep.thought, staked(match)) == (2, 2)


def test_the_sweep_leaves_a_slow_cpu_to_the_workers(
    time: Time, deep: DeepToyCpu, aki: Player
) -> None:
    match = match_with_a_strong_cpu(aki, time)
    time.passes(2.9)
    assert not act_on_due(match.pk, may_think_long=False)
    act(match.pk, match.parlour_id)
    assert deep.thought


def test_if_no_worker_comes_the_sweep_plays_without_thinking_long(
    time: Time, deep: DeepToyCpu, aki: Player
) -> None:
    match = match_with_a_strong_cpu(aki, time)
    time.passes(3)
    assert act_on_due(match.pk, may_think_long=False)
    assert (deep.thought, staked(match)) == (0, 1)


def test_who_stands_in_plays_as_the_usual_cpu(
    time: Time, deep: DeepToyCpu, aki: Player, botan: Player
) -> None:
    """A chair that was a strong CPU's keeps its level for when it is a CPU's again."""
    match = match_of(aki, botan, game="toy")
    Seat.objects.filter(table=match.table_id).update(cpu_level="strong")
    go(match, time, aki)
    time.passes(31)
    assert act_on_due(match.pk)
    assert set(deciders(match)) == {(0, Move.By.STAND_IN)}
    assert not deep.thought


# --- the clock ----------------------------------------------------------------------------


def test_the_clock_plays_the_rules_own_action_after_limit_and_grace(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(30.5)
    assert not act_on_due(match.pk), "the screen says 0, the grace runs"
    time.passes(0.5)
    assert act_on_due(match.pk)
    assert deciders(match) == [(0, Move.By.CLOCK)]
    assert seat_at(match, 0).timeouts == 1


def test_a_press_within_the_grace_still_counts(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(30.9)
    press(match, 0)
    time.passes(1)
    assert not act_on_due(match.pk)
    assert deciders(match) == [(0, Move.By.HUMAN)]


def test_a_deadline_fired_twice_or_late_has_one_effect(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(31)
    assert act_on_due(match.pk)
    for _ in range(3):
        assert not act_on_due(match.pk)
    assert len(deciders(match)) == 1
    time.passes(7200)
    assert act_on_due(match.pk)
    assert len(deciders(match)) == 2, "a late timer takes what is due once, not once a missed turn"


def test_two_timeouts_in_a_row_mark_the_seat_away_and_a_press_brings_it_back(
    time: Time, toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    for _ in range(20):
        seat, _decision = asked(match)
        if seat == 0:
            time.until(fresh(match).due_at)
            act_on_due(match.pk)
            if seat_at(match, 0).timeouts == 2:
                break
        else:
            press(match)
    assert snapshot(match.table_id).people[0].is_away
    assert not snapshot(match.table_id).people[1].is_away
    while asked(match)[0] != 0:
        press(match)
    press(match)
    assert not snapshot(match.table_id).people[0].is_away


def test_looking_at_a_result_until_it_goes_on_is_no_timeout(
    time: Time, toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    press(match, 0, Ready())
    press(match, 1, Ready())
    time.until(fresh(match).due_at)
    assert act_on_due(match.pk)
    assert fresh(match).is_over
    assert [seat.timeouts for seat in Seat.objects.filter(table_id=match.table_id)] == [0, 0]


def test_many_seats_that_are_due_at_once_are_all_served(
    time: Time, toy: Game, aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo, game="toy", cpus=2, turn_limit=30)
    time.passes(31)
    assert act_on_due(match.pk)
    assert {(seat, by) for seat, by in deciders(match)} == {
        *((seat, Move.By.CLOCK) for seat in (0, 1, 2)),
        *((seat, Move.By.CPU) for seat in (3, 4)),
    }
    assert snapshot(match.table_id).view(None).cards is not None, "all were ready"


def test_a_deadline_is_not_restarted_by_other_answers_to_the_same_question(
    time: Time, toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy", turn_limit=30)
    for _ in range(3):
        time.passes(10)
        press(match, 0, Put(1))
    time.passes(1)
    act_on_due(match.pk)
    assert {seat for seat, by in deciders(match) if by == Move.By.CLOCK} == {0, 1}


def test_whoever_comes_second_to_a_decision_stops(time: Time, aki: Player, botan: Player) -> None:
    """The race of a click and the clock, each way round."""
    match = match_of(aki, botan, turn_limit=30)
    time.passes(31)
    press(match, 0, decision=0)
    with pytest.raises(TooLate):
        press(match, 0, decision=0, by=Move.By.CLOCK)
    time.until(fresh(match).due_at)
    seat, decision = asked(match)
    act_on_due(match.pk)
    with pytest.raises(TooLate):
        press(match, seat, decision=decision.number)


def test_the_clock_stops_when_a_click_comes_between_its_look_and_its_lock(
    time: Time, aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(31)
    move = playing.do_move

    def a_click_is_faster(*args: object, **kwargs: object) -> object:
        monkeypatch.setattr(playing, "do_move", move)
        press(match, 0, decision=0)
        return move(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "do_move", a_click_is_faster)
    act_on_due(match.pk)
    assert deciders(match) == [(0, Move.By.HUMAN)]


def test_a_match_that_wrongly_claims_to_be_due_is_put_right(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    Match.objects.filter(pk=match.pk).update(due_at=time.now)
    assert not act_on_due(match.pk)
    assert fresh(match).due_at is None


# --- absence ------------------------------------------------------------------------------


def go(match: Match, time: Time, player: Player) -> None:
    """The player's phone falls asleep."""
    time.passes(10)
    assert do_miss(match.table_id, player.pk)


def test_without_a_limit_the_cpu_stands_in_for_an_absent_person_decision_by_decision(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    go(match, time, aki)
    time.passes(29.9)
    assert not act_on_due(match.pk)
    time.passes(0.2)
    assert act_on_due(match.pk)
    assert deciders(match) == [(0, Move.By.STAND_IN)]
    if asked(match)[0] == 1:
        time.passes(3600)
        assert not act_on_due(match.pk), "a present person without a limit has all the time"


def test_somebody_who_is_back_decides_at_once_even_in_the_cpus_turn(
    time: Time, aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(aki, botan)
    go(match, time, aki)
    time.passes(30)
    move = playing.do_move

    def back_in_between(*args: object, **kwargs: object) -> object:
        do_see(match.table_id, aki.pk)
        return move(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "do_move", back_in_between)
    act_on_due(match.pk)
    assert deciders(match) == []
    press(match, 0)
    assert deciders(match) == [(0, Move.By.HUMAN)]


def test_with_a_limit_the_clock_decides_for_absent_people(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=120)
    go(match, time, aki)
    time.passes(60)
    assert not act_on_due(match.pk)
    time.passes(60)
    assert act_on_due(match.pk)
    assert deciders(match) == [(0, Move.By.CLOCK)]


def test_the_last_persons_absence_pauses_the_match_and_their_return_gives_the_time_back(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, cpus=1, turn_limit=60)
    before = asked(match)[1]
    go(match, time, botan)
    go(match, time, aki)
    assert fresh(match).due_at is None
    assert snapshot(match.table_id).is_paused
    time.passes(3600)
    assert not act_on_due(match.pk)
    do_see(match.table_id, botan.pk)
    after = asked(match)[1]
    assert before.shown_until is not None
    assert after.shown_until is not None
    assert (after.shown_until - before.shown_until).total_seconds() == 3600
    assert after.number == before.number
    assert fresh(match).due_at == after.due_at
    assert not snapshot(match.table_id).is_paused


def test_a_cpu_alone_stands_still(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=1)
    turn_of_the_cpu(match, time)
    go(match, time, aki)
    time.passes(1000)
    assert not act_on_due(match.pk)
    do_see(match.table_id, aki.pk)
    time.passes(1)
    assert act_on_due(match.pk)


def test_a_cpu_goes_on_for_somebody_who_left(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_leave(match.table, aki)
    time.until(fresh(match).due_at)
    assert act_on_due(match.pk)
    assert deciders(match)[0] == (0, Move.By.CPU)


# --- shuffling ----------------------------------------------------------------------------

NONCES = {0: b"\x11" * 16, 1: b"\x22" * 32}


def shuffling(aki: Player, botan: Player, *, committed: tuple[int, ...] = (0, 1)) -> Match:
    table = table_of(aki, botan)
    for seat in committed:
        commitment = seat_commit(table.next_match_id, seat + 1, NONCES[seat])
        do_commit_nonce(table, (aki, botan)[seat], commitment)
    return do_start(table, aki)


def test_a_match_waits_five_seconds_for_the_seats_shares_in_the_dice(
    time: Time, aki: Player, botan: Player
) -> None:
    match = shuffling(aki, botan)
    assert match.status == Match.Status.SHUFFLING
    assert not snapshot(match.table_id).has_board
    assert fresh(match.table).phase == Table.Phase.PLAYING
    time.passes(4.9)
    assert not act_on_due(match.pk)
    room = fresh(match.table).room_version
    time.passes(0.1)
    assert act_on_due(match.pk)
    now = fresh(match)
    assert (now.status, now.version) == (Match.Status.PLAYING, 0)
    assert fresh(match.table).room_version > room, "pages have something new to show"
    assert not act_on_due(match.pk)


def test_a_match_begins_as_soon_as_all_shares_are_in(
    time: Time, aki: Player, botan: Player
) -> None:
    match = shuffling(aki, botan)
    do_reveal_nonce(match.table, botan, NONCES[1].hex())
    assert fresh(match).status == Match.Status.SHUFFLING
    do_reveal_nonce(match.table, aki, NONCES[0].hex())
    assert fresh(match).status == Match.Status.PLAYING
    assert [nonce.revealed for nonce in Nonce.objects.filter(match=match)] == [
        NONCES[0].hex(),
        NONCES[1].hex(),
    ]


def test_only_those_who_committed_are_waited_for(time: Time, aki: Player, botan: Player) -> None:
    match = shuffling(aki, botan, committed=(1,))
    do_reveal_nonce(match.table, botan, NONCES[1].hex())
    assert fresh(match).status == Match.Status.PLAYING


def test_nobody_waits_when_nobody_committed_or_somebody_is_alone(
    time: Time, aki: Player, botan: Player
) -> None:
    assert match_of(aki, botan).status == Match.Status.PLAYING
    table = table_of(aki, cpus=1)
    do_commit_nonce(table, aki, "0" * 64)
    assert do_start(table, aki).status == Match.Status.PLAYING


def test_nobody_can_act_before_the_board_is_set(time: Time, aki: Player, botan: Player) -> None:
    match = shuffling(aki, botan)
    with pytest.raises(TooLate):
        press(match, 0, decision=0)


def test_somebody_leaves_while_the_dice_are_made(time: Time, aki: Player, botan: Player) -> None:
    match = shuffling(aki, botan)
    do_leave(match.table, botan)
    time.passes(5)
    act_on_due(match.pk)
    now = fresh(match)
    assert now.status == Match.Status.PLAYING
    while asked(match)[0] == 0:
        press(match, 0)
    assert fresh(match).due_at is not None, "the CPU on the leaver's seat goes on"
