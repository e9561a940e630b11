"""The end of a match: places, the reveal of its dice, and the table left ready for another."""

from collections.abc import Sequence
from datetime import datetime

from games.core.result import Result
from games.core.seats import Seat as SeatNumber
from games.core.seats import next_first
from kirakuken.lib import clock
from tables import fair, notify, store
from tables.boards.registry import board_for
from tables.models import Match, Seat, Table
from tables.services import ranked
from tables.services.transactions import Locked

OVER = ["ranks", "scores", "reason", "ended_at", "stop_asked_at", "stop_agreed", "to_rate"]
# Why a match ended without a result.
EVERYBODY_LEFT = "everybody_left"
NOBODY_CAME_BACK = "nobody_came_back"
TABLE_CLOSED = "table_closed"
STOPPED = "stopped"


def finish(match: Match, result: Result, seats: Sequence[Seat], now: datetime) -> None:
    """Put the result into the match, show its dice, and free the table for Again.

    The caller holds the match and saves it (`OVER` among the fields).
    """
    match.ranks = list(result.ranks)
    match.scores = list(result.scores)
    _end(match, Match.Status.FINISHED, result.reason, now)
    if match.is_ranked:
        match.to_rate = ranked.at_the_end(seats)
        notify.rate(match)
    _free_table(match, now)


def shut(locked: Locked, reason: str) -> None:
    """Close a table for good; a match that is on ends without a result."""
    table, match = locked.table, locked.match
    table.phase = Table.Phase.CLOSED
    if match is not None:
        _end(match, Match.Status.UNFINISHED, reason, clock.now())
        match.save(update_fields=["decisions", "due_at", "status", *OVER])
        notify.tell_table(table, match)


def stop(match: Match, now: datetime) -> None:
    """Everybody whose consent it takes wants to stop here: the places are those of this moment,
    and count nowhere. The caller holds match and table."""
    stored = store.load(match)
    view = stored.engine.view(stored.state, None)
    match.ranks = list(board_for(match.game).ranks_now(view))
    _end(match, Match.Status.UNFINISHED, STOPPED, now)
    match.save(update_fields=["decisions", "due_at", "status", *OVER])
    _free_table(match, now)
    notify.tell_table(match.table, match)


def _end(match: Match, status: Match.Status, reason: str, now: datetime) -> None:
    match.status = status
    match.reason = reason
    match.ended_at = now
    match.due_at = None
    match.decisions = [None] * len(match.decisions)
    match.stop_asked_at, match.stop_agreed = None, []
    fair.reveal(match, now)


def _free_table(match: Match, now: datetime) -> None:
    table = Table.objects.select_for_update(of=("self",)).get(pk=match.table_id)
    table.phase = Table.Phase.FINISHED
    table.next_first = next_first(
        SeatNumber(match.first), len(match.decisions), rotate=table.rotate_first
    )
    table.room_version += 1
    table.touched_at = now
    table.save(update_fields=["phase", "next_first", "room_version", "touched_at"])
    match.table = table
    if table.is_listed:
        notify.tell_lobby(table.parlour_id)
