"""Absence in the real house: lines that fall silent, and what happens at the table meanwhile."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.house import House, wait_for
from tests.live.test_sockets import AtTable, tables_in
from tests.sockets import WebSocket, socket

SEAT = "select absent_since is not null from tables_seat where table_id = ? and number = ?"
MOVES = 'select "by" from tables_move where match_id = ? order by number'


@pytest.fixture(scope="module")
def tables(house: House) -> Iterator[AtTable]:
    return iter(tables_in(house, 3))


def is_away(table: AtTable, seat: int) -> bool:
    return table.house.query(SEAT, table.pk, seat) == [(1,)]


async def keep_alive(line: WebSocket) -> None:
    while True:
        await line.send("ping")
        await asyncio.sleep(20)


async def test_a_line_that_falls_silent_is_given_up_and_its_player_missed(
    tables: Iterator[AtTable],
) -> None:
    """The phone's socket looks open to both ends, and nothing comes any more."""
    table = next(tables)
    async with socket(table.house.port, table.path, headers=table.cookies(0)) as other:
        await other.frame()
        silent = await table.open(1)
        await silent.frame()
        breath = asyncio.create_task(keep_alive(other))
        await asyncio.sleep(20)
        assert not is_away(table, 1), "a phone may be quiet for a while"
        frame = await other.frame(patience=60)
        breath.cancel()
        assert is_away(table, 1)
        assert not is_away(table, 0)
        assert any("away" in each.get("text", "") for each in frame["scene"].values())
        async with socket(table.house.port, table.path, headers=table.cookies(1)) as back:
            await back.frame()
            assert not is_away(table, 1)
        await silent.close()


async def test_absence_counts_from_the_last_line_that_closed(tables: Iterator[AtTable]) -> None:
    """A page that is loaded anew closes one line and opens another."""
    table = next(tables)
    async with socket(table.house.port, table.path, headers=table.cookies(0)) as other:
        await other.frame()
        before = await table.open(1)
        await before.frame()
        await before.close()
        page = await table.open(1)
        await page.frame()
        await asyncio.sleep(8)
        await page.close()
        await asyncio.sleep(5)
        assert not is_away(table, 1), "gone for five seconds only"
        await asyncio.to_thread(wait_for, lambda: is_away(table, 1), 20)


async def test_the_house_stands_in_after_half_a_minute_and_gives_way_at_once(
    tables: Iterator[AtTable],
) -> None:
    table = next(tables)
    house = table.house
    seat, _ = await asyncio.to_thread(table.asked)
    watching = (seat + 1) % 4
    async with socket(house.port, table.path, headers=table.cookies(watching)) as other:
        await other.frame()
        breath = asyncio.create_task(keep_alive(other))
        leaving = await table.open(seat)
        await leaving.frame()
        await leaving.close()
        wait = asyncio.to_thread(wait_for, lambda: house.query(MOVES, table.match), 90)
        await wait
        breath.cancel()
        assert house.query(MOVES, table.match)[0] == ("stand_in",)
    async with socket(house.port, table.path, headers=table.cookies(seat)) as back:
        await back.frame()
        assert not is_away(table, seat)
