"""A table of Okuribito in a browser: one town fills a phone, everything is on a desktop at once,
keys, sheets, closer looks, motion that can be cut short, axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.screens import faults_at_every_size, faults_of

Person = Callable[..., Page]

PHONES = [(320, 568), (320, 640), (390, 844), (844, 390)]
MY_TURN = 90_000  # milliseconds: three CPUs have their turns first
TOWNS, SQUARES = 8, 73


def at_a_table(person: Person, width: int = 390, height: int = 844, **options: object) -> Page:
    """Somebody who plays against three CPUs and has the first turn."""
    page = person(viewport={"width": width, "height": height}, **options)
    page.goto("/")
    page.locator("form[action$='/try/']:has(input[value=okuribito]) button").click()
    expect(page.locator("main#table")).to_have_attribute("data-kind", "match")
    return page


def is_within(inner: Locator, outer: Locator, slack: float = 2) -> bool:
    one, other = inner.bounding_box(), outer.bounding_box()
    assert one and other
    return (
        one["x"] >= other["x"] - slack
        and one["y"] >= other["y"] - slack
        and one["x"] + one["width"] <= other["x"] + other["width"] + slack
        and one["y"] + one["height"] <= other["y"] + other["height"] + slack
    )


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_one_town_fills_a_phone_and_nothing_scrolls(
    person: Person, width: int, height: int
) -> None:
    page = at_a_table(person, width, height)
    lens, roll = page.locator("#lens"), page.locator("#counter .btn.go")
    town = page.locator("#t0").bounding_box()
    seen = lens.bounding_box()
    assert town and seen
    assert abs(town["width"] - seen["width"]) < 2 and abs(town["height"] - seen["height"]) < 2
    for square in range(9):
        assert is_within(page.locator(f"#sq{square}"), lens)
    box = roll.bounding_box()
    assert box and box["y"] + box["height"] <= height, "the button is on the screen"
    sizes = page.locator("html").evaluate(
        "e => [e.scrollWidth - innerWidth, e.scrollHeight - innerHeight]"
    )
    assert sizes[0] <= 0 and sizes[1] <= 0
    assert page.locator(".btn.go:visible").count() == 1
    for tool in ("pan-back", "see-map", "see-ledger", "pan-on"):
        tool_box = page.locator(f"#{tool}").bounding_box()
        assert tool_box and tool_box["height"] >= 40 and tool_box["width"] >= 40


def test_a_desktop_shows_everything_at_once(person: Person) -> None:
    page = at_a_table(person, 1280, 800)
    screen = page.locator("body")
    for part in ("#lens", "#turnbar", "#counter", "#ledger", "#happened .sheet", "#round"):
        assert is_within(page.locator(part), screen), part
    assert page.locator("html").evaluate("e => e.scrollHeight - innerHeight") <= 0
    lens = page.locator("#lens")
    for square in range(SQUARES):
        box = page.locator(f"#sq{square}").bounding_box()
        assert box and min(box["width"], box["height"]) >= 24
        assert is_within(page.locator(f"#sq{square}"), lens)
    assert is_within(page.locator("#counter .btn.go"), page.locator("#counter"))


def test_the_road_runs_through_all_squares_in_order(person: Person) -> None:
    """Each square lies beside the one before it: nowhere does the road jump."""
    page = at_a_table(person, 1280, 800)
    middles = page.locator("#map").evaluate(
        """map => Array.from({length: 72}, (_, n) => {
            const box = document.getElementById(`sq${n}`).getBoundingClientRect();
            return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        })"""
    )
    town = page.locator("#t0").bounding_box()
    assert town
    step_x, step_y = town["width"] * 0.36, town["height"] * 0.45
    for (x, y), (next_x, next_y) in zip(middles, [*middles[1:], middles[0]], strict=True):
        is_beside = abs(next_x - x) <= step_x and abs(next_y - y) < 4
        is_above = abs(next_y - y) <= step_y and abs(next_x - x) < 4
        assert is_beside or is_above


def test_arrow_keys_walk_the_squares_in_playing_order(person: Person) -> None:
    page = at_a_table(person)
    expect(page.locator("#sq0")).to_have_attribute("tabindex", "0")
    page.locator("#sq7").focus()
    for key, square in [
        ("ArrowRight", 8),
        ("ArrowDown", 9),
        ("ArrowLeft", 8),
        ("PageDown", 17),
        ("End", 72),
    ]:
        page.keyboard.press(key)
        expect(page.locator(f"#sq{square}")).to_be_focused()
    assert page.locator("#map .sq[tabindex='0']").count() == 1
    page.wait_for_timeout(600)
    assert is_within(page.locator("#sq72"), page.locator("#lens")), "the lens goes along"
    page.keyboard.press("Home")
    expect(page.locator("#sq0")).to_be_focused()
    page.keyboard.press("Enter")
    card = page.locator("#look-sheet")
    expect(card.locator("h2")).to_have_text("Money changer")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator("#sq0")).to_be_focused()


def test_buttons_and_a_swipe_move_the_lens_and_it_comes_back(person: Person) -> None:
    page = at_a_table(person)
    lens = page.locator("#lens")
    expect(page.locator("#pan-on")).to_have_text(re.compile("On to Kanda"))
    page.locator("#pan-on").click()
    page.wait_for_timeout(600)
    assert is_within(page.locator("#sq10"), lens)
    assert page.locator(".town:not([inert])").count() == 1
    box = lens.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=6)  # Ueno lies to the right
    page.mouse.up()
    page.wait_for_timeout(600)
    assert is_within(page.locator("#sq20"), lens)
    expect(page.locator("#look-sheet")).to_be_hidden()
    page.locator("#pan-piece").click()
    page.wait_for_timeout(600)
    assert is_within(page.locator("#sq0"), lens)
    expect(page.locator("#pan-piece")).to_be_hidden()


def test_pieces_stay_on_their_squares_when_the_map_changes_its_size(person: Person) -> None:
    page = at_a_table(person)
    offsets = page.evaluate(
        """async () => {
            const middle = (id) => {
                const box = document.getElementById(id).getBoundingClientRect();
                return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            };
            const apart = () => {
                const [[x, y], [at_x, at_y]] = [middle("pc-1"), middle("sq0")];
                return Math.hypot(x - at_x, y - at_y);
            };
            const seen = [apart()];
            document.getElementById("counter").style.minHeight = "400px";
            for (let frame = 0; frame < 12; frame += 1) {
                await new Promise(requestAnimationFrame);
                seen.push(apart());
            }
            return seen;
        }"""
    )
    assert max(offsets) < 90, "no piece flies over the town"


@pytest.mark.parametrize(("button", "sheet"), [("see-map", "map"), ("see-ledger", "ledger")])
def test_map_and_ledger_open_as_sheets(person: Person, button: str, sheet: str) -> None:
    page = at_a_table(person, 320, 640)
    dialog = page.locator(f"#{sheet}-sheet")
    expect(page.locator("#ledger")).to_be_hidden()
    page.locator(f"#{button}").click()
    expect(dialog).to_be_visible()
    assert dialog.evaluate("e => e.matches(':modal') && e.contains(document.activeElement)")
    if sheet == "map":
        page.wait_for_timeout(500)
        for square in range(SQUARES):
            box = page.locator(f"#sq{square}").bounding_box()
            assert box and min(box["width"], box["height"]) >= 24
    else:
        expect(page.locator("#ledger tbody tr")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(f"#{button}")).to_be_focused()
    assert page.locator("#lens").evaluate("e => e.parentElement.id") == "board"


def test_a_roll_walks_square_by_square_and_a_press_ends_it(person: Person) -> None:
    page = at_a_table(person)
    page.evaluate(
        """window.trail = [];
        new MutationObserver(() => window.trail.push(document.getElementById("pc-0").dataset.at))
          .observe(document.getElementById("pc-0"), {attributeFilter: ["data-at"]});"""
    )
    page.wait_for_timeout(400)  # a new question is deaf for a moment
    page.locator("#counter .btn.go").click()
    expect(page.locator("#log li")).not_to_have_count(1)
    trail = [int(each) for each in page.evaluate("window.trail")]
    walked = list(dict.fromkeys(trail))
    assert walked == list(range(1, len(walked) + 1)), "from the Money changer, none left out"
    expect(page.locator("#die-1")).to_have_attribute("data-face", re.compile("^[1-6]$"))
    expect(page.locator(".fx")).to_have_count(0)


def test_escape_cuts_the_motion_short(person: Person) -> None:
    page = at_a_table(person)
    page.wait_for_timeout(400)
    page.locator("#counter .btn.go").click()
    expect(page.locator(".fx").first).to_be_attached()  # the dice are in the air
    page.keyboard.press("Escape")
    expect(page.locator("#log li")).not_to_have_count(1, timeout=700)
    expect(page.locator(".fx")).to_have_count(0)


def test_with_reduced_motion_nothing_flies(person: Person) -> None:
    page = at_a_table(person, reduced_motion="reduce")
    page.evaluate(
        """window.flown = 0;
        new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(
          (node) => (window.flown += node.classList?.contains("fx") ? 1 : 0))))
          .observe(document.body, {childList: true, subtree: true});"""
    )
    page.wait_for_timeout(400)
    page.locator("#counter .btn.go").click()
    expect(page.locator("#pc-0")).not_to_have_attribute("data-at", "0", timeout=5_000)
    assert page.evaluate("window.flown") == 0


def test_a_first_hint_is_learned_on_this_device(person: Person) -> None:
    page = at_a_table(person)
    lesson = page.locator("#counter .lesson")
    expect(lesson).to_be_visible()
    lesson.get_by_role("button").click()
    expect(lesson).to_be_hidden()
    expect(page.locator("#counter h2")).to_be_focused()
    page.reload()
    expect(page.locator("#counter .btn.go")).to_be_visible()
    expect(lesson).to_be_hidden()


def test_a_first_hint_goes_when_its_question_was_answered(person: Person) -> None:
    page = at_a_table(person)
    name = page.locator("#counter .lesson").get_attribute("data-lesson")
    page.locator("#counter .btn.go").click()
    kept = "(name) => localStorage.getItem('kk.lesson.' + name) !== null"
    page.wait_for_function(kept, arg=name, timeout=5_000)


def test_on_a_desktop_whole_names_stand_in_the_ledger(person: Person) -> None:
    page = at_a_table(person, 1280, 800)
    hint, words = page.locator("#counter .lesson"), page.locator("#counter .words")
    expect(hint).to_be_visible()
    expect(words).to_be_hidden()  # they come when the hint goes: the ledger keeps its rows
    hint.get_by_role("button").click()
    expect(words).to_be_visible()
    expect(page.locator("#ledger .bar").first).to_be_hidden()


def test_without_scripts_a_square_and_the_ledger_are_there(person: Person) -> None:
    page = at_a_table(person, java_script_enabled=False)
    expect(page.locator("#ledger")).to_be_hidden()
    page.locator("#see-ledger").click()
    expect(page.locator("#ledger")).to_be_visible()
    page.go_back()
    page.locator("#sq1").click()
    expect(page.locator("h2").first).to_have_text("Hinoya")


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing(person: Person, language: str, scheme: str) -> None:
    page = at_a_table(person, language=language, color_scheme=scheme, bypass_csp=True)
    assert faults_at_every_size(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    for button in ("see-map", "see-ledger"):
        page.locator(f"#{button}").click()
        assert faults_of(page) == [], button
        page.keyboard.press("Escape")
    page.locator("#sq2").click()
    expect(page.locator("#look-sheet h2")).to_be_visible()
    assert faults_of(page) == []
