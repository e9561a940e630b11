"""Notices: after commit, in the wire format the channel layer reads, and never in the way."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer
from django.conf import settings
from django.db import transaction
from redis import RedisError

from kirakuken.accounts.models import Player
from kirakuken.lib import groups
from tables import notify
from tables.notify import Post, channel_of
from tables.services.playing import do_look_again
from tests.tables.play import Time, fresh, match_of, press, table_of

pytestmark = pytest.mark.usefixtures("at_home")


class Wire:
    """Stands for the Redis client; broken, it takes nothing."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes]] = []
        self.asked = 0
        self.is_broken = False

    def publish(self, channel: str, message: bytes) -> None:
        self.asked += 1
        if self.is_broken:
            raise RedisError("away")
        self.sent.append((channel, message))


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    wire = Wire()
    monkeypatch.setattr(notify, "client", lambda: wire)
    return wire


def layer() -> RedisPubSubChannelLayer:
    """As kirakuken/settings.py sets it up."""
    return RedisPubSubChannelLayer(hosts=["redis://nobody"], prefix=settings.CHANNEL_PREFIX)


def test_the_channel_layer_reads_what_is_sent(wire: Wire) -> None:
    group = groups.table_group(3, 14)
    notice = {"group": group, "room": 2, "match": 15, "v": 9}
    Post().send(group, notice)
    ((channel, message),) = wire.sent
    assert layer().deserialize(message) == notice

    async def its_name() -> str:
        one: RedisPubSubLoopLayer = layer()._get_layer()
        name: str = one._get_group_channel_name(group)
        return name

    assert channel == channel_of(group) == asyncio.run(its_name())


def test_a_group_name_is_one_that_channels_take() -> None:
    for name in (groups.table_group(10**9, 10**9), groups.lobby_group(10**9)):
        assert len(name) < 100
        assert all(letter.isalnum() or letter in "._-" for letter in name)


@pytest.mark.django_db(transaction=True)
def test_a_notice_waits_for_the_commit_and_dies_with_a_rollback(
    notices: list[dict[str, Any]], aki: Player
) -> None:
    table = table_of(aki)
    notices.clear()
    with transaction.atomic():
        notify.tell_table(table)
        notify.tell_lobby(table.parlour_id)
        assert notices == []
    assert [notice["group"] for notice in notices] == [
        groups.table_group(table.parlour_id, table.pk),
        groups.lobby_group(table.parlour_id),
    ]
    notices.clear()
    with pytest.raises(RuntimeError), transaction.atomic():
        notify.tell_table(table)
        raise RuntimeError
    assert notices == []


@pytest.mark.django_db(transaction=True)
def test_a_move_is_told_by_numbers_alone(
    notices: list[dict[str, Any]], time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    notices.clear()
    press(match)
    (notice,) = [each for each in notices if each["v"] is not None]
    assert notice == {
        "group": groups.table_group(match.parlour_id, match.table_id),
        "room": fresh(match.table).room_version,
        "match": match.pk,
        "v": 1,
    }
    assert len(msgspec.msgpack.encode(notice)) < 64


def test_without_redis_it_gives_up_and_counts(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    wire.is_broken = True
    monotonic = [100.0]
    monkeypatch.setattr(notify.time, "monotonic", lambda: monotonic[0])
    post = Post()
    post.send("group", {})
    assert (post.undelivered, wire.asked, post.is_resting) == (1, 1, True)
    # While it rests nobody waits for Redis again.
    post.send("group", {})
    assert (post.undelivered, wire.asked) == (2, 1)
    monotonic[0] += notify.REST
    wire.is_broken = False
    post.send("group", {})
    assert (post.undelivered, wire.asked, len(wire.sent)) == (2, 2, 1)


@pytest.mark.django_db(transaction=True)
def test_only_what_is_due_soon_is_hinted(
    monkeypatch: pytest.MonkeyPatch, time: Time, aki: Player
) -> None:
    hints: list[tuple[Any, ...]] = []
    monkeypatch.setattr(notify, "_hint", lambda *hint: hints.append(hint))
    match = match_of(aki, cpus=1, turn_limit=60)
    hints.clear()
    now = fresh(match)
    assert now.due_at - time.now > notify.HINTED_AHEAD
    do_look_again(match.pk)
    assert hints == []  # a person's deadline: the sweep is enough
    press(match)
    now = fresh(match)
    assert hints == [(match.pk, match.parlour_id, now.due_at)]  # a CPU is to move
    assert now.due_at - time.now < timedelta(seconds=10)
