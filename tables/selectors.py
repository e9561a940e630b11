"""What pages are made of: one consistent reading of a table.

No other place asks an engine for what a seat sees or hears. Nothing here hands out a state:
only views, and only of a seat that was named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.core import codec
from games.core.events import heard_by
from games.core.result import Result
from games.core.seats import Seat as SeatNumber
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from tables import clocks, store
from tables.boards.people import Person, cpu_name
from tables.models import Hush, Match, MatchSeat, Move, Phrase, Seat, Table

SPOKEN_FOR = timedelta(hours=1)
MOST_SPOKEN = 20


@dataclass(frozen=True, slots=True)
class TableShown:
    pk: int
    public_id: str
    parlour_id: int
    code: str
    game: str
    phase: str
    host_id: int | None
    is_listed: bool
    turn_limit: int | None
    next_first: int
    next_match_id: str
    invite_revision: int
    room_version: int
    spoken_at: datetime | None
    options: dict[str, Any]
    is_ranked: bool = False
    found_size: int = 0


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A chair and who sits on it. `name` is "" for CPUs, who are named in the reader's
    language."""

    pk: int
    number: int
    player_id: int | None
    name: str
    cpu_number: int | None
    mark: str
    is_away: bool
    cpu_level: str = ""
    is_offered: bool = False
    is_absent: bool = False  # away other than by time-outs
    is_long_away: bool = False
    has_hushed: bool = False

    @property
    def is_cpu(self) -> bool:
        return self.cpu_number is not None


@dataclass(frozen=True, slots=True)
class MatchShown:
    pk: int
    public_id: str
    game: str
    status: str
    version: int
    first: int
    turn_limit: int | None
    is_over: bool
    is_stopped: bool
    # A proposal to stop here: its number, and the seats that agree.
    stop_proposal: int | None
    stop_agreed: tuple[int, ...]
    is_ranked: bool = False
    is_to_be_rated: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One move as somebody heard it. Step 0 is the start, nobody's move."""

    number: int
    seat: int | None
    by: str | None
    events: tuple[Any, ...]


@dataclass(frozen=True)
class Snapshot:
    """Everything the pages of a table need, as it was at one moment.

    `seats` are the chairs now; `players` those around the board of the match (as it was
    played, when it is over). `decisions` is empty without a board. Steps are read when they
    are asked for, up to the version that was read.
    """

    table: TableShown
    seats: tuple[SeatShown, ...]
    match: MatchShown | None
    players: tuple[SeatShown, ...]
    decisions: tuple[clocks.Decision | None, ...]
    is_paused: bool
    result: Result | None
    _row: Match | None = field(repr=False)
    _read: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def has_board(self) -> bool:
        """False before the first match, while its key is in the making, and for good when it
        ended before that."""
        return self._row is not None and store.has_begun(self._row)

    @property
    def options(self) -> Any:
        """The house rules as the game's own value."""
        return codec.from_plain(game_for(self.table.game).options_type, self.table.options)

    @property
    def people(self) -> list[Person]:
        """Those around the table (or the board), named in the active language."""
        return [self.person(seat) for seat in self.players]

    def person(self, seat: SeatShown) -> Person:
        return Person(
            seat=seat.number,
            name=cpu_name(seat.cpu_number) if seat.cpu_number else seat.name,
            mark=seat.mark,
            is_cpu=seat.is_cpu,
            is_away=seat.is_away,
            is_host=seat.player_id is not None and seat.player_id == self.table.host_id,
        )

    def viewer_of(self, player: Player | None) -> int | None:
        """The seat with whose eyes this player sees the table and the match; None: a
        spectator, such as somebody who got up, or sat down after the match."""
        if player is None or all(seat.player_id != player.pk for seat in self.seats):
            return None
        return next((seat.number for seat in self.players if seat.player_id == player.pk), None)

    def view(self, viewer: int | None) -> Any:
        """What this seat (None: a spectator) knows."""
        if viewer not in self._read:
            stored = self._stored()
            self._read[viewer] = stored.engine.view(stored.state, _seat(viewer))
        return self._read[viewer]

    def steps(self, since: int, viewer: int | None) -> list[Step]:
        """The moves after version `since` as this seat heard them; -1: with the start."""
        if self._row is None or not self.has_board:
            return []
        key = ("told", since)
        if key not in self._read:
            self._read[key] = store.told_since(self._row, since)
        return [
            Step(told.number, told.seat, told.by, heard_by(told.told, _seat(viewer)))
            for told in self._read[key]
        ]

    @property
    def spoken(self) -> tuple[Phrase, ...]:
        """The phrases of the last hour with their speakers, the newest first."""
        if "spoken" not in self._read:
            self._read["spoken"] = _phrases(self.table)
        spoken: tuple[Phrase, ...] = self._read["spoken"]
        return spoken

    def hushed_by(self, viewer: int | None) -> frozenset[int]:
        """The players whose phrases this seat's player does not want to see."""
        if viewer is None:
            return frozenset()
        if "hushed" not in self._read:
            here = [seat.player_id for seat in self.seats if seat.has_hushed]
            hushes = Hush.objects.filter(player__in=here) if here else Hush.objects.none()
            self._read["hushed"] = frozenset(hushes.values_list("player_id", "hushed_id"))
        me = self.players[viewer].player_id
        return frozenset(hushed for player, hushed in self._read["hushed"] if player == me)

    def decision_of(self, seat: int | None) -> clocks.Decision | None:
        return self.decisions[seat] if seat is not None and self.decisions else None

    def legal_actions(self, seat: int) -> tuple[Any, ...]:
        """Every answer this seat may give now. Only for that seat's own page."""
        stored = self._stored()
        legal: tuple[Any, ...] = stored.engine.legal_actions(stored.state, SeatNumber(seat))
        return legal

    def refusal(self, seat: int, action: Any) -> str | None:
        """Why the rules do not allow this seat's action now. Only for that seat's own page."""
        stored = self._stored()
        code: str | None = stored.engine.refusal(stored.state, SeatNumber(seat), action)
        return code

    @property
    def owing(self) -> list[int]:
        """The seats that the match waits for."""
        return [seat for seat, decision in enumerate(self.decisions) if decision]

    def shown_until(self, viewer: int | None) -> datetime | None:
        """The deadline to show: the viewer's own, else the next one of the others. A match that
        stands still has none."""
        if self.is_paused:
            return None
        own = self.decision_of(viewer)
        if own is not None:
            return own.shown_until
        return min(
            (each.shown_until for each in self.decisions if each and each.shown_until),
            default=None,
        )

    def _stored(self) -> store.Stored:
        if "stored" not in self._read:
            if self._row is None or not self.has_board:
                raise LookupError("There is no board yet.")
            self._read["stored"] = store.load(self._row)
        stored: store.Stored = self._read["stored"]
        return stored


def snapshot(table_id: int) -> Snapshot:
    """Read a table with its latest match. Raises DoesNotExist.

    Table and match come from one statement. The seats are read after them, so that they may
    be newer than the versions say, never older: then a notice follows and puts it right.
    """
    match = (
        Match.objects.filter(table_id=table_id).select_related("table").order_by("-number").first()
    )
    table = match.table if match is not None else Table.objects.get(pk=table_id)
    rows = list(Seat.objects.filter(table_id=table_id).select_related("player").order_by("number"))
    return _snapshot(table, match, rows)


def snapshot_after(match: Match, rows: Sequence[Seat], told: store.MoveTold) -> Snapshot:
    """The same from what a move has just read and written: a match that goes on, its seats with
    their players, and what the move told."""
    found = _snapshot(match.table, match, rows)
    found._read["told", told.number - 1] = [told]
    return found


def _snapshot(table: Table, match: Match | None, rows: Sequence[Seat]) -> Snapshot:
    seats = tuple(_seat_shown(seat) for seat in rows)
    players = seats
    if match is not None and match.is_over:
        played = MatchSeat.objects.filter(match=match).order_by("number")
        players = tuple(_player_shown(seat, seats) for seat in played)
    decisions: tuple[clocks.Decision | None, ...] = ()
    if match is not None and match.status != Match.Status.SHUFFLING:
        decisions = tuple(clocks.from_json(match.decisions))
    return Snapshot(
        table=_table_shown(table),
        seats=seats,
        match=_match_shown(match) if match is not None else None,
        players=players,
        decisions=decisions,
        is_paused=table.phase == Table.Phase.PLAYING
        and clocks.is_paused(rows)
        and not table.is_ranked,
        result=store.result_of(match) if match is not None else None,
        _row=match,
    )


def _phrases(table: TableShown) -> tuple[Phrase, ...]:
    since = clock.now() - SPOKEN_FOR
    if table.spoken_at is None or table.spoken_at <= since:
        return ()
    said = Phrase.objects.filter(table_id=table.pk, said_at__gt=since).select_related("player")
    return tuple(said.order_by("-pk")[:MOST_SPOKEN])


def moves_since(match: MatchShown, since: datetime) -> int:
    """How many moves were made in a match after that moment."""
    return Move.objects.filter(match_id=match.pk, made_at__gt=since).count()


def _table_shown(table: Table) -> TableShown:
    return TableShown(
        pk=table.pk,
        public_id=table.public_id,
        parlour_id=table.parlour_id,
        code=table.code,
        game=table.game,
        phase=table.phase,
        host_id=table.host_id,
        is_listed=table.is_listed,
        turn_limit=table.turn_limit,
        next_first=table.next_first,
        next_match_id=table.next_match_id,
        invite_revision=table.invite_revision,
        room_version=table.room_version,
        spoken_at=table.spoken_at,
        options=table.options,
        is_ranked=table.is_ranked,
        found_size=table.found_size,
    )


def _seat_shown(seat: Seat) -> SeatShown:
    return SeatShown(
        pk=seat.pk,
        number=seat.number,
        player_id=seat.player_id,
        name=seat.player.name if seat.player is not None else "",
        # A player may be deleted: a CPU takes the chair within a minute, see tasks.tidy.
        cpu_number=(seat.cpu_number or seat.number + 1) if seat.is_cpu else None,
        mark=seat.mark,
        is_away=not seat.is_cpu and clocks.is_away(seat.absent_since, seat.timeouts),
        cpu_level=seat.cpu_level,
        is_offered=seat.is_cpu and seat.is_offered,
        is_absent=seat.absent_since is not None,
        is_long_away=clocks.is_long_away(seat.absent_since, seat.timeouts, clock.now()),
        has_hushed=seat.player is not None and seat.player.has_hushed,
    )


def _player_shown(played: MatchSeat, seats: tuple[SeatShown, ...]) -> SeatShown:
    """Who played a seat of a match that is over, and whether they are here now."""
    player = played.shown_player_id
    now = next((seat for seat in seats if player and seat.player_id == player), None)
    is_cpu = played.shown_cpu_number is not None
    return SeatShown(
        pk=played.pk,
        number=played.number,
        player_id=player,
        name=played.shown_name,
        cpu_number=played.shown_cpu_number,
        mark=played.mark,
        is_away=not is_cpu and (now is None or now.is_away),
    )


def _match_shown(match: Match) -> MatchShown:
    return MatchShown(
        pk=match.pk,
        public_id=match.public_id,
        game=match.game,
        status=match.status,
        version=match.version,
        first=match.first,
        turn_limit=match.turn_limit,
        is_over=match.is_over,
        is_stopped=match.status == Match.Status.UNFINISHED,
        stop_proposal=match.stop_proposal,
        stop_agreed=tuple(match.stop_agreed),
        is_ranked=match.is_ranked,
        is_to_be_rated=match.to_rate is not None,
    )


def _seat(viewer: int | None) -> SeatNumber | None:
    return None if viewer is None else SeatNumber(viewer)
