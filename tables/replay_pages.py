"""A replay as one pair of eyes sees it at one move: the first page and every later frame.

Made of the same `Page` and frames as a table's page (pages.py), so that one script paints both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kirakuken.lib.writing import in_a_row
from ratings.selectors import who_left
from tables.boards.base import AnyBoard, Said, Scene, step_words
from tables.boards.people import Person
from tables.boards.registry import board_for
from tables.fragments import fragment
from tables.frames import Page, StepShown
from tables.lists import Deciders
from tables.models import Match, Move
from tables.ranked_words import left_words
from tables.replays import OPEN, Eyes, Replay

REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class EyesShown:
    """One way to look on: a seat's, from beside the table, with everything open."""

    value: str
    words: str
    mark: str
    address: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class MoveShown:
    """One line of the list of moves. `decider` says who decided, `after` how long after the
    start."""

    number: int
    address: str
    name: str
    mark: str
    decider: str
    by: str
    words: str
    after: str
    at: datetime
    is_now: bool


@dataclass(frozen=True)
class Shown:
    """A replay with the people in it, in the active language."""

    match: Match
    replay: Replay
    people: Sequence[Person]  # as the result names them
    deciders: Deciders

    @property
    def board(self) -> AnyBoard:
        return board_for(self.match.game)

    def address(self, number: int, eyes: Eyes) -> str:
        path = reverse("matches:replay", args=[self.match.public_id])
        return f"{path}?move={number}&eyes={eyes_value(eyes)}"


def eyes_value(eyes: Eyes) -> str:
    """As addresses have it: chairs from 1, `beside`, `open`."""
    return "beside" if eyes is None else eyes if eyes == OPEN else str(eyes + 1)


def eyes_of(value: str, seats: int) -> Eyes:
    """Raises ValueError for what is no such value."""
    if value == "beside":
        return None
    if value == OPEN:
        return OPEN
    if value not in {str(chair) for chair in range(1, seats + 1)}:
        raise ValueError(value)
    return int(value) - 1


def page_at(shown: Shown, number: int, eyes: Eyes) -> Page:
    """What these eyes see after a move; `number` is one of the replay's positions."""
    said = _said(shown, number, eyes)
    context = _context(shown, number, eyes, said)
    return Page(
        table=shown.match.table.public_id,
        room=0,
        match=shown.match.public_id,
        v=number,
        kind=REPLAY,
        language=get_language() or "en",
        viewer=_viewer(eyes),
        title=_("Replay, move %(number)s of %(last)s")
        % {"number": number, "last": shown.replay.last},
        scene=_scene(shown, context["view"], number, eyes),
        regions={
            "turnbar": fragment("tables/_turnbar.html", context),
            "ending": fragment("tables/_ending.html", context),
        },
        steps=[
            StepShown(
                number=number,
                motion=shown.board.motion(shown.replay.events(number, eyes)),
                said=said,
                log=[fragment("tables/_log_line.html", {"said": each}) for each in said],
            )
        ],
    )


def page_context(shown: Shown, page: Page, number: int, eyes: Eyes) -> dict[str, Any]:
    """What replay.html is given beside the page."""
    last = shown.replay.last
    return {
        "page": page,
        "scene": page.scene,
        **_context(shown, number, eyes, _said(shown, number, eyes)),
        "people": shown.people,
        "number": number,
        "last_number": last,
        "eyes": eyes_value(eyes),
        "all_eyes": list(_all_eyes(shown, number, eyes)),
        "ways": {
            "first": shown.address(0, eyes),
            "back": shown.address(max(0, number - 1), eyes),
            "on": shown.address(min(last, number + 1), eyes),
            "last": shown.address(last, eyes),
        },
    }


def moves(shown: Shown, number: int | None, eyes: Eyes) -> list[MoveShown]:
    """All moves in order. `number` is the one that is shown, None without a board."""
    return [
        _move(shown, position.number, eyes, is_now=position.number == number)
        for position in shown.replay.positions[1:]
    ]


def _context(shown: Shown, number: int, eyes: Eyes, said: Sequence[Said]) -> dict[str, Any]:
    board, people, replay = shown.board, shown.deciders.at(number), shown.replay
    view = replay.view(number, eyes)
    is_end = number == replay.last
    left = who_left(shown.match.public_id) if is_end and shown.match.is_ranked else ()
    return {
        "board": board,
        "people": people,
        "viewer": _viewer(eyes),
        "view": view,
        "headline": board.headline(view, people, _viewer(eyes)),
        "last": in_a_row(each.words for each in said),
        "limit_ms": None,
        "is_end": is_end,
        "standings": board.standings(view, replay.result, shown.people) if is_end else [],
        "left": left,
        "left_words": left_words([shown.people[seat].called for seat in left]),
        "is_finished": shown.match.status == Match.Status.FINISHED,
    }


def _scene(shown: Shown, view: Any, number: int, eyes: Eyes) -> Scene:
    """Here what is common is made of everything open, if that is what is looked at."""
    common = view if eyes == OPEN else shown.replay.view(number, None)
    people = shown.deciders.at(number)
    return shown.board.common_scene(common, people) | shown.board.scene(view, people, _viewer(eyes))


def _said(shown: Shown, number: int, eyes: Eyes) -> list[Said]:
    """The sentences of a step, as they were said at the table."""
    position, people = shown.replay.positions[number], shown.deciders.at(number)
    said = list(shown.board.told(shown.replay.events(number, eyes), people))
    if position.by is None or position.seat is None:
        return said
    if not shown.board.is_decided(shown.replay.events(number, eyes)):
        return said
    decider = step_words(position.by, people[position.seat])
    return said if decider is None else [decider, *said]


def _move(shown: Shown, number: int, eyes: Eyes, *, is_now: bool) -> MoveShown:
    position = shown.replay.positions[number]
    people = shown.deciders.at(number)
    person = people[position.seat or 0]
    events = shown.replay.events(number, eyes)
    by = position.by or ""
    return MoveShown(
        number=number,
        address=shown.address(number, eyes),
        name=person.name,
        mark=person.mark,
        decider=decider_words(by),
        by=by,
        words=in_a_row(said.words for said in shown.board.told(events, people)),
        after=_clock_words(position.made_at, shown.match.created_at),
        at=position.made_at,
        is_now=is_now,
    )


def decider_words(by: str) -> str:
    """Who decided a move."""
    return {
        Move.By.HUMAN: _("the player"),
        Move.By.CPU: "CPU",
        Move.By.STAND_IN: _("CPU standing in"),
        Move.By.CLOCK: _("the clock"),
    }[Move.By(by)]


def _clock_words(at: datetime, start: datetime) -> str:
    """Time since the start: 2:31, with hours 1:02:31."""
    minutes, seconds = divmod(max(0, int((at - start).total_seconds())), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _all_eyes(shown: Shown, number: int, now: Eyes) -> list[EyesShown]:
    ways: list[tuple[Eyes, str, str]] = [(None, _("From beside the table"), "")]
    ways += [(person.seat, person.name, person.mark) for person in shown.people]
    ways.append((OPEN, _("Everything open"), ""))
    return [
        EyesShown(eyes_value(eyes), words, mark, shown.address(number, eyes), eyes == now)
        for eyes, words, mark in ways
    ]


def _viewer(eyes: Eyes) -> int | None:
    return None if eyes == OPEN else eyes
