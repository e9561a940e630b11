"""The map of sockets: what is not on it is refused before the handshake is answered."""

from typing import Any

import pytest

from kirakuken.routing import sockets


@pytest.mark.parametrize("address", ["/", "/ws/", "/ws/nosuch/", "/ws/t/", "/ws/t/a/b/"])
async def test_a_socket_to_nowhere_is_refused(address: str) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await sockets({"type": "websocket", "path": address}, receive, send)  # type: ignore[arg-type]
    assert sent == [{"type": "websocket.close", "code": 4404}]
