"""The entrance for servers: pages through bounded threads, sockets through their own door."""

import gc
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirakuken.settings")
django.setup()

from channels.routing import ProtocolTypeRouter  # noqa: E402

from kirakuken.parlours.sockets import SocketDoor  # noqa: E402
from kirakuken.routing import sockets  # noqa: E402
from kirakuken.threads import WebApplication  # noqa: E402
from tables.hub import keep_hub_running  # noqa: E402
from tables.tasks import sweep_once  # noqa: E402

_entrances = ProtocolTypeRouter({"http": WebApplication(), "websocket": SocketDoor(sockets)})


# All of the house is loaded now and stays: the search for garbage need not go through it again
# and again. That also comes seldom, for requests leave little of what it is for.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 50)


async def application(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    keep_hub_running(sweep_once)
    await _entrances(scope, receive, send)  # type: ignore[arg-type]
