"""Oicho-Kabu through the post of a move: what is taken, what is refused and in which words, and
that presses of one question never spoil each other."""

import json
from typing import Any

import pytest
from django.utils import translation

from games.oichokabu.engine import DRAW, OichoKabuEngine
from games.oichokabu.model import Stake
from games.oichokabu.staking import READY
from kirakuken.accounts.models import Player
from tables import clocks
from tables.boards.registry import board_for
from tables.models import Match, Move
from tables.services.playing import act_on_due
from tests.cast import make_player
from tests.rules.oichokabu.table import laid
from tests.tables.oichokabu import (
    CARDS,
    counter_of,
    match_with,
    post,
    put,
    state_of,
)
from tests.tables.play import Time, decisions, fresh, press

pytestmark = pytest.mark.usefixtures("at_home", "time")

REFUSALS = {
    "wrong_phase": ("The hand has gone on", "場が進んだ"),
    "dealer_cannot_stake": ("The dealer puts no points", "親は点を置きません"),
    "already_ready": ("You are Ready already", "もう支度よし"),
    "bad_card": ("There is no such card", "その場札はありません"),
    "bad_amount": ("10, 20, 50 or 100", "10点、20点、50点、100点"),
    "not_enough_points": ("do not have that many points", "残りの点が足りません"),
    "nothing_there": ("no points on that card", "点を置いていません"),
    "not_your_turn": ("Somebody else decides", "ほかの人が決めます"),
    "already_gone_on": ("gone on already", "もう進んでいます"),
    "game_over": ("The game is over", "対局は終わりました"),
}


@pytest.fixture
def match(time: Time, aki: Player, botan: Player, chiyo: Player) -> Match:
    """Aki deals; Botan and Chiyo put points down."""
    return match_with(aki, botan, chiyo, state=laid(*CARDS, seats=3))


@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_is_a_sentence_in_both_languages(code: str) -> None:
    board = board_for("oicho-kabu")
    for language, part in zip(("en", "ja"), REFUSALS[code], strict=True):
        with translation.override(language):
            words = board.refusal_words(code)
            assert words is not None and part in words


@pytest.mark.parametrize("written", ["50", "５０"])
def test_a_tally_is_put_down_in_digits_of_any_width(match, botan, client_of, written) -> None:
    answer = put(client_of(botan), match, 1, "kata", written)
    assert answer.status_code == 200
    assert state_of(match).amounts[1] == (50, 0, 0, 0)


@pytest.mark.parametrize("typed", ["５０", "50"])
def test_what_was_typed_counts_before_the_tally(match, botan, client_of, typed) -> None:
    post(client_of(botan), match, 1, card="hiki", points="10", typed=typed)
    assert state_of(match).amounts[1] == (0, 0, 0, 50)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"card": "kata", "points": "30"}, "bad_amount"),
        ({"card": "kata", "points": "-10"}, "bad_amount"),
        ({"card": "kata", "points": "1e2"}, "bad_amount"),
        ({"card": "kata", "points": " 10"}, "bad_amount"),
        ({"card": "kata", "points": "9" * 400}, "bad_amount"),
        ({"card": "kata", "points": ""}, "bad_amount"),
        ({"card": "kata"}, "bad_amount"),
        ({"card": "yon", "points": "10"}, "bad_card"),
        ({"card": "", "points": "10"}, "bad_card"),
        ({"take_back": "kata"}, "nothing_there"),
        ({"take_back": ""}, "bad_card"),
        ({"action": '{"type":"draw"}'}, "wrong_phase"),
        ({"action": '{"type":"go_on"}'}, "wrong_phase"),
        ({"action": '{"type":"stake","card":"kata","points":-10}'}, "bad_amount"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_the_rules_do_not_allow_moves_nothing_and_says_why(
    match, botan, chiyo, client_of, fields, code, language
) -> None:
    before = fresh(match)
    player, seat = (botan, 1) if language == "en" else (chiyo, 2)
    answer = post(client_of(player), match, seat, **fields)
    assert answer.status_code == 422
    assert REFUSALS[code][language == "ja"] in counter_of(answer)
    assert 'id="stakes"' in counter_of(answer), "it is asked again"
    after = fresh(match)
    assert (after.version, after.state, after.decisions) == (0, before.state, before.decisions)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"points": "10"},
        {"action": "{}"},
        {"action": '{"type":"stake","card":"kata"}'},
        {"action": '{"type":"stake","card":"kata","points":"10"}'},
        {"action": '{"type":"stake","card":"kata","points":10.0}'},
        {"action": '{"type":"stake","card":"kata","points":true}'},
        {"action": '{"type":"stake","card":"kata","points":10,"points":100}'},
        {"action": '{"type":"stake","card":"kata","points":10,"seat":2}'},
    ],
)
def test_what_no_page_of_ours_sends_is_a_bad_request(match, botan, client_of, fields) -> None:
    assert post(client_of(botan), match, 1, **fields).status_code == 400
    assert fresh(match).version == 0


def test_more_than_there_is_cannot_be_put_down(aki, botan, chiyo, client_of) -> None:
    match = match_with(aki, botan, chiyo, state=laid(*CARDS, seats=3, points=(1900, 60, 1040)))
    client = client_of(botan)
    assert put(client, match, 1, "kata", 50).status_code == 200
    answer = put(client, match, 1, "hiki", 20)
    assert answer.status_code == 422
    assert REFUSALS["not_enough_points"][0] in counter_of(answer)
    assert state_of(match).amounts[1] == (50, 0, 0, 0)
    # The amount on a card is replaced, not added to.
    assert put(client, match, 1, "kata", 20).status_code == 200
    assert put(client, match, 1, "hiki", 20).status_code == 200
    assert state_of(match).amounts[1] == (20, 0, 0, 20)


def test_the_dealer_and_who_is_ready_are_not_asked(match, aki, botan, client_of) -> None:
    """No question is open to them, whatever number a press names."""
    answer = put(client_of(aki), match, 0, "kata", 10)
    assert answer.status_code == 409
    assert REFUSALS["dealer_cannot_stake"][0] in counter_of(answer)
    assert post(client_of(botan), match, 1, ready="1").status_code == 200
    for number in ("0", "1", "2"):
        answer = post(client_of(botan), match, 1, card="kata", points="10", decision=number)
        assert answer.status_code == 409
        assert REFUSALS["already_ready"][0] in counter_of(answer)
    assert state_of(match).amounts == ((0,) * 4,) * 3


def test_nobody_presses_for_anothers_seat(match, botan, chiyo, daigo, client_of) -> None:
    put(client_of(botan), match, 2, "kata", 10)
    assert state_of(match).amounts[1:] == ((10, 0, 0, 0), (0, 0, 0, 0)), "whose cookie it is"
    assert put(client_of(daigo), match, 1, "kata", 20).status_code in (403, 404)
    assert state_of(match).amounts[1:] == ((10, 0, 0, 0), (0, 0, 0, 0))


def test_only_the_decider_decides(match, botan, chiyo, client_of) -> None:
    put(client_of(botan), match, 1, "kata", 50)
    put(client_of(chiyo), match, 2, "kata", 10)
    for client, seat in ((client_of(botan), 1), (client_of(chiyo), 2)):
        post(client, match, seat, ready="1")
    answer = post(client_of(chiyo), match, 2, action='{"type":"draw"}')
    assert answer.status_code == 409 and "Botan" in counter_of(answer)
    assert post(client_of(botan), match, 1, action='{"type":"draw"}').status_code == 200


# --- as fast as they can -------------------------------------------------------------------------


def test_while_points_are_put_down_the_question_stays_the_same(match, botan, chiyo, client_of):
    """Whatever others do: the number a page was given holds until its own Ready."""
    first = decisions(match)
    for points in (10, 20, 50, 100):
        for client, seat in ((client_of(botan), 1), (client_of(chiyo), 2)):
            answer = put(client, match, seat, "kata", points)
            assert answer.status_code == 200
            assert json.loads(answer.content)["decision"] == first[seat].number
    post(client_of(botan), match, 1, ready="1")
    assert put(client_of(chiyo), match, 2, "hiki", 10).status_code == 200
    assert decisions(match) == [None, None, first[2]], "nor is its deadline put off"


def test_six_people_pressing_as_fast_as_they_can_are_never_refused(
    aki: Player, botan: Player, chiyo: Player, daigo: Player, parlour: Any
) -> None:
    """Each presses with the number it was first given, in any order among the seats."""
    more = [make_player(parlour, name) for name in ("Emi", "Gen")]
    state = laid(*CARDS, seats=6)
    match = match_with(aki, botan, chiyo, daigo, *more, state=state)
    numbers = {seat: decisions(match)[seat].number for seat in range(1, 6)}
    cards = ("kata", "niban", "sanban", "hiki")
    pressed: dict[int, list[str]] = {seat: [] for seat in numbers}
    for turn in range(12):
        for seat in sorted(numbers, key=lambda seat, turn=turn: (seat * 7 + turn * 3) % 5):
            action = Stake(cards[(seat + turn) % 4], (10, 20, 50, 100)[(seat * turn) % 4])
            press(match, seat, action, decision=numbers[seat])
            pressed[seat].append(json.dumps([action.card, action.points]))
    told = {seat: [] for seat in numbers}
    for move in Move.objects.filter(match=match).order_by("number"):
        action = json.loads(move.action)
        told[move.seat].append(json.dumps([action["card"], action["points"]]))
    assert told == pressed, "in each seat's own order, and none lost"
    for seat in numbers:
        press(match, seat, READY, decision=numbers[seat])
    assert state_of(match).phase == "thirds"


def test_the_common_clock_lets_lie_what_lies(aki, botan, chiyo, client_of, time: Time) -> None:
    state = laid(*CARDS, seats=3)
    match = match_with(aki, botan, chiyo, state=state, turn_limit=30)
    put(client_of(botan), match, 1, "kata", 50)
    due = {each.due_at for each in decisions(match) if each}
    assert len(due) == 1, "one clock for all"
    time.until(due.pop(), and_=0.1)
    act_on_due(match.pk)
    now = state_of(match)
    assert now.amounts[1] == (50, 0, 0, 0) and now.amounts[2] == (0, 0, 0, 0)
    assert now.ready == (False, True, True) and now.phase == "thirds"
    assert {move.by for move in Move.objects.filter(match=match, number__gt=1)} == {"clock"}


def test_the_result_is_looked_at_for_six_seconds(aki, botan, client_of, time: Time) -> None:
    """OC-87: whatever the turn limit, and nobody counts as away for looking."""
    state = laid(8, 1, 2, 9, 9, 1, 7, 7, 8, 10, seats=2)
    match = match_with(aki, botan, state=state)
    press(match, 1, READY)
    assert state_of(match).phase in ("result", "dealer")
    if state_of(match).phase == "dealer":
        press(match, 0, DRAW)
    for decision in decisions(match):
        assert decision is not None and decision.question.seconds == 6
        wait = (decision.shown_until - decision.asked_at).total_seconds()
        assert 6 <= wait <= 6 + clocks.LONGEST_MOTION.total_seconds()
    press(match, 0, OichoKabuEngine().on_timeout(state_of(match), 0))
    assert state_of(match).hand_no == 1, "the other still looks"
    time.until(fresh(match).due_at, and_=0.1)
    act_on_due(match.pk)
    assert state_of(match).hand_no == 2
    assert all(seat.timeouts == 0 for seat in match.table.seats.all())
    page = client_of(aki).get(f"/t/{match.table.public_id}/").content.decode()
    assert "time ran out" not in page
