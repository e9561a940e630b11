"""A socket's handshake: whose host it came to, and whether our own page sent it.

A browser sends a site's cookies with a socket whichever page opens it, and sister parlours lie
on sister hosts. So the page must come from exactly this scheme, host and port, and say so.
"""

import io
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from kirakuken.lib.http import is_readable

HANDSHAKE = "handshake"


class SocketDoor:
    """Refuses foreign handshakes before anything is asked of the database; the others find
    theirs as a request, alone in a list at `scope["handshake"]`."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
    ) -> None:
        request = handshake_request(scope)
        if request is None or not (is_readable(request) and is_own_origin(request)):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        inner = {**scope, HANDSHAKE: [request]}
        del request  # whoever takes it out of the list has the only one
        await self.inner(inner, receive, send)


def handshake_request(scope: MutableMapping[str, Any]) -> HttpRequest | None:
    """The handshake as the GET request it is, for everything that reads requests."""
    try:
        return ASGIRequest({**scope, "type": "http", "method": "GET"}, io.BytesIO())
    except UnicodeDecodeError:
        return None


def is_own_origin(request: HttpRequest) -> bool:
    """Whether scheme, host and port of `Origin` are those of this very host; none is a no."""
    try:
        own = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    return request.headers.get("Origin", "").lower() == own.lower()
