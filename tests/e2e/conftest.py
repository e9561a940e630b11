"""A browser for all tests here, and people who come in with it.

    def test_two_play(house, person):
        aki, botan = person(), person(language="ja")
        aki.goto("/")

Each person has cookies of their own. A script error, a refused resource or an answer of 500 on any
of their pages fails the test, even where the page still looks right.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    expect,
    sync_playwright,
)

from tests.browser import FLAGS, chromium_path
from tests.house import House

# Milliseconds for a page or an element to appear. On a busy machine it takes its time.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
# Seconds in which a test, with a house to open, has ended. Nothing but the end of its process
# helps against a browser that does not answer; xdist goes on with another.
LONGEST = 420
CLOSING = 30  # seconds

Person = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(LONGEST, method="thread", func_only=False))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # `--headless` is among the flags: the usual argument would choose another build of it.
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=FLAGS, headless=True
        )
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the browsers of this test. One that provokes something on purpose
    removes it: `faults.clear()`."""
    return []


@pytest.fixture
def person(browser: Browser, house: House, faults: list[str]) -> Iterator[Person]:
    """Makes a page of somebody new. Options are Playwright's for a context, such as
    `java_script_enabled=False` or `viewport={"width": 360, "height": 740}`."""
    contexts = []
    house.forget_limits()

    def come_in(language: str = "en", **options: Any) -> Page:
        options.setdefault("base_url", house.url)
        context = browser.new_context(locale=language, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        _watch(page, faults)
        return page

    yield come_in
    for context in contexts:
        _close(context)
    assert not faults, "\n".join(faults)


def wait_in(page: Page, condition: Callable[[], object]) -> None:
    """Waits until `condition()` is true. Meanwhile the browser goes on, as it does not while this
    process sleeps: routes and sockets in a test's hands are answered."""
    end = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(50)


def _close(context: BrowserContext) -> None:
    """Playwright waits without an end for a Chromium that has lost a closing page, as it seldom
    does on a busy machine. Such people are left standing; nobody meets them."""
    with suppress(TimeoutError):
        context._sync(asyncio.wait_for(context._impl_obj.close(None), CLOSING))


def _watch(page: Page, faults: list[str]) -> None:
    def of_script(error: Error) -> None:
        faults.append(f"Script error on {page.url}: {error.message}")

    def of_console(message: ConsoleMessage) -> None:
        # 409 and 422 are ordinary answers to a move; the browser reports them all the same.
        if message.type == "error" and "the server responded with a status" not in message.text:
            faults.append(f"Console on {page.url}: {message.text}")

    def of_answer(response: Response) -> None:
        if response.status >= 500 or (response.status == 404 and "/static/" in response.url):
            faults.append(f"{response.status} for {response.url}")

    page.on("pageerror", of_script)
    page.on("console", of_console)
    page.on("response", of_answer)
