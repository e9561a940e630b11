"""Accounts in a browser: kept in mid-match, opened by passkey, by keyboard, and without scripts."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person
from tests.e2e.screens import faults_of
from tests.e2e.test_people import at_a_match, roll
from tests.house import House

PASSWORD = "seven herons on a pine"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def user_name() -> Iterator[str]:
    """One that nobody has in this house yet, whatever ran before."""
    yield f"u{time.time_ns() // 1000 % 10**12}"


def sign_up(page: Page, user_name: str, *, address: str = "") -> None:
    page.goto("/you/sign-up/")
    page.locator("[name=username]").fill(user_name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("[name=email]").fill(address)
    if (called := page.locator("main [name=name]")).count():
        called.fill(user_name)  # a guest; whoever plays in later tests may be called as they were
    page.locator("main .btn.go").click()
    expect(page).to_have_url(re.compile("/you/$"))


def sign_in(page: Page, user_name: str) -> None:
    page.goto("/you/sign-in/")
    page.locator("[name=login]").fill(user_name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .btn.go").click()


def sign_out(page: Page) -> None:
    page.goto("/you/sign-out/")
    page.locator("main .btn.go").click()
    expect(page).to_have_url(re.compile("/you/$"))


def device_with_lock(page: Page) -> None:
    """Chromium's make-believe authenticator: keeps passkeys, and always finds the right finger."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def once_more(page: Page) -> None:
    expect(page.locator("h1")).to_have_text("Your password once more")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .btn.go").click()


def test_a_guest_keeps_an_account_in_mid_match(person: Person, user_name: str) -> None:
    host, guest = person(), person()
    table = at_a_match(host, guest)
    other_tab = host.context.new_page()
    sign_up(other_tab, user_name)
    expect(other_tab.locator("#account-head + p")).to_contain_text(user_name)
    # The page that was open all the time plays on, by its socket and by posts.
    roll(host)
    expect(guest.locator("#counter .btn.go")).to_be_visible()
    roll(guest)
    expect(host.locator("#counter .btn.go")).to_be_visible()
    expect(host.locator("#table")).to_have_attribute("data-kind", "match")
    # And from another device, the same seat.
    phone = person(viewport=PHONE)
    sign_in(phone, user_name)
    expect(phone).to_have_url(re.compile("/you/$"))
    phone.goto(table)
    roll(phone)
    expect(guest.locator("#counter .btn.go")).to_be_visible()


def test_signing_in_elsewhere_brings_a_guests_seat_along(person: Person, user_name: str) -> None:
    member = person()
    sign_up(member, user_name)
    sign_out(member)
    host, guest = person(), person()
    table = at_a_match(host, guest)
    tab = host.context.new_page()
    sign_in(tab, user_name)
    expect(tab.locator("h1")).to_have_text("Does Aki come along?")
    tab.get_by_role("button", name="Yes, Aki is me").click()
    expect(tab.locator("[role=status].notice")).to_contain_text("are yours now")
    tab.goto(table)
    roll(tab)
    expect(guest.locator("#counter .btn.go")).to_be_visible()


def test_a_passkey_opens_the_account(person: Person, user_name: str) -> None:
    page = person(viewport=PHONE)
    device_with_lock(page)
    sign_up(page, user_name)
    page.goto("/you/account/passkeys/new/")
    once_more(page)
    page.locator("[name=name]").fill("My phone")
    page.locator("[data-passkey-go]").click()
    expect(page.locator("h1")).to_have_text("Recovery codes")
    expect(page.locator(".codes li")).to_have_count(10)
    page.goto("/you/account/passkeys/")
    expect(page.locator("h2")).to_have_text("My phone")
    sign_out(page)
    page.goto("/you/sign-in/")
    page.locator("[data-passkey-go]").click()
    expect(page).to_have_url(re.compile("/you/$"))
    expect(page.locator("#account-head + p")).to_contain_text(user_name)
    # As the second step after the password, too.
    sign_out(page)
    sign_in(page, user_name)
    expect(page.locator("h1")).to_have_text("One step more")
    page.locator("[data-passkey-go]").click()
    expect(page.locator("#account-head + p")).to_contain_text(user_name)


def test_another_device_has_no_passkey_and_says_so(
    person: Person, user_name: str, faults: list[str]
) -> None:
    page = person()
    device_with_lock(page)
    page.goto("/you/sign-in/")
    page.locator("[data-passkey-go]").click()
    expect(page.locator("[data-passkey-wrong]")).to_be_visible()
    expect(page.locator("[data-passkey-go]")).to_be_enabled()
    faults.clear()


def test_an_account_without_scripts(person: Person, user_name: str) -> None:
    page = person(java_script_enabled=False)
    sign_up(page, user_name)
    page.goto("/you/account/browsers/")
    expect(page.locator(".tag.ok")).to_have_text("this one")
    sign_out(page)
    sign_in(page, user_name)
    expect(page.locator("#account-head + p")).to_contain_text(user_name)
    page.goto("/you/account/delete/")
    once_more(page)
    page.locator("main .btn.go").click()
    expect(page.locator("h1")).to_have_text("Goodbye, then")
    sign_in(page, user_name)
    expect(page.locator("h1")).to_have_text("Do you want to stay?")
    page.get_by_role("button", name="Keep my account").click()
    expect(page.locator("h1")).to_have_text(user_name)


def test_by_keyboard_alone(person: Person, user_name: str) -> None:
    page = person()
    page.goto("/you/sign-up/")
    page.locator("[name=username]").focus()
    for typed in (user_name, PASSWORD, PASSWORD):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/you/$"))
    expect(page.locator("#account-head + p")).to_contain_text(user_name)


def test_the_letter_stands_in_the_terminal(house: House, person: Person, user_name: str) -> None:
    """Where no mail server is named, whoever runs the house reads the link there."""
    page = person()
    address = f"{user_name}@example.org"
    sign_up(page, user_name, address=address)
    until = time.monotonic() + 90
    while address not in house.said:
        assert time.monotonic() < until, "no letter"
        page.wait_for_timeout(200)
    letter = house.said[house.said.rindex(address) :]
    link = re.search(r"http://\S+/you/address/\S+", letter)
    assert link
    page.goto(link[0])
    page.locator("main .btn.go").click()
    expect(page.locator(".notice[role=status]").first).to_contain_text("is verified")
    expect(page.locator(".ways")).to_contain_text(address)


def test_everything_is_packed_and_taken(person: Person, user_name: str) -> None:
    page = person()
    sign_up(page, user_name)
    page.goto("/you/account/export/")
    page.locator("main .btn.go").click()
    link = page.get_by_role("link", name="Take the file")
    expect(link).to_be_visible(timeout=90_000)
    link.click()
    once_more_or_not = page.locator("[name=password]")
    expect(once_more_or_not).to_be_visible()
    once_more_or_not.fill(PASSWORD)
    with page.expect_download() as taken:
        page.locator("main .btn.go").click()
    assert taken.value.suggested_filename == "kirakuken.zip"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_stands_in_anybodys_way(person: Person, user_name: str, language: str) -> None:
    page = person(language=language, viewport={"width": 320, "height": 640})
    device_with_lock(page)
    paths = ["/you/sign-up/", "/you/sign-in/", "/you/password/"]
    for path in paths:
        look(page, path)
    sign_up(page, user_name, address=f"{user_name}@example.org")
    for path in ("", "account/", "account/browsers/", "account/address/", "account/password/"):
        look(page, f"/you/{path}")
    for path in ("account/export/", "account/passkeys/", "sign-out/", "again/"):
        look(page, f"/you/{path}")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .btn.go").click()
    for path in ("passkeys/new/", "code-app/", "delete/"):
        look(page, f"/you/account/{path}")


def look(page: Page, path: str) -> None:
    page.goto(path)
    assert faults_of(page) == [], path
