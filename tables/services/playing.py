"""The one door: every action of every match goes through `do_move`, whoever decided it.

docs/mechanisms/moves.md and timers-and-cpu.md tell why it is as it is.
"""

import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError
from django.views.decorators.debug import sensitive_variables

from games.core import errors as rules
from games.core.cpu import SLOW, ask_cpu
from games.core.dice import KeyedDice
from games.core.engine import AnyEngine, Step
from games.core.seats import Seat as SeatNumber
from games.registry import game_for
from kirakuken.lib import clock
from kirakuken.lib.attempts import type_and_place
from kirakuken.lib.errors import NotAllowed, Refused, TooLate
from tables import clocks, fair, notify, store
from tables.boards.registry import board_for
from tables.models import Match, MatchSeat, Move, Seat
from tables.services import finishing
from tables.services.transactions import changed, lock, lock_match, lock_match_for_move, whole

logger = logging.getLogger(__name__)

THINKING_SECONDS = 1.0  # the hard stop for one decision of a CPU
MOST_AT_ONCE = 64  # decisions that one call of act_on_due takes
# How long who must not think long leaves a slow CPU to the workers, whom a hint has told.
LEFT_TO_WORKERS = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class After:
    """A match that goes on as a move has left it: its rows as they were committed, and what the
    move told. A page made from them needs no second reading. Only `match.table` was not locked:
    it may be a moment older, and then a notice of what changed there is on its way."""

    match: Match
    seats: Sequence[Seat]
    told: store.MoveTold


@dataclass(frozen=True, slots=True)
class Played:
    """`repeated`: this very press was played before and has not been played again. `after` is
    None then, and at a match's end."""

    match_version: int
    repeated: bool
    after: After | None = None


def do_move(
    match_id: int,
    seat: int,
    action: Any,
    *,
    decision: int,
    by: Move.By,
    one_time_id: str | None = None,
    version: int | None = None,
) -> Played:
    """Play one action of one seat, in one transaction. `version` is the match's for which the
    action was thought up: a question may stay open over several answers, and what fits the
    first of them may not be meant for the next.

    Raises TooLate when the decision is not open (any more), or the version is another one,
    NotAllowed when the seat is not the decider's, Refused with the game's code when the rules
    do not allow it. It is the caller who knows that a person may act for the seat, see
    access.py.

    A repeated press fails at one of the checks, at the latest at the database's own; only then
    is it looked up, so that the ordinary move does not pay for it.
    """
    try:
        return _move(match_id, seat, action, decision, by, one_time_id, version)
    except (Refused, IntegrityError):
        if one_time_id is None:
            raise
        was_played = store.was_played(match_id, one_time_id, seat, action)
        if was_played is None:
            raise
        if not was_played:
            raise TooLate("too_late") from None
        version = Match.objects.values_list("version", flat=True).get(pk=match_id)
        return Played(version, repeated=True)


@sensitive_variables("dice", "step")
def begin(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Make the key, set the board and put the first question. The caller holds the match."""
    humans = MatchSeat.objects.filter(match=match, cpu_number=None)
    fair.freeze_transcript(match, list(humans.values_list("number", flat=True)))
    engine = game_for(match.game).engine
    dice = KeyedDice(fair.match_key(match), match.draws)
    if match.is_ranked:
        match.first = dice.roll(fair.WHO_BEGINS, len(seats))[0] - 1
    options, first = store.options_of(match), SeatNumber(match.first)
    step = engine.start(len(seats), options, first, dice)
    store.begin(match, step, dice.log)
    match.status = Match.Status.PLAYING
    _ask_on(match, engine, step, [], seats, now, also=["opening", "first"])


def act_on_due(match_id: int, *, may_think_long: bool = True) -> bool:
    """Do everything that falls to nobody and is due now; True if something was done.

    Who has all other matches to look after may not think long: a slow CPU is left to the
    workers for a moment, and if none of them comes, the usual one plays in its place.

    Whoever comes second finds the decision taken and does nothing, so this may be called
    twice, late, and by several processes at once.
    """
    done = False
    for _ in range(MOST_AT_ONCE):
        match = Match.objects.filter(pk=match_id).first()
        now = clock.now()
        if match is None or match.due_at is None or match.due_at > now:
            return done
        if match.status == Match.Status.SHUFFLING:
            acted = do_end_shuffling(match.table_id)
        else:
            acted = _act(match, now, may_think_long)
        if not acted:
            return done
        done = True
    return done


@whole
def do_end_shuffling(table_id: int) -> bool:
    """Begin with the nonces that have come; False if the match has begun or it is not time."""
    locked = lock(table_id)
    match, now = locked.match, clock.now()
    if match is None or match.status != Match.Status.SHUFFLING:
        return False
    if match.due_at is not None and match.due_at > now:
        return False
    begin(match, locked.seats, now)
    changed(locked)
    return True


def look_again(match: Match, seats: Sequence[Seat]) -> None:
    """After a change of who sits, or is there: when is something due now? The caller holds
    the match."""
    if match.status == Match.Status.PLAYING:
        decisions = clocks.from_json(match.decisions)
        match.due_at = clocks.next_due(decisions, seats, goes_on=match.is_ranked)
        match.save(update_fields=["decisions", "due_at"])
        notify.wake(match)


def go_on(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Somebody is about to be there: if nobody was, the match gets the time back for which it
    stood still. The caller holds the match, and looks again when the seats are changed."""
    since = None if match.is_ranked else clocks.paused_since(seats)
    if since is not None:
        decisions = clocks.resumed(clocks.from_json(match.decisions), since, now)
        match.decisions = clocks.to_json(decisions)


@whole
def do_look_again(match_id: int) -> bool:
    """Put right a match that claims to be due and is not; always False."""
    match = lock_match(match_id)
    look_again(match, chairs(match))
    return False


@whole
@sensitive_variables("stored", "dice", "step")
def _move(
    match_id: int,
    seat: int,
    action: Any,
    decision: int,
    by: Move.By,
    one_time_id: str | None,
    version: int | None,
) -> Played:
    match, now = lock_match_for_move(match_id), clock.now()
    if version not in (None, match.version):
        raise TooLate("too_late")
    seats = chairs(match)
    decisions = clocks.from_json(match.decisions)
    answered = _open_decision(match, decisions, seat, decision)
    _may_decide(match, by, seat, seats, decisions, now)
    is_back = by == Move.By.HUMAN and not match.is_ranked
    if is_back and (since := clocks.paused_since(seats)):
        decisions = clocks.resumed(decisions, since, now)

    stored = store.load(match)
    dice = KeyedDice(fair.match_key(match), match.draws)
    try:
        step = stored.engine.apply(stored.state, SeatNumber(seat), action, dice)
    except rules.Refused as refusal:
        raise Refused(refusal.code) from None
    store.append(
        match,
        step,
        dice.log,
        seat=seat,
        by=by,
        decision=decision,
        action=action,
        one_time_id=one_time_id,
    )
    _note_decider(seats[seat], by, answered, now)
    _ask_on(match, stored.engine, step, decisions, seats, now, moved=seat)
    if match.is_over:
        return Played(match.version, repeated=False)
    told = store.MoveTold(match.version, seat, by, tuple(step.told))
    return Played(match.version, repeated=False, after=After(match, seats, told))


def chairs(match: Match) -> list[Seat]:
    """The seats of a match by number, with who sits on them."""
    seats = Seat.objects.filter(table_id=match.table_id).select_related("player")
    return list(seats.only(*store.OF_A_SEAT).order_by("number"))


def _open_decision(
    match: Match, decisions: clocks.Decisions, seat: int, number: int
) -> clocks.Decision:
    if match.status != Match.Status.PLAYING or not 0 <= seat < len(decisions):
        raise TooLate("too_late")
    found = decisions[seat]
    if found is None or found.number != number:
        raise TooLate("too_late")
    return found


def _may_decide(
    match: Match,
    by: Move.By,
    seat: int,
    seats: Sequence[Seat],
    decisions: clocks.Decisions,
    now: datetime,
) -> None:
    """People decide for their own seats; all others only what is theirs and due, looked at
    again under the lock: the person may have come back, or the time may have been put off."""
    if by == Move.By.HUMAN:
        if seats[seat].is_cpu:
            raise NotAllowed("not_seated")
        return
    falling_due = clocks.due(decisions, seats, goes_on=match.is_ranked)
    due = {each.seat: each for each in falling_due}.get(seat)
    if due is None or due.by != by or due.at > now:
        raise TooLate("too_late")


def _note_decider(seat: Seat, by: Move.By, answered: clocks.Decision, now: datetime) -> None:
    """Time-outs in a row are counted; whoever presses is there."""
    changed = []
    if by == Move.By.CLOCK and clocks.counts_as_timeout(answered):
        seat.timeouts += 1
        changed.append("timeouts")
    elif by == Move.By.HUMAN:
        if seat.timeouts:
            seat.timeouts = 0
            changed.append("timeouts")
        if seat.absent_since is not None:
            seat.absent_since, seat.last_seen = None, now
            changed += ["absent_since", "last_seen"]
    if changed:
        seat.save(update_fields=changed)


@sensitive_variables("step")
def _ask_on(
    match: Match,
    engine: AnyEngine,
    step: Step[Any, Any],
    before: clocks.Decisions,
    seats: Sequence[Seat],
    now: datetime,
    *,
    moved: int | None = None,
    also: Sequence[str] = (),
) -> None:
    """What the step of the seat that `moved` leads to: the next questions or the end. Saves the
    match and tells it."""
    asking = clocks.Asking(
        version=match.version,
        now=now,
        motion=_motion(match.game, step),
        turn_limit=match.turn_limit,
        pausing=moved if board_for(match.game).cpus_pause else None,
    )
    decisions = clocks.decisions_after(before, engine, step.state, asking)
    match.decisions = clocks.to_json(decisions)
    match.due_at = clocks.next_due(decisions, seats, goes_on=match.is_ranked)
    fields = [*store.columns(), *also]
    result = engine.result(step.state)
    if result is not None:
        finishing.finish(match, result, seats, now)
        fields += finishing.OVER
    match.save(update_fields=fields)
    notify.tell_table(match.table, match)
    notify.wake(match)


def _motion(game: str, step: Step[Any, Any]) -> timedelta:
    seconds = board_for(game).motion_seconds([told.event for told in step.told])
    return timedelta(seconds=seconds)


def _act(match: Match, now: datetime, may_think_long: bool) -> bool:
    """Take the decision that has been due longest. True also if somebody else was faster:
    then there may be more to do. The action is thought up outside of the lock."""
    seats, decisions = chairs(match), clocks.from_json(match.decisions)
    falling_due = clocks.due(decisions, seats, goes_on=match.is_ranked)
    due = [each for each in falling_due if each.at <= now]
    first = due[0] if due else None
    decision = decisions[first.seat] if first else None
    if first is None or decision is None:
        return do_look_again(match.pk)
    level = seats[first.seat].cpu_level if first.by == Move.By.CPU else ""
    if level in SLOW and not may_think_long:
        if now - first.at < LEFT_TO_WORKERS:
            return False
        level = ""
    stored = store.load(match)
    seat = SeatNumber(first.seat)
    # What time decides fits every position of a question; what was thought up fits its own.
    if first.by == Move.By.CLOCK:
        action, version = stored.engine.on_timeout(stored.state, seat), None
    else:
        action, version = _cpu_action(match, stored, seat, level), match.version
    try:
        number = decision.number
        do_move(match.pk, first.seat, action, decision=number, by=first.by, version=version)
    except TooLate:
        logger.debug("A decision of match %d was taken meanwhile.", match.pk)
    except Refused as refusal:
        # What was decided outside of the lock does not fit any more: decide again later.
        logger.warning("Match %d refused what falls due: %s.", match.pk, refusal.code)
        return False
    return True


def _cpu_action(match: Match, stored: store.Stored, seat: SeatNumber, level: str) -> Any:
    """What the computer player of a level does, or, if it fails, what the clock would do: a weak
    move is better than a table that stands still. Thinks with dice of its own, outside the lock."""
    stop_at = time.monotonic() + THINKING_SECONDS
    try:
        action = ask_cpu(
            stored.engine,
            game_for(match.game).cpu_of(level),
            stored.state,
            seat,
            dice=KeyedDice(secrets.token_bytes(32)),
            out_of_time=lambda: time.monotonic() > stop_at,
        )
        if stored.engine.refusal(stored.state, seat, action) is None:
            return action
        logger.error("The CPU of %s chose an illegal action.", match.game)
    except Exception as error:
        logger.error("The CPU of %s failed: %s", match.game, type_and_place(error))
    return stored.engine.on_timeout(stored.state, seat)
