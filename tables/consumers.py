"""The socket of a table: it tells an open page what is new. It takes no orders.

Moves come as posts; from a socket nothing is accepted but the word "ping", which is
answered by "pong" so that a page can tell a quiet table from a dead line. A page gets first
what it is to show as a whole, then differences. Rights come from the handshake's cookies and
are looked at again whenever the room changes.
"""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest

from kirakuken.accounts.access import access_key, is_good_still
from kirakuken.accounts.models import Player
from kirakuken.lib import groups
from kirakuken.lib.http import Request, address_of
from kirakuken.lib.languages import language_of
from kirakuken.parlours.middleware import parlour_of_host, session_of
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import across_parlours, with_parlour
from kirakuken.parlours.sockets import HANDSHAKE
from kirakuken.threads import in_database
from tables import hub, notify
from tables.access import INVITES, access_table_for
from tables.frames import Page, Seen, frame
from tables.models import Match, Table
from tables.pages import LOG_STEPS, Reading, page_for
from tables.selectors import Snapshot, snapshot
from tables.services import presence

MOST_FRAMES, IN_SECONDS = 10, 10.0


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened a socket, as far as cookies tell."""

    parlour: Parlour
    player: Player | None
    key_id: int | None
    grants: Mapping[str, Any]
    language: str


def visitor_of(request: HttpRequest) -> Visitor | None:
    """In a database thread. None: no parlour lives at this host."""
    parlour = parlour_of_host(request.get_host())
    if parlour is None:
        return None
    asking = cast(Request, request)
    asking.parlour = parlour
    with with_parlour(parlour):
        key = access_key(request.COOKIES.get(settings.PLAYER_COOKIE_NAME, ""))
        asking.player = key.player if key is not None else None
        session = session_of(request.COOKIES.get(settings.SESSION_COOKIE_NAME), parlour)
    grants = session.get(INVITES, {})
    key_id = key.pk if key is not None else None
    return Visitor(parlour, asking.player, key_id, grants, language_of(request))


class Socket(AsyncWebsocketConsumer, ABC):
    """What all our sockets have in common: pages listen to them and say "ping"."""

    channel_layer_alias = ""  # none: the hub listens for all sockets of the process

    def __init__(self) -> None:
        super().__init__()
        self.address: str | None = None
        self.watcher: hub.Watcher | None = None
        self.feed: hub.Feed | None = None
        self.is_ended = False
        self._heard: deque[float] = deque(maxlen=MOST_FRAMES)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.leave()  # also where the server just drops us

    async def dispatch(self, message: Any) -> None:
        """As the parent's, but without going to a thread to look after database connections:
        a consumer has none."""
        if message["type"] == "websocket.receive":
            await self.websocket_receive(message)
        elif message["type"] == "websocket.connect":
            await self.websocket_connect(message)
        elif message["type"] == "websocket.disconnect":
            await self.websocket_disconnect(message)

    async def connect(self) -> None:
        # Taken out: it is not needed any more after this, and there are many sockets.
        request: HttpRequest = cast(Any, self.scope)[HANDSHAKE].pop()
        self.address = address_of(request)
        if not hub.hub().knock(self.address):
            await self.close(hub.ABUSE)
            return
        found = await in_database(self.admit, request)
        if found is None or hub.hub().is_full_for(found[1]):
            self.leave()
            await self.close(hub.NOT_ALLOWED)
            return
        del request
        await self.accept()
        feed, self.watcher = found
        self.feed = hub.hub().enter(feed, self.watcher)
        await hub.hub().tell(self.feed)

    @abstractmethod
    def admit(self, request: HttpRequest) -> tuple[hub.Feed, hub.Watcher] | None:
        """In a database thread: what this handshake may watch, if anything."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.is_ended or self.watcher is None:
            return
        now = time.monotonic()
        is_flood = len(self._heard) == MOST_FRAMES and now - self._heard[0] < IN_SECONDS
        self._heard.append(now)
        if text_data != "ping" or is_flood:
            await self.end(hub.ABUSE)
            return
        self.watcher.heard_at = now
        await self.send(text_data="pong")

    async def send(  # type: ignore[override]  # so does Channels itself
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """A line may close while something is being written to it: that is no fault of ours."""
        with suppress(Disconnected):
            await super().send(text_data, bytes_data, close)

    async def end(self, code: int) -> None:
        if not self.is_ended:
            self.is_ended = True
            await self.close(code)

    async def disconnect(self, code: int) -> None:
        self.is_ended = True
        self.leave()

    def leave(self) -> None:
        if self.feed is not None and self.watcher is not None:
            hub.hub().leave(self.feed, self.watcher)
        if self.address is not None:
            hub.hub().go(self.address)
        self.feed = self.address = None


class SocketWatcher(hub.Watcher):
    """A watcher at the other end of one of our sockets."""

    def __init__(self, socket: Socket, player_id: int | None) -> None:
        super().__init__(player_id)
        self.socket = socket

    async def end(self, code: int) -> None:
        await self.socket.end(code)


class TableWatcher(SocketWatcher):
    """`have` is the version of the match that the page showed when it opened the socket."""

    def __init__(
        self, socket: Socket, visitor: Visitor, room: int, have: tuple[str, int] | None
    ) -> None:
        super().__init__(socket, visitor.player.pk if visitor.player is not None else None)
        self.visitor = visitor
        self.have = have
        self.room_checked = room
        self.noted_at = self.heard_at

    def kept(self, news: Page) -> Seen:
        return news.seen()

    async def send_news(self, old: Seen | None, new: Page) -> None:
        have = self.have[1] if self.have is not None and self.have[0] == new.match else None
        feed = cast("TableFeed | None", self.socket.feed)
        if feed is not None:  # else it has closed since this was offered
            await self.socket.send(text_data=feed.frame(old, new, have))

    def told_until(self, match: str | None) -> int | None:
        """The version from which this page needs to be told the steps."""
        if self.shown is not None:
            return self.shown.v if self.shown.match == match else None
        return self.have[1] if self.have is not None and self.have[0] == match else None


class TableFeed(hub.Feed):
    """A table with its match."""

    def __init__(self, parlour: Parlour, table: Table) -> None:
        super().__init__(parlour, ("table", table.pk), groups.table_group(parlour.pk, table.pk))
        self.table = table
        self.read_until: tuple[int, int, int] | None = None  # room, match (its key), version
        self._given: Reading | None = None
        self._seats: dict[int, int] = {}  # by player
        self._frames: dict[tuple[Any, ...], str] = {}

    def is_known(self, notice: Mapping[str, Any]) -> bool:
        if self.read_until is None or notice.get("match") != self.read_until[1]:
            return False
        return bool(notice["room"] <= self.read_until[0] and notice["v"] <= self.read_until[2])

    def take(self, given: Reading) -> None:
        versions = _versions(given.snapshot)
        if self.read_until is not None and _is_older(versions, self.read_until):
            return
        self._given, self.read_until = given, versions
        self.look()

    def read(self, watchers: Sequence[hub.Watcher]) -> Mapping[hub.Watcher, Page | int]:
        reading, self._given = self._given, None
        try:
            reading = reading or Reading(snapshot(self.table.pk))
            news = self._news(reading, cast(Sequence[TableWatcher], watchers))
        except Table.DoesNotExist:
            return dict.fromkeys(watchers, hub.GONE)
        except Exception:
            self.read_until = None  # the next round tries again
            raise
        self.read_until = _versions(reading.snapshot)
        self._frames = {}
        return news

    def _news(
        self, reading: Reading, listeners: Sequence[TableWatcher]
    ) -> dict[hub.Watcher, Page | int]:
        found = reading.snapshot
        self._note_who_is_here(found, listeners)
        match = found.match.public_id if found.match is not None else None
        told = [listener.told_until(match) for listener in listeners]
        since = _earliest(told, found.match.version if found.match is not None else 0)
        pages: dict[tuple[int | None, str], Page] = {}
        news: dict[hub.Watcher, Page | int] = {}
        for listener in listeners:
            if not self._may_watch(listener, found.table.room_version):
                news[listener] = hub.NOT_ALLOWED
                continue
            eyes = (found.viewer_of(listener.visitor.player), listener.visitor.language)
            if eyes not in pages:
                pages[eyes] = page_for(reading, *eyes, since=since)
            if listener.shown is None or listener.shown.stamp != pages[eyes].stamp:
                news[listener] = pages[eyes]
        return news

    def frame(self, old: Seen | None, new: Page, have: int | None) -> str:
        """Sockets with the same eyes and the same page get the same frame."""
        key = (old.stamp if old is not None else have, new.stamp)
        made = self._frames.get(key)
        if made is None:
            made = self._frames[key] = frame(old, new, have).decode()
        return made

    @classmethod
    def behind(cls, feeds: Sequence["TableFeed"]) -> list["TableFeed"]:
        heard = [seat for feed in feeds for seat in feed._heard_seats()]
        with across_parlours():
            latest = Match.objects.filter(table=OuterRef("pk")).order_by("-number")
            if heard:
                presence.do_hear(heard)
            rows = (
                Table.objects.filter(pk__in=[feed.table.pk for feed in feeds])
                .annotate(
                    match_pk=Subquery(latest.values("pk")[:1]),
                    v=Subquery(latest.values("version")[:1]),
                )
                .values_list("pk", "room_version", "match_pk", "v")
            )
            now = {pk: (room, match or 0, v or 0) for pk, room, match, v in rows}
        return [feed for feed in feeds if feed.read_until != now.get(feed.table.pk)]

    def ask_for(self, player_id: int) -> None:
        notify.ask_for(self.table, player_id)

    def answer_for(self, player_id: int) -> None:
        is_here = any(watcher.player_id == player_id for watcher in self.watchers)
        if is_here and player_id in self._seats:
            hub.spawn(self._hear(self._seats[player_id]))

    async def _hear(self, seat: int) -> None:
        with with_parlour(self.parlour):
            await in_database(presence.do_hear, [seat])

    def missed(self, player_id: int) -> bool:
        return presence.do_miss(self.table.pk, player_id)

    def _note_who_is_here(self, found: Snapshot, watchers: Sequence[hub.Watcher]) -> None:
        """Somebody may count as absent whose socket is open: another process held an older one,
        or this page was asleep for long."""
        here = {watcher.player_id for watcher in watchers}
        self._seats = {seat.player_id: seat.pk for seat in found.seats if seat.player_id}
        for seat in found.seats:
            if seat.is_away and seat.player_id is not None and seat.player_id in here:
                presence.do_see(self.table.pk, seat.player_id)

    def _heard_seats(self) -> list[int]:
        """The seats whose pages gave a sign since the last round."""
        heard = set()
        for watcher in cast(Sequence[TableWatcher], tuple(self.watchers)):
            if watcher.heard_at > watcher.noted_at and watcher.player_id in self._seats:
                watcher.noted_at = watcher.heard_at
                heard.add(self._seats[watcher.player_id])
        return list(heard)

    def _may_watch(self, listener: TableWatcher, room: int) -> bool:
        """Asked again when the room has changed: the host may have removed somebody, or
        somebody's seat has moved to another browser."""
        if listener.room_checked == room:
            return True
        visitor = listener.visitor
        if visitor.key_id is not None and not is_good_still(visitor.key_id):
            return False
        access = access_table_for(
            self.parlour, visitor.player, visitor.grants, self.table.public_id
        )
        if access is None:
            return False
        listener.room_checked = room
        return True


class TableSocket(Socket):
    """/ws/t/<public id>/?match=<its public id>&v=<version the page shows>"""

    def admit(self, request: HttpRequest) -> tuple[hub.Feed, hub.Watcher] | None:
        visitor = visitor_of(request)
        if visitor is None:
            return None
        public_id = cast(Any, self.scope)["url_route"]["kwargs"]["public_id"]
        with with_parlour(visitor.parlour):
            access = access_table_for(visitor.parlour, visitor.player, visitor.grants, public_id)
            if access is None:
                return None
            if access.seat is not None and visitor.player is not None:
                presence.do_see(access.table.pk, visitor.player.pk)
        watcher = TableWatcher(self, visitor, access.table.room_version, _have(request))
        return TableFeed(visitor.parlour, access.table), watcher


def _versions(found: Snapshot) -> tuple[int, int, int]:
    match = found.match
    return (found.table.room_version, match.pk if match else 0, match.version if match else 0)


def _is_older(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Of the same match, and read before."""
    return one[1] == other[1] and (one[0] < other[0] or one[2] < other[2])


def _have(request: HttpRequest) -> tuple[str, int] | None:
    match, v = request.GET.get("match", ""), request.GET.get("v", "")
    if not match or len(v) > 9 or not (v.isascii() and v.isdigit()):
        return None
    return match, int(v)


def _earliest(told: Sequence[int | None], version: int) -> int | None:
    """From where to read steps so that all these pages can be told theirs."""
    known = [each for each in told if each is not None]
    return max(min(known), version - LOG_STEPS) if known else None
