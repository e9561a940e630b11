"""*Find me a ranked table*: the page on which one waits."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.registry import GAMES, UnknownGame, game_for
from kirakuken.lib import clock, limits
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request, see_other
from kirakuken.lib.refusals import words_for
from lobby.selectors import game_name
from ratings.devices import do_note_device
from tables.ranked_door import why_not_ranked
from tables.services import waiting
from tables.services.opening import do_seat_those_who_wait
from tables.services.ranked import check_player

FOUND_FOR = timedelta(minutes=2)  # whoever comes back by then is shown to the table


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: Request) -> HttpResponse:
    """GET [game]: the sizes to wait for, or how the waiting goes. POST game, size: wait; POST
    stop: not any more. Whoever was seated is led to their table."""
    refused = None
    try:
        if request.method == "POST":
            _post(request)
        table = _seat(request)
    except Refused as no:
        refused, table = no, None
    if table is not None:
        address = reverse("tables:table", args=[table.public_id])
        if request.headers.get("HX-Request"):
            return HttpResponse(headers={"HX-Redirect": address})
        return see_other("tables:table", table.public_id)
    if request.method == "POST" and refused is None:
        return see_other("lobby:find")
    return _page(request, refused)


def _post(request: Request) -> None:
    player = request.player
    if player is None:
        raise Refused("ranked_members")
    limits.use("press_per_player", player.pk, parlour=request.parlour.pk)
    if "stop" in request.POST:  # also for whoever may not play any more
        waiting.do_stop_waiting(player)
        return
    check_player(player)
    game, size = request.POST.get("game", ""), request.POST.get("size", "")
    try:
        game_for(game)
    except UnknownGame:
        raise Refused("game_unknown") from None
    if size not in {str(each) for each in waiting.sizes_of(game)}:
        raise Refused("seats_do_not_fit")
    do_note_device(request)
    waiting.do_wait(request.parlour, player, game, int(size))


def _seat(request: Request) -> Any:
    """The table found for whoever asks, now or by somebody else's asking."""
    player = request.player
    if player is None:
        return None
    own = waiting.waiting_of(player)
    if own is not None:
        waiting.hear(player)
        do_seat_those_who_wait(request.parlour, own.game, own.size)
        return waiting.table_found_for(player, own.since)
    return waiting.table_found_for(player, clock.now() - FOUND_FOR) if _polls(request) else None


def _polls(request: Request) -> bool:
    return bool(request.headers.get("HX-Request")) or "wait" in request.GET


def _page(request: Request, refused: Refused | None) -> HttpResponse:
    own = waiting.waiting_of(request.player) if request.player is not None else None
    game = own.game if own is not None else request.GET.get("game", GAMES[0].key)
    try:
        game_for(game)
    except UnknownGame:
        raise Http404 from None
    why_not = why_not_ranked(request.player, f"{reverse('lobby:find')}?game={game}")
    sizes = waiting.sizes(game)
    is_long = own is not None and clock.now() - own.since >= waiting.ASKS_AFTER
    context = {
        "game": game,
        "game_name": game_name(game),
        "tabs": [(one.key, game_name(one.key), one.key == game) for one in GAMES],
        "own": own,
        "why_not": why_not,
        "refused": words_for(refused.code) if refused is not None and why_not is None else "",
        "own_words": _own_words(own.size, sizes) if own is not None else "",
        "sizes": [(one.size, _size_words(one.size), _wait_words(one)) for one in sizes],
        "shorter": [
            (one.size, _size_words(one.size), _waiting_words(one.waiting))
            for one in sizes
            if is_long and own is not None and one.size != own.size and one.waiting
        ],
        "is_unknown": any(
            one.usual is None for one in sizes if own is None or one.size == own.size
        ),
        "is_long": is_long,
        "language_next": request.path,
    }
    status = refused.status if refused is not None else 200
    return render(request, "lobby/find.html", context, status=status)


def _size_words(size: int) -> str:
    return _("A table of %(size)s") % {"size": size}


def _waiting_words(many: int) -> str:
    if many == 0:
        return _("nobody waits now")
    return ngettext("%(count)s waits now", "%(count)s wait now", many) % {"count": many}


def _wait_words(one: waiting.Size) -> str:
    """What can honestly be said: who waits, and how long others waited in the last day."""
    if one.usual is None:
        return _waiting_words(one.waiting)
    minutes = max(1, round(one.usual.total_seconds() / 60))
    usual = ngettext(
        "in the last day half waited less than %(count)s minute",
        "in the last day half waited less than %(count)s minutes",
        minutes,
    ) % {"count": minutes}
    return f"{_waiting_words(one.waiting)} · {usual}"


def _own_words(size: int, sizes: list[waiting.Size]) -> str:
    own = next(one for one in sizes if one.size == size)
    missing = size - own.waiting
    if missing <= 0:  # a moment, or for as long as no others come
        return _(
            "Not all who wait can be seated together: two of them have met too often, have names "
            "that look alike, or came with one browser. One more person helps."
        )
    return ngettext("%(count)s more is needed.", "%(count)s more are needed.", missing) % {
        "count": missing
    }
