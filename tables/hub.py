"""What a web process does for the sockets it holds: look again when told, and send what is new.

Sockets watch a feed: a table, or a parlour's list of tables. A notice only says that a feed has
something new; then the feed is read once, in one of a few database threads, and every socket
is offered what it is to show. Notices may be lost: every `ROUND` seconds all feeds watched here
are compared with the database, and those behind are read. That is the guarantee; a notice is
only the fast way.

The same round ends sockets that fell silent. Beside it runs the second caller of the clock's
sweep, for a house whose workers have died.
"""

import asyncio
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis import RedisError

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from kirakuken.threads import in_database

logger = logging.getLogger(__name__)

ROUND = 5.0  # seconds between two comparisons with the database
SWEEP_EVERY = 5.0  # seconds
SILENT_AFTER = 40.0  # seconds; a page's script is heard every 25 s
MISSED_AFTER = 10.0  # seconds from a player's last socket closing to their being missed
ANSWERING = 0.3  # seconds in which other processes may say that they hold a page of that player
SUBSCRIBING = 0.5  # seconds a new socket waits for Redis; then the rounds have to do

# Close codes of ours. The page's script comes back after SILENT alone.
NOT_ALLOWED = 4403
GONE = 4404
ABUSE = 4408
SILENT = 4000


class Watcher(ABC):
    """One socket. It keeps the newest of what is to be sent and what it sent last, nothing in
    between: a slow reader skips instead of piling up."""

    def __init__(self, player_id: int | None) -> None:
        self.player_id = player_id
        self.heard_at = time.monotonic()
        self.shown: Any = None
        self._newest: Any = None
        self._is_writing = False

    @abstractmethod
    async def send_news(self, old: Any, new: Any) -> None:
        """Sends what turns `old` (None: nothing yet) into `new`."""

    @abstractmethod
    async def end(self, code: int) -> None: ...

    def kept(self, news: Any) -> Any:
        """What to keep of news that were sent, to make the next difference from."""
        return news

    def offer(self, news: Any) -> None:
        self._newest = news
        if not self._is_writing:
            self._is_writing = True
            spawn(self._write())

    async def _write(self) -> None:
        try:
            while self._newest is not None:
                news, self._newest = self._newest, None
                await self.send_news(self.shown, news)
                self.shown = self.kept(news)
        finally:
            self._is_writing = False


class Feed(ABC):
    """Something that sockets of this process watch together. Two feeds of the same key are the
    same; the hub keeps the first."""

    def __init__(self, parlour: Parlour, key: Hashable, group: str) -> None:
        self.parlour = parlour
        self.key = key
        self.group = group
        self.watchers: set[Watcher] = set()
        self.is_held = False  # something is new, and a reading of it is about to be given
        self._is_reading = False
        self._is_wanted = False

    @abstractmethod
    def read(self, watchers: Sequence[Watcher]) -> Mapping[Watcher, Any]:
        """In a database thread, in the parlour's scope: what sockets are to show from now on, or
        the code to close them with. Sockets that need nothing are left out."""

    @classmethod
    @abstractmethod
    def behind(cls, feeds: Sequence[Any]) -> list[Any]:
        """In a database thread, without a scope: which of these (all of this class) have
        something new. For many feeds it asks but once."""

    def is_known(self, notice: Mapping[str, Any]) -> bool:
        """Whether what the notice speaks of has been read already."""
        return False

    def take(self, given: Any) -> None:
        """A reading that was made elsewhere in this process, to be used by the next `read`."""
        self.look()

    def missed(self, player_id: int) -> bool:
        """In a database thread, in scope: the player's last socket here is closed for a while.
        False: something else was heard of them meanwhile; to be asked again."""
        return True

    def ask_for(self, player_id: int) -> None:  # noqa: B027 -- not for all feeds
        """In a database thread: ask all processes whether they hold a page of this player."""

    def answer_for(self, player_id: int) -> None:  # noqa: B027 -- not for all feeds
        """In the loop: a process asks that; whoever holds one sees to it that they count as
        heard of."""

    def look(self) -> None:
        """Read soon. While a reading is under way, one more follows it, however many ask."""
        self._is_wanted = True
        if not self._is_reading:
            self._is_reading = True
            spawn(self._look())

    async def _look(self) -> None:
        try:
            while self._is_wanted and self.watchers:
                self._is_wanted = False
                with with_parlour(self.parlour):
                    found = await in_database(self.read, tuple(self.watchers))
                for watcher, news in found.items():
                    if watcher not in self.watchers:
                        continue
                    if isinstance(news, int):
                        spawn(watcher.end(news))
                    else:
                        watcher.offer(news)
        finally:
            self._is_reading = False


class Hub:
    """All feeds of one process."""

    def __init__(self, sweep: Callable[[], object]) -> None:
        self.feeds: dict[Hashable, Feed] = {}
        self.by_player: Counter[int] = Counter()
        self.by_address: Counter[str] = Counter()
        self._missing: dict[tuple[Hashable, int], asyncio.TimerHandle] = {}
        self._sweep = sweep
        self._ear = Ear(self._heard)
        self._tasks = [
            spawn(self._ear.listen()),
            spawn(_for_ever(self._round, ROUND)),
            spawn(_for_ever(self._sweep_now, SWEEP_EVERY)),
        ]

    @property
    def is_running(self) -> bool:
        return not any(task.done() for task in self._tasks)

    def knock(self, address: str) -> bool:
        """Counts a socket from this address until it goes. False, uncounted: too many."""
        if self.by_address[address] >= settings.SOCKETS_PER_ADDRESS:
            return False
        self.by_address[address] += 1
        return True

    def go(self, address: str) -> None:
        _count_down(self.by_address, address)

    def is_full_for(self, watcher: Watcher) -> bool:
        player = watcher.player_id
        return player is not None and self.by_player[player] >= settings.SOCKETS_PER_PLAYER

    def enter(self, wanted: Feed, watcher: Watcher) -> Feed:
        """Counts the socket in; `tell` then sends it the whole and what is new."""
        feed = self.feeds.setdefault(wanted.key, wanted)
        feed.watchers.add(watcher)
        if watcher.player_id is not None:
            self.by_player[watcher.player_id] += 1
        return feed

    async def tell(self, feed: Feed) -> None:
        if not self._ear.hears(feed.group):
            # Before reading, or what happens in between would be heard of by nobody.
            await self._ear.add(feed.group)
        feed.look()

    def leave(self, feed: Feed, watcher: Watcher) -> None:
        if watcher not in feed.watchers:
            return
        feed.watchers.remove(watcher)
        player = watcher.player_id
        if player is not None:
            _count_down(self.by_player, player)
            self._miss_later(feed, player)
        if not feed.watchers and self.feeds.get(feed.key) is feed:
            del self.feeds[feed.key]
            spawn(self._ear.drop(feed.group))

    def _miss_later(self, feed: Feed, player_id: int) -> None:
        """Counted from the latest closing: a page that was loaded anew closed one before."""
        who = (feed.key, player_id)
        if who in self._missing:
            self._missing[who].cancel()
        loop = asyncio.get_running_loop()
        self._missing[who] = loop.call_later(MISSED_AFTER, self._miss, feed, player_id)

    def _miss(self, left: Feed, player_id: int) -> None:
        self._missing.pop((left.key, player_id), None)
        feed = self.feeds.get(left.key, left)
        if not any(watcher.player_id == player_id for watcher in feed.watchers):
            spawn(self._ask_who_is_missed(feed, player_id))

    async def _ask_who_is_missed(self, feed: Feed, player_id: int) -> None:
        with with_parlour(feed.parlour):
            await in_database(feed.ask_for, player_id)
            await asyncio.sleep(ANSWERING)
            if not await in_database(feed.missed, player_id):
                self._miss_later(feed, player_id)

    def take(self, key: Hashable, given: Any) -> None:
        feed = self.feeds.get(key)
        if feed is not None:
            feed.is_held = False
            feed.take(given)

    def release(self, key: Hashable) -> None:
        feed = self.feeds.get(key)
        if feed is not None and feed.is_held:
            feed.is_held = False
            feed.look()

    def _heard(self, group: str, notice: Mapping[str, Any]) -> None:
        for feed in list(self.feeds.values()):
            if feed.group != group:
                continue
            if "asked" in notice:
                feed.answer_for(notice["asked"])
                continue
            if feed.is_known(notice):
                continue
            if _handing_over[feed.key]:
                feed.is_held = True
            else:
                feed.look()

    async def _round(self) -> None:
        now = time.monotonic()
        by_kind: dict[type[Feed], list[Feed]] = defaultdict(list)
        for feed in list(self.feeds.values()):
            by_kind[type(feed)].append(feed)
            if not self._ear.hears(feed.group):
                spawn(self._ear.add(feed.group))
            for watcher in list(feed.watchers):
                if now - watcher.heard_at > SILENT_AFTER:
                    spawn(watcher.end(SILENT))
        for kind, feeds in by_kind.items():
            for feed in await in_database(kind.behind, feeds):
                feed.look()

    async def _sweep_now(self) -> None:
        await in_database(self._sweep)


class Ear:
    """This process's one subscription to the channel layer. Redis may be away, at the start or
    later: then nothing is heard until it is back, and nobody has to wait for it."""

    def __init__(self, heard: Callable[[str, Mapping[str, Any]], None]) -> None:
        self._heard = heard
        self._layer: Any = get_channel_layer()
        self._channel: str | None = None
        self._groups: set[str] = set()
        self._adding: dict[str, asyncio.Task[None]] = {}

    def hears(self, group: str) -> bool:
        return group in self._groups

    async def listen(self) -> None:
        while True:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel("hub")
                notice = await self._layer.receive(self._channel)
                self._heard(notice["group"], notice)
            except Exception as problem:
                logger.warning("The channel layer is away: %s", type(problem).__name__)
                await asyncio.sleep(1)

    async def add(self, group: str) -> None:
        """Waits at most `SUBSCRIBING`; what takes longer goes on by itself."""
        task = self._adding.get(group)
        if task is None:
            task = self._adding[group] = spawn(self._subscribe(group))
        await asyncio.wait([task], timeout=SUBSCRIBING)

    async def drop(self, group: str) -> None:
        if group in self._groups:
            self._groups.discard(group)
            with suppress(RedisError, OSError):
                await self._layer.group_discard(group, self._channel)

    async def _subscribe(self, group: str) -> None:
        try:
            if self._channel is not None:
                await self._layer.group_add(group, self._channel)
                self._groups.add(group)
        except (RedisError, OSError):
            pass  # the next round tries again
        finally:
            del self._adding[group]


@contextmanager
def handing_over(key: Hashable) -> Iterator[Callable[[Any], None]]:
    """For a web thread that changes something and reads it anew anyway: it gives its reading to
    this process's sockets, which then need none of their own."""
    hubs = list(_hubs.items())

    def give(found: Any) -> None:
        for loop, each in hubs:
            loop.call_soon_threadsafe(each.take, key, found)

    with _counting:
        _handing_over[key] += 1
    try:
        yield give
    finally:
        with _counting:
            _count_down(_handing_over, key)
        for loop, each in hubs:
            loop.call_soon_threadsafe(each.release, key)


_handing_over: Counter[Hashable] = Counter()
_counting = threading.Lock()
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_spawned: set[asyncio.Task[Any]] = set()


def keep_hub_running(sweep: Callable[[], object]) -> None:
    """Called with every request and socket: the first one starts this process's hub."""
    loop = asyncio.get_running_loop()
    running = _hubs.get(loop)
    if running is None or not running.is_running:
        for old in [each for each in _hubs if each.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub(sweep)


def hub() -> Hub:
    return _hubs[asyncio.get_running_loop()]


def spawn(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Starts work that nobody waits for. Its failure is logged; the rounds make good for it."""
    task = asyncio.create_task(work)
    _spawned.add(task)
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[None]) -> None:
    _spawned.discard(task)
    if not task.cancelled() and (problem := task.exception()) is not None:
        logger.error("Work for sockets failed.", exc_info=problem)


async def _for_ever(do: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
    while True:
        await asyncio.sleep(pause)
        try:
            await do()
        except Exception:
            logger.exception("A round failed; the next one comes in %s s.", pause)


def _count_down(counter: Counter[Any], key: Any) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
