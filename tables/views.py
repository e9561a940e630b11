"""A table's page, and everything by which people come to it, sit, begin and leave.

One address is the waiting room, the match and its result. Every post works without scripts
(303 to the page; a refusal is the page again, with words and status) and with them (a frame,
see pages.py). Moves are in playing_views.py.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import segno
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kirakuken.accounts.models import Player
from kirakuken.accounts.names import offered_name
from kirakuken.accounts.players import player_for_name, player_of_ticket
from kirakuken.accounts.tickets import new_ticket
from kirakuken.lib import limits
from kirakuken.lib.errors import Busy, NotAllowed, Refused, TooMany
from kirakuken.lib.http import Request, address_of, see_other, wants_json
from kirakuken.lib.refusals import words_for
from ratings.devices import do_note_device
from tables import frames, pages, rooms
from tables.access import TableAccess, access_seat, access_table
from tables.forms import JoinForm, MarkForm, NonceForm, OfferForm, ShownForm, StepInForm, StopForm
from tables.models import Table
from tables.ranked_door import why_not_ranked
from tables.selectors import Snapshot, snapshot
from tables.services import opening, presence, seating, starting, stepping_in, stopping

GONE = 410
# Where another name would do, the field for it is shown, also to somebody who has one.
NAME_REFUSALS = {
    *("name_empty", "name_long", "name_letters", "name_reserved", "name_taken"),
    "same_name_here",
}


@require_safe
def table(request: Request, public_id: str) -> HttpResponse:
    access = access_table(request, public_id)
    if access.seat is not None and request.player is not None:
        presence.do_see(access.table.pk, request.player.pk, by_hand=True)
    if access.may_step_in and not {"watch", "view"} & request.GET.keys():
        return _step_in_page(request, access)
    if access.seat is None and "sit" in request.GET:
        return _sit_in_page(request, access)
    return _page(request, access)


@require_POST
def join(request: Request, public_id: str) -> HttpResponse:
    access = access_table(request, public_id)
    if access.seat is None:
        form = JoinForm(request.POST)
        try:
            if access.why_not == "needs_link":
                raise NotAllowed("needs_link")
            if not form.is_valid():
                raise Refused("name_letters")
            _sit_down(request, access.table, **form.cleaned_data)
        except Refused as refused:
            typed = request.POST.get("name", "")[:48]
            if access.table.phase == Table.Phase.FINISHED:
                return _sit_in_page(request, access, refused, typed)
            return _page(request, access, refused, typed)
    return _back(public_id)


def _sit_down(request: Request, table: Table, *, name: str, ticket: str) -> None:
    """Nobody becomes a player of the house by knocking at a door that stays shut."""
    _count_knock(request)
    if table.is_ranked:
        do_note_device(request)
    if player_of_ticket(request, ticket) is None:
        seating.check_door(table, request.player, name)
    seating.do_join(table, player_for_name(request, name, ticket=ticket))


def _count_knock(request: Request) -> None:
    # The player's first: one alone must not use up what is for all behind the same address.
    if request.player is not None:
        limits.use("join_per_player", request.player.pk, parlour=request.parlour.pk)
    limits.use("join_per_address", address_of(request), parlour=request.parlour.pk)


@require_POST
def step_in(request: Request, public_id: str) -> HttpResponse:
    """Take over a seat that the host offers in mid-match."""
    access = access_table(request, public_id)
    if access.seat is not None:
        return _back(public_id)
    form = StepInForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("name_letters" if "name" in form.errors else "bad_request")
        _take_over(request, access.table, **form.cleaned_data)
    except Refused as refused:
        typed = request.POST.get("name", "")[:48]
        if not access.may_step_in:
            return _page(request, access, refused, typed=typed)
        return _step_in_page(request, access, refused, typed)
    return _back(public_id)


def _take_over(request: Request, table: Table, *, seat: int, name: str, ticket: str) -> None:
    _count_knock(request)
    if player_of_ticket(request, ticket) is None:
        stepping_in.check_offer(table, request.player, seat, name)
    stepping_in.do_step_in(table, player_for_name(request, name, ticket=ticket), seat)


@require_POST
def leave(request: Request, public_id: str) -> HttpResponse:
    """Back to the shop front; from a table that was found to where another can be."""
    access = access_table(request, public_id)
    if access.seat is not None and request.player is not None:
        seating.do_leave(access.table, request.player)
    if access.table.found_size and access.table.phase == Table.Phase.WAITING:
        return see_other(f"{reverse('lobby:find')}?game={access.table.game}")
    return see_other("lobby:front")


@require_POST
def add_cpu(request: Request, public_id: str) -> HttpResponse:
    access, player = _seated(request, public_id)
    shown = _shown(request)
    return _answer(
        request,
        access,
        lambda: seating.do_add_cpu(
            access.table, player, seated=shown["seated"], level=shown["level"]
        ),
    )


@require_POST
def remove_seat(request: Request, public_id: str, number: int) -> HttpResponse:
    access, player = _seated(request, public_id)
    sitting = _shown(request)["sitting"]
    return _answer(
        request,
        access,
        lambda: seating.do_remove_seat(access.table, player, number, sitting=sitting),
    )


@require_POST
def offer_seat(request: Request, public_id: str, number: int) -> HttpResponse:
    access, player = _seated(request, public_id)
    form = OfferForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    offered, sitting = form.cleaned_data["offered"], form.cleaned_data["sitting"]
    return _answer(
        request,
        access,
        lambda: stepping_in.do_offer_seat(
            access.table, player, number, offered=offered, sitting=sitting
        ),
    )


@require_POST
def stop(request: Request, public_id: str) -> HttpResponse:
    """Stop the match here: propose it, agree, or rather play on."""
    access, player = _seated(request, public_id)
    form = StopForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    proposal = form.cleaned_data["proposal"]
    do: Callable[[Table, Player, int | None], object] = stopping.do_agree_to_stop
    if form.cleaned_data["answer"] == "no":
        do = stopping.do_decline_to_stop
    return _answer(request, access, lambda: do(access.table, player, proposal))


@require_POST
def choose_mark(request: Request, public_id: str) -> HttpResponse:
    access, player = _seated(request, public_id)
    form = MarkForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    mark = form.cleaned_data["mark"]
    return _answer(request, access, lambda: seating.do_choose_mark(access.table, player, mark))


@require_POST
def new_link(request: Request, public_id: str) -> HttpResponse:
    access, player = _seated(request, public_id)
    revision = _shown(request)["door"]
    return _answer(
        request, access, lambda: opening.do_new_link(access.table, player, revision=revision)
    )


@require_POST
def start(request: Request, public_id: str) -> HttpResponse:
    access, player = _seated(request, public_id)
    return _answer(request, access, lambda: starting.do_start(access.table, player))


@require_POST
def again(request: Request, public_id: str) -> HttpResponse:
    access, player = _seated(request, public_id)
    return _answer(request, access, lambda: starting.do_again(access.table, player))


@require_POST
def nonce(request: Request, public_id: str) -> HttpResponse:
    """A seat's share in the dice of the match to come: first its hash, after Start itself."""
    access, player = _seated(request, public_id)
    form = NonceForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    commitment, share = form.cleaned_data["commitment"], form.cleaned_data["nonce"]
    if bool(commitment) == bool(share):
        raise Refused("bad_request")
    if commitment:
        starting.do_commit_nonce(access.table, player, commitment)
    else:
        starting.do_reveal_nonce(access.table, player, share)
    return HttpResponse(status=204)


@require_safe
def qr(request: Request, public_id: str) -> HttpResponse:
    """The invite link as a picture, for those who sit at the table."""
    access = access_seat(request, public_id)
    drawn = BytesIO()
    link = request.build_absolute_uri(rooms.invite_path(access.table))
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", border=1, dark="#000", light="#fff", omitsize=True
    )
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


def _seated(request: Request, public_id: str) -> tuple[TableAccess, Player]:
    access = access_seat(request, public_id)
    if request.player is None:
        raise NotAllowed("not_seated")
    # Whatever is pressed here is told to everybody who looks on.
    limits.use("press_per_player", request.player.pk, parlour=request.parlour.pk)
    presence.do_see(access.table.pk, request.player.pk, by_hand=True)
    return access, request.player


def _shown(request: Request) -> dict[str, Any]:
    form = ShownForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    return form.cleaned_data


def _back(public_id: str) -> HttpResponse:
    return see_other("tables:table", public_id)


def _answer(request: Request, access: TableAccess, do: Callable[[], object]) -> HttpResponse:
    """Does it, and shows the table as it is then; or as it is, with what was wrong."""
    refused = None
    try:
        do()
    except Refused as no:
        refused = no
    if not wants_json(request):
        return _back(access.table.public_id) if refused is None else _page(request, access, refused)
    if isinstance(refused, NotAllowed | Busy):
        raise refused
    shown = snapshot(access.table.pk)
    words = words_for(refused.code) if refused is not None else ""
    page = pages.page_for(shown, shown.viewer_of(request.player), _language(), notice=words)
    return frames.answer(page, None, refused.status if refused is not None else 200)


def _page(
    request: Request, access: TableAccess, refused: Refused | None = None, typed: str = ""
) -> HttpResponse:
    """The one page that a table is now, for whoever asks."""
    shown = snapshot(access.table.pk)
    phase = shown.table.phase
    if phase == Table.Phase.CLOSED:
        return _gone(request, shown, _("This table is closed"), _("Nobody sits here any more."))
    if access.is_removed and not access.may_watch:
        words = _("You cannot sit down here again. Other tables are free.")
        return _gone(request, shown, _("The host took you from this table"), words)
    if not _is_waiting(shown):
        if refused is None:
            return pages.match_page(request, access, shown)
        response = pages.match_page(request, access, shown, notice=words_for(refused.code))
        return _with_status(response, refused)
    viewer = shown.viewer_of(request.player)
    word = words_for(refused.code) if refused is not None else ""
    context = {
        "page": pages.page_for(shown, viewer, _language(), notice=word),
        "language_next": reverse("tables:table", args=[shown.table.public_id]),
        "word": word,
        **rooms.room_context(shown, viewer),
    }
    if viewer is not None:
        return _with_status(render(request, "tables/waiting.html", context), refused)
    context |= _door(request, access, refused, typed)
    return _with_status(render(request, "tables/join.html", context), refused)


def _sit_in_page(
    request: Request, access: TableAccess, refused: Refused | None = None, typed: str = ""
) -> HttpResponse:
    """The door between two matches; what the table is now for whoever may not sit down."""
    if access.table.phase != Table.Phase.FINISHED:
        return _page(request, access, refused, typed)
    if not access.may_sit:
        return _page(request, access, refused or Refused(access.why_not))
    return _door_page(request, access, "tables/sit_in.html", refused, typed)


def _step_in_page(
    request: Request, access: TableAccess, refused: Refused | None = None, typed: str = ""
) -> HttpResponse:
    """The door of a match that is on, for whoever may take over a CPU's seat in it."""
    return _door_page(request, access, "tables/step_in.html", refused, typed)


def _door_page(
    request: Request, access: TableAccess, template: str, refused: Refused | None, typed: str
) -> HttpResponse:
    shown = snapshot(access.table.pk)
    context = {
        "page": pages.page_for(shown, None, _language()),
        "table_id": shown.table.public_id,
        "language_next": request.get_full_path(),
        "word": words_for(refused.code) if refused is not None else "",
        **rooms.summary_context(shown),
        **_door(request, access, refused, typed),
    }
    return _with_status(render(request, template, context), refused)


def _gone(request: Request, shown: Snapshot, heading: str, words: str) -> HttpResponse:
    context = {
        "heading": heading,
        "words": words,
        "game": shown.table.game,
        "language_next": reverse("lobby:front"),
    }
    return render(request, "tables/closed.html", context, status=GONE)


def _door(
    request: Request, access: TableAccess, refused: Refused | None, typed: str
) -> dict[str, Any]:
    """What stands between a visitor and a chair."""
    asks_name = request.player is None or (refused is not None and refused.code in NAME_REFUSALS)
    address = reverse("tables:table", args=[access.table.public_id])
    return {
        "is_removed": access.is_removed,
        "asks_name": asks_name,
        "name": typed or offered_name(_language()),
        "ticket": new_ticket() if request.player is None else "",
        "why_not": why_not_ranked(request.player, address) if access.table.is_ranked else None,
    }


def _is_waiting(shown: Snapshot) -> bool:
    return shown.table.phase == Table.Phase.WAITING


def _with_status(response: HttpResponse, refused: Refused | None) -> HttpResponse:
    if refused is not None:
        response.status_code = refused.status
    if isinstance(refused, TooMany | Busy):
        response.headers["Retry-After"] = str(refused.retry_after)
    return response


def _language() -> str:
    return get_language() or "en"
