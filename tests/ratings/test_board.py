"""A leaderboard of many is read off an index, also far down."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import boards
from tests.ratings.people import START, ladder, members, settle


def test_a_page_far_down_is_read_off_an_index(
    at_home: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(at_home, members(at_home, 6))
    monkeypatch.setattr(clock, "now", lambda: START)
    with CaptureQueriesContext(connection) as made:
        boards.board_of(ladder(), None, 500)
    (asked,) = [query["sql"] for query in made if "OFFSET 24950" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked}")
        plan = "\n".join(row[-1] for row in cursor.fetchall())
    assert "INDEX standings_of_leaderboards" in plan
    assert "TEMP B-TREE" not in plan  # nothing is sorted
    assert "players_off_leaderboards" in plan
