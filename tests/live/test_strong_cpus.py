"""Strong computer players in the real house: workers think for them, and the sweep plays on
without thinking long when no worker comes."""

import json
import os
import signal
from itertools import pairwise
from pathlib import Path

from tests.house import House, running_house, wait_for

PATIENCE = 120  # a busy machine is slow
# The least pause of a CPU and the moment for which the sweep leaves it to the workers.
LEFT_ALONE = 0.8 + 3

PREPARE = """
import json
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.services import opening, seating, starting
home = Parlour.objects.order_by("pk").first()
with with_parlour(home):
    host = Player.objects.create(parlour=home, name="Ren", name_key=name_key("Ren"))
    table = opening.do_open(
        home, host, game="okuribito", options={}, turn_limit=10, is_listed=False
    )
    for level in ("strong", "strong", "gentle"):
        seating.do_add_cpu(table, host, level=level)
    print(json.dumps(starting.do_start(table, host).pk))
"""


def match_with_strong_cpus(house: House) -> int:
    return int(json.loads(house.python(PREPARE).strip().splitlines()[-1]))


def gaps(house: House, match: int, seats: tuple[int, ...] = (1, 2)) -> list[float]:
    """Seconds from the move before to each move of a strong CPU."""
    rows = house.query(
        'select seat, "by", (julianday(made_at) - 2440587.5) * 86400.0 from tables_move '
        "where match_id = ? order by number",
        match,
    )
    return [
        after[2] - before[2]
        for before, after in pairwise(rows)
        if after[0] in seats and after[1] == "cpu"
    ]


def test_workers_think_for_strong_cpus_and_without_one_the_sweep_plays(tmp_path: Path) -> None:
    with running_house(tmp_path) as house:
        house.wait_until_ready()
        match = match_with_strong_cpus(house)
        wait_for(lambda: len(gaps(house, match)) >= 2, PATIENCE)
        assert min(gaps(house, match)) < LEFT_ALONE, "the sweep leaves them alone for longer"
        assert "failed" not in house.logs()
        os.kill(house.children()["worker"], signal.SIGSTOP)
        match = match_with_strong_cpus(house)
        wait_for(lambda: gaps(house, match), PATIENCE)
        assert min(gaps(house, match)) >= LEFT_ALONE
