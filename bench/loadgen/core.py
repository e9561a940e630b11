"""Load generator core: tables, seats, pacing and measurement.

The core knows nothing of any server's protocol; an adapter does (kirakuken.py).
See bench/README.md. One process and one event loop, which uvloop and picows keep cheap.
"""

import asyncio
import gc
import random
import time
from abc import ABC, abstractmethod

from picows import WSListener, WSMsgType, ws_connect

SEATS = 4
clock = time.perf_counter


class Client(WSListener, ABC):
    """One websocket = one seat at one table.  Adapters subclass this.

    Override: url(), headers(), on_open(), on_payload(), send_move().
    Call:     self.ready(seq)  once the first state has come, with the number of
                               moves already made at the table (0 for a new one);
              self.seen(seq)   each time the client has the state after move
                               number `seq` (1 = the table's first move).
    """

    text = True  # does the server talk text frames?

    def __init__(self, table, seat):
        self.table = table
        self.seat = seat
        self.transport = None
        self.is_ready = False
        self.bytes_in = 0
        self.frames_in = 0
        self.closed = False
        self.close_info = None
        self.last_payload = None  # kept only when table.keep is set

    # -- to override ------------------------------------------------------
    @abstractmethod
    def url(self):
        """Where its socket is."""

    def headers(self):
        return None

    def on_open(self):
        pass

    @abstractmethod
    def on_payload(self, data):
        """A message has come, as bytes."""

    @abstractmethod
    def send_move(self, seq):
        """Send the move that will become the table's move number `seq`."""

    # -- services for adapters --------------------------------------------
    def send_text(self, data):
        self.transport.send(WSMsgType.TEXT, data)

    def send_binary(self, data):
        self.transport.send(WSMsgType.BINARY, data)

    def ready(self, seq=0):
        if not self.is_ready:
            self.is_ready = True
            self.table.client_ready(self, seq)

    def seen(self, seq):
        self.table.client_seen(self, seq)

    # -- picows -------------------------------------------------------------
    def on_ws_connected(self, transport):
        self.transport = transport
        self.on_open()

    def on_ws_frame(self, transport, frame):
        mt = frame.msg_type
        if mt == WSMsgType.TEXT or mt == WSMsgType.BINARY:
            data = frame.get_payload_as_bytes()
            self.bytes_in += len(data)
            self.frames_in += 1
            if self.table.keep:
                self.last_payload = data
            self.on_payload(data)
        elif mt == WSMsgType.CLOSE:
            self.close_info = (frame.get_close_code(), frame.get_close_message())
            transport.disconnect()

    def on_ws_disconnected(self, transport):
        self.closed = True
        self.table.client_gone(self)


class Table:
    __slots__ = (
        "driver",
        "key",
        "info",
        "clients",
        "seq",
        "pending",
        "due",
        "sent",
        "mask",
        "handle",
        "stopped",
        "n_ready",
        "keep",
        "rng",
        "ready_seqs",
        "seen_max",
    )

    def __init__(self, driver, key, info):
        self.driver = driver
        self.key = key  # index
        self.info = info  # whatever the adapter's create_tables returned
        self.clients = []
        self.seq = 0  # moves delivered to all 4
        self.pending = 0  # move number under way, 0 = none
        self.mask = 0
        self.due = self.sent = 0.0
        self.handle = None
        self.stopped = True
        self.n_ready = 0
        self.keep = False
        self.rng = random.Random(key)
        self.ready_seqs = []
        self.seen_max = 0

    # callbacks from clients
    def client_ready(self, client, seq):
        self.ready_seqs.append(seq)
        self.n_ready += 1
        if seq > self.seq:
            self.seq = seq
        self.driver.on_ready()

    def client_seen(self, client, seq):
        if seq > self.seen_max:
            self.seen_max = seq
        if not self.pending or seq < self.pending:
            return
        bit = 1 << client.seat
        if self.mask & bit:
            return
        self.mask |= bit
        if self.mask == 0b1111:
            now = clock()
            self.seq = self.pending
            self.pending = 0
            d = self.driver
            d.record(self, now)
            if not self.stopped:
                self.due += d.gap(self.rng)
                if self.due <= now:  # behind schedule: at once
                    d.slipped += 1
                    self.fire()
                else:
                    self.handle = d.loop.call_at(d.loop.time() + self.due - now, self.fire)

    def client_gone(self, client):
        self.driver.on_gone(self, client)

    # pacing
    def start(self, at):
        self.stopped = False
        self.due = at
        self.handle = self.driver.loop.call_at(
            self.driver.loop.time() + max(0.0, at - clock()), self.fire
        )

    def stop(self):
        self.stopped = True
        if self.handle:
            self.handle.cancel()
            self.handle = None

    def fire(self):
        self.handle = None
        if not self.stopped:
            self.move()

    def move(self):
        """Send the table's next move now."""
        seq = self.seq + 1
        c = self.driver.mover(self, seq)
        if c is None or c.closed:  # the match is over, or the line is down
            return
        self.pending = seq
        self.mask = 0
        self.sent = clock()
        c.send_move(seq)


class Driver:
    def __init__(self, adapter, loop=None):
        self.adapter = adapter
        self.loop = loop or asyncio.get_running_loop()
        self.tables = []
        self.interval = 1.0
        self.lat = []  # (t_done, ms since sent, ms since due)
        self.slipped = 0
        self.gone = 0
        self.expect_gone = False
        self._ready = 0
        self._ready_evt = asyncio.Event()
        self._want_ready = 0
        self.mover = getattr(adapter, "mover", lambda table, seq: table.clients[(seq - 1) % SEATS])

    def gap(self, rng):
        return self.interval * (0.5 + rng.random())

    def record(self, table, now):
        self.lat.append((now, (now - table.sent) * 1e3, (now - table.due) * 1e3))

    def on_ready(self):
        self._ready += 1
        if self._ready >= self._want_ready:
            self._ready_evt.set()

    def on_gone(self, table, client):
        if not self.expect_gone:
            self.gone += 1

    async def open(self, n_tables, concurrency=32, timeout=120):
        """Create n tables and connect 4 clients to each."""
        infos = await self.adapter.create_tables(n_tables)
        self.tables = [Table(self, i, info) for i, info in enumerate(infos)]
        return await self.connect_all(concurrency, timeout)

    async def connect_all(self, concurrency=32, timeout=120):
        self._ready = 0
        self._ready_evt.clear()
        self._want_ready = len(self.tables) * SEATS
        sem = asyncio.Semaphore(concurrency)
        failed = []

        async def table_up(t):
            async with sem:
                t.clients = []
                t.n_ready = 0
                t.ready_seqs = []
                if hasattr(self.adapter, "before_table"):
                    await self.adapter.before_table(t)
                for s in range(SEATS):
                    c = self.adapter.client(t, s)
                    t.clients.append(c)
                    try:
                        await asyncio.wait_for(
                            ws_connect(
                                lambda c=c: c,
                                c.url(),
                                extra_headers=c.headers(),
                                local_addr=(c.address(), 0),
                            ),
                            20,
                        )
                    except Exception as e:
                        c.closed = True
                        failed.append(repr(e)[:200])
                        continue
                    # a browser would wait for its first state too
                    for _ in range(2000):
                        if c.is_ready or c.closed:
                            break
                        await asyncio.sleep(0.002)

        t0 = clock()
        await asyncio.wait_for(asyncio.gather(*[table_up(t) for t in self.tables]), timeout)
        self.connect_s = clock() - t0
        self.connect_failed = failed
        return failed

    async def step(self, interval, warm, secs, on_window=None):
        """Run every table at one move per `interval` s; measure `secs` after `warm`."""
        self.interval = interval
        self.slipped = 0
        now = clock()
        live = [t for t in self.tables if t.n_ready == SEATS and not t.pending]
        rng = random.Random(42)
        for t in live:
            t.start(now + 0.05 + rng.random() * interval)
        await asyncio.sleep(warm)
        self.slipped = 0
        self.lat = []
        gc.collect()
        gc.freeze()
        gc.disable()
        w0 = clock()
        bytes0, frames0 = self.traffic()
        ctx = on_window() if on_window else None
        await asyncio.sleep(secs)
        extra = ctx() if ctx else {}
        w1 = clock()
        bytes1, frames1 = self.traffic()
        gc.enable()
        lat = self.lat
        self.lat = []
        slipped = self.slipped
        for t in self.tables:
            t.stop()
        # let moves under way land
        for _ in range(100):
            if not any(t.pending for t in self.tables):
                break
            await asyncio.sleep(0.05)
        hung = sum(1 for t in self.tables if t.pending)
        span = w1 - w0
        a = sorted(x[1] for x in lat)
        b = sorted(x[2] for x in lat)
        n = len(a)

        def q(v, p):
            return round(v[min(n - 1, int(p * n))], 2) if n else None

        res = {
            "tables": len(live),
            "clients": len(live) * SEATS,
            "interval_s": interval,
            "offered_per_s": round(len(live) / interval, 1),
            "moves": n,
            "moves_per_s": round(n / span, 1),
            "window_s": round(span, 2),
            "p50_ms": q(a, 0.50),
            "p95_ms": q(a, 0.95),
            "p99_ms": q(a, 0.99),
            "max_ms": q(a, 1.0),
            "p95_due_ms": q(b, 0.95),
            "slipped": slipped,
            "hung_tables": hung,
            "closed_clients": self.gone,
            "bytes_per_move": round((bytes1 - bytes0) / n) if n else None,
            "frames_per_move": round((frames1 - frames0) / n, 2) if n else None,
        }
        res.update(extra)
        return res

    def traffic(self):
        return (
            sum(c.bytes_in for t in self.tables for c in t.clients),
            sum(c.frames_in for t in self.tables for c in t.clients),
        )

    async def close(self):
        self.expect_gone = True
        for t in self.tables:
            t.stop()
            for c in t.clients:
                if c.transport and not c.closed:
                    c.transport.disconnect()
        await asyncio.sleep(0.3)
