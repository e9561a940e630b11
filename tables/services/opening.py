"""Opening tables, by hand or for those who wait, their links, and closing them.

Each service that changes a table locks it (and first the match that is on), changes it whole,
raises the room version and tells the table, and the lobby if the table is listed.
"""

from datetime import datetime
from typing import Any

from games.core import codec
from games.registry import Game, UnknownGame, game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.lib.ids import new_public_id, new_table_code
from kirakuken.parlours.models import Parlour
from tables.models import Seat, Table
from tables.option_forms import usual_options, usual_rotation
from tables.services import finishing, ranked, waiting
from tables.services.seating import add_chair
from tables.services.starting import do_start
from tables.services.transactions import Locked, changed, lock, must_be_host, whole

WAITING_TABLES_OF_ONE_HOST = 3
TURN_LIMITS = range(10, 3601)  # seconds that a table may set


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


def do_seat_those_who_wait(parlour: Parlour, game: str, size: int) -> Table | None:
    """If enough people wait for a ranked table of this size, seat them at one; the one who has
    waited longest is host."""
    # Counted without a lock, for whoever waits asks every five seconds, mostly in vain.
    return _seat_a_group(parlour, game, size) if waiting.are_enough(game, size) else None


def do_try_with_cpus(parlour: Parlour, host: Player, game: str) -> Table:
    """A table by link with the usual rules and a CPU on every other seat, started at once."""
    table = _open_with_cpus(parlour, host, game)
    do_start(table, host)
    table.refresh_from_db()
    return table


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
def do_close(table: Table) -> None:
    """Close a table for good; a match that is on ends unfinished."""
    locked = lock(table.pk)
    if not locked.is_closed:
        finishing.shut(locked, finishing.TABLE_CLOSED)
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
        finishing.shut(locked, finishing.NOBODY_CAME_BACK)
        changed(locked)
    return not in_use


def _open(
    parlour: Parlour,
    host: Player,
    game: str,
    options: dict[str, Any],
    turn_limit: int | None,
    is_listed: bool,
    rotate_first: bool,
    is_ranked: bool = False,
    found_size: int = 0,
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
        is_ranked=is_ranked,
        found_size=found_size,
    )
    locked = Locked(table, None, [])
    add_chair(locked, player=host)
    changed(locked)
    return table


def _open_ranked(
    parlour: Parlour, host: Player, game: str, is_listed: bool, found_size: int = 0
) -> Table:
    usual = codec.plain(usual_options(_game(game), parlour))
    return _open(
        parlour,
        host,
        game,
        usual,
        parlour.ranked_turn_limit,
        is_listed,
        rotate_first=True,
        is_ranked=True,
        found_size=found_size,
    )


@whole
def _seat_a_group(parlour: Parlour, game: str, size: int) -> Table | None:
    """Holds the parlour's row, so that nobody is seated twice."""
    Parlour.objects.select_for_update(no_key=True).get(pk=parlour.pk)
    group = waiting.group_of(game, size)
    if not group:
        return None
    table = _open_ranked(parlour, group[0].player, game, is_listed=False, found_size=size)
    locked = lock(table.pk)
    for one in group[1:]:
        add_chair(locked, player=one.player)
    # Each is there once their page has come, and not before: one may have gone from theirs.
    Seat.objects.filter(table=table).update(absent_since=clock.now())
    waiting.seated(group, table)
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
        add_chair(locked, cpu_number=number)
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
