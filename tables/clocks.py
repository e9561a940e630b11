"""When something falls due: decisions, their deadlines, and who acts when nobody answers.

Pure: it reads no clock and no database. Times are aware datetimes of the server.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from games.core import codec
from games.core.engine import AnyEngine
from games.core.question import Question
from games.core.seats import all_seats
from games.core.values import Value
from tables.models import Move

# What the screen does not show: a press in the last moment must not lose to the sweep.
GRACE = timedelta(seconds=1)
# The longest time that a deadline grants for watching what has just happened.
LONGEST_MOTION = timedelta(seconds=3)
# A person away from a table without a turn limit is waited for this long.
STAND_IN_AFTER = timedelta(seconds=30)
# Browsers have this long to send their share in the dice.
SHUFFLE_TIME = timedelta(seconds=5)
# So many time-outs in a row make a seat count as away.
TIMEOUTS_UNTIL_AWAY = 2
# Nobody asks any more what somebody wants who has been away so long. A phone sleeps for less.
LONG_AWAY = timedelta(minutes=2)


class Decision(Value, frozen=True):
    """A question put to a seat, and its times.

    `number` is the match version at which the question became this one. `ready_at` is when
    the motion on the screen is over; `shown_until` is the deadline people see and `due_at`
    the real one, both None without a limit. `cpu_at` is when a CPU would answer.
    """

    number: int
    question: Question
    asked_at: datetime
    ready_at: datetime
    cpu_at: datetime
    shown_until: datetime | None
    due_at: datetime | None

    def later(self, by: timedelta) -> "Decision":
        """The same decision with all its times put off."""
        return Decision(
            number=self.number,
            question=self.question,
            asked_at=self.asked_at + by,
            ready_at=self.ready_at + by,
            cpu_at=self.cpu_at + by,
            shown_until=self.shown_until and self.shown_until + by,
            due_at=self.due_at and self.due_at + by,
        )

    def paused(self, now: datetime) -> "Decision":
        """The same decision; a CPU gives its next answer to it after another pause."""
        return replace(self, cpu_at=max(self.cpu_at, now + pace()))


Decisions = list[Decision | None]  # by seat number


class Chair(Protocol):
    """What clocks want to know of a seat; `tables.models.Seat` is one."""

    number: int
    absent_since: datetime | None

    @property
    def is_cpu(self) -> bool: ...


class Due(NamedTuple):
    """At `at` this seat's decision is taken by something else than its player."""

    at: datetime
    seat: int
    by: Move.By


@dataclass(frozen=True, slots=True)
class Asking:
    """The circumstances in which questions are put."""

    version: int
    now: datetime
    motion: timedelta
    turn_limit: int | None
    # The seat that has just answered, where computer players pause between several answers to
    # one question; else None.
    pausing: int | None = None


def decisions_after(
    before: Sequence[Decision | None], engine: AnyEngine, state: Any, asking: Asking
) -> Decisions:
    """By seat what it is asked now; a question that stays the same keeps number and times, but
    for the pause of a CPU that goes on answering it."""
    after: Decisions = []
    for seat in all_seats(engine.seats(state)):
        question = engine.question(state, seat)
        old = before[seat] if seat < len(before) else None
        if question is None:
            after.append(None)
        elif old is not None and old.question == question:
            after.append(old.paused(asking.now) if seat == asking.pausing else old)
        else:
            after.append(_asked(question, asking))
    return after


def due(
    decisions: Sequence[Decision | None], chairs: Sequence[Chair], *, goes_on: bool = False
) -> list[Due]:
    """What will happen by itself if nobody acts, the next first.

    Empty when every person is absent: then the match stands still until somebody is back. A
    ranked one `goes_on`.
    """
    if is_paused(chairs) and not goes_on:
        return []
    found = (
        _falls_due(decision, chair)
        for chair in chairs
        if chair.number < len(decisions) and (decision := decisions[chair.number])
    )
    return sorted(each for each in found if each is not None)


def next_due(
    decisions: Sequence[Decision | None], chairs: Sequence[Chair], *, goes_on: bool = False
) -> datetime | None:
    """When to look at the match again; None: only when somebody acts or comes back."""
    waiting = due(decisions, chairs, goes_on=goes_on)
    return waiting[0].at if waiting else None


def is_paused(chairs: Sequence[Chair]) -> bool:
    return all(chair.is_cpu or chair.absent_since for chair in chairs)


def paused_since(chairs: Sequence[Chair]) -> datetime | None:
    """When the last person went absent, if all are."""
    if not is_paused(chairs):
        return None
    return max((c.absent_since for c in chairs if c.absent_since and not c.is_cpu), default=None)


def resumed(decisions: Sequence[Decision | None], since: datetime, now: datetime) -> Decisions:
    """Give back the time during which the match stood still. A question put after `since` (the
    last person who was there got up then, with absent ones left) loses only the time from then."""
    return [
        decision and decision.later(now - max(since, decision.asked_at)) for decision in decisions
    ]


def after_outage(
    decisions: Sequence[Decision | None], cpu_seats: set[int], down: datetime, up: datetime
) -> Decisions:
    """Nobody loses a turn because the house was down from `down` to `up`: deadlines of
    people that fell due meanwhile come later by that time."""
    return [
        decision.later(up - down)
        if decision is not None
        and decision.due_at is not None
        and seat not in cpu_seats
        and down < decision.due_at <= up
        else decision
        for seat, decision in enumerate(decisions)
    ]


def counts_as_timeout(decision: Decision) -> bool:
    """A question with seconds of its own (look at a result) is not missed by not pressing."""
    return decision.question.seconds is None


def is_away(absent_since: datetime | None, timeouts: int) -> bool:
    return absent_since is not None or timeouts >= TIMEOUTS_UNTIL_AWAY


def is_long_away(absent_since: datetime | None, timeouts: int, now: datetime) -> bool:
    if absent_since is not None and now - absent_since >= LONG_AWAY:
        return True
    return timeouts >= TIMEOUTS_UNTIL_AWAY


def to_json(decisions: Sequence[Decision | None]) -> list[Any]:
    """For the column `Match.decisions`."""
    written: list[Any] = codec.plain(list(decisions))
    return written


def from_json(written: list[Any]) -> Decisions:
    decisions: Decisions = codec.from_plain(Decisions, written)
    return decisions


def pace() -> timedelta:
    """How long a CPU seems to think. Not from the match's dice, and the same for every game
    and state, so that it tells nothing."""
    return timedelta(milliseconds=800 + secrets.randbelow(801))


def _asked(question: Question, asking: Asking) -> Decision:
    motion = min(asking.motion, LONGEST_MOTION)
    ready_at = asking.now + motion
    seconds = question.seconds or asking.turn_limit
    shown_until = ready_at + timedelta(seconds=seconds) if seconds else None
    return Decision(
        number=asking.version,
        question=question,
        asked_at=asking.now,
        ready_at=ready_at,
        # A pause that only people need is not a thing to think about.
        cpu_at=asking.now if question.seconds else ready_at + pace(),
        shown_until=shown_until,
        due_at=shown_until and shown_until + GRACE,
    )


def _falls_due(decision: Decision, chair: Chair) -> Due | None:
    if chair.is_cpu:
        return Due(decision.cpu_at, chair.number, Move.By.CPU)
    if decision.due_at is not None:
        return Due(decision.due_at, chair.number, Move.By.CLOCK)
    if chair.absent_since is not None:
        at = max(decision.ready_at, chair.absent_since) + STAND_IN_AFTER
        return Due(at, chair.number, Move.By.STAND_IN)
    return None
