"""The page of Oicho-Kabu: drawn once for all eyes, whole in every phase, and the counter of a
question stays while others act."""

import json
from collections import Counter
from typing import Any

import pytest
from django.utils import translation

from games.core.codec import dump
from games.core.dice import KeyedDice
from games.core.seats import Seat
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.model import Options, Stake
from games.oichokabu.staking import READY
from kirakuken.accounts.models import Player
from tables import pages
from tables.boards.base import LONGEST_MOTION
from tables.boards.oichokabu import OichoKabuBoard
from tables.boards.people import Person
from tables.boards.registry import board_for
from tables.frames import frame
from tables.models import MARKS, Match
from tables.pages import Reading, page_for
from tables.selectors import snapshot
from tests.cast import ClientOf, make_player
from tests.rules.oichokabu.table import laid
from tests.tables.oichokabu import CARDS, match_with, put, state_of
from tests.tables.play import Time, press
from tests.tables.test_match_page import Seen

ENGINE = OichoKabuEngine()
BOARD = OichoKabuBoard()


def people(count: int) -> list[Person]:
    return [Person(seat, f"P{seat}", MARKS[seat], seat > 2, seat == 1) for seat in range(count)]


@pytest.fixture
def six(
    time: Time, at_home: Any, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> Match:
    more = [make_player(at_home, name) for name in ("Emi", "Gen")]
    return match_with(aki, botan, chiyo, daigo, *more, state=laid(*CARDS, seats=6))


# --- one push to six seats -------------------------------------------------------------------


def test_a_push_to_six_seats_makes_the_public_part_once(
    six: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(six, 1, Stake("kata", 50))
    page_for(snapshot(six.table_id), 0, "en")  # what seldom changes is kept from now on
    press(six, 2, Stake("kata", 20))
    counted: Counter[str] = Counter()
    rendered, common = pages.fragment, OichoKabuBoard.common_scene

    def count_rendered(name: str, context: Any) -> str:
        counted[name] += 1
        return rendered(name, context)

    def count_common(board: OichoKabuBoard, *seen: Any) -> Any:
        counted["common scene"] += 1
        return common(board, *seen)

    monkeypatch.setattr(pages, "fragment", count_rendered)
    monkeypatch.setattr(OichoKabuBoard, "common_scene", count_common)
    reading = Reading(snapshot(six.table_id))
    for viewer in (*range(6), None):
        page_for(reading, viewer, "en", since=1)
    assert counted == {
        "common scene": 1,
        "tables/_log_line.html": 1,
        "tables/_turnbar.html": 2,  # "your turn" for those who owe, and for the others
        "tables/_counter.html": 3,  # the one question of five seats; the dealer's; a spectator's
    }


def test_what_all_see_is_made_from_a_spectators_view(six: Match) -> None:
    """Also by the seat that is looked for first, which may see more."""
    for number in range(1, 6):
        press(six, number, Stake("kata", 10 * (number == 1) or 20))
        press(six, number, READY)
    reading = Reading(snapshot(six.table_id))
    page_for(reading, 1, "en")
    (shared,) = [made for key, made in reading.made.items() if key[0] == "scene"]
    with translation.override("en"):
        assert shared == BOARD.common_scene(reading.snapshot.view(None), reading.people)
    assert shared["c-kata-1"]["alt"] == "face down"
    assert page_for(reading, 1, "en").scene["c-kata-1"]["alt"] != "face down"


# --- a question that stays ---------------------------------------------------------------------


def test_the_counter_stays_while_others_act(six: Match, botan: Player, client_of: ClientOf) -> None:
    """What others put down, and what one puts down oneself, reaches an open page as attributes;
    the counter's HTML is the same to the byte."""
    before = page_for(snapshot(six.table_id), 1, "en")
    press(six, 2, Stake("kata", 50))
    press(six, 1, Stake("hiki", 20))
    after = page_for(snapshot(six.table_id), 1, "en")
    assert after.decision == before.decision
    assert after.regions["counter"] == before.regions["counter"]
    change = json.loads(frame(before.seen(), after))
    assert "counter" not in change["regions"]
    assert change["scene"]["put-kata-2-n"] == {"text": "50"}
    assert change["scene"]["stake-sum"] == {"text": "20 down, 980 left."}
    # Loaded anew, it says so from the start.
    page = client_of(botan).get(f"/t/{six.table.public_id}/").content.decode()
    assert "20 down, 980 left." in page and "20 on Hiki" in page


# --- every phase -------------------------------------------------------------------------------


def states(seats: int) -> Any:
    """A whole match by chance, state by state, with what was told on the way."""
    dice = KeyedDice(bytes([seats] * 32))
    step = ENGINE.start(seats, Options(), Seat(0), dice)
    yield step
    number = 0
    while ENGINE.result(step.state) is None:
        for seat in sorted(ENGINE.must_act(step.state)):
            legal = ENGINE.legal_actions(step.state, seat)
            number += 1
            step = ENGINE.apply(step.state, seat, legal[(number * 7) % len(legal)], dice)
            yield step
            if ENGINE.question(step.state, seat) is None or number % 3 == 0:
                break


# Words do not hang on how many sit there.
@pytest.mark.parametrize(
    ("seats", "language"), [(2, "ja"), (3, "en"), (4, "ja"), (5, "en"), (6, "ja")]
)
def test_a_whole_match_can_be_told_in_every_phase(seats: int, language: str) -> None:
    everybody, phases = people(seats), set()
    with translation.override(language):
        for step in states(seats):
            events = tuple(told.event for told in step.told)
            assert all(said.words for said in BOARD.told(events, everybody))
            assert BOARD.motion_seconds(events) <= LONGEST_MOTION
            for viewer in (*range(seats), None):
                seat = None if viewer is None else Seat(viewer)
                view = ENGINE.view(step.state, seat)
                phases.add(view.phase)
                whole = BOARD.common_scene(ENGINE.view(step.state, None), everybody)
                whole |= BOARD.scene(view, everybody, viewer)
                texts = [shown.get("text", "") for shown in whole.values()]
                assert not [text for text in texts if "None" in text or "%(" in text]
                assert BOARD.headline(view, everybody, viewer).words
                owing = sorted(ENGINE.must_act(step.state))
                assert BOARD.waiting(view, everybody, viewer, owing).heading
                question = None if seat is None else ENGINE.question(step.state, seat)
                if question is not None:
                    assert BOARD.asked(view, question, everybody, viewer).heading
        final = ENGINE.view(step.state, None)
        ranking = BOARD.standings(final, ENGINE.result(step.state), everybody)
        assert [each.rank for each in ranking] == sorted(each.rank for each in ranking)
    assert phases >= {"staking", "result", "over"}


@pytest.mark.parametrize("query", ["", "?view=text"])
def test_everything_of_the_scene_is_drawn_once(
    six: Match, aki: Player, botan: Player, client_of: ClientOf, query: str
) -> None:
    for player, viewer in ((aki, 0), (botan, 1)):
        seen = Seen(client_of(player).get(f"/t/{six.table.public_id}/{query}").content.decode())
        assert [name for name, times in seen.ids.items() if times > 1] == []
        assert "style" not in seen.attributes and seen.inline_scripts == 0
        scene = page_for(snapshot(six.table_id), viewer, "en").scene
        missing = set(scene) - set(seen.ids)
        # Cards are pictures or words, and the table as text has one list of the seats.
        other = ("seat-", "dealer-", "c-") if query else ("read-",)
        assert not [name for name in missing if not name.startswith(other)]


# --- motion ------------------------------------------------------------------------------------


def test_forced_draws_and_stands_take_equally_long() -> None:
    """OC-36, OC-102: nobody may read from the pace which cards had to draw."""
    for step in states(4):
        events = tuple(told.event for told in step.told)
        names = [type(event).__name__ for event in events]
        hints = [hint for hint in BOARD.motion(events) if hint["ids"][:1] != ["dealer-2"]]
        lengths = {
            hint["ms"] for hint in hints if hint["do"] == "stay" or hint["ids"][:1] in _THIRDS
        }
        assert len(lengths) <= 1, names


_THIRDS = [[f"c-{card}-2"] for card in ("kata", "niban", "sanban", "hiki")]


def test_motion_names_no_card() -> None:
    for step in states(3):
        for hint in BOARD.motion(tuple(told.event for told in step.told)):
            assert set(hint) == {"do", "ids", "ms"}


# --- results -----------------------------------------------------------------------------------


def test_equal_points_share_the_first_place() -> None:
    view = ENGINE.view(laid(*CARDS, seats=3, points=(1100, 800, 1100)), None)
    ranking = BOARD.standings(view, None, people(3))
    assert [(each.seat, each.rank, each.is_shared) for each in ranking] == [
        (0, 1, True), (2, 1, True), (1, 3, False),
    ]  # fmt: skip
    assert ranking[0].place == "1st, shared" and ranking[0].words == "1,100 points"


def test_the_table_is_offered_with_its_own_rules(client_of: ClientOf, at_home: Any) -> None:
    page = client_of(None).get("/tables/new/?game=oicho-kabu").content.decode()
    for name in ("equal_values", "arashi", "kuppin_shippin", "first_dealer", "passing", "length"):
        assert f'name="{name}"' in page
    assert 'name="rotate_first"' not in page, "who deals first is a house rule"
    assert board_for("oicho-kabu").facts().players == "2–6 players"


def test_a_stake_is_told_with_its_amount_and_what_is_left(
    six: Match, botan: Player, client_of: ClientOf
) -> None:
    put(client_of(botan), six, 1, "sanban", 100)
    assert dump(state_of(six).amounts[1]) == b"[0,0,100,0]"
    page = page_for(snapshot(six.table_id), 3, "ja", since=0)
    assert page.steps[0].say == "Botanさんが三番に100点置きました。"
