"""A small socket client for tests: everything that goes over the wire is in the test's hands."""

import asyncio
import base64
import json
import os
import secrets
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

PATIENCE = 30.0  # seconds
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Refused(Exception):
    """The handshake was answered by this status instead of a socket."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Closed(Exception):
    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class WebSocket:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def text(self, patience: float = PATIENCE) -> str:
        """The next text; raises Closed. Pings are answered on the way."""
        async with asyncio.timeout(patience):
            while True:
                kind, data = await self._frame()
                if kind == TEXT:
                    return data.decode()
                if kind == CLOSE:
                    raise Closed(struct.unpack("!H", data[:2])[0] if data else None)
                if kind == PING:
                    await self.send(data, PONG)

    async def frame(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next frame of a table; answers to pings are passed over."""
        while (told := await self.text(patience)) == "pong":
            pass
        parsed: dict[str, Any] = json.loads(told)
        return parsed

    async def until(self, v: int, patience: float = PATIENCE) -> dict[str, Any]:
        """The first frame that has come as far as version `v`."""
        async with asyncio.timeout(patience):
            while (frame := await self.frame(patience))["v"] < v:
                pass
        return frame

    async def closed(self, patience: float = PATIENCE) -> int | None:
        """The code with which the house closes the socket."""
        try:
            while True:
                await self.text(patience)
        except Closed as end:
            await self.close()
            return end.code

    async def send(self, data: str | bytes, kind: int = TEXT) -> None:
        raw = data.encode() if isinstance(data, str) else data
        mask = os.urandom(4)
        if len(raw) < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | len(raw))
        elif len(raw) < 65536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, len(raw))
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, len(raw))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(raw))
        self.writer.write(head + mask + masked)
        await self.writer.drain()

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def _frame(self) -> tuple[int, bytes]:
        try:
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed(None) from None


async def open_socket(
    port: int,
    path: str,
    *,
    host: str = "localhost",
    headers: Mapping[str, str | None] | None = None,
    patience: float = PATIENCE,
) -> WebSocket:
    """As a page of this very host would. A header that is None is left out."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent: dict[str, str | None] = {
        "Host": f"{host}:{port}",
        "Origin": f"http://{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **(headers or {}),
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{k}: {v}" for k, v in sent.items() if v is not None)]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    try:
        async with asyncio.timeout(patience):
            answer = await reader.readuntil(b"\r\n\r\n")
    except BaseException:
        writer.close()
        raise
    status = int(answer.split()[1])
    if status != 101:
        await WebSocket(reader, writer).close()
        raise Refused(status)
    return WebSocket(reader, writer)


@asynccontextmanager
async def socket(port: int, path: str, **how: Any) -> AsyncIterator[WebSocket]:
    opened = await open_socket(port, path, **how)
    try:
        yield opened
    finally:
        await opened.close()
