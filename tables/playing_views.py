"""The one post of a match, and the question of a page that has no socket: what is new?"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.core import codec
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock, limits
from kirakuken.lib.errors import NotAllowed, Refused, TooLate
from kirakuken.lib.http import Request, see_other, wants_json
from kirakuken.lib.refusals import words_for
from tables.access import TableAccess, access_seat, access_table
from tables.boards.registry import board_for
from tables.frames import answer
from tables.hub import handing_over
from tables.models import Match, Move, Seat
from tables.pages import LOG_STEPS, Reading, match_page, page_for
from tables.selectors import Snapshot, snapshot, snapshot_after
from tables.services import hurrying, playing, presence
from tables.services.presence import NOTED_EVERY

LARGEST_POST = 4096  # bytes
MOST_DIGITS = 9
# Refusals of what was in order once.
LATE = ("not_your_turn", "not_asked", "not_now", "wrong_phase", "game_over")
SEEN_BY_MOVES = timedelta(seconds=30)


class Garbled(Refused):
    """A post that no page of ours sends."""

    status = 400

    def __init__(self) -> None:
        super().__init__("bad_request")


class TooLarge(Garbled):
    status = 413


@dataclass(frozen=True, slots=True)
class Press:
    """What was posted: an answer to a question of a match, from a page that shows `have`."""

    match: str
    decision: int
    action: str
    fields: Mapping[str, str]
    one_time_id: str | None
    have: int | None


@gzip_page
@require_POST
def move(request: Request, public_id: str) -> HttpResponse:
    """Play an action for this player's seat. The answer is the page as it is then: 200, 409 when
    the question is not open any more, 422 when the rules do not allow the action."""
    press = _press(request)
    access = access_seat(request, public_id)
    player, seat = request.player, access.seat
    if player is None or seat is None:
        raise NotAllowed("not_seated")
    _note_presence(access, player, SEEN_BY_MOVES)
    after, refused = None, None
    with handing_over(("table", access.table.pk)) as give:
        try:
            after = _play(access, seat, press)
        except Refused as no:
            # What the rules allow they limit too; only vain presses are counted.
            limits.use("move_per_player", player.pk, parlour=request.parlour.pk)
            if no.status not in (TooLate.status, Refused.status):
                raise
            refused = no
        reading = Reading(
            snapshot(access.table.pk)
            if after is None
            else snapshot_after(after.match, after.seats, after.told)
        )
        shown = _page_after(request, access, press, reading, refused)
        if refused is None:
            give(reading)  # with the mover's own page in it
    return shown


@require_POST
def hurry(request: Request, public_id: str) -> HttpResponse:
    """The computer player who is asked need not take its time; see `do_hurry`."""
    access = access_seat(request, public_id)
    if request.player is not None:
        limits.use("hurry_per_player", request.player.pk, parlour=request.parlour.pk)
    match_id = _match_id(access.table.pk, "")
    if match_id is not None and access.seat is not None:
        hurrying.do_hurry(match_id, access.seat.number)
    if wants_json(request):
        return HttpResponse(status=204)
    return see_other("tables:table", access.table.public_id)


@gzip_page
@require_safe
def since(request: Request, public_id: str) -> HttpResponse:
    """What is new since ?room=&match=&v=: 204 if nothing, else a whole frame."""
    access = access_table(request, public_id)
    if not access.may_watch:
        raise NotAllowed("removed")
    if request.player is not None:
        _note_presence(access, request.player, NOTED_EVERY)
    asked = {name: request.GET.get(name, "") for name in ("room", "match", "v")}
    found = snapshot(access.table.pk)
    match = found.match
    shown = {
        "room": str(found.table.room_version),
        "match": match.public_id if match is not None else "",
        "v": str(match.version if match is not None else 0),
    }
    if asked == shown:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    return _frame(request, Reading(found), _number(asked["v"]), 200, "")


def _press(request: Request) -> Press:
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_POST:
        raise TooLarge
    posted = request.POST
    decision, match = _number(posted.get("decision", "")), posted.get("match", "")
    if decision is None or "\0" in match:
        raise Garbled
    return Press(
        match=match,
        decision=decision,
        action=posted.get("action", ""),
        fields=posted,
        one_time_id=_one_time_id(posted.get("one_time_id", "")),
        have=_number(posted.get("have", "")),
    )


def _play(access: TableAccess, seat: Seat, press: Press) -> playing.After | None:
    try:
        # First of all: what comes too late is read once more for the words of the answer.
        action = _action(access.table.game, press)
    except codec.Malformed:
        raise Garbled from None
    match_id = _match_id(access.table.pk, press.match)
    if match_id is None:
        raise TooLate("too_late")
    played = playing.do_move(
        match_id,
        seat.number,
        action,
        decision=press.decision,
        by=Move.By.HUMAN,
        one_time_id=press.one_time_id,
    )
    return played.after


def _action(game: str, press: Press) -> Any:
    """As its JSON, or as the fields of the board's own form. Raises codec.Malformed."""
    action = None if press.action else board_for(game).action_of(press.fields)
    if action is not None:
        return action
    return codec.load_posted(game_for(game).engine.action_type, press.action)


def _match_id(table_id: int, public_id: str) -> int | None:
    """The match that was answered; without its id (a page without scripts), the latest."""
    if public_id:
        try:
            return _known_match_id(table_id, public_id)
        except Match.DoesNotExist:
            return None
    latest = Match.objects.filter(table_id=table_id).order_by("-number")
    return latest.values_list("pk", flat=True).first()


@lru_cache(maxsize=1024)
def _known_match_id(table_id: int, public_id: str) -> int:
    """It never changes, and every move asks for it. That a match is over is seen under its lock.

    An unknown id raises and is not remembered: the next match bears an id that those who sit
    know beforehand.
    """
    found: int = Match.objects.values_list("pk", flat=True).get(
        table_id=table_id, public_id=public_id
    )
    return found


def _page_after(
    request: Request,
    access: TableAccess,
    press: Press,
    reading: Reading,
    refused: Refused | None,
) -> HttpResponse:
    found = reading.snapshot
    status = 200 if refused is None else refused.status
    if not wants_json(request) and (refused is None or found.match is None):
        return see_other("tables:table", access.table.public_id)
    notice = ""
    if refused is not None:
        notice = _words(found, found.viewer_of(request.player), refused, press)
    if wants_json(request):
        return _frame(request, reading, press.have, status, notice)
    return match_page(request, access, found, status, notice)


def _frame(
    request: Request, reading: Reading, have: int | None, status: int, notice: str
) -> HttpResponse:
    found = reading.snapshot
    viewer = found.viewer_of(request.player)
    version = found.match.version if found.match is not None else 0
    told_from = None if have is None else max(have, version - LOG_STEPS)
    page = page_for(reading, viewer, get_language() or "en", told_from, notice)
    return answer(page, told_from, status)


def _words(found: Snapshot, viewer: int | None, refused: Refused, press: Press) -> str:
    """Why an answer was not taken, for the counter."""
    board = board_for(found.table.game)
    if not isinstance(refused, TooLate):
        return board.refusal_words(refused.code) or words_for(refused.code)
    if viewer is not None and found.has_board:
        # Somebody who was never asked has not come too late.
        code = found.refusal(viewer, _action(found.table.game, press))
        if code not in (None, *LATE) and (words := board.refusal_words(str(code))):
            return words
    others = [person for person in found.people if person.seat in found.owing]
    if len(others) == 1 and others[0].seat != viewer:
        return _("That choice came too late: the turn had passed to %(name)s.") % {
            "name": others[0].called
        }
    return words_for(refused.code)


def _note_presence(access: TableAccess, player: Player, every: timedelta) -> None:
    """A request is a sign of presence; written down at most every so often."""
    seat = access.seat
    if seat is not None and (seat.absent_since or clock.now() - seat.last_seen >= every):
        presence.do_see(access.table.pk, player.pk)


def _one_time_id(text: str) -> str | None:
    if not text:
        return None
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise Garbled from None


def _number(text: Any) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)
