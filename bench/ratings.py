"""Ratings measured: `python -m bench.ratings` in memory; with `--stored N` also N matches
recomputed in the database, and with `--board N` the leaderboard of N rated players.

    python -m tests.postgres sh -c "python manage.py migrate -v 0 &&
        python -m bench.ratings --stored 100000 --board 50000"

What is stored goes into a parlour of its own; use a database that may be thrown away.
"""

import argparse
import os
import random
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import django

START = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = 500  # in the ladder that is recomputed


def main() -> None:
    asked = argparse.ArgumentParser(description="Measures ratings.")
    asked.add_argument("--stored", type=int, default=0, help="rated matches in the database")
    asked.add_argument("--board", type=int, default=0, help="rated players on the leaderboard")
    wanted = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirakuken.settings")
    django.setup()
    for people in (2, 4, 6):
        in_memory(people)
    if wanted.stored:
        stored(wanted.stored)
    if wanted.board:
        leaderboard(wanted.board)


def in_memory(people: int, matches: int = 20_000) -> None:
    from ratings.replay import replay

    made = list(_matches(matches, people))
    took, cpu = _timed(lambda: deque(replay(made, {}), maxlen=0))
    print(f"in memory, {people} players: {matches / cpu:,.0f} matches per CPU second", end="")
    print(f" ({matches / took:,.0f} by the clock)")


def stored(many: int) -> None:
    """A ladder of `many` matches of four, all recomputed, as if the first had been struck."""
    from kirakuken.parlours.scope import with_parlour
    from ratings import selectors, services
    from ratings.models import Ladder, RatedGame, RatedSeat

    parlour, players = _people("bench-stored", PEOPLE)
    with with_parlour(parlour):
        ladder = Ladder.objects.create(parlour=parlour, game="hokusai", last_number=many)
        games, seats = [], []
        for one in _matches(many, 4):
            games.append(
                RatedGame(
                    ladder=ladder,
                    number=one.pk,
                    match=f"bench-{one.pk}",
                    ended_at=one.ended_at,
                    beta=one.beta,
                    model="btf-1",
                )
            )
            seats.append(list(zip(one.players, one.ranks, strict=True)))
        RatedGame.objects.bulk_create(games, batch_size=2000)
        RatedSeat.objects.bulk_create(
            (
                RatedSeat(game=game, number=number, player=players[who], rank=rank)
                for game, row in zip(games, seats, strict=True)
                for number, (who, rank) in enumerate(row)
            ),
            batch_size=2000,
        )
        with _others(ladder) as waits:
            took, cpu = _timed(lambda: services.do_recompute(ladder))
        print(f"stored: {many:,} matches recomputed in {took:.1f} s ({cpu:.1f} s of CPU here)")
        late = sorted(wait * 1000 for wait in waits)
        print(
            f"stored: meanwhile others waited {statistics.median(late):.0f} ms for the ladder, "
            f"{late[-2]:.0f} and {late[-1]:.0f} ms at worst ({len(late)} times)"
        )
        took, _cpu = _timed(lambda: list(selectors.differences(ladder)))
        print(f"stored: checked bit for bit in {took:.1f} s")


@contextmanager
def _others(ladder: Any) -> Iterator[list[float]]:
    """A thread that wants the ladder's row ten times a second; how long it waited each time."""
    from django.db import connection, transaction

    from kirakuken.parlours.scope import with_parlour
    from ratings import reckoning

    waits: list[float] = []
    over = threading.Event()

    @transaction.atomic
    def lock() -> None:
        reckoning.locked(ladder.pk)

    def want() -> None:
        with with_parlour(ladder.parlour):
            while not over.wait(0.1):
                waits.append(_timed(lock)[0])
        connection.close()

    thread = threading.Thread(target=want)
    thread.start()
    try:
        yield waits
    finally:
        over.set()
        thread.join()


def leaderboard(many: int) -> None:
    """Server time of the page, from the middleware in, for somebody in the middle of it."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, override_settings

    from kirakuken.accounts.access import hash_of_key
    from kirakuken.accounts.models import PlayerKey
    from kirakuken.parlours.scope import with_parlour
    from ratings.models import Ladder, Standing

    parlour, players = _people("bench-board", many)
    with with_parlour(parlour):
        ladder = Ladder.objects.create(parlour=parlour, game="hokusai")
        chance = random.Random(1)
        now = datetime.now(UTC)
        Standing.objects.bulk_create(
            (
                Standing(
                    ladder=ladder,
                    player=player,
                    mu=(mu := chance.gauss(1500, 200)),
                    sigma=70,
                    sure=mu - 70,
                    games=40,
                    wins=9,
                    opponents=20,
                    is_provisional=False,
                    last_at=now - timedelta(days=chance.uniform(0, 29)),
                )
                for player in players
            ),
            batch_size=2000,
        )
        PlayerKey.objects.create(player=players[many // 2], key_hash=hash_of_key("bench"))
        with connection.cursor() as cursor:
            # As PostgreSQL does by itself in a while.
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}).enable()
    browser = Client(SERVER_NAME="bench-board.localhost")
    browser.cookies["kk_player"] = "bench"
    for path in ("/ladders/hokusai/", "/ladders/hokusai/?page=500"):
        assert browser.get(path).status_code == 200  # once before: templates are read
        with CaptureQueriesContext(connection) as captured:
            browser.get(path)
        made = captured.captured_queries
        times = [_timed(lambda: browser.get(path)) for _ in range(30)]  # noqa: B023
        took, ours = (sorted(each[at] * 1000 for each in times) for at in (0, 1))
        in_queries = sum(float(query["time"]) for query in made) * 1000
        print(
            f"leaderboard of {many:,}, {path}: {statistics.median(took):.1f} ms median, "
            f"{took[-2]:.1f} ms at worst but one; {len(made)} queries "
            f"({in_queries:.0f} ms), {statistics.median(ours):.1f} ms of CPU here"
        )


def _people(slug: str, many: int) -> tuple[Any, list[Any]]:
    from kirakuken.accounts.models import Player
    from kirakuken.parlours.scope import with_parlour
    from kirakuken.parlours.services import do_open_parlour

    parlour = do_open_parlour(slug, slug)
    with with_parlour(parlour):
        made = Player.objects.bulk_create(
            (
                Player(parlour=parlour, name=f"P{number}", name_key=f"p{number}")
                for number in range(many)
            ),
            batch_size=2000,
        )
    return parlour, made


def _matches(many: int, people: int) -> Any:
    from ratings.replay import Rated

    chance = random.Random(people)
    for number in range(1, many + 1):
        ranks = [chance.randint(1, people) for _ in range(people)]
        at = START + timedelta(minutes=number)
        yield Rated(number, at, 705.0, tuple(chance.sample(range(PEOPLE), people)), tuple(ranks))


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    began, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - cpu


if __name__ == "__main__":
    main()
