"""Deadlines in the real house: twice, late, without a worker, after it was killed.

One row of moves tells everything: how many there are, who decided, and how late.
"""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from tests.house import House, running_house, start_house, wait_for

LIMIT = 10  # seconds, the least that a table may set
PATIENCE = LIMIT + 60  # a busy machine is slow

PREPARE = """
import json
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Seat
from tables.services import opening, seating, starting
home = Parlour.objects.order_by("pk").first()
made = []
with with_parlour(home):
    for number in range({count}):
        people = [
            Player.objects.create(parlour=home, name=name, name_key=name_key(name))
            for name in (f"Ren {{chr(97 + number)}}", f"Mio {{chr(97 + number)}}")
        ]
        table = opening.do_open(
            home, people[0], game="hokusai", options={{"rank_everyone": True}},
            turn_limit={limit}, is_listed=False,
        )
        seating.do_join(table, people[1])
        made.append(starting.do_start(table, people[0]).pk)
print(json.dumps(made))
"""


def open_matches(house: House, count: int, limit: int = LIMIT) -> list[int]:
    said = house.python(PREPARE.format(count=count, limit=limit))
    matches: list[int] = json.loads(said.strip().splitlines()[-1])
    return matches


def moves(house: House, match: int) -> list[tuple[Any, ...]]:
    """Number, who decided, and how many seconds after the deadline of its question."""
    return house.query(
        'select number, "by", decision, made_at from tables_move where match_id = ? '
        "order by number",
        match,
    )


def lateness(house: House, match: int) -> list[float]:
    """How late each move came, in seconds after limit and grace, from the time stamps of the
    moves before."""
    (started,) = house.query(
        "select (julianday(created_at) - 2440587.5) * 86400.0 from tables_match where id = ?", match
    )[0]
    times = [
        row[0]
        for row in house.query(
            "select (julianday(made_at) - 2440587.5) * 86400.0 from tables_move "
            "where match_id = ? order by number",
            match,
        )
    ]
    before = [started, *times][: len(times)]
    return [now - then - LIMIT - 1 for then, now in zip(before, times, strict=True)]


def all_moved(house: House, matches: list[int], times: int = 1) -> bool:
    return all(len(moves(house, match)) >= times for match in matches)


def is_in_order(house: House, match: int) -> bool:
    """Every move has its own number and its own decision, and the match agrees."""
    rows = moves(house, match)
    (version,) = house.query("select version from tables_match where id = ?", match)[0]
    numbers = [row[0] for row in rows]
    decisions = [row[2] for row in rows]
    return numbers == list(range(1, version + 1)) and len(set(decisions)) == len(decisions)


def test_every_deadline_fires_once_with_all_callers_at_work(house: House) -> None:
    """Beat's sweep, the web process's sweep and hints all go for the same deadlines."""
    matches = open_matches(house, 6)
    wait_for(lambda: all_moved(house, matches), PATIENCE)
    for match in matches:
        assert {by for _, by, *_ in moves(house, match)} == {"clock"}
        assert is_in_order(house, match)
        assert lateness(house, match)[0] >= 0


def test_a_deadline_fired_from_four_sides_has_one_effect(house: House) -> None:
    (match,) = open_matches(house, 1)
    time.sleep(LIMIT)
    house.python(
        f"""
from tables.tasks import act, sweep, sweep_once
from kirakuken.parlours.models import Parlour
home = Parlour.objects.order_by("pk").first()
for _ in range(20):
    act({match}, home.pk); sweep(); sweep_once(); act({match}, home.pk)
"""
    )
    wait_for(lambda: all_moved(house, [match]))
    assert is_in_order(house, match)
    assert min(lateness(house, match)) >= 0, "nobody lost any of their time"


def test_without_worker_and_beat_the_web_process_keeps_the_clock(tmp_path: Path) -> None:
    """Both stand still, as after a hang: nobody restarts what has not died."""
    with running_house(tmp_path) as house:
        house.wait_until_ready()
        matches = open_matches(house, 3)
        parts = house.children()
        frozen = [parts["worker"], parts["beat"]]
        try:
            for pid in frozen:
                os.kill(pid, signal.SIGSTOP)
            wait_for(lambda: all_moved(house, matches), PATIENCE)
        finally:
            for pid in frozen:
                os.kill(pid, signal.SIGCONT)
        for match in matches:
            assert lateness(house, match)[0] >= 0
        time.sleep(4)  # what the worker had received is now played late
        assert all(is_in_order(house, match) for match in matches)
        assert all(min(lateness(house, match)) >= 0 for match in matches)


def test_a_killed_worker_costs_no_deadline(tmp_path: Path) -> None:
    with running_house(tmp_path) as house:
        house.wait_until_ready()
        matches = open_matches(house, 3)
        time.sleep(LIMIT - 2)
        os.kill(house.children()["worker"], signal.SIGKILL)
        wait_for(lambda: all_moved(house, matches), PATIENCE)
        assert all(is_in_order(house, match) for match in matches)


def test_a_house_that_was_down_serves_what_fell_due_meanwhile_once(tmp_path: Path) -> None:
    """A short outage: no time is given back, and a missed deadline is one move, not several."""
    house = start_house(tmp_path)
    house.wait_until_open()
    house.wait_until_ready()
    matches = open_matches(house, 2)
    house.process.kill()
    house.close()
    time.sleep(LIMIT + 2)
    assert not any(moves(house, match) for match in matches)
    with running_house(tmp_path, port=house.port) as again:
        wait_for(lambda: all_moved(again, matches), PATIENCE)
        for match in matches:
            assert is_in_order(again, match)
            assert {by for _, by, *_ in moves(again, match)} == {"clock"}
            assert min(lateness(again, match)) >= 0
