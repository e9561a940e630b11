"""People at tables, as their browsers behave: sockets that come back, presses that are repeated.

A `Browser` holds cookies and asks for pages. A `Page` is what the script of a table's page
(static/js/live.js) makes of sockets and answers; it presses when it is asked, as long as its
`Company` plays. The `Ledger` remembers what the house answered to each press.
"""

import asyncio
import json
import random
import time
import urllib.parse
import uuid
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.house import House
from tests.sockets import Closed, WebSocket, open_socket

POST_LIMIT = 8.0  # seconds a page waits for an answer
POLL_EVERY = 3.0  # seconds between two questions of a page without a socket
HEARTBEAT = 20.0
REPEATED_AFTER = (0.5, 1.5, 3.0)
ROLL = '{"type":"roll"}'
FINAL = {4403, 4404, 4408}  # after these a page does not come back
LONG = 60.0  # seconds; a house that starts again lets visitors wait at the door
LOST = (OSError, EOFError, TimeoutError)  # OSError: refused and broken lines, too


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: str


@dataclass
class Browser:
    """One visitor's cookies. All of them live at one address."""

    house: House
    cookies: dict[str, str] = field(default_factory=dict)
    host: str = "localhost"  # the parlour's

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def token(self) -> str:
        """As the script of a page has it."""
        return self.cookies.get("kk_csrf", "")

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.ask("GET", path, headers=headers)

    async def post(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        """As a form without scripts does; where it leads to is left to the caller."""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": self.token, **fields})
        return await self.ask("POST", path, body, headers)

    async def send(self, path: str, fields: dict[str, Any]) -> Answer:
        """As the script does; the answer is a frame."""
        return await self._exchange(self.by_script(path, fields))

    async def ask(
        self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request on a line of its own. Raises what is in `LOST`."""
        return await self._exchange(self.request(method, path, body, headers))

    def by_script(self, path: str, fields: dict[str, Any]) -> bytes:
        """What the script sends over the wire."""
        headers = {"Accept": "application/json", "X-CSRFToken": self.token}
        return self.request("POST", path, urllib.parse.urlencode(fields), headers)

    def request(
        self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
    ) -> bytes:
        """What goes over the wire."""
        host = f"{self.host}:{self.house.port}"
        sent = {"Host": host, "Connection": "close", **(headers or {})}
        if self.cookies:
            sent["Cookie"] = self.cookie
        if method == "POST":
            sent["Origin"] = f"http://{host}"
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {sent[name]}" for name in sent)]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()

    async def _exchange(self, request: bytes) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.house.port)
        try:
            writer.write(request)
            head, _, content = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        if not head:
            raise EOFError("hung up without an answer")
        return self._read(head.decode(), content.decode())

    def _read(self, head: str, content: str) -> Answer:
        first, *lines = head.split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, value = value.partition(";")[0].partition("=")
                self.cookies[cookie] = value
        return Answer(int(first.split()[1]), headers, content)


@dataclass
class Ledger:
    """What was pressed and what the house said to it, by one-time id."""

    accepted: dict[str, str] = field(default_factory=dict)  # to the match
    too_late: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)  # what must never be answered
    waited: list[float] = field(default_factory=list)  # seconds from press to answer


Scene = dict[str, dict[str, str]]


def painted(scene: Scene, news: dict[str, dict[str, str | None]]) -> Scene:
    """The scene with what is new in it; an attribute that is None goes."""
    after = dict(scene)
    for name, attributes in news.items():
        changed = {**scene.get(name, {}), **attributes}
        after[name] = {name: value for name, value in changed.items() if value is not None}
    return after


class Page:
    """One seat's open page of a table."""

    def __init__(self, company: "Company", browser: Browser, table: str) -> None:
        self.company = company
        self.browser = browser
        self.table = table
        self.seat: int | None = None
        self.match: str | None = None
        self.room = self.v = 0
        self.kind = ""
        self.decision: int | None = None
        self.scene: Scene = {}
        self.matches: set[str | None] = set()  # all that it has shown
        self.gaps = 0  # frames that did not fit what it showed
        self.presses = True  # False: this player has fallen asleep
        self.is_pressed = False
        self.line: WebSocket | None = None

    @property
    def stamp(self) -> tuple[str | None, int]:
        return self.match, self.v

    async def stay(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as doing:
            doing.create_task(self._keep_line())
            doing.create_task(self._poll())
            doing.create_task(self._play())

    async def press(self, form: dict[str, Any]) -> int:
        """One press, sent again under the same id until there is an answer; its status."""
        once, match, began = form["one_time_id"], form["match"], time.perf_counter()
        answer = await self._sent("move", form, once)
        self.company.ledger.waited.append(time.perf_counter() - began)
        if answer.status == 200:
            self.company.ledger.accepted[once] = str(match)
        elif answer.status == 409:
            self.company.ledger.too_late.add(once)
        else:
            self.company.ledger.wrong.append(f"{answer.status} to a move: {answer.body[:200]}")
        if answer.status in (200, 409, 422):
            self._receive(json.loads(answer.body))
        return answer.status

    def form(self) -> dict[str, Any]:
        """What the form of its question holds when it is pressed."""
        fields = {"decision": self.decision, "action": ROLL, "one_time_id": str(uuid.uuid4())}
        return {**fields, "have": self.v, "match": self.match}

    async def look_afresh(self) -> dict[str, Any]:
        """What somebody who opens this very page now is told."""
        line = await self._open("")
        frame = await line.frame(LONG)
        await line.close()
        return frame

    async def _sent(self, name: str, fields: dict[str, Any], once: str) -> Answer:
        tries = 0
        while True:
            with suppress(*LOST):
                async with asyncio.timeout(POST_LIMIT):
                    answer = await self.browser.send(f"/t/{self.table}/{name}/", fields)
                if answer.status < 500:
                    return answer
                # It may be tried again, but it must not have been done.
                is_stored = await asyncio.to_thread(self.company.is_stored, once)
                if answer.status != 503 or is_stored:
                    note = f"{answer.status}, stored: {is_stored}: {answer.body[:200]}"
                    self.company.ledger.wrong.append(note)
            await asyncio.sleep(REPEATED_AFTER[tries % len(REPEATED_AFTER)])
            tries += 1

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            if not self.company.is_playing or not self.presses:
                continue
            if self.kind == "match" and self.decision is not None:
                asked = self.stamp, self.decision
                await asyncio.sleep(self.company.pace * random.uniform(0.5, 1.5))
                if self.company.is_playing and asked == (self.stamp, self.decision):
                    self.is_pressed = True
                    try:
                        await self.press(self.form())
                    finally:
                        self.is_pressed = False
            elif self.kind == "result" and self.seat == 0:
                answer = await self._sent("again", {}, "")
                self._receive(json.loads(answer.body))
                await asyncio.sleep(1)

    async def _keep_line(self) -> None:
        tries = 0
        while True:
            try:
                self.line = await self._open(f"?match={self.match or ''}&v={self.v}")
                beat = asyncio.create_task(self._beat(self.line))
                try:
                    while True:
                        self._receive(await self.line.frame(LONG))
                        tries = 0
                finally:
                    beat.cancel()
                    line, self.line = self.line, None
                    await line.close()
            except Closed as closed:
                if closed.code in FINAL:
                    self.company.ledger.wrong.append(f"a page was shown out: {closed.code}")
            except LOST:
                pass
            tries += 1
            await asyncio.sleep(random.uniform(0.5, min(10.0, 0.5 * 2**tries)))

    async def _open(self, have: str) -> WebSocket:
        path, headers = f"/ws/t/{self.table}/{have}", {"Cookie": self.browser.cookie}
        return await open_socket(self.browser.house.port, path, headers=headers, patience=LONG)

    async def _beat(self, line: WebSocket) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            with suppress(OSError):
                await line.send("ping")

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_EVERY)
            if self.line is None and self.match is not None:
                await self._ask()

    async def _ask(self) -> None:
        have = urllib.parse.urlencode({"room": self.room, "match": self.match or "", "v": self.v})
        with suppress(*LOST):
            async with asyncio.timeout(POST_LIMIT):
                answer = await self.browser.get(
                    f"/t/{self.table}/since/?{have}", Accept="application/json"
                )
            if answer.status == 200:
                self._receive(json.loads(answer.body))
            elif answer.status not in (204, 503):
                self.company.ledger.wrong.append(f"{answer.status} to what is new")

    def _receive(self, frame: dict[str, Any]) -> None:
        """As in live.js, but that a page which would be loaded anew takes the frame for it."""
        if "v" not in frame:
            self.company.ledger.wrong.append(f"no frame: {frame}")
            return
        is_whole = frame["from"] is None
        if frame["match"] != self.match and not is_whole:
            self.gaps += 1
            return
        if frame["match"] == self.match:
            if frame["v"] < self.v or frame["room"] < self.room:
                return
            if not is_whole and frame["from"] != [self.room, self.v]:
                if (frame["room"], frame["v"]) != (self.room, self.v):
                    self.gaps += 1
                    self.company.spawn(self._ask())
                return
        elif self.room > frame["room"]:
            return  # an answer from before the next match
        self.scene = painted({} if is_whole else self.scene, frame["scene"])
        self.seat, self.match, self.kind = frame["seat"], frame["match"], frame["kind"]
        self.room, self.v, self.decision = frame["room"], frame["v"], frame["decision"]
        self.matches.add(self.match)

    async def differences(self) -> list[str]:
        """The elements that a fresh page shows otherwise, unless one of both is newer."""
        fresh = await self.look_afresh()
        if (fresh["match"], fresh["room"], fresh["v"]) != (self.match, self.room, self.v):
            return []
        shown = painted({}, fresh["scene"])
        return [name for name in shown | self.scene if shown.get(name) != self.scene.get(name)]


class Company:
    """All pages that are open, and what became of their presses."""

    def __init__(self, house: House, ledger: Ledger, pace: float = 1.0) -> None:
        self.house = house
        self.ledger = ledger
        self.pace = pace  # seconds from being asked to pressing, on average
        self.pages: list[Page] = []
        self.open_pages: asyncio.Future[Any] | None = None
        self.is_playing = False
        self.came_in = 0.0  # seconds until all saw their page
        self._beside: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def is_stored(self, once: str) -> bool:
        if not once:
            return False
        known = "select count(*) from tables_move where one_time_id = ?"
        return self.house.query(known, uuid.UUID(once).hex) != [(0,)]

    async def play(self, seconds: float) -> None:
        self.is_playing = True
        await asyncio.sleep(seconds)

    async def rest(self) -> None:
        """Nobody presses any more, and every press has its answer."""
        self.is_playing = False
        await self.until(lambda: not any(page.is_pressed for page in self.pages), LONG)

    async def until(self, condition: Callable[[], bool], seconds: float) -> float:
        """Waits for what needs no input any more; how long it took."""
        began = time.monotonic()
        while True:
            if self.open_pages is not None and self.open_pages.done():
                self.open_pages.result()  # raises what went wrong with one of them
            waited = time.monotonic() - began
            if condition():
                return waited
            assert waited < seconds, f"waited {waited:.0f} s in vain"
            await asyncio.sleep(0.05)

    async def come_in_again(self) -> float:
        """How long it takes all to be told a whole page, as things are now."""
        began = time.monotonic()
        await asyncio.gather(*[page.look_afresh() for page in self.pages])
        return time.monotonic() - began


@asynccontextmanager
async def company(
    house: House, ledger: Ledger, seats: Iterable[tuple[str, Browser]], *, pace: float = 1.0
) -> AsyncIterator[Company]:
    """All pages are open while inside, given the table and the browser of each; a page that
    fails, fails the test."""
    gathered = Company(house, ledger, pace)
    gathered.pages = [Page(gathered, browser, table) for table, browser in seats]
    open_pages = asyncio.gather(*[page.stay() for page in gathered.pages])
    gathered.open_pages = open_pages
    try:
        came_in = gathered.until(lambda: all(page.match for page in gathered.pages), 2 * LONG)
        gathered.came_in = await came_in
        yield gathered
        await gathered.until(lambda: True, 0)
    finally:
        open_pages.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await open_pages


def browser_of(house: House, key: str) -> Browser:
    """Somebody who has been here before."""
    return Browser(house, {"kk_player": key, "kk_csrf": "t" * 32})
