"""People who come, go, hand over and stop, in real browsers: host and guests each see it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Person, wait_in
from tests.e2e.screens import faults_at_every_size
from tests.e2e.test_waiting_room import link_of, open_table, sit_down
from tests.house import House, wait_for

ABSENT = """
    select s.absent_since is not null from tables_seat s join tables_table t on t.id = s.table_id
    where t.public_id = ? and s.number = ?
"""
LATER = """
    update tables_seat set absent_since = datetime(absent_since, '-61 seconds')
    where number = ? and table_id = (select id from tables_table where public_id = ?)
"""
HIDDEN = """
    Object.defineProperty(Document.prototype, "hidden", { get: () => true });
    Object.defineProperty(Document.prototype, "visibilityState", { get: () => "hidden" });
"""
WRONG_CLOCK = """
    const Right = Date, off = OFF * 1000;
    window.Date = class extends Right {
        constructor(...given) { given.length ? super(...given) : super(Right.now() + off); }
        static now() { return Right.now() + off; }
    };
"""
DAY = 24 * 60 * 60


def at_a_match(person: Person, cpus: int = 0, **options: object) -> tuple[Page, Page]:
    """Aki, who is host and to roll, and Botan."""
    aki, botan = (person(reduced_motion="reduce", **options) for _ in range(2))
    open_table(aki)
    sit_down(botan, link_of(aki), "Botan")
    for count in range(3, 3 + cpus):
        aki.locator("#call-cpu").click()
        expect(aki.locator("#room .who b")).to_have_count(count)
    aki.locator("#start").click()
    for page in (aki, botan):
        is_at(page, "match")
    expect(roll_of(aki)).to_be_visible()
    return aki, botan


def is_at(page: Page, kind: str) -> None:
    # A page is not loaded anew more often than every three seconds.
    expect(page.locator("#table")).to_have_attribute("data-kind", kind)


def roll_of(page: Page) -> Locator:
    return page.locator("#counter [data-move] button")


def open_menu(page: Page) -> None:
    """On a screen wide enough, the seats are open already."""
    if not page.locator("#table-menu").evaluate("menu => menu.open"):
        page.locator("#table-menu > summary").click()


def stop_together(one: Page, *others: Page) -> None:
    open_menu(one)
    one.locator("#stop").click()
    one.locator("#stop-sure").click()
    for each in others:
        each.locator("#stop-yes").click()
    for each in (one, *others):
        is_at(each, "result")


def public_id(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


def goes_for_a_minute(house: House, page: Page, seat: int) -> Page:
    """Closes the page until the house has noticed, and lets a minute pass. A page that is still
    empty is what comes back of it."""
    table, context = public_id(page), page.context
    page.close()
    wait_for(lambda: house.query(ABSENT, table, seat) == [(1,)])
    house.query(LATER, seat, table)
    return context.new_page()


# --- leaving ------------------------------------------------------------------------------------


def test_leaving_a_match_asks_once_more_and_the_leaver_may_watch(person: Person) -> None:
    aki, botan = at_a_match(person)
    table = botan.url
    open_menu(botan)
    botan.locator("#leave").click()
    expect(botan.locator("#leave-sure")).to_be_visible()
    botan.locator("#leave").click()
    expect(botan.locator("#leave-sure")).to_be_hidden()
    botan.locator("#leave").click()
    botan.locator("#leave-sure").click()
    expect(botan).to_have_url(re.compile(r"/$"))
    expect(aki.locator("#seat-1-name")).to_have_text("Karakuri 1")
    botan.goto(table)
    is_at(botan, "match")
    assert botan.locator("#table").get_attribute("data-seat") == ""
    assert roll_of(botan).count() == 0


def test_leaving_a_result_does_not_ask(person: Person) -> None:
    aki, botan = at_a_match(person)
    stop_together(aki, botan)
    open_menu(botan)
    botan.locator("#leave").click()
    expect(botan).to_have_url(re.compile(r"/$"))
    expect(aki.locator("#counter .btn.go")).to_be_visible()


def test_leaving_works_without_scripts(person: Person) -> None:
    aki, botan = (person(java_script_enabled=False) for _ in range(2))
    open_table(aki)
    sit_down(botan, link_of(aki), "Botan")
    aki.locator("#start").click()
    is_at(aki, "match")
    open_by_hand = [*("#party > summary", "#table-menu > summary", "#leave"), "#leave-sure"]
    for each in open_by_hand:
        aki.locator(each).click()
    expect(aki).to_have_url(re.compile(r"/$"))
    botan.goto("/")
    botan.go_back()
    botan.reload()
    expect(botan.locator("#seat-0-name")).to_have_text("Karakuri 1")


# --- the host -----------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["waiting", "match", "result"])
def test_the_hosts_powers_pass_on_and_do_not_come_back(
    phase: str, person: Person, house: House
) -> None:
    if phase == "waiting":
        aki, botan = person(), person()
        open_table(aki)
        sit_down(botan, link_of(aki), "Botan")
    else:
        aki, botan = at_a_match(person)
        if phase == "result":
            stop_together(aki, botan)
    powers = "#start" if phase == "waiting" else "#remove-0"
    assert botan.locator(powers).count() == 0
    table = botan.url
    back = goes_for_a_minute(house, aki, 0)
    expect(botan.locator(powers)).to_have_count(1)
    back.goto(table)
    is_at(back, phase)
    assert back.locator(powers.replace("-0", "-1")).count() == 0
    expect(botan.locator(powers)).to_have_count(1)


def test_somebody_removed_in_mid_match_is_told_and_does_not_come_back(person: Person) -> None:
    aki, botan = at_a_match(person, cpus=1)
    table = aki.url
    open_menu(aki)
    aki.locator("#remove-1").click()
    aki.locator("#sure-1").click()
    expect(aki.locator("#seat-1-name")).to_have_text("Karakuri 2")
    expect(botan.get_by_text("The host took you from this table")).to_be_visible()
    botan.goto(table)
    expect(botan.get_by_text("The host took you from this table")).to_be_visible()
    assert botan.locator("#table").count() == 0


# --- stepping in --------------------------------------------------------------------------------


def test_a_cpus_seat_is_offered_and_somebody_plays_on_from_there(person: Person) -> None:
    aki = person(reduced_motion="reduce")
    open_table(aki)
    aki.locator("#call-cpu").click()
    expect(aki.locator("#room .who b")).to_have_count(2)
    aki.locator("#start").click()
    is_at(aki, "match")
    open_menu(aki)
    aki.locator("#offer-1").click()
    link = aki.locator("#invite-url").input_value()
    assert link.startswith("http"), "the whole link, though it was pushed"
    daigo, watcher = person(), person(language="ja")
    watcher.goto(f"{link}")
    watcher.get_by_text("対局を見るだけにする").click()
    expect(watcher.locator("#aside")).to_contain_text("からくり一号の席に座る")
    daigo.goto(link)
    expect(daigo.locator("#take-1")).to_have_text("Take over Karakuri 1’s seat")
    assert daigo.locator(".btn.go:visible").count() == 1
    daigo.locator("#name").fill("Daigo")
    daigo.locator("#take-1").click()
    is_at(daigo, "match")
    expect(aki.locator("#seat-1-name")).to_have_text("Daigo")
    expect(watcher.locator("#aside")).to_be_empty()
    aki.wait_for_timeout(400)
    roll_of(aki).click()
    expect(roll_of(daigo)).to_be_visible()
    daigo.reload()
    assert daigo.locator("#table").get_attribute("data-seat") == "1"


def test_a_door_whose_seat_is_gone_says_so(person: Person) -> None:
    aki, late = person(), person()
    open_table(aki)
    aki.locator("#call-cpu").click()
    expect(aki.locator("#room .who b")).to_have_count(2)
    link = link_of(aki)
    aki.locator("#start").click()
    is_at(aki, "match")
    open_menu(aki)
    aki.locator("#offer-1").click()
    expect(aki.locator("#offer-1")).to_contain_text("Take the offer back")
    late.goto(link)
    expect(late.locator("#take-1")).to_be_visible()
    late.locator("#name").fill("La")
    aki.locator("#offer-1").click()
    expect(late.get_by_text("No seat is offered any more.")).to_be_visible()
    expect(late.locator("#name")).to_have_value("La")


# --- between two matches ------------------------------------------------------------------------


def test_somebody_late_by_the_link_plays_the_next_match(person: Person, house: House) -> None:
    aki, late = person(reduced_motion="reduce"), person(viewport={"width": 390, "height": 844})
    open_table(aki)
    aki.locator("#call-cpu").click()
    expect(aki.locator("#room .who b")).to_have_count(2)
    link = link_of(aki)
    aki.locator("#start").click()
    is_at(aki, "match")
    stop_together(aki)
    late.goto(link)
    is_at(late, "result")
    late.get_by_role("link", name="Sit down for the next match").click()
    assert late.locator(".btn.go:visible").count() == 1
    late.locator("#name").fill("Chiyo")
    late.locator("main .btn.go").click()
    expect(late.locator("#aside")).to_contain_text("You have a seat in the next match")
    expect(late.get_by_role("link", name="Sit down for the next match")).to_be_hidden()
    expect(aki.locator("#aside")).to_contain_text("Chiyo has sat down for the next match.")
    late.locator("#aside").get_by_role("button", name="Again").click()
    for page in (aki, late):
        is_at(page, "match")
    expect(late.locator("#table")).to_have_attribute("data-seat", "2")
    expect(aki.locator("#seat-2-name")).to_have_text("Chiyo")
    shares = "select count(*) from tables_nonce where revealed <> '' and match_id = (%s)"
    latest = (
        "select max(m.id) from tables_match m join tables_table t on t.id = m.table_id "
        "where t.public_id = ?"
    )
    shown = shares % latest
    wait_in(late, lambda: house.query(shown, public_id(aki)) == [(2,)])


def test_whoever_left_finds_back_to_watch_from_the_lobby(person: Person) -> None:
    aki, botan = at_a_match(person)
    open_menu(botan)
    botan.locator("#leave").click()
    botan.locator("#leave-sure").click()
    expect(botan).to_have_url(re.compile(r"/$"))
    expect(botan.locator(".warm")).to_contain_text("The game you left goes on.")
    botan.locator(".warm").get_by_role("link", name="Watch").click()
    is_at(botan, "match")
    assert botan.locator("#table").get_attribute("data-seat") == ""


def test_again_is_seen_on_the_smallest_phone(person: Person) -> None:
    small = person(viewport={"width": 320, "height": 568}, language="ja")
    small.goto("/")
    small.locator("form[action$='/try/'] button").first.click()
    is_at(small, "match")
    small.locator("#party > summary").click()
    open_menu(small)
    small.locator("#stop").click()
    small.locator("#stop-sure").click()
    is_at(small, "result")
    small.reload()
    again = small.locator("#counter .btn.go")
    expect(again).to_be_in_viewport(ratio=1)


# --- stopping -----------------------------------------------------------------------------------


def test_stopping_by_agreement_is_told_live_and_can_be_declined(person: Person) -> None:
    aki, botan = at_a_match(person)
    open_menu(aki)
    aki.locator("#stop").click()
    aki.locator("#stop-sure").click()
    expect(aki.locator("#aside")).to_contain_text("Waiting for Botan")
    expect(botan.locator("#aside")).to_contain_text("Aki would like to stop here")
    expect(botan.locator("#say")).to_contain_text("would like to stop")
    assert aki.locator(".btn.go:visible").count() == 1
    botan.locator("#stop-no").click()
    for page in (aki, botan):
        expect(page.locator("#aside")).to_be_empty()
    expect(roll_of(aki)).to_be_visible()
    aki.locator("#stop").click()
    aki.locator("#stop-sure").click()
    expect(aki.locator("#counter .err")).to_contain_text("would rather play on")


def test_everybody_agrees_and_all_press_again(person: Person, house: House) -> None:
    aki, botan = at_a_match(person)
    stop_together(aki, botan)
    for page in (aki, botan):
        expect(page.locator("#turnbar")).to_contain_text("The match was ended early")
        page.reload()
        is_at(page, "result")
    for page in (aki, botan):
        page.locator("#counter .btn.go").click(no_wait_after=True)
    for page in (aki, botan):
        is_at(page, "match")
    matches = [page.locator("#table").get_attribute("data-match") for page in (aki, botan)]
    assert matches[0] == matches[1]
    rows = house.query(
        "select m.first from tables_match m join tables_table t on t.id = m.table_id "
        "where t.public_id = ? order by m.number",
        public_id(aki),
    )
    assert rows == [(0,), (1,)]


def test_alone_one_stops_after_one_more_question(person: Person) -> None:
    page = person(language="ja")
    page.goto("/")
    page.locator("form[action$='/try/'] button").first.click()
    is_at(page, "match")
    open_menu(page)
    page.locator("#stop").click()
    page.locator("#stop-sure").click()
    is_at(page, "result")
    expect(page.locator("#counter h2")).to_have_text("途中で終わりにしました")


# --- coming back --------------------------------------------------------------------------------


def test_loading_a_page_anew_keeps_the_seat_in_every_phase(person: Person) -> None:
    aki, botan = person(), person()
    open_table(aki)
    sit_down(botan, link_of(aki), "Botan")
    seat = botan.locator("#table")
    botan.reload()
    is_at(botan, "waiting")
    expect(seat).to_have_attribute("data-seat", "1")
    aki.locator("#start").click()
    is_at(botan, "match")
    botan.reload()
    expect(seat).to_have_attribute("data-seat", "1")
    aki.wait_for_timeout(400)
    roll_of(aki).click()
    aki.reload()  # while the piece walks
    expect(aki.locator("#pc-0")).not_to_have_attribute("data-at", "1")
    expect(roll_of(botan)).to_be_visible()
    botan.reload()
    expect(roll_of(botan)).to_be_visible()
    stop_together(aki, botan)
    botan.reload()
    is_at(botan, "result")
    expect(seat).to_have_attribute("data-seat", "1")


def test_back_and_forward_change_nothing_at_a_table_and_its_result(person: Person) -> None:
    aki, botan = at_a_match(person)
    for kind in ("match", "result"):
        for _ in range(3):
            botan.go_back()
            botan.go_forward()
        is_at(botan, kind)
        expect(botan.locator("#table")).to_have_attribute("data-seat", "1")
        if kind == "match":
            stop_together(aki, botan)


def test_a_tab_that_is_hidden_when_the_match_starts_gets_the_start(person: Person) -> None:
    aki, botan = person(), person()
    botan.add_init_script(HIDDEN)
    open_table(aki)
    sit_down(botan, link_of(aki), "Botan")
    aki.locator("#start").click()
    is_at(botan, "match")
    aki.wait_for_timeout(500)
    roll_of(aki).click()
    expect(roll_of(botan)).to_be_visible()


@pytest.mark.parametrize("off", [DAY, -DAY, 600, -600])
def test_a_wrong_clock_in_the_device_does_not_matter(off: int, person: Person) -> None:
    aki = person()
    aki.add_init_script(WRONG_CLOCK.replace("OFF", str(off)))
    aki.goto("/tables/new/?game=hokusai&turn_limit=60")
    aki.locator("main input[name=name]").fill("Aki")
    aki.locator("input[name=turn_limit][value='60']").check(force=True)
    aki.locator("main .btn.go").click()
    aki.locator("#call-cpu").click()
    expect(aki.locator("#room .who b")).to_have_count(2)
    aki.locator("#start").click()
    is_at(aki, "match")
    expect(aki.locator("#time-no")).to_have_text(re.compile(r"^(5\d|60) s$"))


def test_a_match_that_stands_still_says_so(person: Person, house: House) -> None:
    aki, watcher = person(reduced_motion="reduce"), person(language="ja")
    open_table(aki)
    aki.locator("#call-cpu").click()
    expect(aki.locator("#room .who b")).to_have_count(2)
    link = link_of(aki)
    aki.locator("#start").click()
    is_at(aki, "match")
    table = aki.url
    watcher.goto(link)
    is_at(watcher, "match")
    back = goes_for_a_minute(house, aki, 0)
    expect(watcher.locator("#counter h2")).to_have_text("対局は止まっています")
    back.goto(table)
    expect(roll_of(back)).to_be_visible()
    expect(watcher.locator("#turnbar")).not_to_contain_text("止まって")


# --- for everybody ------------------------------------------------------------------------------


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_menu_proposal_and_door_are_accessible_at_every_size(
    language: str, scheme: str, person: Person
) -> None:
    looks: dict[str, Any] = {"language": language, "color_scheme": scheme, "bypass_csp": True}
    aki, botan = at_a_match(person, cpus=1, **looks)
    guest = person(**looks)
    open_menu(aki)
    aki.locator("#offer-2").click()
    guest.goto(aki.locator("#invite-url").input_value())

    def ask_to_stop() -> None:
        aki.set_viewport_size({"width": 1280, "height": 800})
        open_menu(aki)
        aki.locator("#stop").click()
        aki.locator("#stop-sure").click()
        expect(botan.locator("#stop-yes")).to_be_visible()

    states: list[tuple[Page, Callable[[], object]]] = [
        (aki, lambda: aki.locator("#leave").click()),
        (guest, lambda: None),
        (botan, ask_to_stop),
    ]
    for page, reach in states:
        reach()
        assert faults_at_every_size(page) == []


def test_the_menu_by_keyboard_alone(person: Person) -> None:
    page = person(viewport={"width": 390, "height": 844})
    page.goto("/")
    page.locator("form[action$='/try/'] button").first.click()
    is_at(page, "match")
    page.locator("#party > summary").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    expect(page.locator("#offer-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#offer-1")).to_contain_text("Take the offer back")
    expect(page.locator("#offer-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#party > summary")).to_be_focused()
