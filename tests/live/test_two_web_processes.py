"""Two web processes on one database and one Valkey: whoever has pages open in both is there as long
as one is, and every page hears of every move, whichever process made it."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from tests.house import ROOT, House, free_port, running_house, wait_for
from tests.live.test_sockets import AtTable, tables_in
from tests.sockets import WebSocket

ABSENT = "select absent_since is not null from tables_seat where table_id = ? and number = 1"
ROOM = "select room_version from tables_table where id = ?"


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """The house, and the same house behind a second Daphne."""
    with running_house(tmp_path_factory.mktemp("house") / "var") as house:
        port = free_port()
        hosts = {"FIRST_PARLOUR_HOSTS": "localhost", "DJANGO_SETTINGS_MODULE": "kirakuken.settings"}
        with (house.var / "second").open("wb") as log:
            daphne = ["daphne", "-b", "127.0.0.1", "-p", str(port), "--verbosity", "0"]
            second = subprocess.Popen(
                [sys.executable, "-m", "kirakuken.supervisor.leash", *daphne]
                + ["--websocket-max-message-size", "65536", "kirakuken.asgi:application"],
                cwd=ROOT,
                env=house.environment | hosts,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        other = replace(house, port=port)
        try:
            wait_for(lambda: is_up(other))
            yield house, other
        finally:
            second.terminate()
            second.wait(30)
            assert second.stdin is not None
            second.stdin.close()


def is_up(house: House) -> bool:
    try:
        return house.get("/healthz")[0] == 200
    except OSError:
        return False


@pytest.fixture(scope="module")
def tables(doors: tuple[House, House]) -> Iterator[AtTable]:
    return iter(tables_in(doors[0], 2))


def beside(table: AtTable, house: House) -> AtTable:
    """The same table by the other door."""
    return replace(table, house=house)


async def quiet(line: WebSocket) -> None:
    """Reads what comes, and says what a page's script says, every 25 seconds."""
    while True:
        try:
            async with asyncio.timeout(25):
                while True:
                    await line.frame(patience=60)
        except TimeoutError:
            await line.send("ping")


async def test_one_of_two_pages_in_two_processes_closes_and_nobody_is_missed(
    doors: tuple[House, House], tables: Iterator[AtTable]
) -> None:
    """The page in the second process was heard of long before the first one closes."""
    one, other = doors
    table = next(tables)
    async with asyncio.TaskGroup() as reading:
        host = await table.open(0)
        first, second = await table.open(1), await beside(table, other).open(1)
        readers = [reading.create_task(quiet(line)) for line in (host, second)]
        await first.frame()
        await asyncio.sleep(14)
        before = one.query(ROOM, table.pk)
        await first.close()
        await asyncio.sleep(16)
        assert one.query(ABSENT, table.pk) == [(0,)]
        assert one.query(ROOM, table.pk) == before, "nor for a moment"
        readers.pop().cancel()
        await second.close()
        await asyncio.to_thread(wait_for, lambda: one.query(ABSENT, table.pk) == [(1,)], 30)
        readers.pop().cancel()
        await host.close()


async def test_a_move_by_either_door_is_told_to_the_pages_of_both(
    doors: tuple[House, House], tables: Iterator[AtTable]
) -> None:
    table = next(tables)
    async with AsyncExitStack() as stack:
        pages, frames = [], []
        for house in doors:
            lines, shown = await beside(table, house).all_open(stack)
            pages += lines
            frames += shown
        for turn, house in enumerate((*doors, *doors), start=1):
            assert await beside(table, house).roll(frames[0]) == 200
            for place, page in enumerate(pages):
                async with asyncio.timeout(3):  # the rounds alone would take five
                    while frames[place]["v"] < turn:
                        frames[place] = await page.frame()
        assert {frame["v"] for frame in frames} == {4}
