"""The page about you: what the house calls you, how it looks on this device, what it keeps."""

from typing import cast

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from kirakuken.accounts.forms import NameForm
from kirakuken.accounts.membership import waiting_guest
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import offered_name
from kirakuken.accounts.pieces import pieces
from kirakuken.accounts.players import drop_key, player_for_name
from kirakuken.accounts.services import do_choose_piece, do_choose_shown, do_forget_key
from kirakuken.lib.errors import NotAllowed, Refused
from kirakuken.lib.http import Request, see_other
from kirakuken.lib.refusals import words_for


@require_safe
def you(request: HttpRequest) -> HttpResponse:
    return _page(cast(Request, request))


@require_POST
def change_name(plain: HttpRequest) -> HttpResponseBase:
    """POST name: a player's new name, or a stranger's first."""
    request = cast(Request, plain)
    typed = request.POST.get("name", "")
    form = NameForm(request.POST, parlour=request.parlour, player=request.player)
    if not form.is_valid():
        return _page(request, typed=typed, wrong=str(form.errors["name"][0]), status=422)
    try:
        player_for_name(request, form.cleaned_data["name"])
    except Refused as refused:
        return _page(request, typed=typed, wrong=words_for(refused.code), status=refused.status)
    return see_other(reverse("accounts:you") + "?named")


@require_POST
def choose_piece(plain: HttpRequest) -> HttpResponseBase:
    """POST mark: the piece a player likes to sit down with; "" is any."""
    request = cast(Request, plain)
    do_choose_piece(_player(request), request.POST.get("mark", ""))
    return see_other("accounts:you")


@require_POST
def choose_shown(plain: HttpRequest) -> HttpResponseBase:
    """POST [profile], [leaderboards]: what others may see of a member."""
    request = cast(Request, plain)
    player = _player(request)
    if player.user_id is None:
        raise NotAllowed("not_allowed")
    do_choose_shown(
        player, profile="profile" in request.POST, leaderboards="leaderboards" in request.POST
    )
    return see_other("accounts:you")


@require_POST
def forget(plain: HttpRequest) -> HttpResponseBase:
    """POST: this browser is a stranger again. A member signs out instead."""
    request = cast(Request, plain)
    if request.user.is_authenticated:
        return see_other("account_logout")
    do_forget_key(request.COOKIES.get(settings.PLAYER_COOKIE_NAME, ""))
    request.player = None
    logout(request)  # what this browser was let into goes as well
    response = see_other("accounts:you")
    drop_key(response)
    return response


def _page(request: Request, *, typed: str = "", wrong: str = "", status: int = 200) -> HttpResponse:
    name = typed or (request.player.name if request.player is not None else "")
    offered = "" if request.player is not None else offered_name(request.LANGUAGE_CODE)
    context = {
        "name": name,
        "offered": offered,
        "wrong": wrong,
        "named": "named" in request.GET,
        "pieces": pieces(),
        "guest": waiting_guest(request),
    }
    return render(request, "accounts/you.html", context, status=status)


def _player(request: Request) -> Player:
    """Raises NotAllowed for a stranger, who has nothing to choose yet."""
    if request.player is None:
        raise NotAllowed("not_allowed")
    return request.player
