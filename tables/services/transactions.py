"""How a service writes: whole or not at all, rows locked in one order, once more if it was busy.

The order is match, then table, then seats: the one door holds the match when it ends it and
with that changes the table.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, transaction

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Busy, NotAllowed
from tables import notify, store
from tables.models import Handover, Match, Seat, Table

P = ParamSpec("P")
R = TypeVar("R")

RUNNING = (Match.Status.SHUFFLING, Match.Status.PLAYING)
# PostgreSQL: serialization failure, deadlock, no lock in time, statement timeout. SQLite says
# it in words.
_PASSING_STATES = {"40001", "40P01", "55P03", "57014"}


class _MatchBegan(Exception):
    """A match began between the look for one and the lock of the table."""


def whole(write: Callable[P, R]) -> Callable[P, R]:
    """One durable transaction for `write`, tried once more when the database was taken.

    Durable: it must not be part of another transaction, or notices would wait for that one.
    """

    @wraps(write)
    def in_one_transaction(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with transaction.atomic(durable=True):
                return write(*args, **kwargs)
        except (OperationalError, _MatchBegan) as error:
            if not _passes_soon(error):
                raise
        time.sleep((20 + secrets.randbelow(80)) / 1000)
        try:
            with transaction.atomic(durable=True):
                return write(*args, **kwargs)
        except (OperationalError, _MatchBegan) as error:
            if not _passes_soon(error):
                raise
            raise Busy from error

    return in_one_transaction


@dataclass(slots=True)
class Locked:
    """A table and the match that is on at it, both locked, and the seats in order."""

    table: Table
    match: Match | None
    seats: list[Seat]

    def seat_of(self, player_id: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.player_id == player_id), None)

    @property
    def is_closed(self) -> bool:
        return self.table.phase == Table.Phase.CLOSED

    def humans(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.is_cpu]


def lock(table_id: int) -> Locked:
    """Lock a table and the match that is on, in the one order."""
    running = (
        Match.objects.filter(table_id=table_id, status__in=RUNNING)
        .order_by("-number")
        .values_list("pk", flat=True)
        .first()
    )
    match = lock_match(running) if running is not None else None
    table = Table.objects.select_for_update(of=("self",)).get(pk=table_id)
    if match is not None and match.is_over:
        match = None  # it ended while we waited for it
    if match is None and table.phase == Table.Phase.PLAYING:
        raise _MatchBegan
    if match is not None:
        match.table = table
    seats = list(Seat.objects.filter(table=table).select_related("player").order_by("number"))
    return Locked(table, match, seats)


def lock_match(match_id: int) -> Match:
    """The match with its table and key, none read before the lock. Raises DoesNotExist."""
    return (
        Match.objects.select_for_update(of=("self",))
        .select_related("table", "key")
        .get(pk=match_id)
    )


def lock_match_for_move(match_id: int) -> Match:
    """The same, with only what a move needs: half the time under the lock is reading."""
    return (
        Match.objects.select_for_update(of=("self",))
        .select_related("table", "key")
        .only(*store.FOR_A_MOVE)
        .get(pk=match_id)
    )


def must_be_host(locked: Locked, player: Player) -> None:
    if locked.table.host_id != player.pk or locked.seat_of(player.pk) is None:
        raise NotAllowed("not_host")


def must_sit(locked: Locked, player: Player) -> Seat:
    seat = locked.seat_of(player.pk)
    if seat is None:
        raise NotAllowed("not_seated")
    return seat


def note_handover(match: Match | None, seat: Seat) -> None:
    """From here on whoever sits on `seat` now decides for it in the match that is on, if one is."""
    if match is not None:
        name = seat.player.name if seat.player else ""
        Handover.objects.create(
            match=match,
            seat=seat.number,
            after=match.version,
            player=seat.player,
            name=name,
            cpu_number=seat.cpu_number,
        )


def changed(locked: Locked) -> None:
    """Save the table with its next room version, and tell it and whoever lists it."""
    table = locked.table
    table.room_version += 1
    table.touched_at = clock.now()
    table.save(update_fields=["room_version", "touched_at", "phase", "host", "next_match_id"])
    notify.tell_table(table, locked.match)
    if table.is_listed:
        notify.tell_lobby(table.parlour_id)


def _passes_soon(error: Exception) -> bool:
    if isinstance(error, _MatchBegan):
        return True
    state = getattr(error.__cause__, "sqlstate", None)
    return state in _PASSING_STATES or "database is locked" in str(error)
