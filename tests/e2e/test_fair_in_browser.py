"""The check that runs on the proof page: in a real browser, with its own SHA-256 and with ours.

It needs no house. The same records as for the stand-alone verifier, and the shared vectors.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.fair.records import TAMPERINGS, VECTORS, Record, log_with, record_of, tampered
from verifier import kirakuken_verify as verifier

SCRIPTS = [Path("static/js/sha256.js"), Path("static/js/fair_check.js")]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["of the browser", "our own"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page with the checking scripts. On plain http a browser has no crypto.subtle."""
    host = "http://localhost/" if request.param == "of the browser" else "http://parlour.test/"
    page = browser.new_page()
    page.route(
        "**/*", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html")
    )
    page.goto(host)
    for script in SCRIPTS:
        page.add_script_tag(path=str(ROOT / script))
    has_own = page.evaluate("Boolean(window.crypto.subtle)")
    assert has_own == (request.param == "of the browser")
    yield page
    page.close()


def check(page: Page, record: Record) -> list[str]:
    lines: list[str] = page.evaluate("record => kk.fair.check(record)", record)
    return lines


def test_right_records_are_right(page: Page) -> None:
    assert check(page, record_of()) == []
    assert check(page, record_of(withheld=())) == []


def test_it_names_the_same_lines_as_the_verifier(page: Page) -> None:
    for tampering in TAMPERINGS:
        record = tampered(tampering)
        found = check(page, record)
        assert found[0] == tampering.line, tampering.name
        assert found == [problem.line for problem in verifier.check(record)], tampering.name


def test_a_match_broken_off_before_its_dice_were_made(page: Page) -> None:
    record = record_of()
    record |= {"transcript": "", "key": "", "draws": [], "draw_count": 0, "moves": []}
    assert check(page, record) == []
    assert check(page, record | {"key": VECTORS["key"]}) == ["key"]


def test_the_log(page: Page) -> None:
    record, rows = log_with(record_of())
    ask = "([rows, record]) => kk.fair.checkLog(rows, record)"
    assert page.evaluate(ask, [rows, record]) == []
    assert page.evaluate(ask, [rows[:1] + rows[2:], record]) == ["chain:2"]
    assert page.evaluate(ask, [rows[:2], record]) == ["chain:match"]


def test_vectors(page: Page) -> None:
    ask = "([n, v]) => kk.fair.roll(v.key, n, v.purpose, v.kind, v.bound, v.result.length)"
    for vector in VECTORS["draws"]:
        given = {**vector, "key": VECTORS["key"]}
        assert page.evaluate(ask, [vector["number"], given]) == vector["result"]
    for number, dice in enumerate(VECTORS["two_dice"]):
        given = {"purpose": "dice", "kind": "roll", "bound": 6, "result": dice}
        assert page.evaluate(ask, [number, {**given, "key": VECTORS["key"]}]) == dice


def test_commitments_and_keys_of_the_vectors(page: Page) -> None:
    game, secret = VECTORS["game"], VECTORS["secret"]
    made = page.evaluate("([g, s]) => kk.fair.serverCommit(g, s)", [game, secret])
    assert made == VECTORS["server_commitment"]
    for chair, nonce in VECTORS["nonces"].items():
        made = page.evaluate("([g, c, n]) => kk.fair.seatCommit(g, c, n)", [game, chair, nonce])
        assert made == VECTORS["commitments"][chair]
    assert page.evaluate("r => kk.fair.hashed(r)", VECTORS["rules"]) == VECTORS["rules_digest"]
    shown = record_of(withheld=())
    key = page.evaluate("([s, t]) => kk.fair.gameKey(s, t)", [secret, shown["transcript"]])
    assert key == VECTORS["seat_3_revealed"]["key"]


@pytest.mark.parametrize("length", [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000])
def test_our_sha256(browser: Browser, length: int) -> None:
    """At the lengths where padding changes its form."""
    page = browser.new_page()
    page.add_script_tag(path=str(ROOT / SCRIPTS[0]))
    content = bytes(number * 7 % 256 for number in range(length))
    given: list[Any] = [list(content), content.hex()]
    assert page.evaluate("([n]) => kk.hex(kk.sha256(Uint8Array.from(n)))", given) == (
        hashlib.sha256(content).hexdigest()
    )
    assert page.evaluate("([, h]) => kk.hex(kk.unhex(h))", given) == content.hex()
    page.close()
