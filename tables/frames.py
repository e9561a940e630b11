"""A page as one pair of eyes sees it, and the difference between two of them.

The first page, every pushed frame and every answer to a move come from the same `Page`, so they
cannot say different things. pages.py makes them; docs/mechanisms/frames.md describes the frames.
"""

import re
import uuid
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

import msgspec
from django.http import HttpResponse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from kirakuken.lib import clock
from kirakuken.lib.writing import in_a_row
from tables.boards.base import Hint, Said, Scene
from tables.models import Table

Stamp: TypeAlias = tuple[str | None, int, int, str, int | None, str]

WAITING, MATCH, RESULT, CLOSED = "waiting", "match", "result", "closed"
KINDS: dict[str, str] = {
    Table.Phase.WAITING: WAITING,
    Table.Phase.PLAYING: MATCH,
    Table.Phase.FINISHED: RESULT,
    Table.Phase.CLOSED: CLOSED,
}

# Stand in a region's HTML for what differs from reader to reader.
TOKEN = "token-of-this-reader"  # noqa: S105
ONE_TIME_ID = "one-time-id-of-this-form"
ORIGIN = "origin-of-this-reader"

_LEFT_TO_SCRIPT = re.compile(
    rf'<input type="hidden" name="\w+" value="(?:|{TOKEN}|{ONE_TIME_ID})">\n?'
)

_encoder = msgspec.json.Encoder()
_scene = msgspec.json.Decoder(Scene).decode


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step of the match: how to move on the way to it, and what is said of it, as sentences
    and as the lines of the log."""

    number: int
    motion: Sequence[Hint]
    said: Sequence[Said]
    log: Sequence[str]

    @property
    def say(self) -> str:
        return in_a_row(said.words for said in self.said)


@dataclass(frozen=True, slots=True)
class Page:
    """What one viewer's page shows. `until` is the deadline people see."""

    table: str
    room: int
    match: str | None
    v: int
    kind: str
    language: str
    viewer: int | None
    title: str
    decision: int | None = None
    until: datetime | None = None
    # For a seat's share in the dice of the match to come: that match's id, and the chair from 1.
    next_match: str | None = None
    chair: int | None = None
    scene: Scene = field(default_factory=dict)
    regions: Mapping[str, str] = field(default_factory=dict)
    steps: Sequence[StepShown] = ()

    @property
    def stamp(self) -> Stamp:
        return _stamp(self)

    @property
    def marks(self) -> dict[str, str]:
        """By region a digest of its HTML; the script replaces only what differs."""
        return {name: _mark(html) for name, html in self.regions.items()}

    @property
    def left(self) -> int | None:
        """Milliseconds until the deadline, at this moment."""
        return milliseconds(self.until, clock.now())

    def seen(self) -> "Seen":
        return Seen(
            self.table,
            self.room,
            self.match,
            self.v,
            self.kind,
            self.language,
            self.viewer,
            self.marks,
            _encoder.encode(self.scene),
        )

    def continues(self, old: "Seen") -> bool:
        """Whether an open page that shows `old` can become this one without being loaded anew."""
        same = (self.table, self.match, self.viewer, self.language) == (
            old.table,
            old.match,
            old.viewer,
            old.language,
        )
        return same and (self.kind == old.kind or (old.kind, self.kind) == (MATCH, RESULT))


@dataclass(frozen=True, slots=True)
class Seen:
    """What an open page shows, as far as differences need it. There is one for each socket, so
    it is kept small: the scene as JSON, the regions as their marks."""

    table: str
    room: int
    match: str | None
    v: int
    kind: str
    language: str
    viewer: int | None
    marks: Mapping[str, str]
    scene: bytes

    @property
    def stamp(self) -> Stamp:
        return _stamp(self)


def _stamp(page: Page | Seen) -> Stamp:
    """Two pages of a table with the same stamp show the same."""
    return (page.match, page.v, page.room, page.kind, page.viewer, page.language)


def frame(old: Seen | None, new: Page, have: int | None = None) -> bytes:
    """What makes an open page that shows `old` show `new`; None: whatever it shows. With `have`,
    the version such a page says it shows, the steps after that are told."""
    if old is not None and not new.continues(old):
        old = None
    told_from = old.v if old is not None else have
    marks = new.marks
    if old is not None:
        marks = {name: mark for name, mark in marks.items() if old.marks.get(name) != mark}
    return _encoder.encode(
        {
            "room": new.room,
            "match": new.match,
            "v": new.v,
            "from": None if old is None else [old.room, old.v],
            "kind": new.kind,
            "lang": new.language,
            "seat": new.viewer,
            "decision": new.decision,
            "title": new.title,
            "scene": new.scene if old is None else scene_change(_scene(old.scene), new.scene),
            "steps": [
                {"n": step.number, "motion": step.motion, "log": step.log}
                for step in new.steps
                if told_from is not None and step.number > told_from
            ],
            "regions": {name: _for_script(new.regions[name]) for name in marks},
            "marks": marks,
            **({} if new.left is None else {"left": new.left}),
            **({} if new.chair is None else {"next": new.next_match, "chair": new.chair}),
        }
    )


def scene_change(old: Scene, new: Scene) -> dict[str, dict[str, str | None]]:
    """The attributes that differ, by element; None: the attribute is gone."""
    change: dict[str, dict[str, str | None]] = {}
    for element, shown in new.items():
        before = old.get(element)
        if before == shown:
            continue
        before = before or {}
        differing: dict[str, str | None] = {
            name: value for name, value in shown.items() if before.get(name) != value
        }
        differing |= dict.fromkeys(before.keys() - shown.keys())
        change[element] = differing
    for element in old.keys() - new.keys():
        change[element] = dict.fromkeys(old[element])
    return change


def answer(page: Page, have: int | None, status: int) -> HttpResponse:
    """A whole page as the answer to a script, with the steps after the version it shows."""
    return HttpResponse(
        frame(None, page, have),
        status=status,
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def filled(html: str, token: str, origin: str = "") -> SafeString:
    """A region's HTML for one reader: their token, the house's address as they reached it, and
    a one-time id of its own per form. A template made the HTML, what is put in is escaped."""
    html = html.replace(TOKEN, conditional_escape(token))
    html = html.replace(ORIGIN, conditional_escape(origin))
    parts = html.split(ONE_TIME_ID)
    return SafeString("".join(part + str(uuid.uuid4()) for part in parts[:-1]) + parts[-1])


def milliseconds(until: datetime | None, now: datetime) -> int | None:
    return None if until is None else max(0, round((until - now).total_seconds() * 1000))


def _for_script(html: str) -> str:
    """Without the fields that the script fills in itself."""
    html = _LEFT_TO_SCRIPT.sub("", html)
    return html.replace(TOKEN, "").replace(ORIGIN, "").replace(ONE_TIME_ID, "")


def _mark(html: str) -> str:
    return f"{zlib.crc32(html.encode()):08x}"
