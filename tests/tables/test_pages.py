"""Pages and frames: nothing but what changed, nothing anybody may not know, always convergent."""

import dataclasses
import json
import random
import re
from typing import Any

import pytest

from games.registry import Game
from kirakuken.accounts.models import Player
from tables.boards import registry as boards
from tables.boards.base import Asked, Headline, Said
from tables.frames import Page, StepShown, frame, scene_change
from tables.pages import Reading, page_for
from tables.selectors import snapshot
from tables.services import presence
from tables.services.seating import do_add_cpu
from tables.services.starting import do_start
from tests.tables.play import Time, asked, fresh, match_of, play_to_the_end, press, table_of
from tests.tables.toy import Dealt, Put, Ready

pytestmark = pytest.mark.usefixtures("at_home")


def page(match: Any, viewer: int | None = 0, language: str = "en", **how: Any) -> Page:
    return page_for(snapshot(match.table_id), viewer, language, **how)


def told(old: Page | None, new: Page, have: int | None = None) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(frame(old and old.seen(), new, have))
    return parsed


class Shown:
    """What an open page shows, as the script keeps it."""

    def __init__(self) -> None:
        self.scene: dict[str, dict[str, str]] = {}
        self.regions: dict[str, str] = {}

    def apply(self, frame: dict[str, Any]) -> None:
        if frame["from"] is None:
            self.scene = {}
        for element, attributes in frame["scene"].items():
            mine = self.scene.setdefault(element, {})
            for name, value in attributes.items():
                if value is None:
                    mine.pop(name, None)
                else:
                    mine[name] = value
        self.regions |= frame["regions"]


# --- the difference ------------------------------------------------------------------------


def test_a_difference_names_changed_added_and_removed_attributes() -> None:
    old = {"pc": {"data-at": "1", "data-turn": ""}, "sq1": {"data-now": ""}, "gone": {"text": "x"}}
    new = {"pc": {"data-at": "4"}, "sq1": {"data-now": ""}, "die": {"data-face": "3"}}
    assert scene_change(old, new) == {
        "pc": {"data-at": "4", "data-turn": None},
        "die": {"data-face": "3"},
        "gone": {"text": None},
    }
    assert scene_change(new, new) == {}


def test_any_scene_is_reached_from_any_other() -> None:
    chance = random.Random(7)

    def scene() -> dict[str, dict[str, str]]:
        return {
            f"e{i}": {f"a{j}": str(chance.randrange(3)) for j in range(4) if chance.random() < 0.5}
            for i in range(6)
            if chance.random() < 0.8
        }

    shown, before = Shown(), None
    for v in range(300):
        now = Page("t", 0, "m", v, "match", "en", 0, "", scene=scene())
        shown.apply(told(before if chance.random() < 0.9 else None, now))
        assert {k: a for k, a in shown.scene.items() if a} == {
            k: a for k, a in now.scene.items() if a
        }
        before = now


def test_the_first_frame_is_whole_and_later_ones_hold_what_changed(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    first = page(match)
    whole = told(None, first)
    assert whole["from"] is None
    assert whole["scene"].keys() == first.scene.keys()
    assert whole["regions"].keys() >= {"turnbar", "counter", "talk"}
    assert whole["steps"] == []
    seat = asked(match)[0]
    press(match)
    change = told(first, page(match))
    assert change["from"] == [first.room, 0]
    assert (change["v"], [step["n"] for step in change["steps"]]) == (1, [1])
    assert change["steps"][0]["motion"][0]["do"] == "roll"
    assert f"pc-{seat}" in change["scene"]
    assert len(change["scene"]) < len(first.scene) / 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_move_is_told_in_two_kilobytes(
    language: str, time: Time, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    match = match_of(aki, botan, chiyo, daigo)
    time.passes(6)
    sizes = []
    before = [page(match, viewer, language) for viewer in (0, 1, 2, 3, None)]
    while not fresh(match).is_over:
        press(match)
        now = [page(match, viewer, language) for viewer in (0, 1, 2, 3, None)]
        if now[0].kind == "match":
            sizes += [len(frame(old.seen(), new)) for old, new in zip(before, now, strict=True)]
        before = now
    # Longer only where the same move also passes over others, who rest at an inn.
    assert sorted(sizes)[len(sizes) * 3 // 4] <= 2048
    assert max(sizes) <= 3072


def test_all_frames_of_a_match_lead_to_its_last_page(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    shown, before = Shown(), None
    while True:
        now = page(match)
        shown.apply(told(before, now))
        before = now
        if fresh(match).is_over:
            break
        press(match)
    assert now.kind == "result"
    assert {k: a for k, a in shown.scene.items() if a} == {k: a for k, a in now.scene.items() if a}
    assert "again" in shown.regions["counter"]


# --- what makes a page load anew -------------------------------------------------------------


def test_another_match_language_or_seat_is_another_page(aki: Player, botan: Player) -> None:
    here = Page("t", 1, "m", 4, "match", "en", 0, "")
    assert dataclasses.replace(here, v=5).continues(here.seen())
    assert dataclasses.replace(here, kind="result").continues(here.seen())
    for change in ({"match": "n"}, {"language": "ja"}, {"viewer": None}, {"kind": "waiting"}):
        other = dataclasses.replace(here, **change)  # type: ignore[arg-type]
        assert not other.continues(here.seen())
        assert told(here, other)["from"] is None


def test_the_waiting_room_is_told_by_its_regions(aki: Player) -> None:
    table = table_of(aki)
    before = page_for(snapshot(table.pk), 0, "en")
    do_add_cpu(table, aki)
    change = told(before, page_for(snapshot(table.pk), 0, "en"))
    assert (change["kind"], change["match"], change["decision"]) == ("waiting", None, None)
    assert "Karakuri 1" in change["regions"]["room"]
    assert "invite" not in change["regions"]
    assert (change["next"], change["chair"]) == (fresh(table).next_match_id, 1)
    do_start(table, aki)
    assert told(before, page_for(snapshot(table.pk), 0, "en"))["kind"] == "match"


# --- words, questions, countdown -------------------------------------------------------------


def test_the_counter_stays_the_same_while_the_question_does(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(6)
    seat, decision = asked(match)
    before = page(match, seat)
    time.passes(11)
    presence.do_miss(match.table_id, match.table.host_id)  # something else in the room changes
    after = page(match, seat)
    change = told(before, after)
    assert after.room > before.room
    assert "counter" not in change["regions"]
    assert change["decision"] == before.decision == decision.number
    assert (before.left, after.left) == (None, None) or after.left is not None


def test_the_countdown_is_what_is_left_on_the_servers_clock(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=30)
    time.passes(6)
    press(match)
    seat, decision = asked(match)
    assert decision.shown_until is not None
    whole = (decision.shown_until - decision.asked_at).total_seconds()
    for passed in (0, 10, 60):
        shown = page(match, seat)
        expected = max(0, round((whole - passed) * 1000)) if passed < 60 else 0
        assert told(None, shown)["left"] == expected
        time.passes(10 if passed == 0 else 50)
    # The region does not tick: it would be sent again at each look.
    assert page(match, seat).regions == shown.regions


def test_the_answer_to_a_move_tells_the_steps_after_what_the_page_shows(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    for _ in range(4):
        press(match)
    answer = told(None, page(match, since=1), have=1)
    assert [step["n"] for step in answer["steps"]] == [2, 3, 4]
    assert told(None, page(match), have=None)["steps"] == []


def test_a_notice_stands_in_the_counter_alone(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    plain, with_notice = page(match), page(match, notice="That came <too> late.")
    assert "That came &lt;too&gt; late." in with_notice.regions["counter"]
    assert plain.regions["turnbar"] == with_notice.regions["turnbar"]


def test_names_are_escaped_wherever_html_is_sent(time: Time, aki: Player, botan: Player) -> None:
    aki.name = "<img src=x onerror=alert(1)>"
    aki.save()
    match = match_of(aki, botan)
    time.passes(6)
    press(match)
    change = told(None, page(match, 1, since=0), have=0)
    html = "".join([*change["regions"].values(), *change["steps"][0]["log"]])
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html


def test_each_reader_is_told_in_their_language(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    press(match)
    english, japanese = (page(match, 0, language) for language in ("en", "ja"))
    assert english.language, japanese.language == ("en", "ja")
    assert english.steps[0].say != japanese.steps[0].say


def test_pages_made_from_one_reading_are_the_same_as_made_alone(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, cpus=1)
    time.passes(6)
    press(match)
    eyes = [(viewer, language) for viewer in (0, 1, 2, None) for language in ("en", "ja")]
    reading = Reading(snapshot(match.table_id))
    assert [page_for(reading, *each, since=0) for each in eyes] == [
        page_for(snapshot(match.table_id), *each, since=0) for each in eyes
    ]


# --- secrets -----------------------------------------------------------------------------------


class TalkativeBoard:
    """Shows and says everything it is given, so that a leak would be seen."""

    key = "toy"
    cpus_pause = False

    def motion_seconds(self, events: Any) -> float:
        return 0.0

    def common_scene(self, view: Any, people: Any) -> Any:
        return {"common": {"text": repr(view)}}

    def is_decided(self, events: Any) -> bool:
        return True

    def facts(self) -> Any:
        return type("Facts", (), {"name": "Toy"})()

    def before_start(self, options: Any, seats: int, first: int) -> str:
        return "nothing yet"

    def scene(self, view: Any, people: Any, viewer: int | None) -> dict[str, dict[str, str]]:
        return {"all": {"text": repr(view)}}

    def headline(self, view: Any, people: Any, viewer: int | None) -> Headline:
        return Headline(repr(view))

    def asked(self, view: Any, question: Any, people: Any, viewer: int | None) -> Asked:
        return Asked(repr(view), repr(question))

    def waiting(self, view: Any, people: Any, viewer: int | None, owing: Any) -> Asked:
        return Asked(repr(view), repr(owing))

    def preparing(self, viewer: int | None) -> Asked:
        return Asked("shuffling")

    def told(self, events: Any, people: Any) -> tuple[Said, ...]:
        return tuple(Said(repr(event)) for event in events)

    def motion(self, events: Any) -> list[dict[str, Any]]:
        return [{"do": repr(event)} for event in events]


def test_no_frame_holds_what_only_another_seat_knows(
    toy: Game,
    monkeypatch: pytest.MonkeyPatch,
    time: Time,
    aki: Player,
    botan: Player,
    chiyo: Player,
) -> None:
    monkeypatch.setitem(boards.BOARDS, "toy", TalkativeBoard())  # type: ignore[misc]
    match = match_of(aki, botan, chiyo, game="toy")
    time.passes(6)
    cards = [snapshot(match.table_id).view(seat).own for seat in range(3)]
    secrets = [repr(Dealt(seat, card)) for seat, card in enumerate(cards)]  # type: ignore[arg-type]
    press(match, 0, Put(points=3))
    reading = Reading(snapshot(match.table_id))  # shared, as the sockets of a process share it
    for viewer in (0, 1, 2, None):
        for language in ("en", "ja"):
            sent = frame(None, page_for(reading, viewer, language, since=-1), -1).decode()
            for seat, secret in enumerate(secrets):
                assert (secret in sent) == (seat == viewer)
                is_shown = re.search(rf"own={cards[seat]}\b", sent) is not None
                assert is_shown == (seat == viewer) or cards.count(cards[seat]) > 1
    for seat in range(3):
        press(match, seat, Ready())
    shown = page_for(snapshot(match.table_id), None, "en", since=-1)
    assert repr(tuple(cards)) in frame(None, shown, -1).decode()


def test_a_secret_that_differs_changes_no_byte_for_the_others(
    toy: Game, monkeypatch: pytest.MonkeyPatch, time: Time, aki: Player, botan: Player
) -> None:
    monkeypatch.setitem(boards.BOARDS, "toy", TalkativeBoard())  # type: ignore[misc]
    sent = []
    for _ in range(2):
        match = match_of(aki, botan, game="toy")
        time.passes(6)
        one = page(match, 1, since=-1)
        own = snapshot(match.table_id).view(1).own
        step = one.steps[0]
        sent.append(
            frame(None, dataclasses.replace(one, table="t", match="m"), -1)
            .decode()
            .replace(f"own={own}", "own=?")
            .replace(f"card={own}", "card=?")
            .replace(match.table.public_id, "t")
        )
        sitting = next(seat.pk for seat in snapshot(match.table_id).seats if seat.number == 0)
        sent[-1] = re.sub(rf'(hush-|value=\\"){sitting}\\"', "", sent[-1])
        assert isinstance(step, StepShown)
    left, right = (json.loads(each) | {"marks": {}} for each in sent)
    assert left == right


def test_a_finished_match_shows_its_result_and_asks_nobody(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    play_to_the_end(match)
    shown = page(match)
    assert (shown.kind, shown.decision, shown.left) == ("result", None, None)
    assert shown.next_match == fresh(match.table).next_match_id
    assert page(match, None).next_match is None
