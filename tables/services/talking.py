"""Saying a phrase, and not wanting to see somebody's."""

from datetime import timedelta

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import NotAllowed, Refused, TooMany
from tables import notify
from tables.models import Hush, Phrase, Seat, Table
from tables.phrases import PHRASES
from tables.selectors import SPOKEN_FOR
from tables.services.transactions import whole

ONE_EACH = timedelta(seconds=3)  # and seat


@whole
def do_say(table: Table, player: Player, number: int) -> None:
    """Raises NotAllowed not_seated, Refused table_closed, and TooMany say_soon where this seat
    spoke less than three seconds ago."""
    if number not in PHRASES:
        raise Refused("bad_request")
    now = clock.now()
    # The match is left alone: whoever thinks or plays is not held up by talk.
    locked = Table.objects.select_for_update(of=("self",)).get(pk=table.pk)
    seat = Seat.objects.filter(table=locked, player=player).first()
    if seat is None:
        raise NotAllowed("not_seated")
    if locked.phase == Table.Phase.CLOSED:
        raise Refused("table_closed")
    if Phrase.objects.filter(table=locked, player=player, said_at__gt=now - ONE_EACH).exists():
        raise TooMany("say_soon", retry_after=int(ONE_EACH.total_seconds()))
    Phrase.objects.create(table=locked, seat=seat.number, player=player, number=number, said_at=now)
    locked.room_version += 1
    locked.spoken_at = locked.touched_at = now
    locked.save(update_fields=["room_version", "spoken_at", "touched_at"])
    notify.tell_table(locked)


@whole
def do_hush(table: Table, player: Player, sitting: int, *, is_hushed: bool) -> None:
    """From now on `player` does not see what the person on that chair says, or sees it again.
    `sitting` is the seat's key as the page showed it; Refused no_such_seat if it is free now."""
    seat = Seat.objects.filter(table=table, pk=sitting).exclude(player=None).first()
    if seat is None or seat.player_id == player.pk:
        raise Refused("no_such_seat")
    if is_hushed:
        Hush.objects.get_or_create(player=player, hushed_id=seat.player_id)
        Player.objects.filter(pk=player.pk).update(has_hushed=True)
    else:
        Hush.objects.filter(player=player, hushed_id=seat.player_id).delete()
    # The player's own pages have something new to show; nobody else's have.
    locked = Table.objects.select_for_update(of=("self",)).get(pk=table.pk)
    locked.room_version += 1
    locked.save(update_fields=["room_version"])
    notify.tell_table(locked)


def do_forget_phrases() -> None:
    """In a parlour's scope: what was said more than an hour ago."""
    Phrase.objects.filter(said_at__lte=clock.now() - SPOKEN_FOR).delete()
