"""A socket by itself; tests/live/test_sockets.py has those of the real house."""

from typing import Any

import pytest
from autobahn.exception import Disconnected
from django.db import OperationalError

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables import consumers, hub
from tables.consumers import TableFeed, TableSocket, TableWatcher, Visitor
from tables.services.seating import do_remove_seat
from tests.tables.doors import open_table


async def test_a_line_that_closes_while_it_is_written_to_is_no_fault() -> None:
    async def gone(message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    socket = TableSocket()
    socket.base_send = gone  # type: ignore[assignment]
    await socket.send(text_data="news")


def test_whether_somebody_may_watch_is_asked_again_where_it_could_not_be_told(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OperationalError

    table = open_table(aki, botan)
    visitor = Visitor(aki.parlour, botan, None, {}, "en")
    with with_parlour(aki.parlour):
        table.refresh_from_db()
        watcher = TableWatcher(TableSocket(), visitor, table.room_version, None)
        do_remove_seat(table, aki, 1)
        feed = TableFeed(aki.parlour, table)
        with monkeypatch.context() as broken, pytest.raises(OperationalError):
            broken.setattr(consumers, "access_table_for", fails)
            feed.read([watcher])
        assert feed.read([watcher]) == {watcher: hub.NOT_ALLOWED}
