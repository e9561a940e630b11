"""Everything about a table except the moves: opening, sitting, leaving, starting, Again.

Each service locks the table (and first the match that is on), changes it whole, raises the
room version and tells the table, and the lobby if the table is listed.
"""

import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.core import codec
from games.core.seats import Seat as SeatNumber
from games.core.seats import next_first
from games.registry import Game, UnknownGame, game_for
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused, TooLate
from kirakuken.lib.ids import new_public_id, new_table_code
from kirakuken.parlours.models import Parlour
from tables import clocks, fair, notify
from tables.models import MARKS, Match, MatchSeat, Nonce, Removal, Seat, Table
from tables.option_forms import usual_options, usual_rotation
from tables.services import finishing, playing, ranked, stopping, waiting
from tables.services.transactions import (
    Locked,
    changed,
    lock,
    must_be_host,
    must_sit,
    note_handover,
    whole,
)

WAITING_TABLES_OF_ONE_HOST = 3
TURN_LIMITS = range(10, 3601)  # seconds that a table may set
HOST_AWAY_FOR = timedelta(seconds=60)

_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,32}")
_MAY_SIT = (Table.Phase.WAITING, Table.Phase.FINISHED)


# --- opening and closing ------------------------------------------------------------------


@whole
def do_open(
    parlour: Parlour,
    host: Player,
    *,
    game: str,
    options: dict[str, Any],
    turn_limit: int | None,
    is_listed: bool,
    rotate_first: bool = True,
) -> Table:
    """Open a table; its host sits down first. `options` are the game's house rules as JSON."""
    _host_has_room(host)
    return _open(parlour, host, game, options, turn_limit, is_listed, rotate_first)


@whole
def do_open_ranked(parlour: Parlour, host: Player, *, game: str, is_listed: bool) -> Table:
    """Open a ranked table: the parlour's usual house rules and its limit for a turn."""
    ranked.check_player(host)
    _host_has_room(host)
    return _open_ranked(parlour, host, game, is_listed)


@whole
def do_seat_those_who_wait(parlour: Parlour, game: str, size: int) -> Table | None:
    """If enough people wait for a ranked table of this size, seat them at one; the one who has
    waited longest is host. Holds the parlour's row, so that nobody is seated twice."""
    Parlour.objects.select_for_update(no_key=True).get(pk=parlour.pk)
    group = waiting.group_of(game, size)
    if not group:
        return None
    table = _open_ranked(parlour, group[0].player, game, is_listed=False)
    for one in group[1:]:
        _seat(lock(table.pk), player=one.player)
    waiting.seated(group, table)
    return table


def _open_ranked(parlour: Parlour, host: Player, game: str, is_listed: bool) -> Table:
    usual = codec.plain(usual_options(_game(game), parlour))
    table = _open(parlour, host, game, usual, parlour.ranked_turn_limit, is_listed, True)
    table.is_ranked = True
    table.save(update_fields=["is_ranked"])
    return table


def do_try_with_cpus(parlour: Parlour, host: Player, game: str) -> Table:
    """A table by link with the usual rules and a CPU on every other seat, started at once."""
    table = _open_with_cpus(parlour, host, game)
    do_start(table, host)
    table.refresh_from_db()
    return table


@whole
def do_close(table: Table) -> None:
    """Close a table for good; a match that is on ends unfinished."""
    locked = lock(table.pk)
    if not locked.is_closed:
        _shut(locked, finishing.TABLE_CLOSED)
        changed(locked)


@whole
def close_if_still(table_id: int, phase: Table.Phase, unused_since: datetime) -> bool:
    """For the tidying: close if nobody has used the table meanwhile."""
    locked = lock(table_id)
    table = locked.table
    if table.phase != phase:
        return False
    if phase == Table.Phase.PLAYING:
        in_use = any(seat.last_seen > unused_since for seat in locked.humans())
    else:
        in_use = table.touched_at > unused_since
    if not in_use:
        _shut(locked, finishing.NOBODY_CAME_BACK)
        changed(locked)
    return not in_use


# --- sitting and leaving ------------------------------------------------------------------


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
    seat = _cpus_chair(locked, player) or _seat(locked, player=player)
    _look_who_goes_first(locked)
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
    if level and level not in _game(locked.table.game).levels:
        raise Refused("bad_request")
    _seat(locked, cpu_number=_free_cpu_number(locked.seats), cpu_level=level)
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
    _may_change(locked)
    if mark not in MARKS or any(s.mark == mark and s.pk != seat.pk for s in locked.seats):
        raise Refused("mark_taken")
    if seat.mark != mark:
        seat.mark = mark
        seat.save(update_fields=["mark"])
        changed(locked)


@whole
def do_new_link(table: Table, by: Player, *, revision: int | None = None) -> None:
    """Make the old invite link and table code useless. Does nothing if the link is no longer
    the one of `revision`, which the page showed."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    table = locked.table
    if revision is not None and revision != table.invite_revision:
        return
    table.invite_revision += 1
    table.code = _new_code(table.parlour)
    table.save(update_fields=["invite_revision", "code"])
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
        seat.cpu_number = _free_cpu_number(locked.seats)
        seat.absent_since, seat.timeouts, seat.commitment = None, 0, ""
        seat.save()
        note_handover(locked.match, seat)
    if not empty:
        return False
    if not locked.humans() and not _is_played_out(locked):
        _shut(locked, finishing.EVERYBODY_LEFT)
    elif locked.match is not None:
        playing.look_again(locked.match, locked.seats)
    changed(locked)
    return True


# --- the dice, the start, Again -----------------------------------------------------------


@whole
def do_commit_nonce(table: Table, player: Player, commitment: str) -> None:
    """A browser commits to its share in the dice of the match to come."""
    if not _COMMITMENT.fullmatch(commitment):
        raise Refused("commitment_malformed")
    locked = lock(table.pk)
    seat = must_sit(locked, player)
    _may_change(locked)
    seat.commitment = commitment
    seat.save(update_fields=["commitment"])


@whole
def do_reveal_nonce(table: Table, player: Player, nonce_hex: str) -> None:
    """A browser shows its share; with the last one the match begins. Too late, or not what
    was committed to, counts as none."""
    if not _NONCE.fullmatch(nonce_hex):
        raise Refused("nonce_malformed")
    locked = lock(table.pk)
    seat = must_sit(locked, player)
    match = locked.match
    if match is None:
        raise TooLate("too_late")
    nonces = list(Nonce.objects.filter(match=match))
    nonce = next((nonce for nonce in nonces if nonce.seat == seat.number), None)
    if nonce is not None and nonce.revealed == nonce_hex:
        return  # a page that is loaded anew while it shows its share shows it once more
    if match.status != Match.Status.SHUFFLING:
        raise TooLate("too_late")
    if nonce is None or not fair.fits_commitment(match, nonce, bytes.fromhex(nonce_hex)):
        raise Refused("nonce_wrong")
    if not nonce.revealed:
        nonce.revealed = nonce_hex
        nonce.revealed_at = clock.now()
        nonce.save(update_fields=["revealed", "revealed_at"])
    if all(each.revealed for each in nonces):
        playing.begin(match, locked.seats, clock.now())
        changed(locked)


@whole
def do_start(table: Table, by: Player) -> Match:
    """Start the first match. A second press gets the match that the first one started."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    if locked.match is not None:
        return locked.match
    if locked.table.phase != Table.Phase.WAITING:
        raise Refused("table_closed" if locked.is_closed else "match_running")
    return _start(locked, first=0, number=1)


@whole
def do_again(table: Table, by: Player) -> Match:
    """Another match at the same table: one press by anybody who sits, one match however many
    press. Seats are kept, also those of absent people, for whom the CPU stands in."""
    locked = lock(table.pk)
    must_sit(locked, by)
    if locked.match is not None:
        return locked.match
    if locked.table.phase != Table.Phase.FINISHED:
        raise Refused("table_closed" if locked.is_closed else "match_not_over")
    last = Match.objects.filter(table=table).order_by("-number")[0]
    _seats_fit(locked)
    first = next_first(SeatNumber(last.first), len(locked.seats), rotate=locked.table.rotate_first)
    return _start(locked, first=first, number=last.number + 1)


# --- what these are made of ---------------------------------------------------------------


def _open(
    parlour: Parlour,
    host: Player,
    game: str,
    options: dict[str, Any],
    turn_limit: int | None,
    is_listed: bool,
    rotate_first: bool,
) -> Table:
    if host.parlour_id != parlour.pk:
        raise ValueError("The host belongs to another parlour.")
    if turn_limit is not None and turn_limit not in TURN_LIMITS:
        raise Refused("turn_limit_unknown")
    table = Table.objects.create(
        parlour=parlour,
        public_id=new_public_id(),
        code=_new_code(parlour),
        game=game,
        options=_house_rules(game, options),
        host=host,
        turn_limit=turn_limit,
        is_listed=is_listed,
        rotate_first=rotate_first,
    )
    locked = Locked(table, None, [])
    _seat(locked, player=host)
    changed(locked)
    return table


@whole
def _open_with_cpus(parlour: Parlour, host: Player, game: str) -> Table:
    known = _game(game)
    table = _open(
        parlour,
        host,
        game,
        codec.plain(usual_options(known, parlour)),
        turn_limit=None,
        is_listed=False,
        rotate_first=usual_rotation(known, parlour),
    )
    locked = lock(table.pk)
    for number in range(1, known.seats_alone):
        _seat(locked, cpu_number=number)
    return table


def _house_rules(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The game's options written out in full, or a refusal."""
    try:
        known = codec.from_plain(_game(game).options_type, options)
    except codec.Malformed:
        raise Refused("options_malformed") from None
    written: dict[str, Any] = codec.plain(known)
    return written


def _game(key: str) -> Game:
    try:
        return game_for(key)
    except UnknownGame:
        raise Refused("game_unknown") from None


def _host_has_room(host: Player) -> None:
    """Holds the host's row, so that presses at the same moment are counted one by one."""
    Player.objects.select_for_update(no_key=True).filter(pk=host.pk).first()
    waiting = Table.objects.filter(host=host, phase=Table.Phase.WAITING).count()
    if waiting >= WAITING_TABLES_OF_ONE_HOST:
        raise Refused("too_many_tables")


def _new_code(parlour: Parlour) -> str:
    while Table.objects.filter(parlour=parlour, code=(code := new_table_code())).exists():
        pass
    return code


def _shut(locked: Locked, reason: str) -> None:
    locked.table.phase = Table.Phase.CLOSED
    if locked.match is not None:
        finishing.end_unfinished(locked.match, locked.table, reason, clock.now())


def _seat(
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
    return seat


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
        _look_who_goes_first(locked)
    else:
        seat.cpu_number = _free_cpu_number(locked.seats)
        seat.player = None
        seat.absent_since = None
        seat.timeouts = 0
        seat.commitment = ""
        seat.save()
        note_handover(locked.match, seat)
    if locked.match is not None:
        stopping.drop(locked.match)
    if heir is None and not _is_played_out(locked):
        _shut(locked, finishing.EVERYBODY_LEFT)
    elif locked.match is not None:
        playing.look_again(locked.match, locked.seats)


def _take_away(locked: Locked, seat: Seat) -> None:
    """Take a chair away and close the gap, so that numbers stay those of a match to come."""
    seat.delete()
    locked.seats.remove(seat)
    for number, each in enumerate(locked.seats):
        if each.number != number:
            each.number = number
            each.commitment = ""  # it was bound to the old chair
            each.save(update_fields=["number", "commitment"])


def _start(locked: Locked, *, first: int, number: int) -> Match:
    """Everything up to the shuffling, or, if there is nobody to wait for, up to the first
    question."""
    _seats_fit(locked)
    ranked.check_start(locked)
    table, now = locked.table, clock.now()
    match = Match.objects.create(
        parlour=table.parlour,
        table=table,
        public_id=table.next_match_id,
        number=number,
        game=table.game,
        rules_version=game_for(table.game).engine.rules_version,
        options=table.options,
        turn_limit=table.turn_limit,
        first=first,
        is_ranked=table.is_ranked,
    )
    MatchSeat.objects.bulk_create(_who_plays(match, locked.seats))
    nonces = Nonce.objects.bulk_create(
        Nonce(match=match, seat=seat.number, commitment=seat.commitment)
        for seat in locked.humans()
        if seat.commitment
    )
    Seat.objects.filter(table=table).update(commitment="", timeouts=0, is_offered=False)
    table.phase = Table.Phase.PLAYING
    table.next_match_id = new_public_id()
    fair.make_key(match, now)
    if nonces and len(locked.humans()) > 1:
        match.due_at = now + clocks.SHUFFLE_TIME
        match.save(update_fields=["due_at"])
        notify.wake(match)
    else:
        playing.begin(match, locked.seats, now)
    locked.match = match
    changed(locked)
    return match


def _who_plays(match: Match, seats: Iterable[Seat]) -> list[MatchSeat]:
    return [
        MatchSeat(
            match=match,
            number=seat.number,
            player=seat.player,
            name=seat.player.name if seat.player else "",
            cpu_number=seat.cpu_number,
            mark=seat.mark,
        )
        for seat in seats
    ]


def _free_cpu_number(seats: list[Seat]) -> int:
    taken = {seat.cpu_number for seat in seats}
    return next(number for number in range(1, len(seats) + 2) if number not in taken)


def _is_played_out(locked: Locked) -> bool:
    """A ranked match goes on without anybody, so that nobody escapes a result by leaving."""
    return locked.match is not None and locked.match.is_ranked


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


def _may_change(locked: Locked) -> None:
    if locked.table.phase == Table.Phase.PLAYING:
        raise Refused("match_running")
    if locked.is_closed:
        raise Refused("table_closed")


def _may_be_seated(locked: Locked) -> None:
    _may_change(locked)
    if not _has_room(locked):
        raise Refused("table_full")


def _has_room(locked: Locked) -> bool:
    return len(locked.seats) < min(game_for(locked.table.game).seat_counts[-1], len(MARKS))


def _may_come_in(locked: Locked, player: Player | None, key: str) -> None:
    must_be_welcome(locked, player, key)
    if locked.table.is_ranked:
        ranked.check_player(player)
        ranked.check_device(player, locked.seats)
    has_cpu = any(seat.is_cpu for seat in locked.seats)
    if locked.table.phase != Table.Phase.FINISHED or not has_cpu:
        _may_be_seated(locked)


def must_be_welcome(locked: Locked, player: Player | None, key: str) -> None:
    """Nobody whom the host removed, nor somebody whose name looks like a neighbour's, or nobody
    would know who is who. `key` is that of the name the player has, or would get."""
    if player and Removal.objects.filter(table=locked.table, player=player).exists():
        raise Refused("removed")
    others = {seat.player.name_key for seat in locked.seats if seat.player}
    if key and key in others:
        raise Refused("same_name_here")


def _seats_fit(locked: Locked) -> None:
    if len(locked.seats) not in game_for(locked.table.game).seat_counts:
        raise Refused("seats_do_not_fit")
