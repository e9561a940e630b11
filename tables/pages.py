"""A table's page as one pair of eyes sees it, and the difference between two of them.

The first page, every pushed frame and every answer to a move come from the same `Page`, so they
cannot say different things. A page is made from one consistent reading of the table (Snapshot)
for a viewer (a seat, or None) in a language; it holds what is shown and nothing else.
docs/mechanisms/frames.md describes the frames.
"""

import uuid
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kirakuken.lib import clock
from kirakuken.lib.http import Request
from tables import rooms
from tables.access import TableAccess
from tables.boards.base import AnyBoard, Asked, Hint, Said, Scene, step_words
from tables.boards.registry import board_for
from tables.models import Table
from tables.selectors import MatchShown, Snapshot

LOG_STEPS = 100  # as many of the latest steps are told on a page and after a long absence

WAITING, MATCH, RESULT, CLOSED = "waiting", "match", "result", "closed"
KINDS: dict[str, str] = {
    Table.Phase.WAITING: WAITING,
    Table.Phase.PLAYING: MATCH,
    Table.Phase.FINISHED: RESULT,
    Table.Phase.CLOSED: CLOSED,
}


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step of the match in words: how to move on the way to it, what is said, log lines."""

    number: int
    motion: Sequence[Hint]
    say: str
    log: Sequence[str]


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
    def stamp(self) -> tuple[Any, ...]:
        """Two pages with the same stamp show the same."""
        return (self.match, self.v, self.room, self.kind, self.viewer, self.language)

    @property
    def marks(self) -> dict[str, str]:
        """By region a digest of its HTML; the script replaces only what differs."""
        return {name: _mark(html) for name, html in self.regions.items()}

    @property
    def left(self) -> int | None:
        """Milliseconds until the deadline, at this moment."""
        return _milliseconds(self.until, clock.now())

    def continues(self, old: "Page") -> bool:
        """Whether an open page that shows `old` can become this one without being loaded anew."""
        same = (self.table, self.match, self.viewer, self.language) == (
            old.table,
            old.match,
            old.viewer,
            old.language,
        )
        return same and (self.kind == old.kind or (old.kind, self.kind) == (MATCH, RESULT))


Frame: TypeAlias = dict[str, Any]


def frame(old: Page | None, new: Page, have: int | None = None) -> bytes:
    """What makes an open page that shows `old` show `new`; None: whatever it shows. With `have`,
    the version such a page says it shows, the steps after that are told."""
    if old is not None and not new.continues(old):
        old = None
    told_from = old.v if old is not None else have
    regions = (
        new.regions
        if old is None
        else {name: html for name, html in new.regions.items() if old.regions.get(name) != html}
    )
    return _encoder.encode(
        {
            "table": new.table,
            "room": new.room,
            "match": new.match,
            "v": new.v,
            "from": None if old is None else [old.room, old.v],
            "kind": new.kind,
            "lang": new.language,
            "seat": new.viewer,
            "decision": new.decision,
            "left": new.left,
            "next": new.next_match,
            "chair": new.chair,
            "title": new.title,
            "scene": new.scene if old is None else scene_change(old.scene, new.scene),
            "steps": [
                {"n": step.number, "motion": step.motion, "say": step.say, "log": step.log}
                for step in new.steps
                if told_from is not None and step.number > told_from
            ],
            "regions": {name: _blank(html) for name, html in regions.items()},
            "marks": {name: _mark(html) for name, html in regions.items()},
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


def page_for(
    snapshot: Snapshot,
    viewer: int | None,
    language: str,
    since: int | None = None,
    notice: str = "",
) -> Page:
    """The page of one viewer. With `since` it can also tell the steps after that version.
    `notice` is a word in the counter: why an answer was not taken."""
    with translation.override(language):
        if snapshot.table.phase in (Table.Phase.WAITING, Table.Phase.CLOSED):
            return _room_page(snapshot, viewer)
        told = _told(snapshot, viewer, since)
        return _match_page(snapshot, viewer, told, _match_context(snapshot, viewer, told, notice))


def match_page(
    request: Request, access: TableAccess, snapshot: Snapshot, status: int = 200, notice: str = ""
) -> HttpResponse:
    """The whole page of a match or its result."""
    viewer = snapshot.viewer_of(request.player)
    match = _match_of(snapshot)
    told = _told(snapshot, viewer, max(-1, match.version - LOG_STEPS))
    context = _match_context(snapshot, viewer, told, notice)
    context["left_ms"] = _milliseconds(snapshot.shown_until(viewer), clock.now())
    page = _match_page(snapshot, viewer, told, context)
    context |= {
        "page": page,
        "csrf_token": get_token(request),
        "one_time_id": str(uuid.uuid4()),
        "title": page.title,
        "scene": page.scene,
        "log": [said for step in reversed(told) for said in reversed(step.said)],
        "is_text": request.GET.get("view") == "text",
        "language_next": request.get_full_path(),
    }
    template = "tables/result.html" if page.kind == RESULT else "tables/match.html"
    return render(request, template, context, status=status)


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
    html = html.replace(_TOKEN, conditional_escape(token))
    html = html.replace(_ORIGIN, conditional_escape(origin))
    parts = html.split(_ONE_TIME_ID)
    return SafeString("".join(part + str(uuid.uuid4()) for part in parts[:-1]) + parts[-1])


@dataclass(frozen=True, slots=True)
class _Told:
    """One step as this viewer heard it."""

    number: int
    events: Sequence[Any]
    said: Sequence[Said]


def _room_page(snapshot: Snapshot, viewer: int | None) -> Page:
    table = snapshot.table
    return Page(
        table=table.public_id,
        room=table.room_version,
        match=None,
        v=0,
        kind=KINDS[table.phase],
        language=get_language() or "en",
        viewer=viewer,
        title="",
        **_share(snapshot, viewer),
        regions=_room_regions(snapshot, viewer),
    )


def _room_regions(snapshot: Snapshot, viewer: int | None) -> dict[str, str]:
    if snapshot.table.phase != Table.Phase.WAITING:
        return {}
    return rooms.room_regions(snapshot, viewer, {"csrf_token": _TOKEN, "origin": _ORIGIN})


def _match_page(
    snapshot: Snapshot, viewer: int | None, told: Sequence[_Told], context: dict[str, Any]
) -> Page:
    table, match = snapshot.table, _match_of(snapshot)
    board = board_for(match.game)
    return Page(
        table=table.public_id,
        room=table.room_version,
        match=match.public_id,
        v=match.version,
        kind=context["kind"],
        language=get_language() or "en",
        viewer=viewer,
        title=_("%(words)s · %(game)s")
        % {"words": context["headline"].words, "game": context["game_name"]},
        decision=context["decision"],
        until=snapshot.shown_until(viewer),
        **_share(snapshot, viewer),
        scene=board.scene(context["view"], snapshot.people, viewer),
        regions={
            "turnbar": _rendered("tables/_turnbar.html", context),
            "counter": _rendered(_COUNTERS[context["kind"]], context),
        },
        steps=[
            StepShown(
                number=step.number,
                motion=board.motion(step.events),
                say=" ".join(said.words for said in step.said),
                log=[_rendered("tables/_log_line.html", {"said": said}) for said in step.said],
            )
            for step in told
        ],
    )


def _told(snapshot: Snapshot, viewer: int | None, since: int | None) -> list[_Told]:
    if since is None or snapshot.match is None or not snapshot.has_board:
        return []
    board, people = board_for(snapshot.match.game), snapshot.people
    told = []
    for step in snapshot.steps(since, viewer):
        said = list(board.told(step.events, people))
        if step.by is not None and step.seat is not None:
            decider = step_words(step.by, people[step.seat])
            said = [decider, *said] if decider is not None else said
        told.append(_Told(step.number, step.events, said))
    return told


def _match_context(
    snapshot: Snapshot, viewer: int | None, told: Sequence[_Told], notice: str
) -> dict[str, Any]:
    """What the templates of a match and its parts are given: words and views, never a state."""
    table, match, people = snapshot.table, _match_of(snapshot), snapshot.people
    board = board_for(match.game)
    if snapshot.has_board:
        view = snapshot.view(viewer)
    else:
        view = board.before_start(snapshot.options, len(people), match.first)
    own = snapshot.decision_of(viewer)
    return {
        "table": table,
        "board": board,
        "kind": KINDS[table.phase],
        "game_name": board.facts().name,
        "options": board.describe_options(snapshot.options),
        "people": people,
        "viewer": viewer,
        "me": next((person for person in people if person.seat == viewer), None),
        "host": next((person for person in people if person.is_host), None),
        "view": view,
        "headline": board.headline(view, people, viewer),
        "last": " ".join(said.words for said in told[-1].said) if told else "",
        "asked": _asked(snapshot, board, view, viewer),
        "decision": own.number if own is not None else None,
        "left_ms": _whole_time(snapshot, viewer),
        "limit_ms": match.turn_limit * 1000 if match.turn_limit else None,
        "notice": notice,
        "standings": board.standings(view, snapshot.result, people) if match.is_over else [],
        "may_again": viewer is not None and match.is_over,
        "next_first": next((person for person in people if person.seat == table.next_first), None),
        "rules_url": reverse("lobby:rules", args=[get_language() or "en", match.game]),
        "csrf_token": _TOKEN,
        "one_time_id": _ONE_TIME_ID,
        "have": "",  # the script's; a page without it is loaded anew anyway
    }


def _asked(snapshot: Snapshot, board: AnyBoard, view: Any, viewer: int | None) -> Asked:
    if not snapshot.has_board:
        return board.preparing(viewer)
    own = snapshot.decision_of(viewer)
    if own is not None:
        return board.asked(view, own.question, snapshot.people, viewer)
    return board.waiting(view, snapshot.people, viewer, snapshot.owing)


def _whole_time(snapshot: Snapshot, viewer: int | None) -> int | None:
    """What a countdown begins with. Pushed regions show this, so that they do not differ from
    one moment to the next; the script counts down from the frame's `left`."""
    until = snapshot.shown_until(viewer)
    asked = [each.asked_at for each in snapshot.decisions if each and each.shown_until == until]
    return _milliseconds(until, min(asked)) if asked else None


def _milliseconds(until: datetime | None, now: datetime) -> int | None:
    return None if until is None else max(0, round((until - now).total_seconds() * 1000))


def _share(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    """What a seat's browser needs for its share in the dice, while no match is on."""
    table = snapshot.table
    if viewer is None or table.phase not in (Table.Phase.WAITING, Table.Phase.FINISHED):
        return {}
    player = snapshot.players[viewer].player_id
    seat = next((seat for seat in snapshot.seats if seat.player_id == player), None)
    return {"next_match": table.next_match_id, "chair": seat.number + 1} if seat else {}


def _match_of(snapshot: Snapshot) -> MatchShown:
    if snapshot.match is None:
        raise LookupError("There has been no match at this table.")
    return snapshot.match


def _rendered(name: str, context: dict[str, Any]) -> str:
    """Without a request: a region is the same for everybody with these eyes. Its forms get
    their token and one-time ids from `filled`, or from the script."""
    template: Template = get_template(name).template  # type: ignore[attr-defined]
    return template.render(Context(context, use_l10n=False)).strip()


def _blank(html: str) -> str:
    """For scripts, which put in their own token and one-time ids."""
    return html.replace(_TOKEN, "").replace(_ORIGIN, "").replace(_ONE_TIME_ID, "")


def _mark(html: str) -> str:
    return f"{zlib.crc32(html.encode()):08x}"


_COUNTERS = {MATCH: "tables/_counter.html", RESULT: "tables/_result.html"}

# Stand in a region's HTML for what differs from reader to reader.
_TOKEN = "token-of-this-reader"  # noqa: S105
_ONE_TIME_ID = "one-time-id-of-this-form"
_ORIGIN = "origin-of-this-reader"

_encoder = msgspec.json.Encoder()
