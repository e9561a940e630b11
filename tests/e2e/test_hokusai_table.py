"""A table of the sugoroku in a browser: one screen on a phone, keys, the lens, no scripts, axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.screens import faults_at_every_size

Person = Callable[..., Page]

SIZES = [(320, 568), (320, 640), (390, 844), (844, 390), (1280, 800)]
MY_TURN = 60_000  # milliseconds: three CPUs may have to roll first


def at_a_table(person: Person, width: int = 390, height: int = 844, **options: object) -> Page:
    """Somebody who plays against three CPUs and has the first roll."""
    page = person(viewport={"width": width, "height": height}, **options)
    page.goto("/")
    page.locator("form[action$='/try/'] button").first.click()
    expect(page.locator("main#table")).to_have_attribute("data-kind", "match")
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_game_fits_the_screen(person: Person, width: int, height: int) -> None:
    page = at_a_table(person, width, height)
    roll = page.locator("#counter .btn.go")
    box, lens = roll.bounding_box(), page.locator(".lens").bounding_box()
    assert box and box["y"] + box["height"] <= height, "the button is on the screen"
    assert lens and lens["height"] >= 250
    overflow = page.locator("html").evaluate("e => [e.scrollWidth - innerWidth, e.scrollHeight]")
    assert overflow[0] <= 0
    if width < 600:
        assert overflow[1] <= height, "a phone does not scroll"
    assert page.locator(".btn.go:visible").count() == 1


def test_a_turn_by_keyboard_alone(person: Person) -> None:
    page = at_a_table(person)
    expect(page.locator("#seat-0-at")).to_have_text("1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to your choice
    page.keyboard.press("Tab")
    expect(page.locator("#counter .btn.go")).to_be_focused()
    page.wait_for_timeout(400)  # a new question is deaf for a moment
    page.keyboard.press("Enter")
    expect(page.locator("#seat-0-at")).to_have_text(re.compile("^[2-7]$"))
    expect(page.locator("#die")).to_have_attribute("data-face", re.compile("^[1-6]$"))
    expect(page.locator("#log li").first).to_contain_text("rolled")
    expect(page.locator("#counter .btn.go")).to_be_visible(timeout=MY_TURN)


def test_arrow_keys_walk_the_squares_in_playing_order(person: Person) -> None:
    page = at_a_table(person)
    page.locator("#sq1").focus()
    for key, square in [("ArrowRight", 2), ("ArrowDown", 3), ("ArrowLeft", 2), ("End", 52)]:
        page.keyboard.press(key)
        expect(page.locator(f"#sq{square}")).to_be_focused()
    assert page.locator("#slips .lb[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#place-52")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#place-52")).to_be_hidden()
    expect(page.locator("#sq52")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#sq1")).to_be_focused()


def test_the_lens_can_be_moved_without_dragging_and_comes_back(person: Person) -> None:
    page = at_a_table(person)
    expect(page.locator("#pan-piece")).to_be_hidden()
    before = resting(page)
    page.locator("#pan-on").click()
    assert resting(page) != before
    page.locator("#pan-piece").click()
    assert resting(page) == before


def resting(page: Page) -> object:
    """Where the first square is seen, once the lens stands still."""
    page.wait_for_timeout(400)
    last, now = None, page.locator("#sq1").bounding_box()
    while now != last:
        page.wait_for_timeout(200)
        last, now = now, page.locator("#sq1").bounding_box()
    return now


def test_the_small_print_opens_the_whole_print(person: Person) -> None:
    page = at_a_table(person)
    page.locator(".mini").click()
    page.wait_for_timeout(600)
    paper, lens = page.locator(".paper").bounding_box(), page.locator(".lens").bounding_box()
    assert paper and lens and paper["width"] <= lens["width"]
    page.locator(".mini").click()
    page.wait_for_timeout(600)
    wider = page.locator(".paper").bounding_box()
    assert wider and wider["width"] > 2.5 * lens["width"]


def test_pieces_on_one_square_can_all_be_seen(person: Person) -> None:
    page = at_a_table(person, 1280, 800)
    middles = {
        round(box["x"] + box["width"] / 2)
        for seat in range(4)
        if (box := page.locator(f"#pc-{seat} image").bounding_box())
    }
    heights = {
        round(box["y"] / 20)
        for seat in range(4)
        if (box := page.locator(f"#pc-{seat} image").bounding_box())
    }
    assert len(middles) * len(heights) >= 4


def test_a_turn_without_scripts(person: Person) -> None:
    page = at_a_table(person, java_script_enabled=False)
    page.locator("#counter .btn.go").click()
    expect(page.locator("#strip-0-at")).to_have_text(re.compile("^[2-7]$"))
    page.goto(f"{page.url}#place-31")
    expect(page.locator("#place-31")).to_be_visible()


def test_with_reduced_motion_the_piece_is_there_at_once(person: Person) -> None:
    page = at_a_table(person, reduced_motion="reduce")
    page.wait_for_timeout(400)
    page.locator("#counter .btn.go").click()
    expect(page.locator("#pc-0")).not_to_have_attribute("data-at", "1", timeout=2_000)


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
@pytest.mark.parametrize("query", ["", "?view=text"])
def test_axe_finds_nothing(person: Person, query: str, language: str, scheme: str) -> None:
    page = at_a_table(person, language=language, color_scheme=scheme, bypass_csp=True)
    page.goto(page.url + query)
    assert faults_at_every_size(page) == []
