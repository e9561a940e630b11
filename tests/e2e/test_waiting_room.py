"""The waiting room in real browsers: by link to the table, everything live, with and without
scripts, on phones and desktops."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person
from tests.e2e.screens import faults_at_every_size, faults_of
from tests.house import House

LONG_NAME = "あ" * 16
PRESSES = """async ([path, times]) => {
    const press = () => fetch(path, {method: "POST", headers: {"X-CSRFToken": kk.csrf()}});
    return (await Promise.all(Array.from({length: times}, press))).map((answer) => answer.status);
}"""


def open_table(host: Page, name: str = "Aki") -> str:
    """Opens a table through the page; its address."""
    host.goto("/tables/new/?game=hokusai")
    host.locator("main input[name=name]").fill(name)
    host.locator("main .btn.go").click()
    expect(host.locator("#seats-title")).to_be_visible()
    return host.url


def link_of(seated: Page) -> str:
    return seated.locator("#invite-url").input_value()


def sit_down(guest: Page, link: str, name: str) -> None:
    guest.goto(link)
    guest.locator("#name").fill(name)
    guest.locator("main .btn.go").click()
    expect(guest.locator("#seats-title")).to_be_visible()
    expect(guest.locator("#invite-url")).to_be_visible()


def at_rest(page: Page) -> None:
    """The last press is answered; while one is on its way, further ones do not count."""
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def names(page: Page) -> list[str]:
    return page.locator("#room .who b").all_inner_texts()


def test_from_the_link_to_the_match(person: Person) -> None:
    host, guest = person(), person(language="ja")
    table = open_table(host)
    link = link_of(host)
    guest.goto(link)
    assert guest.url == table, "the token must not stay in the address"
    expect(guest.locator("h1")).to_have_text("Akiさんの卓")
    assert guest.locator(".btn:visible").count() == 1
    guest.locator("#name").fill("みお")
    guest.locator("#name").press("Enter")
    expect(host.locator("#room .who b")).to_have_text(["Aki", "みお"])
    host.locator("#call-cpu").click()
    expect(guest.locator("#room .who b")).to_have_text(["Aki", "みお", "からくり一号"])
    expect(guest.locator("#wait")).to_have_text("Akiさんがはじめるのを待っています")
    at_rest(host)
    host.locator("#start").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
        assert page.url == table


def test_everything_works_without_scripts(person: Person) -> None:
    host, guest = (person(java_script_enabled=False) for _ in range(2))
    table = open_table(host)
    sit_down(guest, link_of(host), "Botan")
    host.reload()
    assert names(host) == ["Aki", "Botan"]
    host.locator("#call-cpu").click()
    assert names(host) == ["Aki", "Botan", "Karakuri 1"]
    host.locator("#remove-2").click()
    assert names(host) == ["Aki", "Botan"]
    guest.locator("#mark-gourd").check(force=True)
    guest.get_by_role("button", name="Take this piece").click()
    expect(guest.locator("#mark-gourd")).to_be_checked()
    assert host.locator("#invite-copy:visible").count() == 0
    host.locator("#start").click()
    expect(host.locator("#table")).to_have_attribute("data-kind", "match")
    guest.goto(table)
    expect(guest.locator("#table")).to_have_attribute("data-kind", "match")


def test_a_refusal_without_scripts_loses_nothing(person: Person) -> None:
    host, guest = (person(java_script_enabled=False) for _ in range(2))
    open_table(host)
    guest.goto(link_of(host))
    guest.locator("#name").fill("Karakuri 9")
    guest.locator("main .btn.go").click()
    expect(guest.locator("#word")).to_contain_text("pass for the house")
    expect(guest.locator("#name")).to_have_value("Karakuri 9")
    guest.locator("#name").fill("Botan")
    guest.locator("main .btn.go").click()
    assert names(guest) == ["Aki", "Botan"]


def test_on_a_phone_the_counter_leads_to_the_invite(person: Person) -> None:
    host = person(viewport={"width": 390, "height": 844})
    open_table(host)
    host.locator(".to-invite").click()
    counter, copy = host.locator(".counter.start"), host.locator("#invite-copy")
    expect(copy).to_be_in_viewport()
    above, below = copy.bounding_box(), counter.bounding_box()
    assert above is not None and below is not None and above["y"] + above["height"] < below["y"]
    host.set_viewport_size({"width": 1280, "height": 800})
    expect(copy).to_be_in_viewport()
    expect(host.locator(".to-invite")).to_be_hidden()


def test_five_presses_at_once_do_it_once(person: Person, house: House) -> None:
    host, guest = person(), person()
    table = open_table(host)
    sit_down(guest, link_of(host), "Botan")
    path = table.removeprefix(house.url)
    presses = host.context.new_page()  # the table's own page is loaded anew at the start
    presses.goto("/")
    for name in ("join/", "start/"):
        answers = presses.evaluate(PRESSES, [f"{path}{name}", 5])
        assert set(answers) <= {200, 503}, answers
    public_id = path.split("/")[2]
    seats = "select count(*) from tables_seat s join tables_table t on t.id = s.table_id"
    matches = "select count(*) from tables_match m join tables_table t on t.id = m.table_id"
    assert house.query(f"{seats} where t.public_id = ?", public_id) == [(2,)]
    assert house.query(f"{matches} where t.public_id = ?", public_id) == [(1,)]


def test_a_double_click_seats_one_new_guest(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    guest.goto(link_of(host))
    guest.locator("#name").fill("Botan")
    guest.locator("main .btn.go").dblclick()
    expect(host.locator("#room .who b")).to_have_text(["Aki", "Botan"])
    host.reload()
    assert names(host) == ["Aki", "Botan"]


def test_a_double_click_without_scripts_seats_one_new_guest(person: Person) -> None:
    host, guest = person(), person(java_script_enabled=False)
    open_table(host)
    guest.goto(link_of(host))
    guest.locator("#name").fill("Botan")
    guest.locator("main .btn.go").dblclick()
    expect(guest.locator("#seats-title")).to_be_visible()
    host.reload()
    assert names(host) == ["Aki", "Botan"]


def test_back_and_forward_neither_join_nor_leave(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    sit_down(guest, link_of(host), "Botan")
    for _ in range(3):
        guest.go_back()
        guest.go_forward()
    expect(guest.locator("#room .who b")).to_have_text(["Aki", "Botan"])
    guest.goto(link_of(host))
    assert names(guest) == ["Aki", "Botan"]


def test_whoever_leaves_is_out_and_may_come_back(person: Person) -> None:
    host, guest = person(), person()
    table = open_table(host)
    sit_down(guest, link_of(host), "Botan")
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest).to_have_url(re.compile(r"/$"))
    expect(guest.locator("#table")).to_have_count(0)
    expect(host.locator("#room .who b")).to_have_text(["Aki"])
    guest.goto(table)
    assert names(host) == ["Aki"]
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#room .who b")).to_have_text(["Aki", "Botan"])


def test_removing_a_guest_asks_once_more(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    sit_down(guest, link_of(host), "Botan")
    expect(host.locator("#remove-1")).to_be_visible()
    host.locator("#remove-1").click()
    assert names(host) == ["Aki", "Botan"]
    host.locator("#call-cpu").click()
    expect(host.locator("#room .who b")).to_have_count(3)
    at_rest(host)
    expect(host.locator("#sure-1")).to_be_visible()  # news does not close the question
    host.locator("#sure-1").click()
    expect(host.locator("#room .who b")).to_have_text(["Aki", "Karakuri 1"])
    expect(guest.get_by_text("The host took you from this table")).to_be_visible()
    guest.goto(link_of(host))
    expect(guest.get_by_text("The host took you from this table")).to_be_visible()


def test_a_new_link_kills_the_old(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    old = link_of(host)
    host.locator("#new-link").click()
    expect(host.locator("#invite-url")).not_to_have_value(old)
    assert link_of(host).startswith(old[: old.index("/i/")])
    guest.goto(old)
    assert guest.locator("#name").count() == 0
    sit_down(guest, link_of(host), "Botan")


def test_copying_the_link(person: Person) -> None:
    host = person(permissions=["clipboard-read", "clipboard-write"])
    open_table(host)
    host.locator("#invite-copy").click()
    expect(host.locator("#invite-said")).to_have_text("The link is copied.")
    assert host.evaluate("navigator.clipboard.readText()") == link_of(host)


def test_copying_where_the_browser_has_no_clipboard(person: Person) -> None:
    """As on http in the house's own network: the link is selected, to be copied by hand."""
    host = person()
    host.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined});"
        "document.execCommand = () => false;"
    )
    open_table(host)
    host.locator("#invite-copy").click()
    expect(host.locator("#invite-said")).to_have_text("The link is selected: copy it now.")
    assert host.evaluate("getSelection().toString()") == link_of(host)


def test_sharing_where_there_is_a_sheet(person: Person) -> None:
    host = person()
    host.add_init_script(
        "navigator.share = async (what) => { document.documentElement.dataset.shared = what.url; };"
    )
    open_table(host)
    host.locator("#invite-share").click()
    expect(host.locator("html")).to_have_attribute("data-shared", link_of(host))


def test_a_piece_is_chosen_with_the_keyboard_and_focus_stays(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    sit_down(guest, link_of(host), "Botan")
    guest.locator("#mark-lantern").focus()
    guest.keyboard.press("ArrowRight")
    expect(host.locator("#seat-1 img")).to_have_attribute("alt", "fan")
    host.locator("#call-cpu").click()
    expect(guest.locator("#room .who b")).to_have_count(3)
    expect(guest.locator("#mark-fan")).to_be_focused()


def test_focus_is_not_lost_when_its_button_goes(person: Person) -> None:
    host = person()
    open_table(host)
    for count in range(2, 7):
        host.locator("#call-cpu").focus()
        host.keyboard.press("Enter")
        expect(host.locator("#room .who b")).to_have_count(count)
        at_rest(host)
    expect(host.locator("#seats-title")).to_be_focused()


def test_typed_letters_survive_what_others_do(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    guest.goto(link_of(host))
    guest.locator("#name").fill("Bota")
    host.locator("#call-cpu").click()
    expect(guest.locator("#room .who b")).to_have_count(2)
    expect(guest.locator("#name")).to_have_value("Bota")
    expect(guest.locator("#name")).to_be_focused()


def test_a_table_fills_up_under_a_visitors_eyes(person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    guest.goto(link_of(host))
    for count in range(2, 7):
        host.locator("#call-cpu").click()
        expect(host.locator("#room .who b")).to_have_count(count)
        at_rest(host)
    expect(guest.get_by_text("All seats are taken")).to_be_visible()
    expect(guest.locator("#name")).not_to_be_visible()
    host.locator("#start").click()
    expect(guest.locator("#table")).to_have_attribute("data-kind", "match")


@pytest.mark.parametrize("name", ["<b>Bo</b>", "\u202eBotan", "W" * 17, "👩‍👩‍👧"])
def test_names_that_would_spoil_the_board_are_refused(name: str, person: Person) -> None:
    host, guest = person(), person()
    open_table(host)
    guest.goto(link_of(host))
    guest.locator("#name").fill(name)
    guest.locator("main .btn.go").click()
    expect(guest.locator("#word")).to_be_visible()
    expect(guest.locator("#name")).to_have_attribute("aria-invalid", "true")


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_every_state_is_accessible_at_every_size(
    language: str, scheme: str, person: Person
) -> None:
    host = person(language=language, color_scheme=scheme)
    guest = person(language=language, color_scheme=scheme)
    full = person(language=language, color_scheme=scheme)
    open_table(host, "W" * 16)
    link = link_of(host)
    guest.goto(link)
    states: list[tuple[str, Page, Callable[[], object]]] = [
        ("alone", host, lambda: None),
        ("door", guest, lambda: None),
        ("seated", guest, lambda: sit_down(guest, link, LONG_NAME)),
        ("asking", host, lambda: host.locator("#remove-1").click()),
        ("rules", host, lambda: host.locator(".rules summary").click()),
        ("watching", full, lambda: full.goto(link)),
    ]
    for state, page, reach in states:
        reach()
        assert faults_at_every_size(page) == [], state
    host.get_by_role("button", name=re.compile("Leave the table|卓を離れる")).click()
    guest.get_by_role("button", name=re.compile("Leave the table|卓を離れる")).click()
    # Its page loads itself anew, and says so.
    expect(full.locator("h1")).to_have_text(re.compile("This table is closed|この卓は閉じました"))
    assert faults_of(full) == [], "closed"
