"""What a table's page shows to one pair of eyes.

A page is made from one consistent reading of the table (Snapshot) for a viewer (a seat, or None)
in a language; it holds what is shown and nothing else.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from typing import Any, TypeVar

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kirakuken.lib import clock
from kirakuken.lib.http import Request
from ratings.selectors import who_left
from tables import menu, ranked_words, rooms, talk
from tables.access import TableAccess
from tables.boards.base import AnyBoard, Asked, Headline, Scene, step_words
from tables.boards.people import Person
from tables.boards.registry import board_for
from tables.fragments import fragment
from tables.frames import KINDS, ONE_TIME_ID, ORIGIN, RESULT, TOKEN, Page, StepShown, milliseconds
from tables.models import Table
from tables.selectors import MatchShown, Snapshot, Step, moves_since
from tables.services.presence import GONE_AFTER

T = TypeVar("T")

LOG_STEPS = 100  # as many of the latest steps are told on a page and after a long absence


@dataclass(frozen=True, slots=True)
class Reading:
    """A snapshot, and what has been made of it already: pages of one table have much in common,
    and several threads may make them. Nothing in `made` is found but by what it was made from."""

    snapshot: Snapshot
    made: dict[Any, Any] = field(default_factory=dict)

    def once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        found: T | None = self.made.get(key)
        if found is None:
            found = self.made[key] = make()
        return found

    @property
    def people(self) -> list[Person]:
        """In the active language."""
        return self.once(("people", get_language()), lambda: self.snapshot.people)


def page_for(
    snapshot: Snapshot | Reading,
    viewer: int | None,
    language: str,
    since: int | None = None,
    notice: str = "",
) -> Page:
    """The page of one viewer. With `since` it can also tell the steps after that version.
    `notice` is a word in the counter: why an answer was not taken."""
    reading = snapshot if isinstance(snapshot, Reading) else Reading(snapshot)
    key = ("page", viewer, language, _told_from(reading, since), notice)
    with translation.override(language):
        return reading.once(key, lambda: _page(reading, viewer, since, notice))


def _page(reading: Reading, viewer: int | None, since: int | None, notice: str) -> Page:
    if reading.snapshot.table.phase in (Table.Phase.WAITING, Table.Phase.CLOSED):
        return _room_page(reading.snapshot, viewer, notice)
    steps = _steps(reading, viewer, since)
    return _match_page(reading, viewer, steps, _context(reading, viewer, steps, notice))


def match_page(
    request: Request, access: TableAccess, snapshot: Snapshot, status: int = 200, notice: str = ""
) -> HttpResponse:
    """The whole page of a match or its result."""
    reading = Reading(snapshot)
    viewer = snapshot.viewer_of(request.player)
    match = _match_of(snapshot)
    board = board_for(match.game)
    steps = _steps(reading, viewer, max(-1, match.version - LOG_STEPS))
    context = _context(reading, viewer, steps, notice)
    context["left_ms"] = _time_left(snapshot, viewer, clock.now())
    page = _match_page(reading, viewer, steps, context)
    newcomer = access.seat if viewer is None and page.kind == RESULT else None
    if newcomer is not None:  # has a share in the dice of the match to come
        next_match = snapshot.table.next_match_id
        page = replace(page, next_match=next_match, chair=newcomer.number + 1)
    context |= {
        "page": page,
        "sits_next": newcomer is not None,
        "csrf_token": get_token(request),
        "one_time_id": str(uuid.uuid4()),
        "title": page.title,
        "scene": page.scene,
        "log": [said for step in reversed(steps) for said in reversed(step.said)],
        "board": board,
        "game_name": board.facts().name,
        "options": board.describe_options(snapshot.options),
        "people": reading.people,
        "me": next((person for person in reading.people if person.seat == viewer), None),
        "host": next((person for person in reading.people if person.is_host), None),
        "rules_url": reverse("lobby:rules", args=[get_language() or "en", match.game]),
        "table_public_id": page.table,
        "back_moves": _moves_meanwhile(access, match),
        **talk.say_context(viewer),
        "is_text": request.GET.get("view") == "text",
        "language_next": request.get_full_path(),
    }
    template = "tables/result.html" if page.kind == RESULT else "tables/match.html"
    return render(request, template, context, status=status)


def _moves_meanwhile(access: TableAccess, match: MatchShown) -> int:
    """How many moves somebody missed who was away until this request."""
    absent_since = access.seat.absent_since if access.seat is not None else None
    return moves_since(match, absent_since - GONE_AFTER) if absent_since is not None else 0


def _room_page(snapshot: Snapshot, viewer: int | None, notice: str) -> Page:
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
        regions=_room_regions(snapshot, viewer, notice),
    )


def _room_regions(snapshot: Snapshot, viewer: int | None, notice: str) -> dict[str, str]:
    if snapshot.table.phase != Table.Phase.WAITING:
        return {}
    filled_later = {"csrf_token": TOKEN, "origin": ORIGIN}
    return rooms.room_regions(snapshot, viewer, filled_later | {"word": notice})


def _match_page(
    reading: Reading, viewer: int | None, steps: Sequence[StepShown], context: dict[str, Any]
) -> Page:
    snapshot = reading.snapshot
    table, match = snapshot.table, _match_of(snapshot)
    board = board_for(match.game)
    headline = context["headline"]
    return Page(
        table=table.public_id,
        room=table.room_version,
        match=match.public_id,
        v=match.version,
        kind=context["kind"],
        language=get_language() or "en",
        viewer=viewer,
        title=_("%(words)s · %(game)s")
        % {"words": headline.words, "game": _game_name(match.game, get_language())},
        decision=context["decision"],
        until=snapshot.shown_until(viewer),
        **_share(snapshot, viewer),
        scene=_scene_for(reading, board, context["view"], viewer),
        regions={
            "turnbar": _turnbar(reading, context),
            "counter": _counter(reading, context),
            "talk": talk.talk_html(snapshot, viewer, TOKEN),
            **menu.regions(snapshot, viewer, {"csrf_token": TOKEN, "origin": ORIGIN}),
        },
        steps=steps,
    )


def _scene_for(reading: Reading, board: AnyBoard, view: Any, viewer: int | None) -> Scene:
    """What all eyes see alike is made once, from what a spectator sees."""

    def common() -> Scene:
        seen = view if viewer is None else _view_of(reading.snapshot, board, None)
        return board.common_scene(seen, reading.people)

    shared = reading.once(("scene", get_language()), common)
    return shared | board.scene(view, reading.people, viewer)


def _view_of(snapshot: Snapshot, board: AnyBoard, viewer: int | None) -> Any:
    match = _match_of(snapshot)
    if snapshot.has_board:
        view = snapshot.view(viewer)
    else:
        view = board.before_start(snapshot.options, len(snapshot.players), match.first)
    return board.put_away(view) if match.is_stopped else view


@cache
def _game_name(game: str, language: str | None) -> str:
    return board_for(game).facts().name


def _turnbar(reading: Reading, context: dict[str, Any]) -> str:
    facts = ("headline", "last", "left_ms", "limit_ms")
    key = ("turnbar", get_language(), *(context[fact] for fact in facts))
    return reading.once(key, lambda: fragment("tables/_turnbar.html", context))


def _counter(reading: Reading, context: dict[str, Any]) -> str:
    if context["kind"] == RESULT:
        return fragment("tables/_result.html", context)
    key = ("counter", get_language(), *(context[fact] for fact in ("asked", "decision", "notice")))
    return reading.once(key, lambda: fragment("tables/_counter.html", context))


def _steps(reading: Reading, viewer: int | None, since: int | None) -> list[StepShown]:
    """The steps after `since`, but at least the latest, which the turn bar tells."""
    if not reading.snapshot.has_board:
        return []
    language = get_language()
    return [
        reading.once(("step", language, step), partial(_step, reading, step))
        for step in reading.snapshot.steps(_told_from(reading, since), viewer)
    ]


def _told_from(reading: Reading, since: int | None) -> int:
    latest = (reading.snapshot.match.version if reading.snapshot.match is not None else 0) - 1
    return latest if since is None else min(since, latest)


def _step(reading: Reading, step: Step) -> StepShown:
    board, people = board_for(_match_of(reading.snapshot).game), reading.people
    said = list(board.told(step.events, people))
    if step.by is not None and step.seat is not None and board.is_decided(step.events):
        decider = step_words(step.by, people[step.seat])
        said = [decider, *said] if decider is not None else said
    return StepShown(
        number=step.number,
        motion=board.motion(step.events),
        said=said,
        log=[fragment("tables/_log_line.html", {"said": each}) for each in said],
    )


def _context(
    reading: Reading, viewer: int | None, steps: Sequence[StepShown], notice: str
) -> dict[str, Any]:
    """What the templates of a match's regions are given: words and views, never a state."""
    snapshot, people = reading.snapshot, reading.people
    table, match = snapshot.table, _match_of(snapshot)
    board = board_for(match.game)
    view = _view_of(snapshot, board, viewer)
    own = snapshot.decision_of(viewer)
    context = {
        "table": table,
        "kind": KINDS[table.phase],
        "viewer": viewer,
        "view": view,
        "headline": _headline(reading, board, view, viewer),
        "last": steps[-1].say if steps else "",
        "asked": _asked(reading, board, view, viewer),
        "decision": own.number if own is not None else None,
        "left_ms": _whole_time(snapshot, viewer),
        "limit_ms": _limit(snapshot, viewer),
        "notice": notice,
        "scene": {},  # a counter is as it was asked; the script puts in what changes meanwhile
        "csrf_token": TOKEN,
        "one_time_id": ONE_TIME_ID,
        "have": "",  # the script's; a page without it is loaded anew anyway
    }
    if match.is_over:
        left = who_left(match.public_id) if match.is_ranked else ()
        context |= {
            "left": left,
            "left_words": ranked_words.left_words([people[seat].called for seat in left]),
            "board": board,
            "match_id": match.public_id,
            "standings": board.standings(view, snapshot.result, people),
            "is_stopped": match.is_stopped,
            "rated": ranked_words.result_words(
                match, snapshot.players[viewer].player_id if viewer is not None else None
            ),
            "may_again": viewer is not None,
            "next_first": _next_first(snapshot, board, people),
        }
    return context


def _next_first(snapshot: Snapshot, board: AnyBoard, people: Sequence[Person]) -> Person | None:
    if not board.first_rotates or snapshot.table.is_ranked:
        return None
    return next((each for each in people if each.seat == snapshot.table.next_first), None)


def _headline(reading: Reading, board: AnyBoard, view: Any, viewer: int | None) -> Headline:
    snapshot = reading.snapshot
    if _match_of(snapshot).is_stopped:
        return Headline(_("The match was ended early"))
    if snapshot.is_paused and snapshot.decision_of(viewer) is None:
        return Headline(_("The match is paused"))
    return board.headline(view, reading.people, viewer)


def _asked(reading: Reading, board: AnyBoard, view: Any, viewer: int | None) -> Asked:
    snapshot = reading.snapshot
    if _match_of(snapshot).is_stopped:
        return Asked(
            _("The match was ended early"),
            _("This is how things stood. It counts nowhere."),
        )
    if snapshot.is_paused and snapshot.decision_of(viewer) is None:
        return Asked(
            _("The match is paused"),
            _("Everybody who plays is away. It goes on as soon as one of them is back."),
        )
    if not snapshot.has_board:
        return board.preparing(viewer)
    own = snapshot.decision_of(viewer)
    if own is not None:
        return board.asked(view, own.question, reading.people, viewer)
    return board.waiting(view, reading.people, viewer, snapshot.owing)


def _whole_time(snapshot: Snapshot, viewer: int | None) -> int | None:
    """What a countdown begins with. Pushed regions show this, so that they do not differ from
    one moment to the next; the script counts down from the frame's `left`."""
    until = snapshot.shown_until(viewer)
    asked = [each.asked_at for each in snapshot.decisions if each and each.shown_until == until]
    return _time_left(snapshot, viewer, min(asked)) if asked else None


def _time_left(snapshot: Snapshot, viewer: int | None, now: datetime) -> int | None:
    """What a countdown shows: at most the limit, for until then the motion is still on."""
    left, limit = milliseconds(snapshot.shown_until(viewer), now), _limit(snapshot, viewer)
    return left if left is None or not limit else min(left, limit)


def _limit(snapshot: Snapshot, viewer: int | None) -> int | None:
    """Milliseconds for the question whose countdown is shown, in a game without limit too if
    the question has a time of its own."""
    until = snapshot.shown_until(viewer)
    asked = [each for each in snapshot.decisions if each and each.shown_until == until]
    own = next((each.question.seconds for each in asked if each.question.seconds), None)
    seconds = own or _match_of(snapshot).turn_limit
    return seconds * 1000 if seconds else None


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
