"""What pages are made of: one consistent reading of a table, and lists of tables.

No other place asks an engine for what a seat sees or hears. Nothing here hands out a state:
only views, and only of a seat that was named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, IntegerField, Prefetch, Q, Value, When

from games.core import codec
from games.core.events import heard_by
from games.core.result import Result
from games.core.seats import Seat as SeatNumber
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from tables import clocks, fair, store
from tables.boards.people import Person, cpu_name
from tables.models import (
    CommitmentLog,
    Handover,
    Hush,
    Match,
    MatchSeat,
    Move,
    Phrase,
    Removal,
    Seat,
    Table,
)

MOST_LISTED = 100
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
    rotate_first: bool
    next_first: int
    next_match_id: str
    invite_revision: int
    room_version: int
    spoken_at: datetime | None
    options: dict[str, Any]
    is_ranked: bool = False


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
    has_committed: bool = False
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
    number: int
    game: str
    status: str
    version: int
    first: int
    turn_limit: int | None
    due_at: datetime | None
    reason: str
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
        return self._row is not None and self._row.state != ""

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

    def question_of(self, seat: int) -> Any:
        decision = self.decision_of(seat)
        return decision.question if decision is not None else None

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
        result=_result(match),
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


def listed_tables(parlour: Parlour) -> list[Table]:
    """The tables that everybody may see, those with room first, the newest first; each with
    its host and, in `seats.all()`, its seats with their players."""
    return list(
        _with_people()
        .filter(
            parlour=parlour,
            is_listed=True,
            phase__in=[Table.Phase.WAITING, Table.Phase.FINISHED, Table.Phase.PLAYING],
        )
        .annotate(
            turn=Case(
                When(phase=Table.Phase.WAITING, then=Value(0)),
                When(phase=Table.Phase.FINISHED, then=Value(1)),
                default=Value(2),
                output_field=IntegerField(),
            )
        )
        .order_by("turn", "-pk")[:MOST_LISTED]
    )


def running_tables_of(player: Player) -> list[Table]:
    """The tables where this player has a seat, the last used first."""
    return list(
        _with_people()
        .filter(seats__player=player)
        .exclude(phase=Table.Phase.CLOSED)
        .order_by("-touched_at")[:MOST_LISTED]
    )


def people_of(match: Match) -> list[Person]:
    """Those who played a match, as its result names them; named in the active language."""
    return [
        _as_played(played, played.shown_name, played.shown_cpu_number)
        for played in match.seats.all()
    ]


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who decided for each seat of a match as it went on: whoever began it, and who took over
    after which move; named in the active language."""

    began: tuple[Person, ...]
    later: tuple[tuple[int, Person], ...]  # the number of the last move before theirs

    def at(self, number: int) -> list[Person]:
        """By seat, for move `number`; 0: at the start."""
        now = list(self.began)
        for after, person in self.later:
            if number > after:
                now[person.seat] = person
        return now


def deciders_of(match: Match) -> Deciders:
    seats = list(match.seats.all())
    return Deciders(
        began=tuple(_as_played(played, played.name, played.cpu_number) for played in seats),
        later=tuple(
            (each.after, _as_played(seats[each.seat], each.name, each.cpu_number))
            for each in match.handovers.all()
        ),
    )


def _as_played(played: MatchSeat, name: str, cpu_number: int | None) -> Person:
    return Person(
        seat=played.number,
        name=cpu_name(cpu_number) if cpu_number else name,
        mark=played.mark,
        is_cpu=cpu_number is not None,
        is_away=False,
    )


def played_by(player: Player) -> Q:
    """Of matches: those that this player began, or took over a seat in."""
    began = MatchSeat.objects.filter(player=player).values("match")
    took_over = Handover.objects.filter(player=player).values("match")
    return Q(pk__in=began) | Q(pk__in=took_over)


def matches_of(player: Player, since: datetime) -> list[Match]:
    """The matches this player has a seat in, or had since then, with `table` and `seats`; the
    latest first."""
    played = Match.objects.filter(played_by(player)).filter(
        Q(ended_at=None) | Q(ended_at__gte=since)
    )
    found = played.select_related("table").prefetch_related("seats", "handovers").order_by("-pk")
    return list(found[:MOST_LISTED])


def open_replays(matches: Sequence[str], player: Player | None) -> set[str]:
    """Of these matches (public ids) those whose replay everybody may see, or this player,
    because they played. Links that were opened are not looked at: a list is for all."""
    may = Q(table__is_listed=True)
    if player is not None:
        may |= Q(seats__player=player)
    found = Match.objects.filter(may, public_id__in=matches)
    return set(found.values_list("public_id", flat=True))


def tables_barred_to(player: Player) -> set[int]:
    """The tables that this player may not even watch: their host took them from there."""
    removals = Removal.objects.filter(player=player, table__is_listed=False)
    return set(removals.values_list("table", flat=True))


def tables_left_by(player: Player) -> list[Table]:
    """The tables where a match goes on that this player has left, and may watch; the last used
    first."""
    on = Match.objects.filter(played_by(player), ended_at=None)
    left = _with_people().filter(pk__in=on.values("table")).exclude(seats__player=player)
    return list(left.exclude(pk__in=tables_barred_to(player)).order_by("-touched_at")[:MOST_LISTED])


def log_length(parlour: Parlour) -> int:
    """How many commitments the parlour has logged; rows are numbered from 1 without gaps."""
    last = CommitmentLog.objects.filter(parlour=parlour).order_by("-number").first()
    return last.number if last else 0


def log_rows(parlour: Parlour, after: int, most: int) -> list[tuple[str, CommitmentLog]]:
    """The rows after number `after`, each with the link of the row before it."""
    rows = CommitmentLog.objects.filter(parlour=parlour, number__gte=after).order_by("number")
    before, found = fair.FIRST_LINK, []
    for row in rows[: most + (after > 0)]:
        if row.number > after:
            found.append((before, row))
        before = row.link
    return found


def log_row_of(match: Match) -> tuple[str, CommitmentLog] | None:
    """The match's row in its parlour's log, with the link of the row before it."""
    rows = CommitmentLog.objects.filter(parlour_id=match.parlour_id)
    row = rows.filter(match_hash=fair.hash_of_match(match)).order_by("number").first()
    if row is None:
        return None
    before = rows.filter(number=row.number - 1).first()
    return (before.link if before else fair.FIRST_LINK), row


def unrevealed(parlour: Parlour) -> tuple[int, int]:
    """How many commitments are not revealed because their match is still being played, and how
    many although there is no such match: the second has to be 0."""
    rows = CommitmentLog.objects.filter(parlour=parlour, revealed_at=None)
    on = [Match.Status.SHUFFLING, Match.Status.PLAYING]
    running = {
        fair.hash_of_match(match)
        for match in Match.objects.filter(parlour=parlour, status__in=on).only("public_id")
    }
    hashes = list(rows.values_list("match_hash", flat=True))
    played = sum(each in running for each in hashes)
    return played, len(hashes) - played


def unlogged(parlour: Parlour) -> int:
    """How many matches have no row with their commitment in the log: has to be 0."""
    rows = set(
        CommitmentLog.objects.filter(parlour=parlour).values_list("match_hash", "commitment")
    )
    matches = Match.objects.filter(parlour=parlour).only("public_id", "key__commitment")
    return sum(
        (fair.hash_of_match(match), match.key.commitment) not in rows
        for match in matches.select_related("key")
    )


def _with_people() -> Any:
    seats = Seat.objects.select_related("player").order_by("number")
    return Table.objects.select_related("host").prefetch_related(Prefetch("seats", seats))


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
        rotate_first=table.rotate_first,
        next_first=table.next_first,
        next_match_id=table.next_match_id,
        invite_revision=table.invite_revision,
        room_version=table.room_version,
        spoken_at=table.spoken_at,
        options=table.options,
        is_ranked=table.is_ranked,
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
        has_committed=bool(seat.commitment),
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
        number=match.number,
        game=match.game,
        status=match.status,
        version=match.version,
        first=match.first,
        turn_limit=match.turn_limit,
        due_at=match.due_at,
        reason=match.reason,
        is_over=match.is_over,
        is_stopped=match.status == Match.Status.UNFINISHED,
        stop_proposal=match.stop_proposal,
        stop_agreed=tuple(match.stop_agreed),
        is_ranked=match.is_ranked,
        is_to_be_rated=match.to_rate is not None,
    )


def _result(match: Match | None) -> Result | None:
    if match is None or match.ranks is None:
        return None
    return Result(tuple(match.ranks), tuple(match.scores or ()), match.reason)


def _seat(viewer: int | None) -> SeatNumber | None:
    return None if viewer is None else SeatNumber(viewer)
