"""Playing in tests: tables with people at them, moves, and a clock that goes when told to."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.hokusai.model import Roll
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from tables import clocks
from tables.models import Match, Move, Seat, Table
from tables.services.opening import do_open
from tables.services.playing import Played, do_move
from tables.services.seating import do_add_cpu, do_join
from tables.services.starting import do_start


class Time:
    """The server's time in a test. It stands still between calls of `passes`."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def until(self, moment: datetime | None, *, and_: float = 0) -> None:
        assert moment is not None, "nothing is due"
        self.now = moment + timedelta(seconds=and_)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Time]:
    """Also makes every CPU think for exactly one second."""
    stands = Time()
    monkeypatch.setattr(clock, "now", lambda: stands.now)
    monkeypatch.setattr(timezone, "now", lambda: stands.now)  # for columns that fill themselves
    monkeypatch.setattr(clocks, "pace", lambda: timedelta(seconds=1))
    yield stands


def table_of(
    host: Player,
    *others: Player,
    cpus: int = 0,
    game: str = "hokusai",
    turn_limit: int | None = None,
    is_listed: bool = False,
    **options: Any,
) -> Table:
    """A waiting table with these people at it, in this order, and then CPUs."""
    table = do_open(
        host.parlour,
        host,
        game=game,
        options=options,
        turn_limit=turn_limit,
        is_listed=is_listed,
    )
    for player in others:
        do_join(table, player)
    for _ in range(cpus):
        do_add_cpu(table, host)
    table.refresh_from_db()
    return table


def match_of(host: Player, *others: Player, **settings: Any) -> Match:
    """The same, started."""
    table = table_of(host, *others, **settings)
    return do_start(table, host)


def fresh(row: Any) -> Any:
    """The row as it is now."""
    return type(row).objects.get(pk=row.pk)


def seat_at(match: Match, number: int) -> Seat:
    return Seat.objects.get(table_id=match.table_id, number=number)


def decisions(match: Match) -> clocks.Decisions:
    return clocks.from_json(fresh(match).decisions)


def asked(match: Match) -> tuple[int, clocks.Decision]:
    """The first seat that owes something, and what."""
    return next((seat, each) for seat, each in enumerate(decisions(match)) if each is not None)


def press(
    match: Match,
    seat: int | None = None,
    action: Any = None,
    *,
    decision: int | None = None,
    one_time_id: str | None = None,
    by: Move.By = Move.By.HUMAN,
) -> Played:
    """One press of the person in turn: a roll, or whatever is said."""
    owing = asked(match) if seat is None or decision is None else None
    if seat is None:
        assert owing is not None
        seat = owing[0]
    if decision is None:
        open_now = decisions(match)[seat]
        assert open_now is not None, "this seat is not asked"
        decision = open_now.number
    return do_move(
        match.pk,
        seat,
        action or Roll(),
        decision=decision,
        by=by,
        one_time_id=one_time_id or str(uuid.uuid4()),
    )


def play_to_the_end(match: Match) -> Match:
    """By presses of people alone."""
    while not (now := fresh(match)).is_over:
        press(now)
    ended: Match = now
    return ended
