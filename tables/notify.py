"""Telling the web processes, after commit, that something is new: which table, which versions.

A notice holds numbers only; whoever hears it reads the database. Sent with the plain client in
the wire format of the channel layer, for the layer's own way would open a connection for each
notice from a Celery worker. Losing a notice costs a few seconds: see hub.py.
"""

import logging
import time
from datetime import timedelta
from typing import Any

import msgspec
from celery import current_app
from django.conf import settings
from django.db import transaction
from redis import RedisError

from kirakuken.lib import clock
from kirakuken.lib.groups import lobby_group, table_group
from kirakuken.lib.redis import client
from tables.models import Match, Table

logger = logging.getLogger(__name__)

REST = 2.0  # seconds without a try after Redis did not answer, so that no web thread waits in vain
HINTED_AHEAD = timedelta(seconds=10)  # what is due later is left to the sweep alone


class Post:
    """This process's way to Redis. `undelivered` counts what was given up."""

    def __init__(self) -> None:
        self.undelivered = 0
        self._resting_until = 0.0  # monotonic seconds

    @property
    def is_resting(self) -> bool:
        return time.monotonic() < self._resting_until

    def send(self, group: str, message: dict[str, Any]) -> None:
        """Publishes to everybody who listens to `group`; gives up within about a second."""
        if self.is_resting:
            self.undelivered += 1
            return
        try:
            client().publish(channel_of(group), msgspec.msgpack.encode(message))
        except (RedisError, OSError):
            self.undelivered += 1
            self._resting_until = time.monotonic() + REST
            logger.warning("Redis is away; %d notices were not sent so far.", self.undelivered)


post = Post()


def channel_of(group: str) -> str:
    """What channels-redis calls a group's Redis channel."""
    return f"{settings.CHANNEL_PREFIX}__group__{group}"


def tell_table(table: Table, match: Match | None = None) -> None:
    """On commit: `table` (or `match`, the one on at it) has something new to show."""
    group = table_group(table.parlour_id, table.pk)
    notice = {
        "group": group,
        "room": table.room_version,
        "match": match.pk if match is not None else None,
        "v": match.version if match is not None else None,
    }
    # Lambdas: Django wants the name of a robust callback that fails, and a partial has none.
    transaction.on_commit(lambda: post.send(group, notice), robust=True)


def ask_for(table: Table, player_id: int) -> None:
    """At once: does another process hold an open page of this player at `table`?"""
    group = table_group(table.parlour_id, table.pk)
    post.send(group, {"group": group, "asked": player_id})


def tell_lobby(parlour_id: int) -> None:
    """On commit: the parlour's list of open tables has changed."""
    group = lobby_group(parlour_id)
    transaction.on_commit(lambda: post.send(group, {"group": group}), robust=True)


def wake(match: Match) -> None:
    """On commit: a hint to the workers that something at `match` is due soon. The sweep would
    find it within a second anyway, so the hint may be lost, late, or sent twice."""
    if match.due_at is None or match.due_at > clock.now() + HINTED_AHEAD:
        return
    ids, due_at = (match.pk, match.parlour_id), match.due_at
    transaction.on_commit(lambda: _hint(*ids, due_at), robust=True)


def rate(match: Match) -> None:
    """On commit: a hint to the workers that `match` is over and wants to be rated. The sweep
    would find it within a second anyway."""
    ids = (match.pk, match.parlour_id)
    transaction.on_commit(lambda: _hint_rating(*ids), robust=True)


def _hint_rating(match_id: int, parlour_id: int) -> None:
    if not post.is_resting:
        current_app.send_task(
            "tables.tasks.rate", args=[match_id, parlour_id], expires=60, retry=False
        )


def _hint(match_id: int, parlour_id: int, due_at: Any) -> None:
    if post.is_resting:
        return
    current_app.send_task(
        "tables.tasks.act", args=[match_id, parlour_id], eta=due_at, expires=60, retry=False
    )
