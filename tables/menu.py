"""The Table menu of a match, and what may stand between its turn bar and its counter: a proposal
to stop here, or a seat that somebody may take over.

All of it is the same for everybody with these eyes and changes seldom, so it is kept as made.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from tables import rooms
from tables.access import most_seats
from tables.boards.people import Person
from tables.fragments import fragment
from tables.models import Match, Table
from tables.selectors import SeatShown, Snapshot

_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the host may deal with it. `sitting` tells one sitting on it from the next."""

    number: int
    sitting: int
    name: str
    called: str
    is_cpu: bool
    is_offered: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Somebody would like to stop here."""

    number: int
    by: str
    is_mine: bool
    asked: tuple[str, ...]  # who has not answered yet


@dataclass(frozen=True, slots=True)
class Menu:
    """What a seated person may do besides playing."""

    table_id: str
    is_host: bool
    is_on: bool
    is_alone: bool  # nobody else is there
    asks_nobody: bool  # and has not been for long: nobody's consent is needed
    may_stop: bool
    chairs: tuple[Chair, ...]
    invite_path: str  # "" unless a seat is offered
    proposal: Proposal | None


@dataclass(frozen=True, slots=True)
class Offers:
    """What a spectator may do: take over one of these seats, or sit down between two matches."""

    table_id: str
    chairs: tuple[Chair, ...]
    is_over: bool
    has_room: bool


def regions(snapshot: Snapshot, viewer: int | None, placeholders: dict[str, str]) -> dict[str, str]:
    """By the id of their element, in the language that is active."""
    newcomers = _newcomers(snapshot)
    if viewer is None:
        shown = {"offers": offers_of(snapshot), "newcomers": newcomers}
        templates = {"aside": "tables/_offer.html", "offers": "tables/_offers.html"}
        return _made(templates, shown, placeholders)
    chosen = {"menu": menu_of(snapshot, viewer), "newcomers": newcomers}
    templates = {"aside": "tables/_proposal.html", "menu": "tables/_menu.html"}
    return _made(templates, chosen, placeholders)


def offers_of(snapshot: Snapshot) -> Offers:
    is_on = snapshot.table.phase == Table.Phase.PLAYING
    offered = [seat for seat in snapshot.seats if seat.is_offered] if is_on else []
    people = [seat for seat in snapshot.seats if not seat.is_cpu]
    return Offers(
        table_id=snapshot.table.public_id,
        chairs=tuple(_chair(snapshot, seat) for seat in offered),
        is_over=snapshot.table.phase == Table.Phase.FINISHED,
        has_room=len(people) < most_seats(snapshot.table.game, snapshot.table.found_size),
    )


def _newcomers(snapshot: Snapshot) -> tuple[str, ...]:
    """Who sat down after the match, for the next one."""
    if snapshot.table.phase != Table.Phase.FINISHED:
        return ()
    played = {seat.player_id for seat in snapshot.players}
    new = [seat for seat in snapshot.seats if seat.player_id and seat.player_id not in played]
    return tuple(snapshot.person(seat).called for seat in new)


def menu_of(snapshot: Snapshot, viewer: int) -> Menu:
    table, match = snapshot.table, snapshot.match
    player = snapshot.players[viewer].player_id
    is_on = table.phase == Table.Phase.PLAYING
    others = [seat for seat in snapshot.seats if seat.player_id != player]
    is_host = table.host_id == player
    can_be_dealt_with = [seat for seat in others if is_on or not seat.is_cpu] if is_host else []
    if table.is_ranked and is_on:
        can_be_dealt_with = []
    has_offer = any(seat.is_offered for seat in others)
    proposal = _proposal(snapshot, viewer)
    is_playing = match is not None and match.status == Match.Status.PLAYING
    return Menu(
        table_id=table.public_id,
        is_host=is_host,
        is_on=is_on,
        is_alone=all(seat.is_cpu or seat.is_absent for seat in others),
        asks_nobody=all(seat.is_cpu or seat.is_long_away for seat in others),
        may_stop=is_playing and proposal is None and not table.is_ranked,
        chairs=tuple(_chair(snapshot, seat) for seat in can_be_dealt_with),
        invite_path=rooms.invite_path(table) if is_on and is_host and has_offer else "",
        proposal=proposal,
    )


def _chair(snapshot: Snapshot, seat: SeatShown) -> Chair:
    person: Person = snapshot.person(seat)
    return Chair(seat.number, seat.pk, person.name, person.called, seat.is_cpu, seat.is_offered)


def _proposal(snapshot: Snapshot, viewer: int) -> Proposal | None:
    match = snapshot.match
    if match is None or match.is_over or match.stop_proposal is None:
        return None
    agreed = set(match.stop_agreed)
    called = {seat.number: snapshot.person(seat).called for seat in snapshot.seats}
    here = [seat for seat in snapshot.seats if not seat.is_cpu and not seat.is_long_away]
    return Proposal(
        number=match.stop_proposal,
        by=called.get(match.stop_agreed[0], ""),
        is_mine=viewer in agreed,
        asked=tuple(called[seat.number] for seat in here if seat.number not in agreed),
    )


def _made(
    templates: dict[str, str], shown: dict[str, Any], placeholders: dict[str, str]
) -> dict[str, str]:
    language = get_language()
    facts = tuple(shown.items()), tuple(placeholders.items())
    return {region: _html(name, language, *facts) for region, name in templates.items()}


@lru_cache(maxsize=_KEPT)
def _html(
    name: str,
    language: str | None,
    shown: tuple[tuple[str, Any], ...],
    placeholders: tuple[tuple[str, str], ...],
) -> str:
    return fragment(name, {**dict(shown), **dict(placeholders)})
