"""The socket map."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from channels.routing import URLRouter
from django.urls import path, re_path

from lobby.consumers import LobbySocket
from tables.consumers import TableSocket
from tables.hub import GONE


async def nowhere(
    scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Any other address: the door stays shut. Without it the router would fail, and say so in
    the log with a trace, as often as somebody likes."""
    await receive()
    await send({"type": "websocket.close", "code": GONE})


_addresses: list[Any] = [
    path("ws/t/<str:public_id>/", cast(Any, TableSocket.as_asgi())),
    path("ws/lobby/", cast(Any, LobbySocket.as_asgi())),
    re_path("", cast(Any, nowhere)),
]
sockets = URLRouter(_addresses)
