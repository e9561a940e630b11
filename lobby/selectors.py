"""What the shop front shows: the tables in the shop, and the ones a player sits at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core import codec
from games.registry import UnknownGame, game_for
from kirakuken.accounts.models import Player
from kirakuken.lib.writing import set_apart
from kirakuken.parlours.models import Parlour
from lobby.forms import limit_label
from tables.boards.people import Person
from tables.boards.registry import board_for
from tables.lists import listed_tables, running_tables_of, tables_left_by
from tables.models import Match, Seat, Table

MOST_WARM = 3
# A list that fits into one message of the socket, six seats at each table.
MOST_SHOWN = 40
_WARM = {Table.Phase.WAITING, Table.Phase.PLAYING}


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A listed table as everybody is shown it."""

    key: str
    game: str
    whose: str
    mark_files: tuple[str, ...]
    facts: tuple[str, ...]
    has_free_seat: bool
    address: str


@dataclass(frozen=True, slots=True)
class WarmTable:
    """A table where this player has a seat, or had one, in words for them alone."""

    mark_file: str
    words: str
    address: str
    is_left: bool = False


def shown_tables(parlour: Parlour) -> list[ShownTable]:
    """In the language that is active. The same for everybody: it is sent to all who look on."""
    return [_shown(table) for table in listed_tables(parlour)[:MOST_SHOWN]]


def warm_tables(player: Player | None) -> list[WarmTable]:
    """Those that are on or have yet to start, the last used first."""
    if player is None:
        return []
    tables = [table for table in running_tables_of(player) if table.phase in _WARM]
    warm = [_warm(table, player) for table in tables[:MOST_WARM]]
    return warm or [_left(table) for table in tables_left_by(player)[:1]]


def game_name(key: str) -> str:
    """A game this house no longer has is called by its key."""
    try:
        return board_for(game_for(key).key).facts().name
    except UnknownGame:
        return key


def _shown(table: Table) -> ShownTable:
    seats = list(table.seats.all())
    most = game_for(table.game).seat_counts.stop - 1
    is_playing = table.phase == Table.Phase.PLAYING
    is_over = table.phase == Table.Phase.FINISHED
    taken = [seat for seat in seats if seat.player or not is_over]  # then CPUs make room
    has_free_seat = not is_playing and len(taken) < most
    facts = [
        _("%(taken)s of %(most)s seated") % {"taken": len(seats), "most": most},
        _rules_in_a_line(table),
    ]
    if table.turn_limit:
        limit = limit_label(table.turn_limit)
        facts.append(_("%(time)s for a turn") % {"time": limit})
    if is_playing:
        facts.append(_("a game is on"))
    return ShownTable(
        key=table.public_id,
        game=game_name(table.game),
        whose=_whose(table, seats),
        mark_files=tuple(_mark_file(seat) for seat in seats),
        facts=tuple(facts),
        has_free_seat=has_free_seat,
        address=reverse("tables:table", args=[table.public_id])
        + ("?sit=1" if is_over and has_free_seat else ""),
    )


def _warm(table: Table, player: Player) -> WarmTable:
    seats = list(table.seats.all())
    mine = next(seat for seat in seats if seat.player_id == player.pk)
    game = game_name(table.game)
    if len(seats) > 1:
        who = _("%(game)s with %(people)s.") % {"game": game, "people": _company(seats, mine)}
    else:
        who = _("%(game)s, nobody else here yet.") % {"game": game}
    return WarmTable(
        mark_file=_mark_file(mine),
        words=pgettext("two sentences", "%(one)s %(two)s")
        % {"one": who, "two": _how_it_stands(table, mine)},
        address=reverse("tables:table", args=[table.public_id]),
    )


def _left(table: Table) -> WarmTable:
    seats = list(table.seats.all())
    return WarmTable(
        mark_file=_mark_file(seats[0]),
        words=_("%(game)s with %(people)s.")
        % {"game": game_name(table.game), "people": _company(seats, None)},
        address=reverse("tables:table", args=[table.public_id]),
        is_left=True,
    )


def _how_it_stands(table: Table, mine: Seat) -> str:
    if table.phase == Table.Phase.PLAYING:
        match = Match.objects.filter(table=table).only("decisions").first()
        owed = match.decisions if match else []
        is_mine = mine.number < len(owed) and owed[mine.number] is not None
        return _("Your turn.") if is_mine else _("The game goes on.")
    return _("Not started yet.")


def _company(seats: Sequence[Seat], mine: Seat | None) -> str:
    """The others at the table: "Ren, Mio and a CPU"."""
    others = [seat for seat in seats if mine is None or seat.pk != mine.pk]
    people = [_called(seat.player) for seat in others if seat.player]
    cpus = sum(seat.is_cpu for seat in seats)
    if cpus:
        people.append(ngettext("a CPU", "%(count)s CPUs", cpus) % {"count": cpus})
    return joined(people)


def joined(words: Iterable[str]) -> str:
    """ "Ren, Mio and a CPU", れんさん・みおさん・CPU."""
    *most, last = words
    if not most:
        return last
    front = pgettext("between people", ", ").join(most)
    return pgettext("list of people", "%(front)s and %(last)s") % {"front": front, "last": last}


def _whose(table: Table, seats: Sequence[Seat]) -> str:
    host = table.host or next((seat.player for seat in seats if seat.player), None)
    if host is None:
        return _("a table of CPUs")
    return pgettext("table of a host", "%(name)s’s table") % {"name": set_apart(host.name)}


def _called(player: Player) -> str:
    return Person(0, player.name, "", is_cpu=False, is_away=False).called


def _rules_in_a_line(table: Table) -> str:
    options = codec.from_plain(game_for(table.game).options_type, table.options)
    return board_for(table.game).options_summary(options)


def _mark_file(seat: Seat) -> str:
    return f"img/marks/{seat.mark}.svg"
