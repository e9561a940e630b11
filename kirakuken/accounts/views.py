"""The page about you: what the house calls you, how it looks on this device, what it keeps."""

from typing import cast

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from kirakuken.accounts.forms import NameForm
from kirakuken.accounts.names import offered_name
from kirakuken.accounts.players import drop_key, player_for_name
from kirakuken.accounts.services import do_forget_key
from kirakuken.lib.errors import Refused
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
def forget(plain: HttpRequest) -> HttpResponseBase:
    """POST: this browser is a stranger again."""
    request = cast(Request, plain)
    do_forget_key(request.COOKIES.get(settings.PLAYER_COOKIE_NAME, ""))
    request.player = None
    logout(request)  # what this browser was let into goes as well
    response = see_other("accounts:you")
    drop_key(response)
    return response


def _page(request: Request, *, typed: str = "", wrong: str = "", status: int = 200) -> HttpResponse:
    name = typed or (request.player.name if request.player is not None else "")
    offered = "" if request.player is not None else offered_name(request.LANGUAGE_CODE)
    context = {"name": name, "offered": offered, "wrong": wrong, "named": "named" in request.GET}
    return render(request, "accounts/you.html", context, status=status)
