"""Replays and proofs in real browsers: by keys, buttons, slider and links, with and without
scripts; the proof of a match that two browsers really played; what tampering looks like."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import Person
from tests.e2e.screens import faults_at_every_size
from tests.e2e.test_waiting_room import link_of, open_table, sit_down
from tests.fair.records import TAMPERINGS, Record
from tests.house import House

MADE = """
import json, uuid
from kirakuken.accounts.services import do_make_guest
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Move
from tests.tables.finished import closed, finished_match, running_match, shuffling_match

parlour = Parlour.objects.get(slug="kirakuken")
with with_parlour(parlour):
    aki, key = do_make_guest(parlour, "A" + uuid.uuid4().hex[:9], "en")
    others = [do_make_guest(parlour, n + uuid.uuid4().hex[:9], "en")[0] for n in "BC"]
    over = finished_match(aki, *others, is_listed=True, silent=(2,), turn_limit=60)
    Move.objects.filter(match=over, number=3).update(by=Move.By.CLOCK)
    print(json.dumps({
        "key": key,
        "over": over.public_id,
        "last": over.version,
        "on": running_match(aki, *others, is_listed=True).public_id,
        "never": closed(shuffling_match(aki, *others, is_listed=True)[0]).public_id,
        "off": closed(running_match(aki, *others, is_listed=True)).public_id,
        "names": [seat.name for seat in over.seats.all()],
    }))
"""


@pytest.fixture(scope="module")
def made(house: House) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(house.python(MADE).splitlines()[-1])
    return found


@pytest.fixture
def still(person: Person) -> Callable[..., Page]:
    """Nothing moves, so that steps take no time."""
    return lambda *words, **options: person(*words, reduced_motion="reduce", **options)


def where(page: Page) -> Locator:
    return page.locator("#where")


def scene_of(page: Page) -> Any:
    """What the board and the seats show: all data-* attributes and texts of the scene."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
            ".stage [id]:not(#scrub, #where, #play, .steps, .steps *), .chairs [id], #turnbar"
        )].map((each) => [
            each.id,
            ...each.getAttributeNames().filter((name) => name.startsWith("data-")).sort()
                .map((name) => `${name}=${each.getAttribute(name)}`),
            each.closest(".chairs, #turnbar") ? each.textContent.replace(/\\s+/g, " ") : "",
        ])"""
    )


class TestReplay:
    def test_stepping_shows_what_loading_the_move_shows(
        self, still: Callable[..., Page], made: dict[str, Any]
    ) -> None:
        page, loaded = still(), still()
        page.goto(f"/m/{made['over']}/replay?eyes=2")
        for number in range(1, 8):
            page.keyboard.press("ArrowRight")
            expect(where(page)).to_have_text(f"Move {number} of {made['last']}")
        loaded.goto(f"/m/{made['over']}/replay?move=7&eyes=2")
        assert scene_of(page) == scene_of(loaded)
        page.keyboard.press("End")
        expect(where(page)).to_have_text(f"Move {made['last']} of {made['last']}")
        loaded.goto(f"/m/{made['over']}/replay?move={made['last']}&eyes=2")
        assert scene_of(page) == scene_of(loaded)
        page.keyboard.press("Home")
        expect(where(page)).to_have_text(f"Move 0 of {made['last']}")
        loaded.goto(f"/m/{made['over']}/replay?move=0&eyes=2")
        assert scene_of(page) == scene_of(loaded)

    def test_keys_buttons_list_slider_and_address(
        self, still: Callable[..., Page], made: dict[str, Any]
    ) -> None:
        page, last = still(), made["last"]
        page.goto(f"/m/{made['over']}/replay")
        page.locator("#step-on").click()
        expect(where(page)).to_have_text(f"Move 1 of {last}")
        page.locator("#moves li[data-n='9'] a").click()
        expect(where(page)).to_have_text(f"Move 9 of {last}")
        expect(page.locator("#moves .now")).to_have_attribute("data-n", "9")
        page.locator("#step-back").click()
        expect(where(page)).to_have_text(f"Move 8 of {last}")
        page.locator("#scrub").focus()
        page.keyboard.press("ArrowRight")
        expect(where(page)).to_have_text(f"Move 9 of {last}")
        expect(page.locator("#scrub")).to_have_attribute("aria-valuetext", f"Move 9 of {last}")
        page.locator("#step-last").click()
        expect(page.locator("#ending")).to_contain_text("How it ended")
        expect(page).to_have_title(re.compile(f"Replay, move {last} of {last}"))
        page.locator("#step-first").click()
        expect(page.locator("#ending")).to_be_hidden()
        page.keyboard.press("ArrowLeft")
        expect(where(page)).to_have_text(f"Move 0 of {last}")
        page.keyboard.press("ArrowRight")
        expect(where(page)).to_have_text(f"Move 1 of {last}")
        assert page.url.endswith("?move=1&eyes=beside")
        page.reload()
        expect(where(page)).to_have_text(f"Move 1 of {last}")

    def test_many_presses_at_once_end_where_they_should(
        self, still: Callable[..., Page], made: dict[str, Any]
    ) -> None:
        page = still()
        page.goto(f"/m/{made['over']}/replay")
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        expect(where(page)).to_have_text(f"Move 12 of {made['last']}")

    def test_other_eyes_keep_the_move(
        self, still: Callable[..., Page], made: dict[str, Any]
    ) -> None:
        page = still()
        page.goto(f"/m/{made['over']}/replay")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(where(page)).to_have_text(f"Move 2 of {made['last']}")
        for name, eyes in ((made["names"][1], "2"), ("Everything open", "open")):
            page.get_by_role("link", name=name, exact=True).click()
            page.wait_for_url(f"**/replay?move=2&eyes={eyes}")
            expect(page.locator(".eyes [aria-current]")).to_have_text(name)

    def test_it_plays_by_itself_and_stops_at_the_end(
        self, person: Person, made: dict[str, Any]
    ) -> None:
        page = person()
        page.goto(f"/m/{made['over']}/replay?move={made['last'] - 2}")
        page.keyboard.press(" ")
        expect(page.locator("#play")).to_have_text("Pause")
        expect(where(page)).to_have_text(f"Move {made['last']} of {made['last']}")
        expect(page.locator("#play")).to_have_text("Play")
        expect(page.locator("#ending")).to_contain_text("How it ended")

    def test_a_press_stops_it(self, person: Person, made: dict[str, Any]) -> None:
        page = person()
        page.goto(f"/m/{made['over']}/replay")
        page.locator("#play").click()
        expect(where(page)).to_have_text(f"Move 1 of {made['last']}")
        page.locator("#play").click()
        expect(page.locator("#play")).to_have_text("Play")

    def test_the_steps_are_spoken(self, still: Callable[..., Page], made: dict[str, Any]) -> None:
        page = still()
        page.goto(f"/m/{made['over']}/replay")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#say")).to_contain_text("rolled")

    def test_who_decided(self, still: Callable[..., Page], made: dict[str, Any]) -> None:
        page = still()
        page.goto(f"/m/{made['over']}/replay")
        expect(page.locator("#moves li[data-n='3'] .tag")).to_have_text("the clock")
        expect(page.locator("#moves li[data-n='4'] .tag")).to_have_count(0)

    def test_without_scripts_every_move_is_a_page(
        self, person: Person, made: dict[str, Any]
    ) -> None:
        page, last = person(java_script_enabled=False), made["last"]
        page.goto(f"/m/{made['over']}/replay")
        page.locator("#step-on").click()
        page.locator("#step-on").click()
        expect(where(page)).to_have_text(f"Move 2 of {last}")
        page.locator("#moves li[data-n='5'] a").click()
        expect(where(page)).to_have_text(f"Move 5 of {last}")
        page.locator("#step-last").click()
        expect(page.locator("#ending")).to_contain_text("How it ended")
        page.locator("#jump").click()
        expect(where(page)).to_have_text(f"Move {last} of {last}")
        assert page.locator("#play:visible").count() == 0

    def test_a_lost_line_falls_back_to_pages(
        self, still: Callable[..., Page], made: dict[str, Any], faults: list[str]
    ) -> None:
        page = still()
        page.goto(f"/m/{made['over']}/replay")
        page.route("**/replay/frame?**", lambda route: route.abort())
        page.keyboard.press("End")
        page.wait_for_url(f"**/replay?move={made['last']}&eyes=beside")
        expect(where(page)).to_have_text(f"Move {made['last']} of {made['last']}")
        faults.clear()


class TestProof:
    def test_the_browser_checks_it(self, person: Person, made: dict[str, Any]) -> None:
        page = person()
        page.goto(f"/m/{made['over']}/fair")
        verdict = page.locator("#verdict")
        expect(verdict).to_have_attribute("data-checked", "browser")
        expect(verdict).to_have_class(re.compile(r"\bright\b"))
        expect(verdict).to_contain_text("Every draw of this match is as committed.")
        assert page.locator("[data-draw].is-right").count() == made["last"]
        assert page.locator("[data-yours]:visible").count() == 0

    def test_by_a_browser_without_its_own_hashes(
        self, person: Person, made: dict[str, Any]
    ) -> None:
        page = person()
        page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
        page.goto(f"/m/{made['over']}/fair")
        expect(page.locator("#verdict")).to_have_attribute("data-checked", "browser")
        expect(page.locator("#verdict")).to_have_class(re.compile(r"\bright\b"))

    def test_without_scripts_the_house_says_so(self, person: Person, made: dict[str, Any]) -> None:
        page = person(java_script_enabled=False)
        page.goto(f"/m/{made['over']}/fair")
        expect(page.locator("#verdict")).to_contain_text("Checked by the house itself.")

    def test_every_kind_of_tampering_is_named_on_the_page(
        self, person: Person, made: dict[str, Any]
    ) -> None:
        page = person()
        tampered: list[Record] = []

        def hand_out(route: Route) -> None:
            record = json.loads(route.fetch().text())
            route.fulfill(json=change(record))

        def change(record: Record) -> Record:
            tampered[:] = [tampering.do(record) or record]
            return tampered[0]

        page.route("**/game.json", hand_out)
        done = 0
        for tampering in TAMPERINGS:
            if tampering.name in NOT_FOR_A_REAL_MATCH:
                continue
            page.goto(f"/m/{made['over']}/fair")
            verdict = page.locator("#verdict")
            expect(verdict).to_have_attribute("data-checked", "browser")
            expect(verdict).to_have_class(re.compile(r"\bwrong\b"))
            expect(page.locator("#wrong-lines .err").first).not_to_be_empty()
            assert "{n}" not in page.locator("#wrong-lines").inner_text(), tampering.name
            done += 1
        assert done > 20

    def test_before_the_end_only_commitments(self, person: Person, made: dict[str, Any]) -> None:
        page = person()
        page.goto(f"/m/{made['on']}/fair")
        expect(page.locator("#verdict")).to_contain_text("revealed at the end")
        assert page.locator("[data-draw]").count() == 0

    def test_two_browsers_play_and_find_their_shares(self, person: Person) -> None:
        """From sitting down to the proof; each browser knows its own share again."""
        host, guest = person(), person()
        table = open_table(host)
        sit_down(guest, link_of(host), "Botan")
        shares = "Object.keys(sessionStorage).some((key) => key.startsWith('kk.nonce.'))"
        for page in (host, guest):
            page.wait_for_function(shares)
        host.wait_for_timeout(500)
        host.locator("#start").click()
        for page in (host, guest):
            expect(page.locator("#table")).to_have_attribute("data-kind", "match")
        guest.locator("form.leave, details.leave").first.wait_for(state="attached")
        match = host.locator("#table").get_attribute("data-match")
        for page, chair in ((host, "1"), (guest, "2")):
            page.goto(f"/m/{match}/fair")
            expect(page.locator("[data-yours]:visible")).to_have_count(1)
            mine = page.locator(".mine-share")
            expect(mine).to_have_attribute("data-chair", chair)
            assert re.search(r"[0-9a-f]{64}", mine.locator("td").last.inner_text())
            expect(page.locator("#not-mine")).to_be_hidden()
        host.goto(table)
        expect(host.locator("#table")).to_have_attribute("data-kind", "match")


# They need four seats or a shuffle at the start, or say of the whole match what is made up, or may
# by chance come to the same single die.
NOT_FOR_A_REAL_MATCH = {
    "a purpose",
    "sides",
    "other rules",
    "a shuffled card",
    "another secret throughout",
    "another nonce throughout",
    "a nonce called late",
    "commitment of a silent seat",
    "a draw's seat",
    "a move's seat",
    "results exchanged",
    "first draw missing",
    "other seat's share",
    "log: time",
    "a nonce shown too early",
}


@pytest.fixture
def regular(still: Callable[..., Page], made: dict[str, Any]) -> Iterator[Callable[..., Page]]:
    """A page of Aki's browser, who has played all these matches."""

    def page(language: str, **options: Any) -> Page:
        found = still(language, **options)
        found.context.add_cookies(
            [{"name": "kk_player", "value": made["key"], "url": options.get("base_url", URL[0])}]
        )
        return found

    yield page


URL: list[str] = []


@pytest.fixture(autouse=True)
def address(house: House) -> None:
    URL[:] = [house.url]


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(
    regular: Callable[..., Page], made: dict[str, Any], language: str, theme: str
) -> None:
    page = regular(language, color_scheme=theme)
    pages = [
        f"/m/{made['over']}/replay?move=5&eyes=1",
        f"/m/{made['over']}/replay?move={made['last']}&eyes=open",
        f"/m/{made['on']}/replay",
        f"/m/{made['off']}/replay",
        f"/m/{made['over']}/fair",
        f"/m/{made['on']}/fair",
        f"/m/{made['never']}/fair",
        "/log/",
        "/you/matches/",
    ]
    found = []
    for each in pages:
        page.goto(each)
        found += faults_at_every_size(page)
    assert found == []


def test_on_a_phone_no_word_of_a_table_stands_on_its_head(
    made: dict[str, Any], person: Person
) -> None:
    page = person(viewport={"width": 390, "height": 844})
    for address in (f"/m/{made['over']}/fair", "/log/"):
        page.goto(address)
        heads = page.locator("main thead th")
        expect(heads.first).to_be_visible()
        tall = [each for each in heads.all() if (each.bounding_box() or {})["height"] > 80]
        assert [each.inner_text() for each in tall] == []


def test_my_matches_lead_to_replay_and_proof(
    regular: Callable[..., Page], made: dict[str, Any]
) -> None:
    page = regular("en")
    page.goto("/you/")
    page.get_by_role("link", name="Matches being played, and replays").click()
    line = page.locator(".one", has=page.locator(f"a[href*='{made['over']}']"))
    line.get_by_role("link", name="Replay").click()
    expect(where(page)).to_have_text(f"Move 0 of {made['last']}")
    page.get_by_role("link", name="Check the dice of this match").click()
    expect(page.locator("#verdict")).to_have_attribute("data-checked", "browser")
