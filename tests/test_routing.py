"""The map of sockets: what is not on it is refused before the handshake is answered."""

from typing import Any

import pytest

from kirakuken.parlours.sockets import SocketDoor
from kirakuken.routing import sockets


@pytest.mark.parametrize("address", ["/", "/ws/", "/ws/nosuch/", "/ws/t/", "/ws/t/a/b/"])
async def test_a_socket_to_nowhere_is_refused(address: str) -> None:
    assert await answer_of(sockets, address, []) == 4404


async def test_a_socket_to_what_no_database_can_read_is_refused() -> None:
    ours = [(b"host", b"localhost"), (b"origin", b"ws://localhost")]
    assert await answer_of(SocketDoor(sockets), "/ws/nosuch/", ours) == 4404
    assert await answer_of(SocketDoor(sockets), "/ws/t/\0/", ours) == 4403
    cookie = (b"cookie", b'kk_session="aaaaaaaaaa\\000"')
    assert await answer_of(SocketDoor(sockets), "/ws/nosuch/", [*ours, cookie]) == 4403


async def answer_of(door: Any, address: str, headers: list[tuple[bytes, bytes]]) -> int:
    """The code with which the door shuts."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "websocket",
        "path": address,
        "headers": headers,
        "query_string": b"",
        "scheme": "ws",
    }
    await door(scope, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close"]
    code: int = sent[0]["code"]
    return code
