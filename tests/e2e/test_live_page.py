"""An open table page in real browsers: lines that break, answers that are lost, tabs that sleep."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Person, wait_in
from tests.e2e.test_waiting_room import link_of, open_table, sit_down
from tests.house import House

SHOWN = "document.getElementById('table').dataset.v"


def two_at_a_match(person: Person, **options: Any) -> tuple[Page, Page]:
    """Aki, who is to roll, and Botan."""
    aki, botan = person(reduced_motion="reduce", **options), person(reduced_motion="reduce")
    open_table(aki)
    sit_down(botan, link_of(aki), "Botan")
    aki.wait_for_timeout(3100)  # a page is not loaded anew more often than every three seconds
    aki.locator("#start").click()
    for page in (aki, botan):
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    expect(roll_of(aki)).to_be_visible()
    return aki, botan


def roll_of(page: Page) -> Any:
    return page.locator("#counter [data-move] button")


def roll(page: Page) -> None:
    expect(roll_of(page)).to_be_visible()
    page.wait_for_timeout(400)  # a new question is deaf for a moment
    roll_of(page).click()


def at_version(page: Page, v: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-v", str(v))


def same_board(one: Page, other: Page) -> None:
    for seat in (0, 1):
        place = f"#seat-{seat}-place"
        assert one.locator(place).text_content() == other.locator(place).text_content()
        piece = f"#pc-{seat}"
        assert one.locator(piece).get_attribute("data-at") == other.locator(piece).get_attribute(
            "data-at"
        )


def test_both_pages_follow_every_move_without_being_loaded_anew(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    for page in (aki, botan):
        page.evaluate("window.stillHere = true")
    for v in range(1, 5):
        mover = aki if roll_of(aki).count() else botan
        roll(mover)
        for page in (aki, botan):
            at_version(page, v)
        same_board(aki, botan)
    for page in (aki, botan):
        assert page.evaluate("window.stillHere")
        assert page.locator("#log li").count() >= 4
        expect(page.locator("#say")).not_to_be_empty()


def test_the_shares_of_both_browsers_are_in_the_dice(person: Person, house: House) -> None:
    aki, _ = two_at_a_match(person)
    public_id = aki.url.rstrip("/").split("/")[-1]
    rows = house.query(
        "select n.commitment, n.revealed from tables_nonce n join tables_match m on m.id = "
        "n.match_id join tables_table t on t.id = m.table_id where t.public_id = ?",
        public_id,
    )
    assert len(rows) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", revealed) for _, revealed in rows)


def test_a_page_that_was_offline_shows_the_same_as_a_fresh_one(
    person: Person, faults: list[str]
) -> None:
    aki, botan = two_at_a_match(person)
    aki.context.set_offline(True)
    aki.evaluate("window.dispatchEvent(new Event('pagehide'))")  # its socket is gone
    fresh = botan.context.new_page()
    aki_elsewhere = aki.context.browser.new_context(
        storage_state=aki.context.storage_state(), reduced_motion="reduce"
    )
    second = aki_elsewhere.new_page()
    second.goto(botan.url)
    for v in range(1, 4):
        roll(second if roll_of(second).count() else botan)
        at_version(botan, v)
        at_version(second, v)
    assert aki.evaluate(SHOWN) == "0"
    aki.context.set_offline(False)
    at_version(aki, 3)
    fresh.goto(botan.url)
    same_board(aki, fresh)
    # Its buttons are not dead.
    mover = aki if roll_of(aki).count() else botan
    roll(mover)
    for page in (aki, botan):
        at_version(page, 4)
    aki_elsewhere.close()
    faults.clear()  # of the line that could not be opened


def test_a_double_press_is_one_post(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    posts: list[str] = []
    aki.on("request", lambda request: posts.append(request.url) if "/move/" in request.url else 0)
    aki.wait_for_timeout(400)
    roll_of(aki).dblclick()
    at_version(botan, 1)
    aki.wait_for_timeout(500)
    assert len(posts) == 1
    assert aki.evaluate(SHOWN) == "1"


def test_a_press_in_the_first_moment_of_a_question_is_ignored(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    aki.evaluate(
        """() => document.addEventListener("kk:shown", () =>
            document.querySelector("#counter [data-move] button")?.click())"""
    )
    for v in (1, 2):
        roll(aki if roll_of(aki).count() else botan)
        for page in (aki, botan):
            at_version(page, v)
    aki.wait_for_timeout(600)
    assert aki.evaluate(SHOWN) == "2"


def test_a_post_that_is_lost_is_sent_again_and_counts_once(
    person: Person, faults: list[str]
) -> None:
    aki, botan = two_at_a_match(person)
    ids: list[str] = []

    def lose(route: Route) -> None:
        sent = dict(pair.split("=", 1) for pair in (route.request.post_data or "").split("&"))
        ids.append(sent["one_time_id"])
        if len(ids) == 1:
            route.abort()  # lost on the way there
        elif len(ids) == 2:
            route.fetch()  # arrived, but the answer is lost
            route.abort()
        else:
            route.continue_()

    aki.route("**/move/", lose)
    roll(aki)
    at_version(botan, 1)
    at_version(aki, 1)
    wait_in(aki, lambda: len(ids) == 3)
    expect(aki.locator("#table")).not_to_have_attribute("aria-busy", "true")
    assert len(set(ids)) == 1
    botan.wait_for_timeout(300)
    assert botan.evaluate(SHOWN) == "1"
    faults.clear()  # the browser's word for the two that were lost


def test_a_late_press_gets_the_present_question_and_a_word(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    second = aki.context.new_page()
    second.route_web_socket("**/ws/**", lambda line: line.close())  # it hears of nothing
    second.goto(aki.url)
    roll(aki)
    at_version(botan, 1)
    second.wait_for_timeout(400)
    roll_of(second).click()
    expect(second.locator("#counter .err")).to_contain_text("too late")
    at_version(second, 1)


def test_without_a_socket_the_page_asks_every_few_seconds(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    aki.route_web_socket("**/ws/**", lambda line: line.close())
    aki.reload()
    roll(aki)
    at_version(aki, 1)
    for v in (2, 3):
        roll(botan if roll_of(botan).count() else aki)
        at_version(botan, v)
        at_version(aki, v)
    expect(aki.locator("#line")).to_be_visible()


def test_a_missed_frame_is_noticed_and_made_good(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    came: list[str] = []
    dropped: list[str] = []

    def lossy(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = str(message)
            if '"v":1,' in text and json.loads(text)["from"] is not None and not dropped:
                dropped.append(text)
            else:
                came.append(text)
                line.send(message)

        server.on_message(pass_on)

    botan.route_web_socket("**/ws/**", lossy)
    botan.reload()
    wait_in(botan, lambda: came)
    roll(aki)
    at_version(aki, 1)
    wait_in(botan, lambda: dropped)
    assert botan.evaluate(SHOWN) == "0"
    second = botan.context.new_page()
    second.goto(aki.url)
    roll(second if roll_of(second).count() else aki)
    at_version(botan, 2)
    same_board(aki, botan)


def test_a_dead_line_is_said_and_heals_by_itself(person: Person, faults: list[str]) -> None:
    aki, botan = two_at_a_match(person)
    lines: list[WebSocketRoute] = []
    is_down = [False]

    def breakable(line: WebSocketRoute) -> None:
        if is_down[0]:
            line.close(code=1012)
            return
        line.connect_to_server()
        lines.append(line)

    botan.route_web_socket("**/ws/**", breakable)
    botan.route("**/since/**", lambda route: route.abort() if is_down[0] else route.continue_())
    botan.reload()
    expect(roll_of(aki)).to_be_visible()
    wait_in(botan, lambda: lines)
    is_down[0] = True
    lines[0].close(code=1012)
    expect(botan.locator("#line")).to_be_visible()
    roll(aki)
    at_version(aki, 1)
    is_down[0] = False
    at_version(botan, 1)
    expect(botan.locator("#line")).to_be_hidden()
    faults.clear()


def test_a_browser_that_goes_offline_says_so_long_before_the_next_heartbeat(
    person: Person, faults: list[str]
) -> None:
    aki, botan = two_at_a_match(person)
    aki.context.set_offline(True)
    expect(aki.locator("#line")).to_contain_text("The line is down", timeout=15_000)
    aki.context.set_offline(False)
    expect(aki.locator("#line")).to_be_hidden()
    roll(aki)
    at_version(botan, 1)
    faults.clear()  # what the browser could not load meanwhile


def test_back_and_forward_finds_the_table_as_it_is_now(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    botan.goto("/")
    roll(aki)
    at_version(aki, 1)
    botan.go_back()
    at_version(botan, 1)
    same_board(aki, botan)


def test_a_table_that_is_gone_is_said_with_a_way_out(person: Person, house: House) -> None:
    aki, botan = two_at_a_match(person)
    public_id = aki.url.rstrip("/").split("/")[-1]
    botan.route_web_socket("**/ws/**", lambda line: line.close())
    botan.reload()
    house.query(
        "update tables_table set public_id = 'x' || substr(public_id, 2) where public_id = ?",
        public_id,
    )
    expect(botan.locator("#line")).to_contain_text("not there any more")
    expect(botan.locator("#line a")).to_have_attribute("href", "/")


def test_a_page_in_another_language_is_loaded_anew(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    other = botan.context.new_page()
    other.goto("/you/")
    botan.wait_for_timeout(3100)
    other.locator("header button[name=language][value=ja]").click()
    expect(other.locator("html")).to_have_attribute("lang", "ja")
    botan.evaluate("window.dispatchEvent(new Event('online'))")  # opens another socket
    expect(botan.locator("html")).to_have_attribute("lang", "ja")


def test_motion_ends_at_a_press_and_never_blocks_the_game(person: Person) -> None:
    aki, botan = two_at_a_match(person)
    mover = aki.context.browser.new_context(storage_state=aki.context.storage_state())
    moving = mover.new_page()
    moving.goto(aki.url)
    moving.evaluate(
        """() => {
            kk.motion.roll = (hint, signal) => new Promise((done) => {
                signal.addEventListener("abort", () => { window.ended = true; done(); });
            });
        }"""
    )
    roll(moving)
    at_version(botan, 1)
    moving.wait_for_timeout(300)
    assert moving.evaluate(SHOWN) == "0"
    moving.keyboard.press("Escape")
    at_version(moving, 1)
    assert moving.evaluate("window.ended")
    mover.close()
