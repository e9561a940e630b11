"""The shop front in a browser: live list, the card of choices, no scripts, and axe."""

import pytest
from playwright.sync_api import expect

from games.registry import GAMES
from tests.e2e.conftest import Person
from tests.e2e.screens import faults_at_every_size

RULES = tuple(f"/{{language}}/rules/{game.key}/" for game in GAMES)
PAGES = ("/", "/tables/new/", "/rules/", *RULES, "/about/", "/i/wrong/")


def test_a_table_appears_on_an_open_front_page(person: Person) -> None:
    looker, host = person(), person()
    looker.goto("/")
    host.goto("/tables/new/")
    host.fill("#name", "Mio")
    host.locator("label", has_text="Anyone in the shop").click()
    host.get_by_role("button", name="Open the table").click()
    expect(looker.locator("#tables")).to_contain_text("Mio’s table")
    looker.get_by_role("link", name="Sit down").first.click()
    expect(looker).to_have_url(host.url)


def test_the_card_follows_the_slips(person: Person) -> None:
    host = person()
    host.goto("/tables/new/")
    host.locator("label", has_text="Bounce back").click()
    host.locator("label", has_text="60 seconds").click()
    expect(host.locator("#so-far-getting_home")).to_have_text("Bounce back")
    expect(host.locator("#so-far-turn_limit")).to_have_text("60 seconds")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_at_a_ranked_table_there_are_no_rules_to_press(person: Person, has_scripts: bool) -> None:
    host = person(java_script_enabled=has_scripts)
    host.goto("/tables/new/")
    host.locator("label", has_text="Bounce back").click()
    host.locator("label", has_text="Ranked").click()
    for rule in ("getting_home", "turn_limit"):
        expect(host.locator(f"fieldset:has([name={rule}])")).to_be_hidden()
    expect(host.get_by_text("so there is nothing to choose here")).to_be_visible()
    expect(host.locator(".holds").first).to_contain_text("As printed")
    host.locator("label", has_text="Casual").click()
    expect(host.locator("fieldset:has([name=turn_limit])")).to_be_visible()
    expect(host.locator("[name=getting_home][value=bounce_back]")).to_be_checked()
    expect(host.locator(".holds").first).to_be_hidden()


def test_one_press_starts_a_game_without_scripts(person: Person) -> None:
    alone = person(java_script_enabled=False)
    alone.goto("/")
    alone.get_by_role("button", name="Try with CPUs").first.click()
    expect(alone.locator("main#table")).to_have_attribute("data-kind", "match")
    alone.goto("/")
    expect(alone.locator(".warm")).to_contain_text("Your seat is still warm.")


def test_by_keyboard_from_the_front_to_a_table(person: Person) -> None:
    """Skip link, Open a table, and Enter in the name field opens it."""
    host = person()
    host.goto("/")
    host.keyboard.press("Tab")
    expect(host.get_by_text("Skip to the games")).to_be_focused()
    host.get_by_role("link", name="Open a table").first.press("Enter")
    host.get_by_label("Your name at the table").press("Enter")
    expect(host.locator("main")).to_contain_text("Seats")


def test_the_theme_is_kept_and_needs_no_flash(person: Person) -> None:
    reader = person()
    reader.goto("/you/")
    reader.locator("label", has_text="Dark").click()
    reader.goto("/about/")
    assert reader.locator("html").get_attribute("data-theme") == "dark"


def test_without_a_socket_the_list_is_asked_for(person: Person, faults: list[str]) -> None:
    looker = person()
    looker.route_web_socket("**/ws/lobby/", lambda socket: socket.close())
    with looker.expect_response("**/tables/"):
        looker.goto("/")
    faults.clear()


# Colours do not hang on the language, nor widths on the theme.
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(
    person: Person, language: str, theme: str
) -> None:
    page = person(language, color_scheme=theme)
    found = []
    for address in PAGES:
        page.goto(address.format(language=language))
        found += faults_at_every_size(page)
    assert found == []
