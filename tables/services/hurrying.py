"""Somebody who plays alone with computer players need not wait for their pace."""

from msgspec.structs import replace

from kirakuken.lib import clock
from tables import clocks, notify
from tables.models import Match
from tables.services.playing import chairs
from tables.services.transactions import lock_match, whole


@whole
def do_hurry(match_id: int, seat: int) -> bool:
    """The computer player who is asked answers at once; True if there was one.

    Not where other people play: they may be looking. Not in a ranked match, whose times are
    the same for all.
    """
    match, now = lock_match(match_id), clock.now()
    seats = chairs(match)
    is_alone = all(chair.is_cpu for chair in seats if chair.number != seat)
    if match.status != Match.Status.PLAYING or match.is_ranked or not is_alone:
        return False
    before = clocks.from_json(match.decisions)
    after = [
        replace(decision, cpu_at=now)
        if decision is not None and seats[number].is_cpu and decision.cpu_at > now
        else decision
        for number, decision in enumerate(before)
    ]
    if after == before:
        return False
    match.decisions = clocks.to_json(after)
    match.due_at = clocks.next_due(after, seats)
    match.save(update_fields=["decisions", "due_at"])
    notify.wake(match)
    return True
