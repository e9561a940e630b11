"""What people do beside playing, in browsers: move to another one, say a phrase, be told of
their turn, come back."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person
from tests.e2e.screens import faults_at_every_size
from tests.e2e.test_waiting_room import link_of, open_table, sit_down

LINE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Mobile/15E148 Safari Line/14.19.0"
)
PHONE = {"width": 390, "height": 844}
ROLL = "#counter .btn.go"


def at_a_match(host: Page, guest: Page) -> str:
    """Aki and Botan in mid-match, Aki's turn; the table's address."""
    table = open_table(host)
    sit_down(guest, link_of(host), "Botan")
    expect(host.locator("#room .who b")).to_have_count(2)
    host.locator("#start").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    expect(host.locator(ROLL)).to_be_visible()
    return table


def roll(page: Page) -> None:
    expect(page.locator(ROLL)).to_be_visible()
    page.wait_for_timeout(400)  # a new question is deaf for a moment
    page.locator(ROLL).click()


def until(page: Page, what: str, wanted: object) -> None:
    """The content policy lets no script wait for a condition that comes as text."""
    for _ in range(100):
        if page.evaluate(what) == wanted:
            return
        page.wait_for_timeout(100)
    assert page.evaluate(what) == wanted


def open_talk(page: Page) -> None:
    sheet = page.locator("#talk-sheet")
    if sheet.get_attribute("open") is None:
        sheet.locator("summary").click()


def say(page: Page, number: int) -> None:
    open_talk(page)
    page.locator(f"[name=phrase][value='{number}']").click()


# --- move my seat --------------------------------------------------------------------------------


def test_from_lines_browser_to_the_usual_one_in_mid_match(
    person: Person, faults: list[str]
) -> None:
    host = person(viewport=PHONE, user_agent=LINE)
    guest, safari = person(), person(viewport=PHONE)
    table = at_a_match(host, guest)
    expect(host.locator("#in-app")).to_contain_text("LINE")
    host.locator("#in-app-move").click()
    expect(host.locator("#move-ask")).to_be_focused()
    host.locator("#move-ask").click()
    expect(host.locator("#move-digits")).to_be_in_viewport()
    digits = host.locator("#move-digits").inner_text()
    assert re.fullmatch(r"\d{3} \d{3}", digits)
    expect(host.locator(ROLL)).to_be_visible()

    safari.goto("/you/move/")
    safari.locator("#code").fill(digits)
    safari.locator("main .btn.go").click()
    expect(safari.locator("h1")).to_have_text("Go on here as Aki?")
    expect(host.locator("#table")).to_be_visible()
    safari.locator("main .btn.go").click()
    assert safari.url == table
    expect(host.get_by_text("Your seat has moved to another browser")).to_be_visible()
    expect(host.locator("main form")).to_have_count(0)
    expect(safari.locator("#in-app")).to_have_count(0)

    roll(safari)
    expect(guest.locator(ROLL)).to_be_visible()
    host.reload()
    expect(host.get_by_text("Your seat has moved to another browser")).to_be_visible()
    host.goto("/")
    expect(host.get_by_text("Your seat is still warm")).to_have_count(0)


def test_a_press_on_an_old_page_is_told_so(person: Person) -> None:
    """The line of the old page is down, so that it has not heard of the move."""
    host, guest, other = person(), person(), person()
    at_a_match(host, guest)
    host.add_init_script("window.WebSocket = class extends EventTarget { close() {} };")
    host.reload()
    host.locator("#move-seat summary").click()
    host.locator("#move-ask").click()
    link = host.locator("#move-link").input_value()
    other.goto(link)
    other.locator("main .btn.go").click()
    expect(other.locator(ROLL)).to_be_visible()
    host.locator(ROLL).click()
    expect(host.get_by_text("Your seat has moved to another browser")).to_be_visible()
    expect(other.locator("#seat-0-at")).to_have_text("1")


def test_moving_without_scripts(person: Person) -> None:
    host, other = (person(java_script_enabled=False) for _ in range(2))
    table = open_table(host)
    host.locator("#move-seat summary").click()
    host.locator("#move-ask").click()
    digits = host.locator("#move-digits").inner_text()
    other.goto("/you/move/")
    other.locator("#code").fill("12345")
    other.locator("main .btn.go").click()
    expect(other.locator("#code-wrong")).to_contain_text("not good")
    other.locator("#code").fill(digits)
    other.locator("main .btn.go").click()
    other.locator("main .btn.go").click()
    assert other.url == table
    expect(other.locator("#room .who")).to_contain_text(["Aki"])
    host.goto(table)
    expect(host.get_by_text("Your seat has moved to another browser")).to_be_visible()
    host.get_by_role("link", name="Move it back").click()
    expect(host.locator("#code")).to_be_visible()


def test_somebody_already_there_stays_apart(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    sit_down(guest, link_of(host), "Botan")
    host.locator("#move-seat summary").click()
    host.locator("#move-ask").click()
    guest.goto(host.locator("#move-link").input_value())
    expect(guest.locator("#apart")).to_contain_text("Botan and Aki stay two")
    guest.locator("main .btn.go").click()
    expect(guest.locator("#seat-0 .tag.ok")).to_have_text("you")
    expect(guest.locator("#room .who b")).to_have_text(["Aki", "Botan"])


# --- phrases -------------------------------------------------------------------------------------


def test_a_phrase_is_seen_and_heard_in_each_readers_language(person: Person) -> None:
    host, guest = person(), person(language="ja")
    at_a_match(host, guest)
    host.locator(ROLL).focus()
    host.evaluate("document.querySelector('#counter .btn.go').kept = true")
    guest.evaluate("""() => { window.said = [];
        new MutationObserver(() => said.push(document.getElementById("say").textContent))
            .observe(document.getElementById("say"), {childList: true}); }""")
    host.keyboard.press("Tab")
    say(guest, 3)
    expect(host.locator(".bubble")).to_have_text("Well played.")
    expect(host.locator("#said li")).to_have_text(re.compile("Botan.*Well played."))
    expect(host.locator("#say")).to_have_text(re.compile("Botan.*Well played."))
    expect(guest.locator("#said q")).to_have_text("お見事。")
    assert host.evaluate("document.querySelector('#counter .btn.go').kept"), "the counter stays"
    guest.wait_for_timeout(500)
    assert [each for each in guest.evaluate("said") if each] == ["Botan お見事。"], "once"
    expect(host.locator(".bubble")).to_have_count(0)


def test_on_a_desktop_the_phrases_open_over_the_board_and_close_again(person: Person) -> None:
    host, guest = person(viewport={"width": 1280, "height": 800}), person()
    at_a_match(host, guest)
    expect(host.locator("[name=phrase]").first).to_be_hidden()
    left = host.locator("#table .left").evaluate("left => left.getBoundingClientRect().bottom")
    assert left <= 800, "board and log fill the screen and no more"
    say(host, 1)
    expect(host.locator("[name=phrase]").first).to_be_hidden()
    expect(guest.locator(".bubble")).to_have_text("Good to meet you.")
    open_talk(host)
    expect(host.locator("[name=phrase]").first).to_be_in_viewport()
    host.keyboard.press("Escape")
    expect(host.locator("[name=phrase]").first).to_be_hidden()


def test_bubbles_do_not_cover_each_other_nor_an_open_sheet(person: Person) -> None:
    host, guest = person(viewport=PHONE), person()
    at_a_match(host, guest)
    say(host, 1)
    say(guest, 6)
    bubbles = host.locator(".bubble")
    expect(bubbles).to_have_count(2)
    one, other = (bubbles.nth(number).bounding_box() for number in (0, 1))
    assert one and other
    is_beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    is_above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    assert is_beside or is_above
    host.locator("#party > summary").click()
    expect(bubbles.first).to_be_hidden()
    expect(bubbles.last).to_be_hidden()


def test_in_the_waiting_room_and_for_whoever_looks_on(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    sit_down(guest, link_of(host), "Botan")
    say(host, 1)
    expect(guest.locator(".bubble")).to_have_text("Good to meet you.")
    expect(guest.locator("#said q")).to_have_text("Good to meet you.")
    say(host, 2)
    expect(host.locator("#say-word")).to_contain_text("One phrase every three seconds")
    expect(guest.locator("#said li")).to_have_count(1)


def test_hidden_phrases_stay_hidden(person: Person) -> None:
    host, guest = person(), person()
    table = at_a_match(host, guest)
    say(guest, 4)
    expect(host.locator("#said q")).to_have_text("What luck.")
    open_talk(host)
    host.get_by_role("button", name="Hide what Botan says").click()
    expect(host.locator("#said")).to_have_count(0)
    guest.wait_for_timeout(3000)
    say(guest, 5)
    expect(guest.locator("#said li")).to_have_count(2)
    host.wait_for_timeout(500)
    assert host.locator(".bubble").count() == 0
    host.goto(table)
    assert host.locator("#said").count() == 0
    open_talk(host)
    host.get_by_role("button", name="Show what Botan says").click()
    expect(host.locator("#said li")).to_have_count(2)


def test_a_phrase_without_scripts(person: Person) -> None:
    host = person(java_script_enabled=False)
    open_table(host)
    host.locator("[name=phrase][value='1']").click()
    expect(host.locator("#said q")).to_have_text("Good to meet you.")
    host.locator("[name=phrase][value='2']").click()
    expect(host.locator("main")).to_contain_text("One phrase every three seconds")


# --- your turn -----------------------------------------------------------------------------------

COUNT_SOUNDS = """
window.sounds = 0;
const real = AudioContext.prototype.createBuffer;
AudioContext.prototype.createBuffer = function (...all) {
  sounds += 1;
  return real.apply(this, all);
};
"""


def test_sound_is_off_until_asked_for_and_then_kept(person: Person) -> None:
    host, guest = person(), person()
    for page in (host, guest):
        page.add_init_script(COUNT_SOUNDS)
    at_a_match(host, guest)
    roll(host)
    expect(guest.locator(ROLL)).to_be_visible()
    assert host.evaluate("sounds") == guest.evaluate("sounds") == 0
    assert host.evaluate("localStorage.length") == 0
    host.locator("#device summary").click()
    button = host.locator("#device [data-pref=sound]")
    expect(button).to_have_text("Sound: off")
    button.click()
    expect(button).to_have_text("Sound: on")
    before = host.evaluate("sounds")
    assert before > 0, "it is heard what it is like"
    roll(guest)
    expect(host.locator(ROLL)).to_be_visible()
    assert host.evaluate("sounds") >= before + 2, "dice, and the clap"
    assert guest.evaluate("sounds") == 0
    host.reload()
    expect(host.locator("#device [data-pref=sound]")).to_have_text("Sound: on")
    assert host.evaluate("Object.keys(localStorage)") == ["kk.prefs"]
    host.goto("/")
    expect(host.locator("footer [data-pref=sound]")).to_have_text("Sound: on")


NOTICES = """
window.notices = []; window.asked = 0;
window.Notification = class {
  static permission = "default";
  static async requestPermission() { asked += 1; return (Notification.permission = "granted"); }
  constructor(title, options) { notices.push([title, options]); }
  close() {}
};
window.isHidden = false;
Object.defineProperty(Document.prototype, "hidden", { get: () => window.isHidden });
window.show = (hidden) => {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def test_a_notice_comes_only_if_asked_for_and_out_of_sight(person: Person) -> None:
    host, guest = person(), person()
    host.add_init_script(NOTICES)
    at_a_match(host, guest)
    assert host.evaluate("asked") == 0
    host.locator("#device summary").click()
    host.locator("#device [data-pref=notice]").click()
    expect(host.locator("#device [data-pref=notice]")).to_have_text("Notice of my turn: on")
    assert host.evaluate("asked") == 1
    roll(host)
    roll(guest)
    expect(host.locator(ROLL)).to_be_visible()
    assert host.evaluate("notices") == [], "who looks needs none"
    roll(host)
    expect(guest.locator(ROLL)).to_be_visible()
    host.evaluate("show(true)")
    roll(guest)
    until(host, "notices.length", 1)
    title, options = host.evaluate("notices[0]")
    assert title == host.title() and title.startswith("Your turn")
    assert list(options) == ["tag"]


AWAKE = """
window.locks = 0;
const wakeLock = { request: async () => {
  locks += 1;
  const lock = new EventTarget();
  lock.release = () => { locks -= 1; lock.dispatchEvent(new Event("release")); };
  return lock;
} };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => wakeLock });
"""


def test_the_screen_stays_awake_on_ones_turn_alone(person: Person) -> None:
    host, guest = person(), person()
    host.add_init_script(AWAKE)
    at_a_match(host, guest)
    assert host.evaluate("locks") == 0
    host.locator("#device summary").click()
    host.locator("#device [data-pref=awake]").click()
    until(host, "locks", 1)
    roll(host)
    until(host, "locks", 0)
    roll(guest)
    until(host, "locks", 1)


def test_short_motion_jumps_to_the_end(person: Person) -> None:
    host, guest = person(), person()
    at_a_match(host, guest)
    host.locator("#device summary").click()
    host.locator("#device [data-pref=motion]").click()
    expect(host.locator("html")).to_have_attribute("data-motion", "short")
    roll(host)
    expect(host.locator("#pc-0")).not_to_have_attribute("data-at", "1", timeout=1_500)
    host.reload()
    expect(host.locator("html")).to_have_attribute("data-motion", "short")


# --- coming back ---------------------------------------------------------------------------------


def test_back_from_another_app_one_is_told_once_what_happened(person: Person) -> None:
    host, guest = person(), person()
    host.add_init_script(NOTICES)
    at_a_match(host, guest)
    roll(host)
    expect(guest.locator(ROLL)).to_be_visible()
    host.evaluate("""() => { show(true); const now = Date.now;
        Date.now = () => now.call(Date) + 60_000; }""")
    roll(guest)
    expect(host.locator(ROLL)).to_be_attached()
    host.evaluate("show(false)")
    expect(host.locator("#back")).to_contain_text("Back at the table. One move happened.")
    host.locator("#back-log").click()
    expect(host.locator("#happened .sheet")).to_be_focused()
    expect(host.locator("#back")).to_be_hidden()
    host.evaluate("show(true); show(false)")
    host.wait_for_timeout(500)
    expect(host.locator("#back")).to_be_hidden()


def test_away_shows_and_who_loads_the_page_again_is_told(person: Person) -> None:
    host, guest = person(), person()
    table = at_a_match(host, guest)
    roll(host)
    expect(guest.locator(ROLL)).to_be_visible()
    guest.goto("about:blank")
    host.wait_for_timeout(5_000)
    assert "away" not in host.locator("#seat-1-tag").inner_text()
    expect(host.locator("#seat-1-tag")).to_contain_text("away")
    expect(host.locator("#log li").first).to_contain_text("Botan", timeout=60_000)
    log = host.locator("#log")
    expect(log).to_contain_text("Botan is away, so the house answered.", timeout=60_000)
    guest.goto(table)
    expect(guest.locator("#back")).to_contain_text("Back at the table. One move happened.")
    expect(guest.locator("#log")).to_contain_text("Botan is away, so the house answered.")
    expect(host.locator("#seat-1-tag")).not_to_contain_text("away")
    guest.reload()
    expect(guest.locator("#back")).to_be_hidden()


# --- for everybody -------------------------------------------------------------------------------


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing_at_any_size(language: str, scheme: Any, person: Person) -> None:
    host = person(language=language, color_scheme=scheme, user_agent=LINE, bypass_csp=True)
    guest = person(language=language, color_scheme=scheme, bypass_csp=True)
    other = person(language=language, color_scheme=scheme, bypass_csp=True)
    at_a_match(host, guest)
    say(host, 3)
    host.locator("#in-app-move").click()
    host.locator("#move-ask").click()
    digits = host.locator("#move-digits").inner_text()
    host.locator("#device summary").click()
    sure = guest.context.new_page()
    sure.goto(host.locator("#move-link").input_value())
    guest.wait_for_timeout(400)
    guest.evaluate("document.getElementById('talk-sheet').open = true")
    other.goto("/you/move/")
    assert digits
    wrong = other.context.new_page()
    wrong.goto("/you/move/")
    wrong.locator("#code").fill("000000")
    wrong.locator("main .btn.go").click()
    code = guest.context.new_page()
    code.goto("/you/move/")
    code.locator("#from-head + p + form .btn").click()
    you = guest.context.new_page()
    you.goto("/you/")
    for page in (host, guest, sure, other, wrong, code, you):
        assert faults_at_every_size(page) == []
