"""Section 14: how the computer players choose."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.cpu import Thought, ask_cpu
from games.core.dice import KeyedDice, ScriptedDice
from games.core.seats import Seat
from games.oichokabu.cards import CARDS, MONTHS
from games.oichokabu.cpu import (
    GentleCpu,
    OichoKabuCpu,
    dealer_draws,
    draws_third,
    gain_of,
    planned,
)
from games.oichokabu.engine import DRAW, GO_ON, STAND
from games.oichokabu.knowing import nothing_laid
from games.oichokabu.model import AMOUNTS, Options, Phase, Stake, TakeBack, View
from games.oichokabu.staking import READY
from games.oichokabu.thirds import Third, third_card
from tests.rules.oichokabu.table import ENGINE, NOTHING, laid, play

SOUND, GENTLE = OichoKabuCpu(), GentleCpu()


def no_state() -> Any:
    raise AssertionError("these computer players think with what they see")


def answer(cpu: Any, state: Any, seat: int, dice: Any = NOTHING) -> Any:
    thought = Thought(no_state, dice, 50, lambda: False)
    legal = ENGINE.legal_actions(state, Seat(seat))
    action = cpu.choose(ENGINE.view(state, Seat(seat)), Seat(seat), legal, thought)
    assert action in legal
    return action


@pytest.mark.parametrize(
    ("table", "points", "options", "plan"),
    [
        ((1, 4, 9, 9), 1000, {}, {0: 100, 1: 100}),
        ((4, 9, 4, 1), 1000, {}, {3: 100, 0: 100, 2: 100}),
        ((4, 9, 4, 1), 500, {}, {3: 100, 0: 100, 2: 50}),
        ((4, 9, 4, 1), 150, {}, {3: 50, 0: 20}),
        ((4, 9, 4, 1), 30, {}, {3: 10}),
        ((4, 9, 4, 1), 10, {}, {3: 10}),
        ((9, 8, 10, 2), 1000, {}, {2: 20}),
        ((9, 10, 10, 2), 30, {}, {1: 10}),
        ((1, 4, 9, 9), 1000, {"kuppin_shippin": "in_order"}, {1: 100}),
        ((1, 9, 9, 9), 1000, {"kuppin_shippin": "in_order"}, {0: 20}),
        ((2, 9, 1, 4), 1000, {"equal_values": "dealer"}, {2: 20}),
    ],
)
def test_OC_120_what_is_put_on_the_cards(
    table: tuple[int, ...], points: int, options: dict[str, str], plan: dict[int, int]
) -> None:
    state = laid(*table, points=(3000 - 1000 - points, points, 1000), **options)
    assert planned(ENGINE.view(state, Seat(1)), Seat(1)) == plan
    done = []
    while (action := answer(SOUND, state, 1)) != READY:
        done.append(action)
        state = play(state, (1, action)).state
    assert done == [Stake(CARDS[card], amount) for card, amount in plan.items()]


def test_OC_85_points_that_somebody_else_has_put_lie_as_they_lie() -> None:
    state = play(laid(1, 4, 9, 9), (1, Stake("hiki", 50))).state
    assert answer(SOUND, state, 1) == READY
    state = play(state, (1, TakeBack("hiki"))).state
    assert answer(SOUND, state, 1) == Stake("kata", 100)


def test_OC_121_every_choice_of_a_player() -> None:
    choices = [pair for pair in product(MONTHS, MONTHS) if third_card(pair) is Third.MAY]
    stands = {pair for pair in choices if not draws_third(pair, Options())}
    sixes = {pair for pair in choices if sum(pair) % 10 == 6 and pair[0] != pair[1]}
    assert stands == sixes | {(9, 9), (4, 1), (1, 4)}
    strict = Options(kuppin_shippin="in_order")
    assert {pair for pair in choices if not draws_third(pair, strict)} == stands - {(1, 4)}


@pytest.mark.parametrize(("second", "action"), [(1, STAND), (10, DRAW), (2, STAND)])
def test_OC_121_at_the_table(second: int, action: Any) -> None:
    state = laid(4, 9, 9, 9, 7, second, 5, 5, 5)
    state = play(state, (1, Stake("kata", 10)), (1, READY), (2, READY)).state
    assert answer(SOUND, state, 1) == action


def dealers_view(first: int, second: int, *cards: tuple[int, bool], **options: str) -> View:
    """The dealer's turn with points on cards that drew or stood."""
    view = nothing_laid(Options(**options), 2)
    seen = list(view.cards)
    for place, (points, drew) in enumerate(cards):
        months = (1, None, 2) if drew else (1, None)
        seen[place] = replace(
            seen[place], months=months, amounts=(0, points), decider=Seat(1), done=True
        )
    return replace(view, phase=Phase.DEALER, cards=tuple(seen), dealer_months=(first, second))


@pytest.mark.parametrize(
    ("view", "draws"),
    [
        (dealers_view(4, 10, (10, True)), True),
        (dealers_view(2, 3, (10, False)), True),
        (dealers_view(2, 3, (10, True)), False),
        (dealers_view(2, 3, (50, False), (100, True)), True),  # 50 x 37 > 100 x 11
        (dealers_view(2, 3, (20, False), (100, True)), False),  # 20 x 37 < 100 x 11
        (dealers_view(2, 4, (100, False), (50, True)), True),  # 100 x 17 > 50 x 30
        (dealers_view(2, 4, (50, False), (50, True)), False),
        (dealers_view(3, 3, (50, False), (50, True)), True),  # a pair: 32 against 13
        (dealers_view(3, 3, (50, False), (50, True), arashi="players_only"), False),
        (dealers_view(2, 4, (100, False), (50, True), equal_values="dealer"), False),
        (dealers_view(9, 9, (100, False)), False),
        (dealers_view(9, 9), False),
        (dealers_view(4, 10), True),
        (dealers_view(2, 2), True),
        (dealers_view(2, 3), False),
        (dealers_view(3, 3), False),
    ],
)
def test_OC_122_the_dealer(view: View, draws: bool) -> None:
    assert dealer_draws(view) is draws


def test_OC_122_there_is_a_gain_for_every_choice_but_a_pair_of_nines() -> None:
    choices = [pair for pair in product(MONTHS, MONTHS) if third_card(pair) is Third.MAY]
    for pair in choices:
        for equal, arashi in product(("draw", "dealer"), ("both", "players_only")):
            if pair != (9, 9):
                options = Options(equal_values=equal, arashi=arashi)
                assert gain_of(*pair, options).against_stood > 0


def test_OC_87_computer_players_go_on() -> None:
    state = play(laid(1, 2, 3, 4, 10, 5, 5, 5, 5, 9), (1, READY), (2, READY)).state
    assert answer(SOUND, state, 0) == answer(GENTLE, state, 0) == GO_ON


def test_OC_123_the_gentle_one_puts_10_to_50_on_one_or_two_random_cards() -> None:
    counted = set()
    for number in range(60):
        state, dice = laid(1, 4, 9, 9), KeyedDice(bytes([number] * 32))
        while (action := answer(GENTLE, state, 1, dice)) != READY:
            assert isinstance(action, Stake) and action.points in AMOUNTS[:3]
            assert not state.amounts[1][CARDS.index(action.card)], "each on a card of its own"
            state = play(state, (1, action)).state
        lying = [amount for amount in state.amounts[1] if amount]
        assert len(lying) in (1, 2)
        counted.add((len(lying), tuple(bool(amount) for amount in state.amounts[1])))
    assert len(counted) > 8


@pytest.mark.parametrize(("second", "action"), [(10, DRAW), (1, DRAW), (2, STAND)])
def test_OC_123_the_gentle_one_draws_up_to_5(second: int, action: Any) -> None:
    state = laid(4, 9, 9, 9, 4, second, 5, 5, 5, second)
    state = play(state, (1, Stake("kata", 10)), (1, READY), (2, READY)).state
    assert answer(GENTLE, state, 1) == action


@pytest.mark.parametrize("cpu", [SOUND, GENTLE], ids=["sound", "gentle"])
def test_OC_123_neither_sees_more_than_its_seat(cpu: Any) -> None:
    """What a seat may not know changes no answer, with the same throw-away dice."""
    state = play(laid(5, 4, 2, 6, 7, 10, 10, 4, 6), (1, Stake("kata", 20))).state
    moments = [(1, state), (2, state)]
    state = play(state, (2, Stake("niban", 20)), (1, READY), (2, READY)).state
    moments.append((1, state))
    for seat, moment in moments:
        answers = set()
        for number in range(12):
            other = ENGINE.imagine(moment, Seat(seat), KeyedDice(bytes([number] * 32)))
            scripted = ScriptedDice(**{"second card": [2], "stake": [3]})
            answers.add(ask(cpu, other, seat, scripted))
        assert len(answers) == 1


def ask(cpu: Any, state: Any, seat: int, dice: Any) -> Any:
    return ask_cpu(ENGINE, cpu, state, Seat(seat), dice=dice, out_of_time=lambda: False)
