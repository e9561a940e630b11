"""The threads in which requests and the sockets' database work are done: few, and kept.

Django makes a new thread, and with it a new database connection, for each request that comes
through ASGI, without limit. Here each request borrows one of `WEB_THREADS` threads that live
as long as the process, so threads and connections are counted and warm, and a rush waits in
line instead of opening connections. All middleware and views are plain functions: a request
is one call in its thread, which a client that hangs up cannot interrupt half way.
"""

import asyncio
import contextvars
import io
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

PATIENCE = 5.0  # seconds a request waits for a thread
MOST_WAITING = 200  # requests in line; one more is turned away at once
RETRY_AFTER = 1  # seconds
LARGEST_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes; nothing is ever uploaded

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]
T = TypeVar("T")


class Busy(Exception):
    """All threads are at work and the line is too long, or did not move."""


class Thread(ThreadPoolExecutor):
    """One thread with whatever it keeps, above all its database connection."""

    def __init__(self) -> None:
        super().__init__(max_workers=1, thread_name_prefix="web")
        self.last: Future[Any] | None = None

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future = super().submit(fn, *args, **kwargs)
        self.last = future
        return future


class Threads:
    """Threads to borrow. The one given back last is lent first, so that few stay warm."""

    def __init__(self, count: int) -> None:
        self._free = [Thread() for _ in range(count)]
        self._line: deque[asyncio.Future[Thread]] = deque()

    async def borrow(self) -> Thread:
        """Waits at most `PATIENCE`; raises Busy."""
        if self._free:
            return self._free.pop()
        if len(self._line) >= MOST_WAITING:
            raise Busy
        turn: asyncio.Future[Thread] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        try:
            await asyncio.wait([turn], timeout=PATIENCE)
        except asyncio.CancelledError:
            if turn.done():
                self._lend(turn.result())
            turn.cancel()
            raise
        if not turn.done():
            turn.cancel()
            self._line.remove(turn)
            raise Busy
        return turn.result()

    def give_back(self, thread: Thread) -> None:
        """A thread that is still at work, for its client hung up, is lent again when it is done."""
        if thread.last is None or thread.last.done():
            self._lend(thread)
            return
        loop = asyncio.get_running_loop()
        thread.last.add_done_callback(lambda _: loop.call_soon_threadsafe(self._lend, thread))

    def _lend(self, thread: Thread) -> None:
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(thread)
                return
        self._free.append(thread)


class WebApplication(ASGIHandler):
    """Django's handler, with each request answered by one call in a borrowed thread."""

    def __init__(self, threads: Threads | None = None) -> None:
        # Not the parent's: its chain of middleware would change threads for each that is sync.
        self.load_middleware(is_async=False)
        self._threads = threads or Threads(settings.WEB_THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The whole body first: a thread must not wait for a slow sender.
        body = await _read_body(receive)
        if body is None:
            return
        if len(body) > LARGEST_BODY:
            await self.send_response(HttpResponse(status=413), send)
            return
        try:
            thread = await self._threads.borrow()
        except Busy:
            await self.send_response(_turned_away(), send)
            return
        try:
            async with ThreadSensitiveContext(executor=thread):
                response = await sync_to_async(self._answer)(scope, body)
        finally:
            self._threads.give_back(thread)
        await self.send_response(response, send)

    def _answer(self, scope: Scope, body: bytes) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, io.BytesIO(body))
        if request is not None and body:
            # One that came in chunks said no length, and limits would take it for empty.
            request.META["CONTENT_LENGTH"] = str(len(body))
        response: Any = self.get_response(request) if request is not None else refused
        answer = _whole(response) if response.streaming else response
        response.close()  # ends the request: old connections are closed in this thread
        return answer


def _whole(response: Any) -> HttpResponseBase:
    """A file or a page that is made in pieces, read while we are in the thread."""
    content = b"".join(response.streaming_content)
    whole = HttpResponse(content, status=response.status_code, headers=response.headers)
    whole.cookies = response.cookies
    return whole


async def _read_body(receive: Receive) -> bytes | None:
    """None: the client hung up. Stops reading where it is longer than `LARGEST_BODY`."""
    body = bytearray()
    while len(body) <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


def _turned_away() -> HttpResponse:
    return HttpResponse(
        "The house is full for a moment. Please try again.",
        status=503,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"},
    )


# What sockets ask of the database. Apart from the web threads, so that neither can starve the
# other.
_socket_threads = ThreadPoolExecutor(settings.WEB_THREADS, thread_name_prefix="socket")


async def in_database(do: Callable[..., T], *args: Any) -> T:
    """Calls `do` in one of a few threads with lasting connections, in a copy of the caller's
    context, so that a parlour in scope and a language stay in force there."""
    context = contextvars.copy_context()
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_socket_threads, context.run, _with_connection, do, *args)


def _with_connection(do: Callable[..., T], *args: Any) -> T:
    close_old_connections()
    try:
        return do(*args)
    finally:
        close_old_connections()
