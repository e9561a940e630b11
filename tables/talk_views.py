"""Two small posts beside playing: say a phrase, hide somebody's."""

from django.http import HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from kirakuken.accounts.models import Player
from kirakuken.lib import limits
from kirakuken.lib.errors import NotAllowed, Refused
from kirakuken.lib.http import Request, see_other, wants_json
from tables import frames, pages
from tables.access import TableAccess, access_seat
from tables.forms import HushForm, SayForm
from tables.selectors import snapshot
from tables.services import presence, talking


@require_POST
def say(request: Request, public_id: str) -> HttpResponse:
    """POST phrase: its number. A script gets 204: the phrase comes to all by frames."""
    access, player = _seated(request, public_id)
    form = SayForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    limits.use("say_per_player", player.pk, parlour=request.parlour.pk)
    talking.do_say(access.table, player, form.cleaned_data["phrase"])
    return HttpResponse(status=204) if wants_json(request) else _back(public_id)


@require_POST
def hush(request: Request, public_id: str) -> HttpResponse:
    """POST sitting, hide (yes or no): whose phrases this player does not want to see."""
    access, player = _seated(request, public_id)
    form = HushForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    # It is told to everybody who looks on, as what views.py counts.
    limits.use("press_per_player", player.pk, parlour=request.parlour.pk)
    is_hushed = form.cleaned_data["hide"] == "yes"
    talking.do_hush(access.table, player, form.cleaned_data["sitting"], is_hushed=is_hushed)
    if not wants_json(request):
        return _back(public_id)
    shown = snapshot(access.table.pk)
    page = pages.page_for(shown, shown.viewer_of(player), get_language() or "en")
    return frames.answer(page, None, 200)


def _seated(request: Request, public_id: str) -> tuple[TableAccess, Player]:
    access = access_seat(request, public_id)
    if request.player is None:
        raise NotAllowed("not_seated")
    presence.do_see(access.table.pk, request.player.pk, by_hand=True)
    return access, request.player


def _back(public_id: str) -> HttpResponse:
    return see_other("tables:table", public_id)
