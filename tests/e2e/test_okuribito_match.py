"""Okuribito between two browsers, a phone and a desktop: decisions, their forms, and the end."""

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.e2e.conftest import Person, wait_in
from tests.e2e.test_waiting_room import link_of, sit_down
from tests.house import House

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


def at_a_match(person: Person, **options: object) -> tuple[Page, Page]:
    """Aki on a phone, who begins, Botan on a desktop, and two computer players."""
    aki = person(viewport=PHONE, reduced_motion="reduce", **options)
    botan = person(viewport=DESKTOP, reduced_motion="reduce", **options)
    aki.goto("/tables/new/?game=okuribito&limit=40&target=50000000")
    aki.locator("main input[name=name]").fill("Aki")
    aki.locator("main .btn.go").click()
    expect(aki.locator("#seats-title")).to_be_visible()
    sit_down(botan, link_of(aki), "Botan")
    for count in (3, 4):
        aki.locator("#call-cpu").click()
        expect(aki.locator("#room .who b")).to_have_count(count)
    aki.locator("#start").click()
    for page in (aki, botan):
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    expect(aki.locator("#counter .btn.go")).to_be_visible()
    return aki, botan


def alone(person: Person, **options: object) -> Page:
    page = person(viewport=PHONE, reduced_motion="reduce", **options)
    page.goto("/")
    page.locator("form:has(input[value=okuribito]) button").last.click()
    expect(page.locator("main#table")).to_have_attribute("data-kind", "match")
    return page


def question(page: Page) -> str:
    """The name of the question that this page is asked; "" for none."""
    lesson = page.locator("#counter .lesson")
    return lesson.first.get_attribute("data-lesson") or "" if lesson.count() else ""


def press(button: Locator) -> None:
    """A new question is deaf for a moment."""
    button.page.wait_for_timeout(400)
    button.click()


def until(page: Page, name: str) -> None:
    """Answers whatever is asked by the first button, until this question comes."""

    def is_asked() -> bool:
        if page.locator("#table[aria-busy]").count():
            return False  # the last press is still on its way
        if question(page) == name:
            return True
        buttons = page.locator("#counter .choice form[data-move] button")
        if question(page) and buttons.count():
            press(buttons.first)
        return False

    _patiently(page, is_asked)


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-kind") == "result"


def test_a_match_is_played_to_its_end_by_two_browsers(person: Person, house: House) -> None:
    aki, botan = at_a_match(person)
    table = re.search(r"/t/([^/]+)/", aki.url)
    assert table is not None
    near = f"from tests.tables.okuribito import put_near_the_end as put; put({table[1]!r})"
    house.python(near)
    for page in (aki, botan):
        page.reload()
    expect(aki.locator("#strip-0-at")).to_have_text(re.compile(r"^49\.\dM$"))

    def step() -> bool:
        for page in (aki, botan):
            buttons = page.locator("#counter .choice form[data-move] button")
            if not is_over(page) and question(page) and buttons.count():
                with contextlib.suppress(Error):  # the page of the result comes in between
                    buttons.first.click(timeout=1_000)
                page.wait_for_timeout(300)
        return is_over(aki) and is_over(botan)

    _patiently(aki, step)
    rankings = [page.locator(".standings li b").all_text_contents() for page in (aki, botan)]
    assert rankings[0] == rankings[1] and len(rankings[0]) == 4
    expect(aki.locator("#counter h2")).to_contain_text("takes the house")
    expect(aki.locator(".hanko")).to_be_visible()
    for page in (aki, botan):
        assert page.locator("html").evaluate("e => e.scrollWidth - innerWidth") <= 0
        # Seen without scrolling, also under four fortunes.
        expect(page.locator("#counter form[action$='/again/'] button")).to_be_in_viewport(ratio=1)


def test_both_see_the_same_fortunes_and_their_own_counter(person: Person) -> None:
    aki, botan = at_a_match(person)
    assert question(aki) == "before_roll" and question(botan) == ""
    expect(botan.locator("#counter h2")).to_contain_text("Aki is about to roll")
    press(aki.locator("#counter .btn.go"))
    expect(botan.locator("#log li").first).to_contain_text("Aki")
    for seat in range(4):
        mine = aki.locator(f"#strip-{seat}-at").text_content()
        expect(botan.locator(f"#row-{seat}-fortune")).to_have_text(mine or "")


def test_a_double_press_rolls_once(person: Person) -> None:
    page = alone(person)
    roll = page.locator("#counter .btn.go")
    expect(roll).to_be_visible()
    page.wait_for_timeout(400)
    roll.dblclick()
    mine = page.locator("#log li").filter(has_text="rolled")
    expect(mine.last).to_be_attached()
    name = page.locator("#seat-0-name").text_content() or ""
    assert [name in line for line in mine.all_text_contents()].count(True) == 1


def test_a_late_press_from_a_second_tab_changes_nothing(person: Person) -> None:
    page = alone(person)
    second = page.context.new_page()
    second.goto(page.url)
    second.evaluate("() => { window.WebSocket = function () { return {}; }; }")
    form = second.locator("#counter form[data-move]").first
    decision = form.locator("[name=decision]").input_value()
    press(page.locator("#counter .btn.go"))
    wait_in(page, lambda: page.locator("#table").get_attribute("data-decision") != decision)
    told = second.evaluate(
        """async ([decision]) => {
            const body = new URLSearchParams({ decision, action: '{"type":"roll"}', have: "0" });
            const headers = { Accept: "application/json", "X-CSRFToken": kk.csrf() };
            const answer = await fetch("move/", { method: "POST", headers, body });
            return [answer.status, (await answer.json()).regions.counter];
        }""",
        [decision],
    )
    assert told[0] == 409 and "came too late" in told[1]


def test_stakes_are_bought_and_an_offering_is_made_by_forms(person: Person) -> None:
    page = alone(person)
    until(page, "invest")
    page.locator("#counter input[value=grain]").check(force=True)
    page.locator("#counter input[name=qty]").fill("2")
    press(page.locator("#counter .buy"))
    expect(page.locator("#log li").first).to_contain_text("bought 2 grain stakes")
    expect(page.locator("#row-0-stakes")).to_have_text("2")
    assert question(page) == "invest", "the same question is still open"
    page.locator("#counter details:has(form.offer)").evaluate("e => { e.open = true; }")
    page.locator("#counter select[name=town]").select_option("ueno")
    press(page.locator("#counter form.offer button"))
    expect(page.locator("#log li").first).to_contain_text("offered 500,000 ryō to the festival")
    page.locator("#counter input[name=qty]").fill("10")
    # Eight of the ten are left; the rules would refuse it, the page says so before.
    expect(page.locator("#counter .buy")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("query", ["", "?view=text"])
def test_whole_turns_without_scripts(person: Person, query: str) -> None:
    page = alone(person, java_script_enabled=False)
    page.goto(page.url + query)
    seen: set[str] = set()

    def step() -> bool:
        page.goto(page.url.split("?")[0] + query)
        buttons = page.locator("#counter .choice form[data-move] button")
        if question(page) and buttons.count():
            seen.add(question(page))
            buttons.first.click()
        return len(seen) >= 3 and len(re.findall("rolled", page.content())) > 1

    _patiently(page, step)


def _patiently(page: Page, condition: Callable[[], bool]) -> None:
    """Computer players take their time in between."""
    for _try in range(4):
        try:
            return wait_in(page, condition)
        except AssertionError:
            continue
    raise AssertionError("waited in vain")
