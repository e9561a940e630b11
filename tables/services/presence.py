"""Who is there. A sleeping phone is no leaving: absence matters only on that seat's own turn.

Page loads, polls, posts and heartbeats are signs of presence, so a player without scripts is
present too.
"""

from collections.abc import Sequence
from datetime import timedelta

from kirakuken.lib import clock
from tables.models import Seat
from tables.services.playing import go_on, look_again
from tables.services.transactions import Locked, changed, lock, whole

NOTED_EVERY = timedelta(seconds=5)
GONE_AFTER = timedelta(seconds=10)  # without a socket and without any request


def do_see(table_id: int, player_id: int, *, by_hand: bool = False) -> None:
    """A sign of presence. Cheap: it writes at most every 5 s, unless the player was absent.

    `by_hand`: the player pressed something or loaded the page, so that they do not count as away
    any more after time-outs; that a page is open somewhere shows nothing of the kind.
    """
    seat = Seat.objects.filter(table_id=table_id, player_id=player_id).first()
    if seat is None:
        return
    now = clock.now()
    if seat.absent_since is not None or (by_hand and seat.timeouts):
        _come_back(table_id, player_id, by_hand)
    elif now - seat.last_seen >= NOTED_EVERY:
        Seat.objects.filter(pk=seat.pk, player_id=player_id).update(last_seen=now)


def do_hear(seat_ids: Sequence[int]) -> None:
    """The sockets of these seats gave a sign: one write for all. Brings nobody back who
    counts as absent; that is what `do_see` does when a socket opens."""
    Seat.objects.filter(pk__in=seat_ids).exclude(player=None).update(last_seen=clock.now())


@whole
def do_miss(table_id: int, player_id: int) -> bool:
    """The player's last socket at this table is gone, or nothing was heard of them for long.
    False if there was a sign of presence within the last 10 s: then ask again later."""
    locked = lock(table_id)
    seat = locked.seat_of(player_id)
    if seat is None or seat.absent_since is not None or locked.is_closed:
        return True
    now = clock.now()
    if now - seat.last_seen < GONE_AFTER:
        return False
    seat.absent_since = now
    seat.save(update_fields=["absent_since"])
    _look_again(locked)
    changed(locked)
    return True


@whole
def _come_back(table_id: int, player_id: int, by_hand: bool) -> None:
    """In effect at once; a match that stood still goes on with the time it had."""
    locked = lock(table_id)
    seat = locked.seat_of(player_id)
    if seat is None or not (seat.absent_since or (by_hand and seat.timeouts)):
        return
    now = clock.now()
    if locked.match is not None:
        go_on(locked.match, locked.seats, now)
    seat.absent_since, seat.last_seen = None, now
    if by_hand:
        seat.timeouts = 0
    seat.save(update_fields=["absent_since", "last_seen", "timeouts"])
    _look_again(locked)
    changed(locked)


def _look_again(locked: Locked) -> None:
    if locked.match is not None:
        look_again(locked.match, locked.seats)
