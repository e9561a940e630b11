"""Requests in a rush: few threads and connections, a line that is not endless."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse

from kirakuken import threads
from kirakuken.threads import Busy, Thread, Threads
from tests.house import House

AT_ONCE = 20


async def answer_of(house: House, path: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


async def ask_often(house: House, times: int) -> set[int]:
    statuses: set[int] = set()
    for _ in range(times // AT_ONCE):
        statuses |= set(await asyncio.gather(*[answer_of(house, "/") for _ in range(AT_ONCE)]))
    return statuses


def test_a_thousand_requests_leave_as_many_threads_and_connections_as_a_hundred(
    house: House,
) -> None:
    daphne = Path("/proc") / str(house.children()["daphne"])
    if not daphne.exists():
        pytest.skip("counted in /proc")

    def counted() -> tuple[int, int]:
        files = [path.resolve() for path in (daphne / "fd").iterdir()]
        return len(list((daphne / "task").iterdir())), files.count(house.var / "db.sqlite3")

    assert asyncio.run(ask_often(house, 100)) == {200}
    before = counted()
    assert asyncio.run(ask_often(house, 900)) == {200}
    assert counted() == before
    web_and_sockets = 2 + 2
    assert before[1] <= web_and_sockets


async def test_the_thread_given_back_last_is_lent_first() -> None:
    pool = Threads(3)
    one, two = await pool.borrow(), await pool.borrow()
    pool.give_back(one)
    pool.give_back(two)
    assert await pool.borrow() is two


async def test_requests_wait_in_line_for_a_thread() -> None:
    pool = Threads(1)
    thread = await pool.borrow()
    waiting = [asyncio.ensure_future(pool.borrow()) for _ in range(3)]
    await asyncio.sleep(0)
    for turn in waiting:
        pool.give_back(thread)
        assert await turn is thread
    pool.give_back(thread)
    assert await pool.borrow() is thread


async def test_whoever_waits_too_long_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.05)
    pool = Threads(1)
    thread = await pool.borrow()
    with pytest.raises(Busy):
        await pool.borrow()
    pool.give_back(thread)
    assert await pool.borrow() is thread


async def test_the_line_is_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_WAITING", 2)
    pool = Threads(1)
    thread = await pool.borrow()
    waiting = [asyncio.ensure_future(pool.borrow()) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.borrow()
    # Who goes away leaves the line, and takes no thread along.
    waiting[0].cancel()
    await asyncio.sleep(0)
    pool.give_back(thread)
    assert await waiting[1] is thread


async def test_a_thread_that_is_still_at_work_is_not_lent() -> None:
    pool = Threads(1)
    thread = await pool.borrow()
    done = threading.Event()
    thread.submit(done.wait, 5)
    pool.give_back(thread)  # its client hung up
    turn = asyncio.ensure_future(pool.borrow())
    await asyncio.sleep(0.05)
    assert not turn.done()
    done.set()
    assert await asyncio.wait_for(turn, 5) is thread


async def test_a_rush_is_answered_by_503_and_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.05)
    pool = Threads(1)
    await pool.borrow()
    status, headers = await ask(threads.WebApplication(pool))
    assert (status, headers[b"Retry-After"]) == (503, b"1")


async def test_a_body_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LARGEST_BODY", 1000)
    status, _ = await ask(threads.WebApplication(Threads(1)), pieces=lambda: b"x" * 300)
    assert status == 413


async def test_a_body_in_chunks_has_a_length_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits ask for the length, and whoever sends chunks does not say it."""
    lengths: list[str] = []

    def answer(request: HttpRequest) -> HttpResponse:
        lengths.append(request.META["CONTENT_LENGTH"])
        return HttpResponse()

    application = threads.WebApplication(Threads(1))
    monkeypatch.setattr(application, "get_response", answer)
    pieces = iter([b"x" * 700, b"y" * 300, b""])
    await ask(application, pieces=lambda: next(pieces))
    assert lengths == ["1000"]


async def test_all_of_a_request_is_done_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_whole", lambda response: response)
    seen: set[str] = set()
    application = threads.WebApplication(Threads(1))

    def answer(scope: threads.Scope, body: bytes) -> object:
        seen.add(threading.current_thread().name)
        return HttpResponse("here")

    monkeypatch.setattr(application, "_answer", answer)
    for _ in range(5):
        assert (await ask(application))[0] == 200
    assert len(seen) == 1
    assert seen != {threading.current_thread().name}


async def ask(
    application: threads.WebApplication, pieces: Callable[[], bytes] | None = None
) -> tuple[int, dict[bytes, bytes]]:
    told: list[threads.Scope] = []

    async def receive() -> threads.Scope:
        body = pieces() if pieces else b""
        return {"type": "http.request", "body": body, "more_body": bool(body)}

    async def send(message: threads.Scope) -> None:
        told.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
    await application(scope, receive, send)
    return told[0]["status"], dict(told[0]["headers"])


def test_a_thread_is_one_thread() -> None:
    thread = Thread()
    names = {thread.submit(lambda: threading.current_thread().name).result() for _ in range(5)}
    thread.shutdown()
    assert len(names) == 1
