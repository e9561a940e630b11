"""The socket map."""

from typing import Any, cast

from channels.routing import URLRouter
from django.urls import path

from lobby.consumers import LobbySocket
from tables.consumers import TableSocket

_addresses: list[Any] = [
    path("ws/t/<str:public_id>/", cast(Any, TableSocket.as_asgi())),
    path("ws/lobby/", cast(Any, LobbySocket.as_asgi())),
]
sockets = URLRouter(_addresses)
