"""Firms, sets, fees, building, and the sums of the ledger."""

from typing import Any

import pytest

from games.okuribito import actions as a
from games.okuribito.ledger import Ledger, set_of
from games.okuribito.model import State
from games.okuribito.money import per_mille, share
from games.okuribito.names import Item
from tests.rules.okuribito.positions import ENGINE, A, B, answer, asked, position

# Cloth in the base position.
CLOTH_FIRMS = [1, 6, 12, 19, 24, 30, 37, 42, 48, 55, 60, 66]


def roll(state: State, *dice: int) -> State:
    after: State = answer(state, a.Roll(), *(["die", face] for face in dice)).state
    return after


def test_percentages_are_multiplied_first_and_divided_once() -> None:
    assert share(3, 50, 150, 150) == 3
    assert share(share(share(3, 50), 150), 150) == 1, "dropped three times it would be less"
    assert share(1_234_567, 10) == 123_456 and share(5) == 5
    assert per_mille(1_270_500, 35) == 44_467


def test_OK_31_a_set_grows_by_a_tenth_for_every_firm_more() -> None:
    assert [set_of(count) for count in (0, 1, 2, 3, 12)] == [100, 100, 110, 120, 210]
    firms = {str(square): [0, 1] for square in CLOTH_FIRMS}
    ledger = Ledger(position(firms=firms))
    assert ledger.value(1) == 6_300_000 and ledger.counts[0] == (12, 0, 0, 0)
    assert ledger.values[0] == 19_400_000 * 21 // 10 == ledger.totals[0]


def test_OK_32_to_OK_36_the_level_is_in_the_fee_and_not_in_the_value() -> None:
    for level, fee in ((1, 1_080_000), (2, 2_700_000), (3, 5_400_000)):
        ledger = Ledger(position(firms={"11": [0, level]}))
        assert (ledger.value(11), ledger.fee(11)) == (1_800_000, fee)
    assert Ledger(position()).fee(11) == 0


def test_OK_38_the_whole_town_triples_for_its_owner_alone() -> None:
    whole = {str(square): [0, 1] for square in (64, 65, 66, 68, 69, 70)}
    assert Ledger(position(firms=whole)).festival_factor(64) == 300
    assert Ledger(position(firms=whole | {"70": [1, 1]})).festival_factor(64) == 150
    five = {square: firm for square, firm in whole.items() if square != "70"}
    assert Ledger(position(firms=five)).festival_factor(64) == 150
    assert Ledger(position(firms=whole, festivals={"1": "ueno"})).festival_factor(64) == 100
    fair: Any = [("yotsuya", 2)]
    elsewhere = position(firms=whole, festivals={"1": "ueno"}, fairs=fair)
    assert Ledger(elsewhere).festival_factor(64) == 150
    assert Ledger(position(firms=whole, fairs=fair)).festival_factor(64) == 300


def test_OK_36_a_big_store_is_not_built_on_and_nothing_is_asked() -> None:
    state = roll(position(firms={"12": [0, 3]}, seats={"0": {"square": 9}}), 1, 2)
    assert asked(state).point == "before_roll" and asked(state).seat == B


def test_OK_37_any_own_firm_that_can_be_paid_for() -> None:
    firms = {"1": [0, 2], "64": [0, 1], "65": [0, 3], "66": [1, 1]}
    mine = {"square": 69, "cash": 1_000_000}
    others = {str(seat): {"square": 20 + seat} for seat in (1, 2, 3)}
    state = roll(position(firms=firms, seats={"0": mine, **others}), 1, 2)
    assert ENGINE.legal_actions(state, A) == (a.Build(64), a.Done())
    codes = {1: "not_enough_cash", 65: "big_store", 66: "not_your_firm", 67: "not_your_firm"}
    for square, code in codes.items():
        assert ENGINE.refusal(state, A, a.Build(square)) == code
    for square in (-1, 72, 73):
        assert ENGINE.refusal(state, A, a.Build(square)) == "not_your_firm"


@pytest.mark.parametrize(("cash", "point"), [(1_800_000, "buy"), (1_799_999, "before_roll")])
def test_OK_27_the_price_in_hand_is_enough_to_be_asked(cash: int, point: str) -> None:
    state = roll(position(seats={"0": {"square": 9, "cash": cash}}), 1, 2)
    assert asked(state).point == point


@pytest.mark.parametrize(("cash", "point"), [(1_080_000, "build"), (1_079_999, "before_roll")])
def test_OK_27_and_likewise_what_a_building_costs(cash: int, point: str) -> None:
    mine = {"square": 9, "cash": cash}
    state = roll(position(firms={"12": [0, 1]}, seats={"0": mine}), 1, 2)
    assert asked(state).point == point
    if point == "build":
        assert answer(state, a.Done()).state.levels[12] == 1


@pytest.mark.parametrize(("cash", "can"), [(150_000, True), (149_999, False)])
def test_OK_37_with_the_dues_just_received(cash: int, can: bool) -> None:
    """Dues of 250,000 and a fifth of 1,000,000; the shop costs 600,000."""
    mine = {"square": 69, "cash": cash}
    others = {str(seat): {"square": 20 + seat} for seat in (1, 2, 3)}
    state = roll(position(firms={"64": [0, 1]}, seats={"0": mine, **others}), 1, 2)
    assert (asked(state).point == "build_any") == can
    if can:
        assert ENGINE.refusal(state, A, a.Build(64)) is None
        after = answer(state, a.Done()).state
        assert after.levels[64] == 1 and asked(after).seat == B


def test_OK_37_without_firms_nothing_is_asked() -> None:
    others = {str(seat): {"square": 20 + seat} for seat in (1, 2, 3)}
    state = roll(position(firms={"64": [1, 1]}, seats={"0": {"square": 69}, **others}), 1, 2)
    assert asked(state).seat == B


def test_OK_46_a_builder_without_cash_is_asked() -> None:
    mine = {"square": 9, "cash": 0, "master_builder": 1}
    state = roll(position(firms={"12": [0, 2]}, seats={"0": mine}), 1, 2)
    assert asked(state).point == "build" and asked(state).cost == 0
    assert ENGINE.refusal(state, A, a.Build(1)) == "not_this_firm"
    assert ENGINE.refusal(state, A, a.BuyFirm()) == "not_now"


def test_OK_39_dues_are_a_fifth_of_the_value_and_the_allowance() -> None:
    ledger = Ledger(position(firms={"1": [0, 3], "6": [0, 1], "2": [1, 1]}))
    assert ledger.dues(A) == 250_000 + 6_600_000 // 5
    assert ledger.dues(B) == 250_000 + 600_000


def test_OK_81_a_curse_on_an_unowned_firm_leaves_it_for_sale() -> None:
    state = position(seats={"0": {"square": 9, "holds": ["curse"]}})
    state = roll(answer(state, a.UseCurse()).state, 1, 2)
    assert asked(state).point == "buy"


def test_OK_82_a_cursed_firm_is_not_for_sale_in_this_turn() -> None:
    state = position(
        seats={"0": {"square": 9, "holds": ["curse"]}, "1": {"holds": ["lucky_cat"]}},
        firms={"12": [1, 3]},
    )
    step = answer(answer(state, a.UseCurse()).state, a.Roll(), ["die", 1], ["die", 2])
    assert step.state.owners[12] is None and asked(step.state).seat == B
    assert step.state.players[1].holds == (Item.LUCKY_CAT,)
    assert step.state.players[1].cash == 10_300_000 + 1_800_000


def test_OK_98_a_firm_bought_is_no_loss_and_a_building_is() -> None:
    state = roll(position(seats={"0": {"square": 9}}), 1, 2)
    before = Ledger(state).fortunes()[0]
    after = answer(state, a.BuyFirm()).state
    assert Ledger(after).fortunes()[0] == before
    state = roll(position(firms={"12": [0, 1]}, seats={"0": {"square": 9}}), 1, 2)
    built = answer(state, a.Build(12)).state
    assert Ledger(built).fortunes()[0] == Ledger(state).fortunes()[0] - 1_080_000


def test_OK_104_the_ledger_is_the_same_from_a_view_and_from_the_state() -> None:
    firms = {"1": [0, 2], "12": [0, 1], "2": [1, 3], "42": [3, 1]}
    state = position(firms=firms, economy={"cloth": 137}, festivals={"1": "kanda"})
    ours, theirs = Ledger(state), Ledger(ENGINE.view(state, None))
    assert ours.fortunes() == theirs.fortunes() and ours.prices() == theirs.prices()
    for square in range(72):
        assert (ours.fee(square), ours.value(square)) == (theirs.fee(square), theirs.value(square))
    assert ours.firms(A) == (1, 12)
