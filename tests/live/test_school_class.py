"""A school class: forty players behind one address, with the limits the house is shipped with.

They come as browsers do, with cookies and forms, all at once. Meanwhile one more player at the
same address does everything as often as a program can; that player is refused, and nobody else.
"""

import asyncio
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.conf import settings

from tests.house import House, running_house
from tests.people import Answer, Browser, Company, Ledger, company
from tests.sockets import Refused, WebSocket, open_socket

TABLES = 10
LANES = 4  # requests that the flood has under way at any time
PATIENCE = 120  # seconds, on whatever machine

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
TICKET = re.compile(r'name="ticket" value="([^"]*)"')
CODE = re.compile(r'class="code num">([^<]+)<')
INVITE = re.compile(r'data-path="([^"]+)"')
WRONG = re.compile(r'class="err"[^>]*>([^<]+)<')


class Child(Browser):
    """A pupil's browser: shows a page and presses what is on it."""

    page = address = ""

    async def go(self, path: str) -> str:
        """The page at `path`, or where that leads; the address it ended at."""
        for _ in range(4):
            answer = await self.get(path)
            if answer.status not in (301, 302, 303):
                break
            path = answer.headers["location"]
        assert answer.status == 200, f"{answer.status} at {path}"
        self.page, self.address = answer.body, path
        return path

    async def press(self, path: str, **fields: str) -> str:
        """Sends a form of the page; the address it leads to."""
        answer = await self.submit(path, **fields)
        assert answer.status == 303, f"{answer.status} after {path}: {WRONG.findall(answer.body)}"
        return await self.go(answer.headers["location"])

    async def submit(self, path: str, **fields: str) -> Answer:
        """Sends a form and stays where it is."""
        found = TOKEN.search(self.page)
        assert found is not None, "no form on this page"
        return await self.post(path, {"csrfmiddlewaretoken": found[1], **fields})

    def find(self, what: re.Pattern[str]) -> str:
        found = what.search(self.page)
        assert found is not None, f"no {what.pattern} on this page"
        return found[1]

    async def open_line(self, table: str) -> WebSocket:
        headers = {"Cookie": self.cookie}
        path = f"/ws/t/{table}/"
        return await open_socket(self.house.port, path, headers=headers, patience=PATIENCE)

    # --- what pupils do -------------------------------------------------------------------

    async def open_table(self, name: str) -> str:
        await self.go("/tables/new/")
        address = await self.press("/tables/new/", name=name, turn_limit="60", door="link")
        return address.split("/")[2]

    async def join_by_code(self, code: str, name: str) -> None:
        await self.go("/")
        await self._sit_down(await self.press("/code/", code=code), name)

    async def join_by_link(self, path: str, name: str) -> None:
        await self._sit_down(await self.go(path), name)

    async def _sit_down(self, address: str, name: str) -> None:
        await self.press(f"{address}join/", name=name, ticket=self.find(TICKET))


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Limits count for an hour, so this house is nobody else's."""
    with running_house(tmp_path_factory.mktemp("school")) as house:
        house.wait_until_ready()
        yield house


async def test_forty_behind_one_address_play_while_one_of_them_floods(school: House) -> None:
    tables = await everybody_sits(school)
    ledger, last = Ledger(), Child(school)
    seats = [(table, child) for table, children in tables.items() for child in children]
    async with company(school, ledger, seats, pace=0.5) as people:
        assert len(people.pages) == 4 * TABLES
        await play_on(people, 5)
        calm = statistics.median(ledger.waited)
        ledger.waited.clear()
        flood = asyncio.create_task(everything_at_once(school, last))
        while not flood.done():
            await play_on(people, 1)
        answers = await flood
        await play_on(people, 1)
        in_flood = statistics.median(ledger.waited)
        assert ledger.wrong == []
    # There is still room for others from the same address, also at the table that was flooded.
    await last.press(f"{last.address}seats/5/remove/")
    await Child(school).join_by_code(last.find(CODE), "Sachi")
    await Child(school).open_table("Toru again")
    print(f"answers after {calm:.3f} s, in the flood after {in_flood:.3f} s; the flood: {answers}")
    assert in_flood < max(2.0, 10 * calm)


async def everybody_sits(house: House) -> dict[str, list[Child]]:
    """Ten open tables, thirty come by code or link, and the hosts press Start. Who sits where."""
    hosts = [Child(house) for _ in range(TABLES)]
    opened = [host.open_table(f"Toru {number}") for number, host in enumerate(hosts)]
    tables = dict(zip(await asyncio.gather(*opened), ([host] for host in hosts), strict=True))
    joining = []
    for number, children in enumerate(tables.values()):
        host = children[0]
        for letter in "abc":
            child, name = Child(house), f"Pupil {number}{letter}"
            children.append(child)
            if letter == "a":
                joining.append(child.join_by_link(host.find(INVITE), name))
            else:
                joining.append(child.join_by_code(host.find(CODE), name))
    await asyncio.gather(*joining)
    starting = [host.press(f"/t/{table}/start/") for table, (host, *_) in tables.items()]
    await asyncio.gather(*starting)
    return tables


async def play_on(people: Company, moves: int) -> None:
    """Until so many more moves were made in every match that is not over before."""
    done = Counter(people.ledger.accepted.values())
    matches = on_at(people)
    people.is_playing = True

    def enough() -> bool:
        assert people.ledger.wrong == []
        now = Counter(people.ledger.accepted.values())
        return all(now[match] >= done[match] + moves for match in matches & on_at(people))

    await people.until(enough, PATIENCE)


def on_at(people: Company) -> set[str | None]:
    return {page.match for page in people.pages if page.kind == "match"}


# --- the flood -----------------------------------------------------------------------------------


async def everything_at_once(house: House, last: Child) -> dict[str, Counter[object]]:
    """One player's flood, at a table which `last` has filled with computer players: how often
    each kind was answered what."""
    wild = Child(house)
    table = await last.open_table("Last Toru")
    for _ in range(5):
        await last.press(f"/t/{table}/seats/cpu/")
    own = await wild.open_table("Taro")
    await wild.get(last.find(INVITE))
    opening = {"turn_limit": "60", "door": "link"}
    return {
        "phrases": await refused_often(wild, "say", f"/t/{own}/say/", 60, phrase="4"),
        "joins": await refused_often(wild, "join", f"/t/{table}/join/", 300),
        "tables": await refused_often(wild, "open_table", "/tables/new/", 20, **opening),
        "sockets": await many_sockets(wild, own, 100),
        "words": await many_words(wild, own, 5),
    }


async def refused_often(
    wild: Child, what: str, path: str, times: int, **fields: str
) -> Counter[object]:
    """The statuses of so many presses, a few under way at any time."""
    statuses: Counter[object] = Counter()
    left = iter(range(times))

    async def lane() -> None:
        for _ in left:
            statuses[(await wild.submit(path, **fields)).status] += 1

    began = time.monotonic()
    await asyncio.gather(*[lane() for _ in range(LANES)])
    most, seconds = settings.LIMITS[f"{what}_per_player"]
    windows = 2 + int((time.monotonic() - began) // seconds)
    assert times - statuses[429] <= most * windows
    assert statuses.keys() <= {204, 303, 409, 422, 429}
    return statuses


async def many_sockets(wild: Child, table: str, times: int) -> Counter[object]:
    """All at once; more than a player's share find the door shut."""
    told: Counter[object] = Counter()
    opening = [wild.open_line(table) for _ in range(times)]
    for line in await asyncio.gather(*opening, return_exceptions=True):
        if isinstance(line, WebSocket):
            told["open"] += 1
            await line.close()
        else:
            assert isinstance(line, Refused), line
            told[line.status] += 1
    assert told == {"open": settings.SOCKETS_PER_PLAYER, 403: times - settings.SOCKETS_PER_PLAYER}
    return told


async def many_words(wild: Child, table: str, times: int) -> Counter[object]:
    """Each socket is opened when the house has noticed that the one before is closed."""
    told: Counter[object] = Counter()
    for _ in range(times):
        line = await wild.open_line(table)
        with suppress(ConnectionError):
            for _ in range(100):
                await line.send("ping")
        told[await line.closed(PATIENCE)] += 1
    assert told.keys() <= {4408, None}  # None: it was cut off while we still spoke
    return told
