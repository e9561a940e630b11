"""A socket by itself; tests/live/test_sockets.py has those of the real house."""

from typing import Any

from autobahn.exception import Disconnected

from tables.consumers import TableSocket


async def test_a_line_that_closes_while_it_is_written_to_is_no_fault() -> None:
    async def gone(message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    socket = TableSocket()
    socket.base_send = gone  # type: ignore[assignment]
    await socket.send(text_data="news")
