"""Matches that are over, and what proves their dice: replay, proof, log, one's own matches."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request
from tables import commitment_log, frames, lists, proof, replay_pages
from tables.access import MatchAccess, access_match
from tables.boards.base import place_words
from tables.boards.registry import board_for
from tables.forms import LogForm, ReplayForm
from tables.models import Match
from tables.proof_words import all_words, problem_words
from tables.replay_pages import Shown
from tables.replays import Eyes, replay_of
from tables.services.forgetting import REPLAYS_KEPT

LOG_PAGE = 50
LOG_PART = 5000  # rows of one download
VERIFIER = Path(settings.BASE_DIR) / "verifier" / "kirakuken_verify.py"


@require_safe
def replay(request: Request, match_id: str) -> HttpResponse:
    """GET ?move=&eyes=: the match after a move. Anything that is no move or seat is passed over."""
    access = access_match(request, match_id)
    shown = _shown(access.match)
    if shown is None:
        return _no_replay(request, access)
    form = ReplayForm(request.GET)
    typed = form.cleaned_data if form.is_valid() else {}
    number = min(typed.get("move") or 0, shown.replay.last)
    eyes = _eyes(shown, typed.get("eyes"), access.seat)
    context = {
        **_head(access),
        "language_next": request.get_full_path(),
        "is_unfinished": access.match.status == Match.Status.UNFINISHED,
    }
    if not shown.replay.has_board:
        context["moves"] = replay_pages.moves(shown, None, eyes)
        return render(request, "tables/replay_words.html", context)
    page = replay_pages.page_at(shown, number, eyes)
    context |= replay_pages.page_context(shown, page, number, eyes)
    context["moves"] = replay_pages.moves(shown, number, eyes)
    return render(request, "tables/replay.html", context)


@require_safe
def replay_frame(request: Request, match_id: str) -> HttpResponse:
    """GET move, eyes, have (the move that the page shows): what the page needs to show `move`."""
    access = access_match(request, match_id)
    shown = _shown(access.match)
    form = ReplayForm(request.GET)
    if shown is None or not shown.replay.has_board or not form.is_valid():
        raise Refused("bad_request")
    number, have = form.cleaned_data["move"], form.cleaned_data["have"]
    try:
        eyes = replay_pages.eyes_of(form.cleaned_data["eyes"], len(shown.people))
    except ValueError:
        raise Refused("bad_request") from None
    if number is None or max(number, have or 0) > shown.replay.last:
        raise Refused("bad_request")
    new = replay_pages.page_at(shown, number, eyes)
    old = None if have is None else replay_pages.page_at(shown, have, eyes)
    return HttpResponse(
        frames.frame(old.seen() if old is not None else None, new), content_type="application/json"
    )


@require_safe
def fair(request: Request, match_id: str) -> HttpResponse:
    """The whole chain from commitment to draws; before the end the commitments alone."""
    access = access_match(request, match_id)
    found = proof.proof(access.match)
    deciders = lists.deciders_of(access.match)
    people = {person.seat + 1: person for person in deciders.began}
    known = proof.commitments(access.match)
    first_shown = min((share.shown_at for share in known.shares if share.shown_at), default="")
    context = {
        **_head(access),
        "known": known,
        "shares": [(share, people[share.chair]) for share in known.shares],
        "cpus": [person for person in people.values() if person.is_cpu],
        "proof": found,
        "is_right": found is not None and not found.wrong,
        "wrong_words": [problem_words(line) for line in found.wrong] if found else [],
        "problem_words": all_words(),
        "first_shown": first_shown,
        "is_logged_first": known.log is not None and known.log["logged_at"] <= first_shown,
        "draws": _draws(found, deciders) if found else [],
        "log_page": known.log and _page_of(known.log["number"], request),
    }
    return render(request, "tables/fair.html", context)


@require_safe
def record(request: Request, match_id: str) -> HttpResponse:
    """game.json, for checking the dice elsewhere."""
    access = access_match(request, match_id)
    found = proof.record_of(access.match)
    if found is None:
        raise Refused("match_not_over")
    return _download(found, f"kirakuken-{match_id}.json")


@require_safe
def verifier(request: Request) -> HttpResponse:
    """The program that checks a game.json, as a file."""
    return HttpResponse(
        VERIFIER.read_bytes(),
        content_type="text/x-python; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{VERIFIER.name}"'},
    )


@require_safe
def log(request: Request) -> HttpResponse:
    """GET ?page=: the parlour's public chain of commitments, the latest first."""
    length = commitment_log.log_length(request.parlour)
    last_page = max(1, -(-length // LOG_PAGE))
    form = LogForm(request.GET)
    number = (form.cleaned_data.get("page") if form.is_valid() else None) or 1
    number = min(number, last_page)
    end = length - (number - 1) * LOG_PAGE
    start = max(0, end - LOG_PAGE)
    rows = commitment_log.log_rows(request.parlour, start, end - start)
    being_played, never = commitment_log.unrevealed(request.parlour)
    context = {
        "rows": [row for _before, row in reversed(rows)],
        "length": length,
        "number": number,
        "last_page": last_page,
        "being_played": being_played,
        "never": never,
    }
    return render(request, "tables/log.html", context)


@require_safe
def log_file(request: Request) -> HttpResponse:
    """GET ?after=: the log as a file, in parts of LOG_PART rows."""
    form = LogForm(request.GET)
    if not form.is_valid():
        raise Refused("bad_request")
    after = form.cleaned_data["after"] or 0
    rows = commitment_log.log_rows(request.parlour, after, LOG_PART)
    written = [proof.log_row(before, row) for before, row in rows]
    more = bool(written) and written[-1]["number"] < commitment_log.log_length(request.parlour)
    part = {"parlour": request.parlour.slug, "rows": written, "has_more": more}
    return _download(part, f"kirakuken-log-{request.parlour.slug}-{after + 1}.json")


@require_safe
def mine(request: Request) -> HttpResponse:
    """The matches of this browser's player."""
    player = request.player
    matches = lists.matches_of(player, clock.now() - REPLAYS_KEPT) if player else []
    barred = lists.tables_barred_to(player) if player else set()
    shown = [_mine(match, player, barred) for match in matches if player is not None]
    context = {
        "running": [each for each in shown if not each["match"].is_over],
        "over": [each for each in shown if each["match"].is_over],
        "days": REPLAYS_KEPT // timedelta(days=1),
    }
    return render(request, "tables/mine.html", context)


def _shown(match: Match) -> Shown | None:
    found = replay_of(match) if match.is_over and match.status != Match.Status.VOID else None
    if found is None:
        return None
    return Shown(match, found, lists.people_of(match), lists.deciders_of(match))


def _eyes(shown: Shown, value: str | None, seat: int | None) -> Eyes:
    """As asked, else one's own, else from beside the table."""
    try:
        return replay_pages.eyes_of(value or "", len(shown.people))
    except ValueError:
        return seat


def _no_replay(request: Request, access: MatchAccess) -> HttpResponse:
    """A match that is being played, void, or that ended before it began."""
    return render(request, "tables/no_replay.html", _head(access))


def _head(access: MatchAccess) -> dict[str, Any]:
    """What all pages about one match show."""
    match = access.match
    return {
        "match": match,
        "game_name": board_for(match.game).facts().name,
        "people": lists.people_of(match),
        "seat": access.seat,
        "is_running": not match.is_over,
        "is_void": match.status == Match.Status.VOID,
        "table_url": _table_url(match) if access.may_watch else "",
    }


def _table_url(match: Match) -> str:
    return reverse("tables:table", args=[match.table.public_id])


def _draws(found: proof.Proof, deciders: lists.Deciders) -> list[dict[str, Any]]:
    """The draws of a record with who made them and whether they are as committed."""
    return [
        {
            **draw,
            "person": draw["chair"] and deciders.at(draw["move"])[draw["chair"] - 1],
            "shown": ", ".join(str(each) for each in draw["result"]),
            "is_right": f"draw:{place}" not in found.wrong,
        }
        for place, draw in enumerate(found.record["draws"])
    ]


def _page_of(row: int, request: Request) -> int:
    """The page of the log on which a row stands."""
    return (commitment_log.log_length(request.parlour) - row) // LOG_PAGE + 1


def _mine(match: Match, player: Player, barred: set[int]) -> dict[str, Any]:
    """One line of a player's matches."""
    theirs = [each.number for each in match.seats.all() if each.player_id == player.pk]
    theirs += [each.seat for each in match.handovers.all() if each.player_id == player.pk]
    seat = theirs[-1] if theirs else None
    place = ""
    if match.status == Match.Status.FINISHED and match.ranks and seat is not None:
        rank = match.ranks[seat]
        place = place_words(rank, is_shared=match.ranks.count(rank) > 1)
    return {
        "match": match,
        "game_name": board_for(match.game).facts().name,
        "people": lists.people_of(match),
        "place": place,
        "is_unfinished": match.status == Match.Status.UNFINISHED,
        "is_void": match.status == Match.Status.VOID,
        "table_url": "" if match.table_id in barred else _table_url(match),
    }


def _download(content: dict[str, Any], name: str) -> HttpResponse:
    return JsonResponse(
        content,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        json_dumps_params={"ensure_ascii": False, "indent": 1},
    )
