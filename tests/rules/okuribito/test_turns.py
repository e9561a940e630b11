"""Turns and rounds, questions and their numbers, what is refused and why."""

from typing import Any

import pytest

from games.core.errors import Refused
from games.okuribito import actions as a
from games.okuribito.names import Industry, Insight, Item, Town
from tests.rules.okuribito.positions import (
    ENGINE,
    A,
    B,
    InOrder,
    answer,
    begin,
    events,
    position,
)

CLOTH, GRAIN = Industry.CLOTH, Industry.GRAIN


def refusal(state: Any, action: Any, seat: Any = A) -> str | None:
    return ENGINE.refusal(state, seat, action)


def test_OK_17_a_round_ends_after_the_last_seat_in_turn_order() -> None:
    state = position(turn=3, seats={"3": {"square": 9}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 2])
    steps = [["economy", n] for n in (3, 3, 3, 3)]
    step = answer(step.state, a.Done(), *steps)
    assert (step.state.round, step.state.turn) == (2, 0)
    assert step.state.economy == (103, 103, 103, 103)


def test_OK_18_the_start_of_a_round_in_its_order() -> None:
    state = position(
        at="round_start",
        round=4,
        festivals={"5": "kanda"},
        fairs=[("ueno", 4), ("honjo", 5)],
        firms={"10": [0, 1]},
        seats={"1": {"offerings": {"kanda": 500_000}}},
    )
    step = begin(state, InOrder([["economy", n] for n in (3, 3, 3, 3)]))
    assert [event.__struct_config__.tag for event in events(step)] == [
        "round_started",
        "economy",
        "festival",
        "offering_returned",
        "takings",
        "noted",
        "turn_started",
        "asked",
    ]
    assert [fair.town for fair in step.state.fairs] == [Town.HONJO]


def test_OK_27_trades_leave_the_question_as_it_is() -> None:
    state = position(seats={"0": {"stakes": {"cloth": 9}}})
    question = ENGINE.question(state, A)
    for action in (a.SellStakes(CLOTH, 2), a.BookSale(CLOTH, 3, 1), a.SellStakes(CLOTH, 1)):
        state = answer(state, action).state
        assert ENGINE.question(state, A) == question
    assert ENGINE.question(answer(state, a.Roll(), ["die", 1], ["die", 1]).state, A) != question


def test_OK_27_an_opportunity_is_one_question_until_done() -> None:
    state = position(seats={"0": {"square": 11}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    question = ENGINE.question(state, A)
    assert question is not None and question.name == "invest"
    for action in (a.BuyStakes(CLOTH, 3), a.Offer(Town.UENO, 500_000), a.SellStakes(CLOTH, 1)):
        state = answer(state, action).state
        assert ENGINE.question(state, A) == question
    after = answer(state, a.Done()).state
    assert ENGINE.question(after, A) is None and ENGINE.question(after, B) is not None


def test_OK_27_roll_and_opportunity_are_asked_of_a_seat_that_can_do_nothing() -> None:
    state = position(seats={"0": {"square": 11, "cash": 0}})
    assert ENGINE.legal_actions(state, A) == (a.Roll(),)
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    assert ENGINE.legal_actions(state, A) == (a.Done(),)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.SellStakes(CLOTH, 0), "not_a_number"),
        (a.SellStakes(CLOTH, -1), "not_a_number"),
        (a.SellStakes(CLOTH, 4), "not_so_many"),
        (a.SellStakes(GRAIN, 1), "not_so_many"),
        (a.BookSale(CLOTH, 1, 0), "no_such_wait"),
        (a.BookSale(CLOTH, 1, 6), "no_such_wait"),
        (a.BookSale(CLOTH, 4, 5), "not_so_many"),
        (a.UseCurse(), "not_held"),
        (a.UseLuckyCat(), None),
        (a.Done(), "not_now"),
        (a.BuyStakes(CLOTH, 1), "not_now"),
        (a.Offer(Town.UENO, 500_000), "not_now"),
        (a.Stop(), "not_now"),
        (a.Build(1), "not_now"),
        (a.ChooseInsight(Insight.FORESIGHT), "not_now"),
        (a.Roll(), None),
    ],
    ids=repr,
)
def test_OK_27_before_the_roll(action: Any, code: str | None) -> None:
    state = position(seats={"0": {"stakes": {"cloth": 3}, "holds": [Item.LUCKY_CAT]}})
    assert refusal(state, action) == code
    assert refusal(state, action, B) == "not_asked"
    if code is not None:
        with pytest.raises(Refused, match=code):
            ENGINE.apply(state, A, action, InOrder([]))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.BuyStakes(CLOTH, 0), "not_a_number"),
        (a.BuyStakes(CLOTH, 11), "ten_at_once"),
        (a.BuyStakes(CLOTH, 10), None),
        (a.Offer(Town.UENO, 0), "not_in_units"),
        (a.Offer(Town.UENO, -500_000), "not_in_units"),
        (a.Offer(Town.UENO, 750_000), "not_in_units"),
        (a.Offer(Town.UENO, 4_500_000), "too_much_in_town"),
        (a.Offer(Town.UENO, 4_000_000), "not_enough_cash"),
        (a.Offer(Town.UENO, 1_000_000), None),
        (a.BuyStakes(GRAIN, 10), None),
        (a.Roll(), "not_now"),
        (a.UseLuckyCat(), "not_now"),
    ],
    ids=repr,
)
def test_OK_27_at_an_opportunity(action: Any, code: str | None) -> None:
    mine = {"square": 11, "cash": 1_200_000, "offerings": {"ueno": 1_000_000}}
    state = position(seats={"0": {**mine, "holds": [Item.LUCKY_CAT]}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    assert refusal(state, action) == code


def test_OK_28_the_clock_closes_what_is_open_and_what_was_done_stands() -> None:
    state = position(seats={"0": {"square": 11}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    state = answer(state, a.BuyStakes(CLOTH, 3)).state
    assert ENGINE.on_timeout(state, A) == a.Done()
    state = answer(state, a.Done()).state
    assert state.players[0].stakes[0] == 3


def test_the_clock_has_nothing_to_play_for_a_seat_that_is_not_asked() -> None:
    with pytest.raises(ValueError, match="does not wait"):
        ENGINE.on_timeout(position(), B)


def test_OK_76_and_OK_80_cat_and_curse_in_one_turn_and_only_in_that() -> None:
    state = position(
        seats={"0": {"square": 9, "holds": ["lucky_cat", "curse"]}}, firms={"12": [1, 1]}
    )
    state = answer(state, a.UseLuckyCat()).state
    state = answer(state, a.UseCurse()).state
    assert state.using == (Item.LUCKY_CAT, Item.CURSE) and state.players[0].holds == ()
    step = answer(state, a.Roll(), ["die", 1], ["die", 1], ["die", 1])
    assert step.state.owners[12] is None and step.state.using == ()
