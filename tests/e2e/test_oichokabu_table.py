"""Oicho-Kabu in browsers: whole matches, points put down by several at once, who comes back."""

import json
import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Error, Page, Response, expect

from tests.e2e.conftest import Person, wait_in
from tests.e2e.screens import faults_of
from tests.e2e.test_waiting_room import link_of, sit_down
from tests.house import House, wait_for

SIZES = [(320, 568), (320, 640), (390, 844), (844, 390), (1280, 800)]
CARDS = ("kata", "niban", "sanban", "hiki")
MATCH = 280  # seconds: CPUs take their time, and the machine may be busy
QUICK = "&passing=every_hand"  # a hand for each seat


def open_table(host: Page, rules: str = QUICK) -> None:
    host.goto(f"/tables/new/?game=oicho-kabu{rules}")
    host.locator("main input[name=name]").fill("Aki")
    host.locator("main .btn.go").click()
    expect(host.locator("#seats-title")).to_be_visible()


def at_a_match(
    person: Person, names: Sequence[str], cpus: int = 0, rules: str = QUICK, **options: object
) -> list[Page]:
    """The first is host. With CPUs besides."""
    options.setdefault("reduced_motion", "reduce")
    pages = [person(**options) for _ in names]
    open_table(pages[0], rules)
    for page, name in zip(pages[1:], names[1:], strict=True):
        sit_down(page, link_of(pages[0]), name)
    for count in range(len(names) + 1, len(names) + cpus + 1):
        pages[0].locator("#call-cpu").click()
        expect(pages[0].locator("#room .who b")).to_have_count(count)
    pages[0].locator("#start").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    return pages


def alone(person: Person, **options: object) -> Page:
    page = person(**options)
    page.goto("/")
    page.locator("form:has(input[value='oicho-kabu']) button").last.click()
    expect(page.locator("main#table")).to_have_attribute("data-kind", "match")
    return page


def until_asked_for_points(page: Page) -> None:
    """Somebody alone may have the deal at first."""

    def is_asked() -> bool:
        if page.locator("#stakes").count():
            return True
        answer(page)
        return False

    wait_in(page, is_asked)
    page.wait_for_timeout(400)  # a new question is deaf for a moment


def put(page: Page, card: str, points: int) -> None:
    page.locator(f"label:has(#tally-{points})").click()
    page.locator(f"#col-{card} .here").click()


def answer(page: Page) -> str:
    """Whatever the page asks, if it asks."""
    if page.locator("main").get_attribute("data-kind") == "result":
        return "result"
    for button in ("#counter #ready", "#counter .btn.cloth", "#counter .btn.go"):
        try:
            if page.locator(button).count():
                page.locator(button).first.click(timeout=1500)
                return button
        except Error:
            pass  # the question was answered, or went, meanwhile
    return ""


def play_on(pages: Sequence[Page]) -> None:
    """Until every page shows the result."""
    end = time.monotonic() + MATCH
    while {answer(page) for page in pages} != {"result"}:
        assert time.monotonic() < end, "the match does not end"
        pages[0].wait_for_timeout(50)


def points_of(page: Page, seats: int) -> list[int]:
    shown = [page.locator(f"#seat-{seat}-at").text_content() or "" for seat in range(seats)]
    return [int(each.replace(",", "")) for each in shown]


def lines_of(page: Page) -> list[str]:
    return [line.strip() for line in page.locator("#log li").all_text_contents()]


# --- whole matches -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "cpus"),
    [(["Aki", "Botan"], 0), (["Aki", "Botan", "Chiyo"], 0), (["Aki", "Botan"], 2)],
    ids=["two people", "three people", "two people and two CPUs"],
)
def test_a_whole_match(person: Person, names: list[str], cpus: int) -> None:
    seats = len(names) + cpus
    pages = at_a_match(person, names, cpus)
    play_on(pages)
    for page in pages:
        expect(page.locator("ol.standings li")).to_have_count(seats)
        points = points_of(page, seats)
        assert sum(points) == 1000 * seats and all(each % 10 == 0 for each in points)
        first = page.locator("ol.standings .why").first.text_content() or ""
        assert int(re.sub(r"\D", "", first)) == max(points)
        # A page that was told much at once has fewer of the oldest lines, which come last.
        lines, others = lines_of(page), lines_of(pages[0])
        common = min(len(lines), len(others))
        assert common > 10 and lines[:common] == others[:common]
    pages[0].locator("#counter form[action$='/again/'] button").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-kind", "match")
    for page in pages[1:]:
        assert points_of(page, seats) == [1000] * seats


def test_somebody_alone_plays_as_many_cpus_as_there_are_chairs(person: Person) -> None:
    (page,) = at_a_match(person, ["Aki"], 5)
    play_on([page])
    assert sum(points_of(page, 6)) == 6000


# --- putting points down -------------------------------------------------------------------------


@pytest.fixture
def three(person: Person) -> tuple[Page, Page, Page]:
    """Aki deals; Botan and Chiyo put points down."""
    rules = "&passing=every_hand&first_dealer=host"
    aki, botan, chiyo = at_a_match(person, ["Aki", "Botan", "Chiyo"], rules=rules)
    for page in (botan, chiyo):
        expect(page.locator("#stakes")).to_be_visible()
        page.wait_for_timeout(400)
    return aki, botan, chiyo


def test_points_lie_open_at_once_and_nobody_loses_their_place(
    three: tuple[Page, Page, Page],
) -> None:
    aki, botan, chiyo = three
    botan.locator("label:has(#tally-50)").click()
    botan.locator("#col-niban .here").focus()
    put(chiyo, "kata", 100)
    for page in three:
        expect(page.locator("#put-kata-2-n")).to_have_text("100")
    expect(aki.locator("#strip-2")).to_have_attribute("data-turn", re.compile("."))
    expect(botan.locator("#tally-50")).to_be_checked()
    expect(botan.locator("#col-niban .here")).to_be_focused()
    botan.keyboard.press("Enter")
    expect(chiyo.locator("#put-niban-1-n")).to_have_text("50")
    expect(botan.locator("#col-niban .here")).to_be_focused()
    botan.locator("#back-niban").click()
    expect(chiyo.locator("#put-niban-1")).to_be_hidden()
    chiyo.locator("#ready").click()
    expect(botan.locator("#turnbar")).to_contain_text("Ready: Chiyo")
    expect(chiyo.locator("#stakes")).to_have_count(0)
    expect(botan.locator("#tally-50")).to_be_checked()
    assert chiyo.locator("#col-kata .here").is_hidden()
    assert aki.locator("#col-kata .here").is_hidden(), "the dealer puts nothing down"


def test_presses_as_fast_as_can_be_are_all_taken_in_order(person: Person) -> None:
    """Five at once, each without waiting for an answer; the sixth deals and sees it all."""
    rules = "&passing=every_hand&first_dealer=host"
    names = ["Aki", "Botan", "Chiyo", "Daigo", "Emi", "Gen"]
    pages = at_a_match(person, names, rules=rules)
    players, answers = pages[1:], list[Response]()
    for page in players:
        expect(page.locator("#stakes")).to_be_visible()
    players[0].wait_for_timeout(400)
    presses = """() => {
        for (const points of [10, 20, 50, 100, 20]) {
            for (const card of ["kata", "niban", "sanban", "hiki"]) {
                document.getElementById(`tally-${points}`).checked = true;
                document.querySelector(`#col-${card} .here`).click();
            }
        }
        document.getElementById("tally-50").checked = true;
        document.querySelector("#col-hiki .here").click();
    }"""
    for page in players:
        page.on("response", lambda each: "/move/" in each.url and answers.append(each))
    for page in players:
        page.evaluate(presses)
    end = time.monotonic() + MATCH
    while len(answers) < 21 * len(players) and time.monotonic() < end:
        pages[0].wait_for_timeout(50)
    assert [each.status for each in answers] == [200] * 21 * len(players)
    for page in pages:
        for seat in range(1, 6):
            for card, points in zip(CARDS, ("20", "20", "20", "50"), strict=True):
                expect(page.locator(f"#put-{card}-{seat}-n")).to_have_text(points)
    for page in players:
        expect(page.locator("#stake-sum")).to_have_text("110 down, 890 left.")


def test_take_back_begins_with_the_last(three: tuple[Page, Page, Page]) -> None:
    _aki, botan, _chiyo = three
    put(botan, "hiki", 20)
    put(botan, "kata", 50)
    expect(botan.locator("#take-back-hint")).to_have_text("50 on Kata")
    botan.locator("#take-back").click()
    expect(botan.locator("#put-kata-1")).to_be_hidden()
    expect(botan.locator("#take-back-hint")).to_have_text("20 on Hiki")
    expect(botan.locator("#ready-hint")).to_have_text("20 on Hiki")
    botan.locator("#take-back").click()
    expect(botan.locator("#ready-hint")).to_have_text("sit this hand out")
    assert botan.locator("#take-back").get_attribute("aria-disabled") == "true"


# --- secrets between browsers ------------------------------------------------------------------


def test_a_second_card_is_in_its_owners_pages_only(three: tuple[Page, Page, Page]) -> None:
    aki, botan, chiyo = three
    frames: list[str] = []
    aki.on("websocket", lambda socket: socket.on("framereceived", lambda f: frames.append(str(f))))
    aki.reload()
    put(botan, "kata", 50)
    put(chiyo, "hiki", 20)
    for page in (botan, chiyo):
        page.locator("#ready").click()
    for page in three:
        expect(page.locator("#c-kata-1")).to_be_visible()
    if botan.locator("#cushion").get_attribute("data-phase") in ("result", "over"):
        return  # nothing was left to decide: all lies open
    expect(botan.locator("#c-kata-1")).not_to_have_attribute("alt", "face down")
    expect(botan.locator("#peek-kata")).to_have_text("only you")
    for page in (aki, chiyo):
        expect(page.locator("#c-kata-1")).to_have_attribute("alt", "face down")
        assert "card-back" in (page.locator("#c-kata-1").get_attribute("src") or "")
    second = botan.locator("#c-kata-1").get_attribute("alt") or ""
    assert "seen by those with points here" in second
    told = [json.loads(frame) for frame in frames if frame.startswith("{")]
    for change in told:
        shown = change["scene"].get("c-kata-1", {})
        assert shown.get("alt", "face down") in ("face down", "", None)
    # The cards nobody put points on lie open for all.
    for page in three:
        expect(page.locator("#c-niban-1")).not_to_have_attribute("alt", "face down")


# --- dropping out and coming back ----------------------------------------------------------------


def test_one_drops_out_while_points_are_put_down(
    three: tuple[Page, Page, Page], house: House
) -> None:
    """A CPU presses Ready for them with what lies, and the hand goes on."""
    aki, botan, chiyo = three
    put(botan, "kata", 50)
    expect(chiyo.locator("#put-kata-1-n")).to_have_text("50")
    table = aki.locator("#table").get_attribute("data-table")
    botan.context.set_offline(True)
    botan.close()
    wait_for(
        lambda: (
            house.query(
                "select count(*) from tables_seat s join tables_table t on t.id = s.table_id "
                "where t.public_id = ? and s.number = 1 and s.absent_since is not null",
                table,
            )
            == [(1,)]
        )
    )
    chiyo.locator("#ready").click()
    house.query(
        "update tables_seat set absent_since = datetime(absent_since, '-61 seconds') "
        "where number = 1 and table_id = (select id from tables_table where public_id = ?)",
        table,
    )
    expect(chiyo.locator("#cushion")).not_to_have_attribute("data-phase", "staking", timeout=90_000)
    expect(chiyo.locator("#log")).to_contain_text("Botan is away, so the house answered.")
    expect(chiyo.locator("#put-kata-1-n")).to_have_text("50")


def test_one_comes_back_in_the_middle_of_a_hand(three: tuple[Page, Page, Page]) -> None:
    """To the same seat on the same device, with what is theirs to see."""
    _aki, botan, chiyo = three
    put(botan, "kata", 50)
    put(botan, "hiki", 20)
    expect(chiyo.locator("#put-hiki-1-n")).to_have_text("20")
    address, context = botan.url, botan.context
    botan.close()
    put(chiyo, "niban", 10)
    chiyo.locator("#ready").click()
    expect(chiyo.locator("#stakes")).to_have_count(0)
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#put-kata-1-n")).to_have_text("50")
    expect(again.locator("#put-niban-2-n")).to_have_text("10")
    expect(again.locator("#stake-sum")).to_have_text("70 down, 930 left.")
    again.wait_for_timeout(400)
    again.locator("#ready").click()
    expect(again.locator("#c-kata-1")).not_to_have_attribute("alt", "face down")


# --- one screen, keys, no scripts, text ----------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_game_fits_the_screen(person: Person, width: int, height: int) -> None:
    page = alone(person, viewport={"width": width, "height": height}, reduced_motion="reduce")
    until_asked_for_points(page)
    ready, cushion = page.locator("#ready").bounding_box(), page.locator("#cushion").bounding_box()
    assert ready and ready["y"] + ready["height"] <= height, "Ready is on the screen"
    assert cushion and cushion["height"] >= 200
    for card in CARDS:
        box = page.locator(f"#c-{card}-0").bounding_box()
        assert box and box["height"] >= 44 and box["y"] + box["height"] <= height
    overflow = page.locator("html").evaluate("e => [e.scrollWidth - innerWidth, e.scrollHeight]")
    assert overflow[0] <= 0
    if width < 600:
        assert overflow[1] <= height, "a phone does not scroll"
    assert page.locator(".btn.go:visible").count() == 1


def test_a_hand_by_keyboard_alone(person: Person) -> None:
    page = alone(person, reduced_motion="reduce")
    until_asked_for_points(page)
    page.locator("#tally-10").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tally-20")).to_be_checked()
    page.keyboard.press("Enter")  # puts nothing anywhere
    page.locator("#col-sanban .here").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ready-hint")).to_have_text("20 on Sanban")
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#cushion")).not_to_have_attribute("data-phase", "staking")


def test_a_match_without_scripts(person: Person) -> None:
    page = alone(person, java_script_enabled=False)
    for _ in range(60):
        if page.locator("main").get_attribute("data-kind") == "result":
            break
        if page.locator("#stakes").count():
            page.locator("label:has(#tally-50)").click()
            page.locator("#col-kata .here").click()
            expect(page.locator("#ready-hint")).to_have_text("50 on Kata")
        if not answer(page):
            page.wait_for_timeout(1000)
            page.reload()
    expect(page.locator("ol.standings li")).to_have_count(2)


def test_the_table_as_text(person: Person) -> None:
    page = alone(person, reduced_motion="reduce")
    page.goto(f"{page.url}?view=text")
    until_asked_for_points(page)
    page.locator("#tally-typed").fill("５０")
    page.keyboard.press("Enter")  # presses no card by accident
    expect(page.locator("#ready-hint")).to_have_text("sit this hand out")
    page.locator("#col-niban .here").click()
    expect(page.locator("#ready-hint")).to_have_text("50 on Niban")
    expect(page.locator("#tally-typed")).to_have_value("５０")
    expect(page.locator("#put-niban-0-n, #put-niban-1-n").first).to_have_text(re.compile("50|"))
    page.locator("#ready").click()
    expect(page.locator("#log li").first).to_be_attached()


def test_a_refused_amount_is_said_and_what_was_typed_stays(person: Person) -> None:
    page = alone(person, reduced_motion="reduce", language="ja")
    page.goto(f"{page.url}?view=text")
    until_asked_for_points(page)
    page.locator("#tally-typed").fill("30")
    page.locator("#col-kata .here").click()
    expect(page.locator("#counter .err")).to_contain_text("10点、20点、50点、100点")
    expect(page.locator("#tally-typed")).to_have_value("30")


# --- motion --------------------------------------------------------------------------------------


def test_cards_are_laid_one_after_the_other_and_a_press_ends_it(person: Person) -> None:
    page = alone(person)
    until_asked_for_points(page)
    put(page, "kata", 10)
    page.locator("#ready").click()
    wait_in(page, lambda: page.evaluate("kk.scene.isMoving()"))
    page.keyboard.press("Escape")
    page.wait_for_timeout(150)
    assert not page.evaluate("kk.scene.isMoving()")
    expect(page.locator("#c-hiki-1")).to_be_visible()


def test_a_card_that_comes_again_is_laid_again(person: Person) -> None:
    """A frame does not name what stays as it was, gathered and laid anew though it is."""
    page = alone(person)
    until_asked_for_points(page)
    laid = [{"do": "gather", "ids": [], "ms": 20}, {"do": "deal", "ids": ["c-kata-0"], "ms": 20}]
    page.evaluate("async (hints) => await kk.scene.move(hints, {})", laid)
    for card in CARDS:
        expect(page.locator(f"#c-{card}-0")).to_be_visible()


# --- accessibility -------------------------------------------------------------------------------


# Colours do not hang on the language, nor widths on the scheme.
@pytest.mark.parametrize(
    ("width", "scheme", "language", "view"),
    [
        (390, "light", "ja", ""),
        (320, "dark", "en", ""),
        (1280, "dark", "ja", ""),
        (390, "light", "en", "?view=text"),
    ],
)
def test_axe_finds_nothing(
    person: Person, width: int, scheme: str, language: str, view: str
) -> None:
    page = alone(
        person,
        language=language,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    if view:
        page.goto(f"{page.url}{view}")
    until_asked_for_points(page)
    put_in_text_or_picture(page)
    assert faults_of(page) == []
    page.locator("#ready").click()
    wait_in(page, lambda: page.locator("#cushion[data-phase=staking]").count() == 0)
    assert faults_of(page) == []


def put_in_text_or_picture(page: Page) -> None:
    page.locator("label:has(#tally-50)").click()
    page.locator("#col-kata .here").click()
    expect(page.locator("#ready-hint")).not_to_be_empty()
