"""A CPU's seat in mid-match, offered by the host to whoever opens the invite link."""

from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from tables.models import MatchSeat, Seat, Table
from tables.services import playing, stopping
from tables.services.seating import must_be_welcome
from tables.services.transactions import (
    Locked,
    changed,
    lock,
    must_be_host,
    note_handover,
    whole,
)


@whole
def do_offer_seat(
    table: Table, by: Player, number: int, *, offered: bool, sitting: int | None = None
) -> None:
    """Offer a CPU's seat, or take the offer back. `sitting` is the row of the seat that the page
    showed: if somebody sits there by now, nothing is done."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    if locked.match is None:
        raise Refused("match_not_on")
    if locked.table.is_ranked:
        raise Refused("ranked_seats_stay")
    seat = next((seat for seat in locked.seats if seat.number == number), None)
    if sitting is not None and (seat is None or seat.pk != sitting):
        return
    if seat is None or not seat.is_cpu:
        raise Refused("no_such_seat")
    if seat.is_offered != offered:
        seat.is_offered = offered
        seat.save(update_fields=["is_offered"])
        changed(locked)


def check_offer(table: Table, player: Player | None, sitting: int, name: str = "") -> None:
    """Refuse now what `do_step_in` would refuse, before a visitor becomes a player for nothing."""
    seats = list(Seat.objects.filter(table=table).select_related("player"))
    locked = Locked(Table.objects.get(pk=table.pk), None, seats)
    key = player.name_key if player and not name.strip() else name_key(name)
    _may_take_over(locked, player, key, sitting)


@whole
def do_step_in(table: Table, player: Player, sitting: int) -> Seat:
    """Take the offered seat over and play on from there; somebody seated keeps the seat they
    have. The seat's row is made anew, so that pages which showed the CPU mean nobody else."""
    locked = lock(table.pk)
    if seat := locked.seat_of(player.pk):
        return seat
    if player.parlour_id != locked.table.parlour_id:
        raise ValueError("The player belongs to another parlour.")
    left = _may_take_over(locked, player, player.name_key, sitting)
    match, now = locked.match, clock.now()
    if match is None:
        raise Refused("seat_not_offered")
    playing.go_on(match, locked.seats, now)
    stopping.drop(match)
    left.delete()
    seat = Seat.objects.create(
        table=locked.table, number=left.number, player=player, mark=left.mark, last_seen=now
    )
    locked.seats[left.number] = seat
    MatchSeat.objects.filter(match=match, number=seat.number).update(
        successor=player, successor_name=player.name
    )
    note_handover(match, seat)
    playing.look_again(match, locked.seats)
    changed(locked)
    return seat


def _may_take_over(locked: Locked, player: Player | None, key: str, sitting: int) -> Seat:
    must_be_welcome(locked, player, key)
    offered = next((seat for seat in locked.seats if seat.pk == sitting), None)
    is_on = locked.table.phase == Table.Phase.PLAYING and not locked.table.is_ranked
    if offered is None or not offered.is_cpu or not offered.is_offered or not is_on:
        raise Refused("seat_not_offered")
    return offered
