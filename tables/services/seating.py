"""Who sits at a table: sitting down, getting up, being asked to leave, CPUs, pieces, the host."""

import secrets
from datetime import timedelta

from games.core.seats import Seat as SeatNumber
from games.core.seats import next_first
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from tables.access import most_seats
from tables.models import MARKS, Match, Removal, Seat, Table
from tables.services import finishing, playing, ranked, stopping
from tables.services.transactions import (
    Locked,
    changed,
    lock,
    must_be_host,
    must_sit,
    note_handover,
    whole,
)

HOST_AWAY_FOR = timedelta(seconds=60)


def check_door(table: Table, player: Player | None, name: str = "") -> None:
    """Refuse now what `do_join` would refuse, before a visitor becomes a player for nothing.
    `name` is what was typed: the name of a player to be, or a new one for a player."""
    seats = list(Seat.objects.filter(table=table).select_related("player"))
    locked = Locked(Table.objects.get(pk=table.pk), None, seats)
    key = player.name_key if player and not name.strip() else name_key(name)
    _may_come_in(locked, player, key)


@whole
def do_join(table: Table, player: Player) -> Seat:
    """Sit down on the lowest free chair; a seated player keeps the one they have. Between two
    matches the seat is for the one to come, and where no chair is free a CPU gets up."""
    locked = lock(table.pk)
    if seat := locked.seat_of(player.pk):
        return seat
    if player.parlour_id != locked.table.parlour_id:
        raise ValueError("The player belongs to another parlour.")
    _may_come_in(locked, player, player.name_key)
    seat = _cpus_chair(locked, player) or add_chair(locked, player=player)
    if locked.table.host_id is None:
        locked.table.host = player
    changed(locked)
    return seat


@whole
def do_leave(table: Table, player: Player) -> None:
    """Get up for good. In a match and after it a CPU takes the seat, so that the others can
    go on and play again; the last person's leaving closes the table."""
    locked = lock(table.pk)
    seat = locked.seat_of(player.pk)
    if seat is None or locked.is_closed:
        return
    _free(locked, seat)
    changed(locked)


@whole
def do_add_cpu(table: Table, by: Player, *, seated: int | None = None, level: str = "") -> None:
    """Give a free chair to a CPU; without a level it plays as well as the usual one. `seated`
    is how many seats the page showed taken: with another number a second press of the same
    button does nothing."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    if seated is not None and seated != len(locked.seats):
        return
    _may_be_seated(locked)
    if locked.table.is_ranked:
        raise Refused("ranked_humans")
    if level and level not in game_for(locked.table.game).levels:
        raise Refused("bad_request")
    add_chair(locked, cpu_number=_free_cpu_number(locked.seats), cpu_level=level)
    changed(locked)


@whole
def do_remove_seat(table: Table, by: Player, number: int, *, sitting: int | None = None) -> None:
    """The host asks somebody, or a CPU, to leave. `sitting` is the row of the seat that the
    page showed: if another sits there now, nothing is done."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    seat = next((seat for seat in locked.seats if seat.number == number), None)
    if sitting is not None and (seat is None or seat.pk != sitting):
        return
    if seat is None:
        raise Refused("no_such_seat")
    if seat.player_id == by.pk:
        raise Refused("not_yourself")
    if locked.table.is_ranked and locked.match is not None:
        raise Refused("ranked_seats_stay")
    if seat.is_cpu and locked.table.phase == Table.Phase.PLAYING:
        raise Refused("match_running")
    if seat.player is not None:
        Removal.objects.get_or_create(table=locked.table, player=seat.player)
    if seat.is_cpu:
        _take_away(locked, seat)
    else:
        _free(locked, seat)
    changed(locked)


@whole
def do_choose_mark(table: Table, player: Player, mark: str) -> None:
    """Choose one's piece. Not while a match is on."""
    locked = lock(table.pk)
    seat = must_sit(locked, player)
    may_change(locked)
    if mark not in MARKS or any(s.mark == mark and s.pk != seat.pk for s in locked.seats):
        raise Refused("mark_taken")
    if seat.mark != mark:
        seat.mark = mark
        seat.save(update_fields=["mark"])
        changed(locked)


@whole
def do_pass_host_on(table_id: int) -> bool:
    """If the host has been absent for a minute, the next person who is there becomes host. So
    they do where the host's player does not exist any more."""
    locked = lock(table_id)
    if locked.is_closed or not locked.seats:
        return False
    host = locked.seat_of(locked.table.host_id) if locked.table.host_id else None
    if host is not None and not _is_away_for_long(host):
        return False
    heir = _next_person(locked.seats, host, only_present=True)
    if heir is None:
        return False
    locked.table.host = heir.player
    changed(locked)
    return True


@whole
def do_fill_empty_chairs(table_id: int) -> bool:
    """Chairs whose player does not exist any more go to CPUs, so that nobody waits for them."""
    locked = lock(table_id)
    empty = [seat for seat in locked.seats if seat.is_cpu and seat.cpu_number is None]
    for seat in empty:
        _give_to_cpu(locked, seat)
    if not empty:
        return False
    _go_on_or_shut(locked)
    changed(locked)
    return True


def add_chair(
    locked: Locked,
    *,
    player: Player | None = None,
    cpu_number: int | None = None,
    cpu_level: str = "",
) -> Seat:
    """A new seat behind the others (at a ranked table at random among them), with the piece its
    player likes, or the first that is free."""
    taken = {seat.mark for seat in locked.seats}
    liked = player.mark if player is not None and player.mark not in taken else ""
    number = len(locked.seats)
    if locked.table.is_ranked and locked.table.phase == Table.Phase.WAITING:
        number = secrets.randbelow(number + 1)
        _make_way(locked, number)
    seat = Seat.objects.create(
        table=locked.table,
        number=number,
        player=player,
        cpu_number=cpu_number,
        cpu_level=cpu_level,
        mark=liked or next(mark for mark in MARKS if mark not in taken),
    )
    locked.seats.insert(number, seat)
    _look_who_goes_first(locked)
    return seat


def may_change(locked: Locked) -> None:
    """Raises Refused while a match is on, and for a closed table."""
    if locked.table.phase == Table.Phase.PLAYING:
        raise Refused("match_running")
    if locked.is_closed:
        raise Refused("table_closed")


def must_be_welcome(locked: Locked, player: Player | None, key: str) -> None:
    """Nobody whom the host removed, nor somebody whose name looks like a neighbour's, or nobody
    would know who is who. `key` is that of the name the player has, or would get."""
    if player and Removal.objects.filter(table=locked.table, player=player).exists():
        raise Refused("removed")
    others = {seat.player.name_key for seat in locked.seats if seat.player}
    if key and key in others:
        raise Refused("same_name_here")


def _may_come_in(locked: Locked, player: Player | None, key: str) -> None:
    must_be_welcome(locked, player, key)
    if locked.table.is_ranked:
        ranked.check_player(player)
        ranked.check_device(player, locked.seats)
    has_cpu = any(seat.is_cpu for seat in locked.seats)
    if locked.table.phase != Table.Phase.FINISHED or not has_cpu:
        _may_be_seated(locked)


def _may_be_seated(locked: Locked) -> None:
    may_change(locked)
    if not _has_room(locked):
        raise Refused("table_full")


def _has_room(locked: Locked) -> bool:
    table = locked.table
    return len(locked.seats) < most_seats(table.game, table.found_size)


def _make_way(locked: Locked, number: int) -> None:
    """A chair between others, each as likely as any: nobody chooses their neighbours."""
    for seat in reversed(locked.seats[number:]):
        seat.number += 1
        seat.commitment = ""  # it was bound to the old chair
        seat.save(update_fields=["number", "commitment"])


def _cpus_chair(locked: Locked, player: Player) -> Seat | None:
    """Between two matches, with no chair free: the last CPU's, which the player takes."""
    if locked.table.phase != Table.Phase.FINISHED or _has_room(locked):
        return None
    seat = next((seat for seat in reversed(locked.seats) if seat.is_cpu), None)
    if seat is not None:
        seat.player, seat.cpu_number, seat.last_seen = player, None, clock.now()
        seat.save()
    return seat


def _was_added(locked: Locked, seat: Seat) -> bool:
    """A chair for the match to come, on which nobody has played yet."""
    if locked.table.phase != Table.Phase.FINISHED:
        return False
    last = Match.objects.filter(table=locked.table).order_by("-number")[0]
    return seat.number >= len(last.decisions)


def _look_who_goes_first(locked: Locked) -> None:
    """In the match to come, after a chair came or went between two matches."""
    table = locked.table
    if table.phase == Table.Phase.FINISHED:
        last = Match.objects.filter(table=table).order_by("-number")[0]
        table.next_first = next_first(
            SeatNumber(last.first), len(locked.seats), rotate=table.rotate_first
        )
        table.save(update_fields=["next_first"])


def _free(locked: Locked, seat: Seat) -> None:
    """A person gets up: the chair is free, or a CPU's where a match is or was played on it."""
    heir = _next_person(locked.seats, seat)
    if locked.table.host_id == seat.player_id:
        locked.table.host = heir.player if heir else None
    if locked.table.phase == Table.Phase.WAITING or _was_added(locked, seat):
        _take_away(locked, seat)
    else:
        _give_to_cpu(locked, seat)
    if locked.match is not None:
        stopping.drop(locked.match)
    _go_on_or_shut(locked)


def _give_to_cpu(locked: Locked, seat: Seat) -> None:
    seat.player, seat.cpu_number = None, _free_cpu_number(locked.seats)
    seat.absent_since, seat.timeouts, seat.commitment = None, 0, ""
    seat.save()
    note_handover(locked.match, seat)


def _go_on_or_shut(locked: Locked) -> None:
    """After people have gone. A ranked match goes on without anybody, so that nobody escapes a
    result by leaving."""
    match = locked.match
    if not locked.humans() and (match is None or not match.is_ranked):
        finishing.shut(locked, finishing.EVERYBODY_LEFT)
    elif match is not None:
        playing.look_again(match, locked.seats)


def _take_away(locked: Locked, seat: Seat) -> None:
    """Take a chair away and close the gap, so that numbers stay those of a match to come."""
    seat.delete()
    locked.seats.remove(seat)
    for number, each in enumerate(locked.seats):
        if each.number != number:
            each.number = number
            each.commitment = ""  # it was bound to the old chair
            each.save(update_fields=["number", "commitment"])
    _look_who_goes_first(locked)


def _free_cpu_number(seats: list[Seat]) -> int:
    taken = {seat.cpu_number for seat in seats}
    return next(number for number in range(1, len(seats) + 2) if number not in taken)


def _next_person(
    seats: list[Seat], after: Seat | None, *, only_present: bool = False
) -> Seat | None:
    """The next person in seat order (from the first, without an `after`), somebody who is there
    if there is anybody."""
    start = after.number if after is not None else -1
    turn = [seat for seat in seats if seat.number > start]
    turn += [seat for seat in seats if seat.number < start]
    people = [seat for seat in turn if not seat.is_cpu]
    present = [seat for seat in people if seat.absent_since is None]
    if present:
        return present[0]
    return people[0] if people and not only_present else None


def _is_away_for_long(host: Seat) -> bool:
    return host.absent_since is not None and clock.now() - host.absent_since >= HOST_AWAY_FOR
