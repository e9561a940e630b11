"""Move my seat: ask for a code in one browser, enter it in the other.

Looking changes nothing, so a preview of the link moves nobody. What is wrong with a code is
not told: mistyped, used, too old, another parlour's and made up are one answer.
"""

from typing import cast

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from kirakuken.accounts.models import SeatMove
from kirakuken.accounts.moving import (
    Offer,
    do_move_here,
    do_offer_move,
    do_try_code,
    move_of_token,
)
from kirakuken.lib import limits
from kirakuken.lib.errors import NotAllowed, Refused, TooMany
from kirakuken.lib.http import Request, address_of, is_path, see_other
from kirakuken.lib.refusals import words_for

LONGEST_PATH = 200


@require_http_methods(["GET", "HEAD", "POST"])
def move_seat(plain: HttpRequest) -> HttpResponseBase:
    """GET: the field for a code, and how to get one. POST code: whom this browser would become;
    with `sure` it becomes them."""
    request = cast(Request, plain)
    if request.method != "POST":
        return _page(request)
    typed = request.POST.get("code", "")
    try:
        _count(request)
        move = do_try_code(request.parlour, typed)
        if move is None:
            raise Refused("bad_move")
        _not_yet_here(request, move)
        if "sure" in request.POST:
            return _move(request, move)
    except Refused as refused:
        return _page(request, refused, status=refused.status)
    return _page(request, move=move, code=typed)


@require_http_methods(["GET", "HEAD", "POST"])
def move_here(plain: HttpRequest, token: str) -> HttpResponseBase:
    """The link in the QR code. GET: whom this browser would become. POST: it becomes them."""
    request = cast(Request, plain)
    move = move_of_token(token)
    try:
        if move is None:
            raise Refused("bad_move")
        _not_yet_here(request, move)
        if request.method == "POST":
            return _move(request, move)
    except Refused as refused:
        if refused.code == "bad_move":
            return _page(request, refused, status=404)
        return _page(request, refused, status=refused.status if request.method == "POST" else 200)
    return _page(request, move=move)


@require_POST
def move_code(plain: HttpRequest) -> HttpResponseBase:
    """POST [next]: a new code, shown this once; as a fragment for the sheet on a table's page."""
    request = cast(Request, plain)
    player = request.player
    if player is None:
        raise NotAllowed("moved_away" if request.moved_player else "not_allowed")
    if player.user_id is not None:
        # Six digits must not open an account; there is a better way to play elsewhere.
        raise NotAllowed("move_by_sign_in")
    limits.use("move_seat_per_player", player.pk, parlour=request.parlour.pk)
    offer = do_offer_move(player, _path(request.POST.get("next", "")))
    if request.htmx:
        return render(request, "accounts/_code.html", _shown(request, offer))
    return render(request, "accounts/move.html", _shown(request, offer) | _ways_back())


def _count(request: Request) -> None:
    # The player's first: one alone must not use up what is for all behind the same address.
    if request.player is not None:
        limits.use("move_code_per_player", request.player.pk, parlour=request.parlour.pk)
    limits.use("move_code_per_address", address_of(request), parlour=request.parlour.pk)


def _not_yet_here(request: Request, move: SeatMove) -> None:
    if request.player is not None and request.player.pk == move.player_id:
        raise Refused("moved_here")


def _move(request: Request, move: SeatMove) -> HttpResponseBase:
    moved = do_move_here(move, request.COOKIES.get(settings.PLAYER_COOKIE_NAME, ""))
    request.player, request.new_player_key = moved.player, moved.key
    return see_other(moved.leads_to or "lobby:front")


def _page(
    request: Request,
    refused: Refused | None = None,
    *,
    move: SeatMove | None = None,
    code: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "wrong": words_for(refused.code) if refused is not None else "",
        "becomes": move.player.name if move is not None else "",
        "code": code,
        **_ways_back(),
    }
    response = render(request, "accounts/move.html", context, status=status)
    if isinstance(refused, TooMany):
        response.headers["Retry-After"] = str(refused.retry_after)
    return response


def _shown(request: Request, offer: Offer) -> dict[str, str]:
    link = request.build_absolute_uri(reverse("accounts:move_here", args=[offer.token]))
    drawn = segno.make(link, error="m", micro=False)
    return {
        "digits": f"{offer.code[:3]} {offer.code[3:]}",
        "link": link,
        "qr": drawn.svg_data_uri(border=1, dark="#000", light="#fff", omitsize=True),
        "where": f"{request.get_host()}{reverse('accounts:move_seat')}",
    }


def _ways_back() -> dict[str, str]:
    return {"language_next": reverse("accounts:move_seat")}


def _path(typed: str) -> str:
    """A path of this house; "" for anything else."""
    return typed if is_path(typed) and len(typed) <= LONGEST_PATH else ""
