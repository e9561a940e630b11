"""The load generator's adapter for Kirakuken: sockets bring frames, moves go by POST."""

import asyncio
import json
import uuid

from bench.loadgen.core import Client

CSRF = "a" * 32


class Line:
    """One kept-alive HTTP connection, as a browser has it; one request at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams = None
        self.lock = asyncio.Lock()

    async def post(self, path: str, headers: dict, form: dict) -> tuple[int, bytes]:
        from urllib.parse import urlencode

        body = urlencode(form).encode()
        head = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"{name}: {value}" for name, value in headers.items()]
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        request = ("\r\n".join(head) + "\r\n\r\n").encode() + body
        async with self.lock:
            for fresh in (False, True):
                if self.streams is None or fresh:
                    self.streams = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    return await self._exchange(request)
                except (ConnectionError, asyncio.IncompleteReadError):
                    if fresh:
                        raise
        raise AssertionError("unreachable")

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        reader, writer = self.streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split(" ", 2)[1])
        lengths = [
            int(line.partition(":")[2])
            for line in head.split("\r\n")
            if line.startswith("content-length:")
        ]
        return status, await reader.readexactly(lengths[0] if lengths else 0)


class Seat(Client):
    """A seat's browser: knows the version it shows and what it is asked."""

    def __init__(self, table, seat, adapter):
        super().__init__(table, seat)
        self.adapter = adapter
        self.line = Line(adapter.port)
        self.decision = None
        self.version, self.match = -1, ""
        self.biggest_frame = 0

    def url(self):
        return f"ws://127.0.0.1:{self.adapter.port}/ws/t/{self.table.info['table']}/"

    def address(self):
        """Where this browser is: fifty tables to one of the loopback's addresses, since a house
        takes only so many sockets from each."""
        return f"127.0.1.{1 + self.table.key // 50}"

    def headers(self):
        return {
            "Origin": f"http://127.0.0.1:{self.adapter.port}",
            "Cookie": f"kk_player={self.table.info['keys'][self.seat]}",
        }

    def on_payload(self, data):
        frame = json.loads(data)
        if "v" not in frame:
            return
        self.decision, self.version = frame.get("decision"), frame["v"]
        self.match = frame.get("match") or ""
        if frame.get("from") is not None:
            self.biggest_frame = max(self.biggest_frame, len(data))
            self.adapter.frame_bytes.append(len(data))
        self.ready(frame["v"])
        self.seen(frame["v"])

    def send_move(self, seq):
        task = asyncio.ensure_future(self._post())
        self.adapter.tasks.add(task)
        task.add_done_callback(self.adapter.tasks.discard)

    async def _post(self):
        headers = {
            "Cookie": f"kk_player={self.table.info['keys'][self.seat]}; kk_csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "Accept": "application/json",
        }
        form = {
            "match": self.match,
            "decision": self.decision,
            "action": self.table.info["action"],
            "one_time_id": str(uuid.uuid4()),
            "have": self.version,
        }
        try:
            status, body = await self.line.post(
                f"/t/{self.table.info['table']}/move/", headers, form
            )
        except OSError as error:
            status, body = 0, repr(error).encode()
        if status != 200:
            self.adapter.errors.append((status, body[:200].decode(errors="replace")))


class Adapter:
    name = "kirakuken"

    def __init__(self, port: int, prepared: list[dict]) -> None:
        self.port = port
        self.prepared = prepared
        self.errors: list[tuple[int, str]] = []
        self.frame_bytes: list[int] = []
        self.tasks: set[asyncio.Task] = set()

    async def create_tables(self, n):
        taken, self.prepared = self.prepared[:n], self.prepared[n:]
        return taken

    def client(self, table, seat):
        return Seat(table, seat, self)

    def mover(self, table, seq):
        """The seat that is asked; inns change the order, so it is read from the frames."""
        for client in table.clients:
            if client.decision is not None and client.version == table.seq:
                return client
        return None
