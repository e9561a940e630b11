"""What people say at a table, as one reader sees it: in their language, without those whose
phrases they do not want to see."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from kirakuken.lib.writing import set_apart
from tables.fragments import fragment
from tables.phrases import PHRASES, phrase_words
from tables.selectors import Snapshot


@dataclass(frozen=True, slots=True)
class Line:
    """One phrase said. `seat` is where its speaker sits now, None if they have left."""

    pk: int
    seat: int | None
    mark: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody whose phrases a reader may hide. `sitting` tells one on a chair from the next."""

    sitting: int
    name: str
    is_hushed: bool


def talk_html(snapshot: Snapshot, viewer: int | None, token: str = "") -> str:
    """The list, and for a seated reader whom to hide, in the active language."""
    said, voices = lines(snapshot, viewer), _voices(snapshot, viewer)
    return _made(get_language(), snapshot.table.public_id, said, voices, token)


@lru_cache(maxsize=1024)
def _made(
    language: str | None,
    table_id: str,
    said: tuple[Line, ...],
    voices: tuple[Voice, ...],
    token: str,
) -> str:
    """Seldom anything new, and asked for with every move."""
    context = {"table_id": table_id, "lines": said, "voices": voices, "csrf_token": token}
    return fragment("tables/_said.html", context)


def say_context(viewer: int | None) -> dict[str, Any]:
    """For what stands around the list and does not change: the phrases one may say."""
    phrases = [] if viewer is None else [(number, phrase_words(number)) for number in PHRASES]
    return {"phrases": phrases}


def lines(snapshot: Snapshot, viewer: int | None) -> tuple[Line, ...]:
    """The newest first."""
    hushed = snapshot.hushed_by(viewer)
    seats = {seat.player_id: seat for seat in snapshot.seats if seat.player_id}
    found = []
    for said in snapshot.spoken:
        if said.player_id in hushed or said.number not in PHRASES:
            continue
        seat = seats.get(said.player_id)
        found.append(
            Line(
                pk=said.pk,
                seat=seat.number if seat is not None else None,
                mark=seat.mark if seat is not None else "",
                name=set_apart(said.player.name),
                words=phrase_words(said.number),
            )
        )
    return tuple(found)


def _voices(snapshot: Snapshot, viewer: int | None) -> tuple[Voice, ...]:
    if viewer is None:
        return ()
    me = snapshot.players[viewer].player_id
    hushed = snapshot.hushed_by(viewer)
    return tuple(
        Voice(seat.pk, set_apart(seat.name), seat.player_id in hushed)
        for seat in snapshot.seats
        if seat.player_id not in (None, me)
    )
