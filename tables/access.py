"""From a request to a table, and what the asker may do with it. There is no other way.

Who a seat belongs to comes from the player's cookie, never from what a page sends. A foreign,
an unknown and a forbidden table are the same 404.
"""

import base64
import hmac
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.crypto import salted_hmac

from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed
from kirakuken.lib.http import Request
from kirakuken.lib.ids import CODE_LENGTH, read_table_code
from kirakuken.parlours.models import Parlour
from tables.models import MARKS, Handover, Match, MatchSeat, Removal, Seat, Table

INVITES = "invites"  # in the session: public id -> revision of the link that was opened
MOST_INVITES = 50
_TOKEN_LENGTH = CODE_LENGTH + 22


@dataclass(frozen=True, slots=True)
class TableAccess:
    """A table and what the asker may do. `may_watch` is False only for somebody whom the
    host removed: the page may tell them so, and show nothing else of the table."""

    table: Table
    seat: Seat | None
    is_host: bool
    may_sit: bool
    may_watch: bool
    is_removed: bool = False
    may_step_in: bool = False  # a CPU's seat is offered in the match that is on
    why_not: str = "table_full"  # the refusal of somebody who may not sit


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """A match whose replay and proof the asker may see. `seat` is the one they played;
    `may_watch` says whether its table is open to them."""

    match: Match
    seat: int | None
    may_watch: bool


def access_table(request: Request, public_id: str) -> TableAccess:
    """The table as the asker may have it; Http404 if not at all. Raises NotAllowed moved_away
    in the browser that a player seated here has left for another one."""
    gone = request.moved_player
    if gone is not None and _seat_of(request.parlour, gone, public_id) is not None:
        raise NotAllowed("moved_away")
    grants = request.session.get(INVITES, {})
    access = _access(request.parlour, request.player, grants, public_id)
    if access is None:
        raise Http404("No such table.")
    return access


def access_seat(request: Request, public_id: str) -> TableAccess:
    """The same for what only a seated player may do."""
    access = access_table(request, public_id)
    if access.seat is None:
        raise NotAllowed("not_seated")
    return access


def access_table_for(
    parlour: Parlour, player: Player | None, session_grants: Mapping[str, Any], public_id: str
) -> TableAccess | None:
    """The same for a socket, which has no request: None unless the asker may watch."""
    access = _access(parlour, player, session_grants, public_id)
    return access if access is not None and access.may_watch else None


def access_match(request: Request, public_id: str) -> MatchAccess:
    """A match for those who sat in it, for all if its table is listed, else for those who sit
    at the table or have opened its present link. Http404 for everybody else."""
    match = (
        Match.objects.filter(parlour=request.parlour, public_id=public_id)
        .select_related("table", "parlour")
        .first()
    )
    if match is None:
        raise Http404("No such match.")
    table, player = match.table, request.player
    played = _seat_played(match, player)
    grants = request.session.get(INVITES, {})
    access = _access(request.parlour, player, grants, table.public_id)
    is_invited = grants.get(table.public_id) == table.invite_revision
    if played is None:
        if access is None or not access.may_watch:
            raise Http404("No such match.")
        if not (table.is_listed or is_invited or access.seat is not None):
            raise Http404("No such match.")
    is_open = table.phase != Table.Phase.CLOSED
    may_watch = is_open and access is not None and access.may_watch
    return MatchAccess(match, played, may_watch)


def invite_token(table: Table) -> str:
    """What an invite link ends with: the table's code and a proof that we made it. It holds
    until *new link* gives the table another code and revision."""
    return table.code + _proof(table)


def table_of_token(token: str) -> Table | None:
    """The table in this parlour that a link leads to."""
    if len(token) != _TOKEN_LENGTH:
        return None
    table = table_of_code(token[:CODE_LENGTH])
    # Compared even without a table, so that the time tells nothing about codes.
    proof = _proof(table) if table is not None else "-" * 22
    fits = hmac.compare_digest(token[CODE_LENGTH:].encode(), proof.encode())
    return table if fits and table is not None else None


def table_of_code(typed: str) -> Table | None:
    """The open table in this parlour with the code that somebody typed."""
    code = read_table_code(typed)
    if code is None:
        return None
    return Table.objects.filter(code=code).exclude(phase=Table.Phase.CLOSED).first()


def remember_invite(session: MutableMapping[str, Any], table: Table) -> None:
    """Note in the session that this browser has opened the table's present link."""
    grants = dict(session.get(INVITES, {}))
    grants.pop(table.public_id, None)
    grants[table.public_id] = table.invite_revision
    session[INVITES] = dict(list(grants.items())[-MOST_INVITES:])


def _access(
    parlour: Parlour, player: Player | None, grants: Mapping[str, Any], public_id: str
) -> TableAccess | None:
    if player is not None:  # with every move, so in one query
        seat = _seat_of(parlour, player, public_id)
        if seat is not None:
            is_host = seat.table.host_id == player.pk
            return TableAccess(seat.table, seat, is_host, may_sit=False, may_watch=True)
    table = Table.objects.filter(parlour=parlour, public_id=public_id).first()
    if table is None:
        return None
    if player and Removal.objects.filter(table=table, player=player).exists():
        return TableAccess(
            table, None, False, may_sit=False, may_watch=table.is_listed, is_removed=True
        )
    is_invited = grants.get(public_id) == table.invite_revision
    if not (table.is_listed or is_invited or _has_played(table, player)):
        return None
    is_open = table.is_listed or is_invited
    return TableAccess(
        table,
        None,
        False,
        may_sit=is_open and has_room(table),
        may_watch=True,
        may_step_in=table.phase == Table.Phase.PLAYING and _has_offer(table),
        why_not="table_full" if is_open else "needs_link",
    )


def _seat_of(parlour: Parlour, player: Player, public_id: str) -> Seat | None:
    own = Seat.objects.filter(table__parlour=parlour, table__public_id=public_id, player=player)
    return own.select_related("table").first()


def has_room(table: Table) -> bool:
    """Whether somebody could sit down. Between two matches CPUs make room."""
    if table.phase not in {Table.Phase.WAITING, Table.Phase.FINISHED}:
        return False
    seats = Seat.objects.filter(table=table)
    if table.phase == Table.Phase.FINISHED:
        seats = seats.exclude(player=None)
    return seats.count() < most_seats(table.game, table.found_size)


def most_seats(game: str, found_size: int = 0) -> int:
    """How many can sit at a table: those for whom it was found, if it was; else as many as the
    rules have it, and each with a piece of their own."""
    return found_size or min(game_for(game).seat_counts[-1], len(MARKS))


def _seat_played(match: Match, player: Player | None) -> int | None:
    """The seat that somebody began the match on, or took over in it."""
    if player is None:
        return None
    began = match.seats.filter(player=player).values_list("number", flat=True)
    took_over = match.handovers.filter(player=player).values_list("seat", flat=True)
    return next(iter([*took_over.order_by("-pk")[:1], *began[:1]]), None)


def _has_offer(table: Table) -> bool:
    return Seat.objects.filter(table=table, player=None, is_offered=True).exists()


def _has_played(table: Table, player: Player | None) -> bool:
    """Who left a match may go on watching."""
    if player is None:
        return False
    began = MatchSeat.objects.filter(player=player, match__table=table)
    return began.exists() or Handover.objects.filter(player=player, match__table=table).exists()


def _proof(table: Table) -> str:
    """128 bits by which only we can have made a token for this table and revision."""
    message = f"{table.public_id}:{table.invite_revision}"
    digest = salted_hmac("tables.invite", message, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
