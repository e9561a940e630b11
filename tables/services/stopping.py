"""Stopping a match early, when everybody wants to who plays it.

One proposes, the others agree or decline; what is not agreed within a minute lapses, and after
a refusal nobody asks again within that minute. Somebody whose phone sleeps is still asked; only
who has been away for two minutes, or lets their time run out again and again, is not. Whoever
has nobody to ask stops at once. How things stand is kept as the result; it counts nowhere.
"""

from datetime import datetime, timedelta

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused, TooLate
from tables import clocks
from tables.models import Match, Seat, Table
from tables.services import finishing
from tables.services.transactions import Locked, changed, lock, must_sit, whole

LAPSES_AFTER = timedelta(seconds=60)
_COLUMNS = ["stop_asked_at", "stop_agreed"]


@whole
def do_agree_to_stop(table: Table, by: Player, proposal: int | None = None) -> bool:
    """Agree to the `proposal` that the page showed, or make one (None); whether the match is
    over with that. Raises TooLate when the proposal, or the match, is not there any more."""
    locked = lock(table.pk)
    seat, now = must_sit(locked, by), clock.now()
    match = _running(locked, now)
    if match.is_ranked:
        raise Refused("ranked_no_stop")
    if proposal is not None and proposal != match.stop_proposal:
        raise TooLate("stop_over")
    was_declined = match.stop_asked_at is not None and not match.stop_agreed
    if was_declined and not _is_alone(locked, seat, now):
        raise Refused("stop_declined")
    agreed = list(dict.fromkeys([*match.stop_agreed, seat.number]))  # the proposer stays first
    if _asked(locked, seat, now) <= set(agreed):
        finishing.stop(match, now)
        return True
    if seat.number not in match.stop_agreed:
        match.stop_agreed = agreed
        match.stop_asked_at = match.stop_asked_at or now
        match.save(update_fields=_COLUMNS)
        changed(locked)
    return False


@whole
def do_decline_to_stop(table: Table, by: Player, proposal: int | None) -> None:
    """Play on; also for whoever proposed it and thinks better of it. Too late does nothing."""
    locked = lock(table.pk)
    must_sit(locked, by)
    match = locked.match
    if match is None or proposal is None or proposal != match.stop_proposal:
        return
    match.stop_agreed = []
    match.save(update_fields=_COLUMNS)
    changed(locked)


@whole
def do_lapse(table_id: int) -> bool:
    """Forget a proposal that a minute has passed over."""
    locked = lock(table_id)
    match = locked.match
    if match is None or not _has_lapsed(match, clock.now()):
        return False
    drop(match)
    changed(locked)
    return True


def drop(match: Match) -> None:
    """Who is asked has changed, or the minute is over. The caller holds the match."""
    if match.stop_asked_at is not None:
        match.stop_asked_at, match.stop_agreed = None, []
        match.save(update_fields=_COLUMNS)


def _running(locked: Locked, now: datetime) -> Match:
    match = locked.match
    if match is None or match.status != Match.Status.PLAYING:
        raise TooLate("stop_over")
    if _has_lapsed(match, now):
        match.stop_asked_at, match.stop_agreed = None, []
    return match


def _has_lapsed(match: Match, now: datetime) -> bool:
    return match.stop_asked_at is not None and now - match.stop_asked_at >= LAPSES_AFTER


def _asked(locked: Locked, asker: Seat, now: datetime) -> set[int]:
    """Whose consent it takes. Whoever asks is there, whatever their seat says."""
    people = [seat for seat in locked.humans() if seat.pk != asker.pk]
    return {asker.number} | {
        seat.number
        for seat in people
        if not clocks.is_long_away(seat.absent_since, seat.timeouts, now)
    }


def _is_alone(locked: Locked, seat: Seat, now: datetime) -> bool:
    return _asked(locked, seat, now) == {seat.number}
