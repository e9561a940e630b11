"""A ranked match by two accounts in two browsers, from signing in to both profiles; then the
owner of the parlour strikes it from the record, and takes that back."""

import re
import time
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, wait_in
from tests.e2e.screens import faults_of
from tests.e2e.test_waiting_room import link_of
from tests.house import House
from tests.ranked_house import OWNER, PASSWORD, RankedParlour, furnish

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
MATCH = 240  # seconds for a match on a busy machine
ANEW = 60_000  # milliseconds for a rating, or a ladder, to be worked out

# What a page does on its own from then on: it sends the answer that it is offered, once.
PLAYS_ON = """() => {
    window.playsOn ??= setInterval(async () => {
        const root = document.getElementById("table");
        const form = document.querySelector("#counter form[data-move]");
        const asked = `${root.dataset.decision} of ${root.dataset.v}`;
        if (!form || root.dataset.kind !== "match" || window.answered === asked) return;
        window.answered = asked;
        const body = new URLSearchParams(new FormData(form));
        body.set("one_time_id", crypto.randomUUID());
        body.set("have", root.dataset.v);
        body.delete("csrfmiddlewaretoken");
        const headers = { Accept: "application/json", "X-CSRFToken": kk.csrf() };
        const answer = await fetch(form.getAttribute("action"), { method: "POST", headers, body });
        if (!answer.ok) window.answered = "";
    }, 40);
}"""


@pytest.fixture(scope="module")
def banzuke(house: House) -> RankedParlour:
    return furnish(house, "banzuke", japanese="Yokozuna")


def sign_in(page: Page, user_name: str, path: str) -> None:
    """At whatever page sends there, and back to it."""
    page.goto(f"/you/sign-in/?{urlencode({'next': path})}")
    give_password(page, user_name)
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))


def give_password(page: Page, user_name: str) -> None:
    page.locator("[name=login]").fill(user_name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .btn.go").click()


def roll(page: Page) -> None:
    button = page.locator("#counter .btn.go")
    expect(button).to_be_visible()
    page.wait_for_timeout(400)  # a new question is deaf for a moment
    button.click()


def play_on(pages: Sequence[Page]) -> None:
    """Until every page shows the result. A page that was loaded anew is told again."""
    end = time.monotonic() + MATCH
    while {page.locator("#table").get_attribute("data-kind") for page in pages} != {"result"}:
        assert time.monotonic() < end, "the match does not end"
        for page in pages:
            page.evaluate(PLAYS_ON)
        pages[0].wait_for_timeout(300)


def test_a_ranked_match_and_an_owner_who_strikes_it(person: Person, banzuke: RankedParlour) -> None:
    here = {"base_url": banzuke.url, "reduced_motion": "reduce"}
    yoko = person(viewport=PHONE, has_touch=True, language="ja", **here)
    ozeki = person(viewport=DESKTOP, **here)
    a_match(yoko, ozeki)
    both_profiles(yoko, ozeki, banzuke)
    gyoji = person(viewport=DESKTOP, **here)
    sign_in(gyoji, OWNER, "/admin/ratings/ratedgame/")
    rule(gyoji, "strike", "Played for the other, as both say.")
    struck(yoko, ozeki, banzuke)
    rule(gyoji, "restore", "They did not.")
    for page, name in ((yoko, "Yokozuna"), (ozeki, "Ozeki")):
        until(
            page, banzuke.profiles[name], "tbody tr:not(.struck) .up, tbody tr:not(.struck) .down"
        )


def a_match(yoko: Page, ozeki: Page) -> None:
    """Opened on the phone, joined by the link, played to its end."""
    sign_in(yoko, "yokozuna", "/tables/new/?game=hokusai&ranked=on")
    yoko.locator("main .btn.go").tap()
    expect(yoko.locator("#ranked")).to_be_visible()
    expect(yoko.locator("#call-cpu")).to_have_count(0)
    ozeki.goto(link_of(yoko))
    expect(ozeki.locator("#door")).to_contain_text("Ranked tables are for people with an account")
    ozeki.get_by_role("link", name="Sign in").click()
    give_password(ozeki, "ozeki")
    ozeki.get_by_role("button", name="Sit down").click()
    expect(yoko.locator("#room .who b")).to_have_count(2)
    for page in (yoko, ozeki):
        assert faults_of(page) == []
    yoko.locator("#start").tap()
    for page in (yoko, ozeki):
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    each_rolls((yoko, ozeki))
    play_on((yoko, ozeki))
    expect(ozeki.locator("#counter")).to_contain_text(
        re.compile(r"Your rating is 1,\d{3} now \([+−]\d+\): (1st|2nd) of 2"), timeout=ANEW
    )
    expect(yoko.locator("#counter")).to_contain_text(
        re.compile(r"点数は1,\d{3}（[+−]\d+）になりました。"), timeout=ANEW
    )


def each_rolls(pages: Sequence[Page]) -> None:
    """By hand, whoever's turn it is, until everybody has."""
    rolled: set[Page] = set()
    while len(rolled) < len(pages):
        wait_in(pages[0], lambda: any(is_asked(page) for page in pages))
        page = next(page for page in pages if is_asked(page))
        before = page.locator("#table").get_attribute("data-v") or ""
        roll(page)
        expect(page.locator("#table")).not_to_have_attribute("data-v", before)
        rolled.add(page)


def is_asked(page: Page) -> bool:
    return page.locator("#counter form[data-move]").count() > 0


def both_profiles(yoko: Page, ozeki: Page, banzuke: RankedParlour) -> None:
    """Each sees their own and the other's; what one won is what the other lost."""
    told = []
    for page in (yoko, ozeki):
        changes = []
        for name in ("Yokozuna", "Ozeki"):
            page.goto(banzuke.profiles[name])
            expect(page.locator("h1")).to_have_text(name)
            expect(page.locator(".figs dd").first).to_have_text("3")
            expect(page.locator(".chart")).to_be_visible()
            changes.append(page.locator("tbody .up, tbody .down").inner_text())
            assert faults_of(page) == []
            assert fits_a_narrow_phone(page)
        told.append(changes)
    assert told[0] == told[1]
    assert {words.split()[0] for words in told[0]} == {"▲", "▼"}
    assert len({re.sub(r"\D", "", words) for words in told[0]}) == 1


def fits_a_narrow_phone(page: Page) -> bool:
    """Nothing of the page's tables is moved sideways to be read."""
    usual = page.viewport_size
    assert usual is not None
    page.set_viewport_size({"width": 320, "height": 700})
    tables = "[...document.querySelectorAll('.scroll')]"
    fits = page.evaluate(f"{tables}.every((each) => each.scrollWidth <= each.clientWidth)")
    page.set_viewport_size(usual)
    return bool(fits)


def rule(gyoji: Page, action: str, reason: str) -> None:
    """The match that was played last, in the staff room."""
    gyoji.goto("/admin/ratings/ratedgame/?o=-1")
    gyoji.locator("#result_list tbody tr").first.locator("input.action-select").check()
    gyoji.locator("select[name=action]").select_option(action)
    gyoji.locator("[name=reason]").fill(reason)
    gyoji.locator("button[name=index]").click()
    expect(gyoji.locator(".messagelist .info")).to_be_visible()


def until(page: Page, path: str, what: str) -> None:
    """The page at `path` is loaded again until it shows something: a ladder is worked out anew."""
    page.goto(path)
    end = time.monotonic() + ANEW / 1000
    while page.locator(what).count() == 0:
        assert time.monotonic() < end, f"no {what} at {path}"
        page.wait_for_timeout(300)
        page.reload()


def struck(yoko: Page, ozeki: Page, banzuke: RankedParlour) -> None:
    """Told on the front page; on both profiles the match is there, and counts no more."""
    for page, words in ((yoko, "記録から除"), (ozeki, "A match was struck from the record")):
        until(page, "/", "#games section:has(a[href^='/people/'])")
        expect(page.locator("#games section:has(a[href^='/people/'])")).to_contain_text(words)
    for page in (yoko, ozeki):
        for name in ("Yokozuna", "Ozeki"):
            page.goto(banzuke.profiles[name])
            expect(page.locator("tr.struck")).to_have_count(1)
            expect(page.locator(".figs dd").first).to_have_text("2")
            expect(page.locator("tbody .up, tbody .down")).to_have_count(0)
            assert faults_of(page) == []
