"""Section 5: everybody puts points on cards at the same time."""

import random

import pytest
from msgspec.structs import replace

from games.core.codec import Malformed, dump, load_posted
from games.core.errors import Refused
from games.core.seats import Seat
from games.oichokabu.cards import CARDS
from games.oichokabu.engine import DRAW, GO_ON, STAND
from games.oichokabu.events import Readied, Staked, TookBack
from games.oichokabu.model import AMOUNTS, Phase, Ready, Stake, TakeBack
from games.oichokabu.staking import READY
from tests.rules.oichokabu.table import ENGINE, NOTHING, events, laid, play

DECK = (5, 8, 2, 10, 7, 3, 10, 4, 6, 10)


def test_OC_5_OC_20_everybody_but_the_dealer_is_asked_at_once() -> None:
    state = laid(*DECK, seats=4, dealer=2)
    assert ENGINE.must_act(state) == {0, 1, 3}
    assert ENGINE.question(state, Seat(0)) == ENGINE.question(state, Seat(1))
    assert ENGINE.question(state, Seat(2)) is None
    assert ENGINE.legal_actions(state, Seat(2)) == ()


def test_OC_21_every_amount_on_every_card() -> None:
    legal = ENGINE.legal_actions(laid(*DECK), Seat(1))
    assert legal == (*(Stake(card, points) for card in CARDS for points in AMOUNTS), READY)


def test_OC_22_a_new_amount_replaces_the_old() -> None:
    step = play(laid(*DECK), (1, Stake("kata", 50)), (1, Stake("kata", 20)))
    assert step.state.amounts[1] == (20, 0, 0, 0)
    assert events(step) == [Staked(Seat(1), "kata", 50), Staked(Seat(1), "kata", 20)]


def test_OC_22_at_most_400_points_in_a_hand() -> None:
    state = play(laid(*DECK), *((1, Stake(card, 100)) for card in CARDS)).state
    assert sum(state.amounts[1]) == 400


def test_OC_23_what_lies_already_counts_and_the_card_itself_does_not() -> None:
    state = laid(*DECK, points=(1890, 110, 1000))
    state = play(state, (1, Stake("kata", 100))).state
    assert [a for a in ENGINE.legal_actions(state, Seat(1)) if isinstance(a, Stake)] == [
        *(Stake("kata", points) for points in AMOUNTS),
        Stake("niban", 10),
        Stake("sanban", 10),
        Stake("hiki", 10),
    ]


def test_OC_24_a_player_may_sit_the_hand_out() -> None:
    step = play(laid(*DECK), (1, READY), (2, Stake("kata", 10)), (2, READY))
    assert step.state.points[1] == 1000
    assert step.state.phase is Phase.RESULT


def test_OC_25_taking_back_takes_everything_from_the_card() -> None:
    step = play(laid(*DECK), (1, Stake("kata", 50)), (1, TakeBack("kata")))
    assert step.state.amounts[1] == (0, 0, 0, 0)
    assert events(step)[-1] == TookBack(Seat(1), "kata")
    assert TakeBack("kata") not in ENGINE.legal_actions(step.state, Seat(1))


def test_OC_26_ready_is_final_and_the_last_one_starts_the_hand() -> None:
    step = play(laid(*DECK), (1, READY))
    assert events(step) == [Readied(Seat(1))]
    assert ENGINE.must_act(step.state) == {2}
    assert ENGINE.legal_actions(step.state, Seat(1)) == ()
    assert play(step.state, (2, READY)).state.phase is not Phase.STAKING


def test_OC_27_OC_28_the_clock_changes_nothing_that_lies() -> None:
    state = play(laid(*DECK), (1, Stake("kata", 20))).state
    for seat in (1, 2):
        assert ENGINE.on_timeout(state, Seat(seat)) == READY
    after = play(state, (1, READY), (2, READY)).state
    assert after.amounts == state.amounts


def test_OC_27_it_is_one_question_from_laying_to_ready() -> None:
    state = laid(*DECK)
    asked = ENGINE.question(state, Seat(1))
    assert asked is not None and (asked.name, asked.seconds) == ("stake", None)
    for action in (Stake("kata", 50), Stake("hiki", 10), TakeBack("kata")):
        state = play(state, (1, action)).state
        assert ENGINE.question(state, Seat(1)) == asked
    state = play(state, (2, Stake("kata", 10)), (2, READY)).state
    assert ENGINE.question(state, Seat(1)) == asked


# OC-111, in the order in which they are tested.
REFUSED = [
    (0, Stake("goban", 30), "dealer_cannot_stake"),
    (0, TakeBack("kata"), "dealer_cannot_stake"),
    (0, READY, "dealer_cannot_stake"),
    (2, Stake("goban", 30), "already_ready"),
    (2, TakeBack("goban"), "already_ready"),
    (2, READY, "already_ready"),
    (1, Stake("goban", 30), "bad_card"),
    (1, Stake("", 10), "bad_card"),
    (1, TakeBack("Kata"), "bad_card"),
    (1, Stake("kata", 30), "bad_amount"),
    (1, Stake("kata", 0), "bad_amount"),
    (1, Stake("kata", -10), "bad_amount"),
    (1, Stake("kata", 1000), "bad_amount"),
    (1, Stake("kata", 10**40), "bad_amount"),
    (1, Stake("kata", 100), "not_enough_points"),
    (1, Stake("hiki", 20), "not_enough_points"),
    (1, TakeBack("niban"), "nothing_there"),
    (1, DRAW, "wrong_phase"),
    (1, STAND, "wrong_phase"),
    (0, DRAW, "wrong_phase"),
    (1, GO_ON, "wrong_phase"),
    (3, READY, "not_your_turn"),
    (-1, Stake("kata", 10), "not_your_turn"),
]


@pytest.mark.parametrize(("seat", "action", "code"), REFUSED)
def test_OC_111_what_is_refused_moves_nothing(seat: int, action: object, code: str) -> None:
    state = laid(*DECK, points=(1940, 60, 1000))
    state = play(state, (1, Stake("kata", 50)), (2, READY)).state
    before = dump(state)
    with pytest.raises(Refused) as refused:
        ENGINE.apply(state, Seat(seat), action, NOTHING)
    assert refused.value.code == code
    assert dump(state) == before


@pytest.mark.parametrize("action", [Stake("kata", 10), TakeBack("kata"), READY])
def test_OC_111_staking_is_over_when_the_cards_are_dealt(action: object) -> None:
    state = play(laid(*DECK), (1, READY), (2, READY)).state
    for seat in (0, 1):
        assert ENGINE.refusal(state, Seat(seat), action) == "wrong_phase"


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"stake","card":"kata"}',
        '{"type":"stake","points":10}',
        '{"type":"stake","card":"kata","points":"10"}',
        '{"type":"stake","card":"kata","points":10.0}',
        '{"type":"stake","card":"kata","points":1e1}',
        '{"type":"stake","card":"kata","points":10.5}',
        '{"type":"stake","card":"kata","points":true}',
        '{"type":"stake","card":"kata","points":null}',
        '{"type":"stake","card":0,"points":10}',
        '{"type":"stake","card":"kata","points":10,"seat":2}',
        '{"type":"stake","card":"kata","points":10,"points":100}',
        '{"type":"take_back"}',
        '{"type":"ready","card":"kata"}',
        '{"type":"bet","card":"kata","points":10}',
        '{"card":"kata","points":10}',
    ],
)
def test_OC_110_what_is_no_action_at_all_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        load_posted(ENGINE.action_type, text)


def test_OC_110_how_an_action_is_posted() -> None:
    text = '{"type": "stake", "card": "kata", "points": 50}'
    assert load_posted(ENGINE.action_type, text) == Stake("kata", 50)
    assert load_posted(ENGINE.action_type, '{"type": "ready"}') == Ready()


def test_OC_20_in_whatever_order_the_answers_arrive_the_end_is_the_same() -> None:
    chooser = random.Random(20)
    state = laid(*DECK, seats=5, points=(2000, 60, 150, 1790, 1000))
    wishes = {seat: list(wished(state, seat, chooser)) for seat in (1, 2, 3, 4)}
    ends = set()
    for _ in range(200):
        order = [seat for seat, moves in wishes.items() for _ in moves]
        chooser.shuffle(order)
        turns = {seat: iter(moves) for seat, moves in wishes.items()}
        end = play(state, *((seat, next(turns[seat])) for seat in order)).state
        ends.add(dump(end))
    assert len(ends) == 1


def wished(state, seat, chooser):
    """Eight random answers of a seat and then Ready."""
    alone = replace(state, ready=tuple(other != seat for other in range(5)))
    for _ in range(8):
        legal = [a for a in ENGINE.legal_actions(alone, Seat(seat)) if a != READY]
        action = chooser.choice(legal)
        yield action
        alone = play(alone, (seat, action)).state
    yield READY
