"""request.player: the player whose key this browser carries, in this parlour."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from kirakuken.accounts.access import access_key
from kirakuken.accounts.players import drop_key, keep_key
from kirakuken.accounts.services import do_note_use
from kirakuken.lib import clock
from kirakuken.lib.http import Request


class PlayerMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, plain: HttpRequest) -> HttpResponseBase:
        request = cast(Request, plain)
        cookie = request.COOKIES.get(settings.PLAYER_COOKIE_NAME, "")
        key = access_key(cookie)
        request.player = key.player if key is not None else None
        request.new_player_key = None
        renew = key is not None and do_note_use(key, clock.now())
        response = self.get_response(request)
        new_key: str | None = request.new_player_key  # a view may have made a player meanwhile
        if new_key:
            keep_key(response, new_key)
        elif renew and request.player is not None:
            keep_key(response, cookie)
        elif cookie and key is None:
            drop_key(response)
        return response
