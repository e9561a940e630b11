"""request.player: the player whose key this browser carries, in this parlour.

request.moved_player: the one whom it carried until they moved to another browser."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from kirakuken.accounts.access import known_key
from kirakuken.accounts.players import drop_key, keep_device, keep_key
from kirakuken.accounts.services import do_note_use
from kirakuken.lib import clock
from kirakuken.lib.http import Request


class PlayerMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, plain: HttpRequest) -> HttpResponseBase:
        request = cast(Request, plain)
        cookie = request.COOKIES.get(settings.PLAYER_COOKIE_NAME, "")
        known = known_key(cookie)
        key = known if known is not None and known.moved_at is None else None
        request.player_key = key
        request.player = key.player if key is not None else None
        request.moved_player = known.player if known is not None and key is None else None
        request.new_player_key = None
        request.new_device_mark = None
        renew = key is not None and do_note_use(key, clock.now())
        response = self.get_response(request)
        new_key: str | None = request.new_player_key  # a view may have made a player meanwhile
        if new_key:
            keep_key(response, new_key)
        elif renew and request.player is not None:
            keep_key(response, cookie)
        elif cookie and known is None:
            drop_key(response)
        mark: str | None = request.new_device_mark
        if mark:
            keep_device(response, mark)
        return response
