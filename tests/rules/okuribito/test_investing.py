"""Stakes, booked sales, offerings."""

import pytest

from games.okuribito import actions as a
from games.okuribito.events import BookedSaleDone
from games.okuribito.ledger import Ledger
from games.okuribito.names import Industry, Town
from games.okuribito.seasons import economy_after
from tests.rules.okuribito.positions import (
    ENGINE,
    A,
    InOrder,
    answer,
    asked,
    begin,
    events,
    position,
)

CLOTH, TOOLS = Industry.CLOTH, Industry.TOOLS


def at_opportunity(**mine):
    state = position(seats={"0": {"square": 11, **mine}})
    return answer(state, a.Roll(), ["die", 1], ["die", 1]).state


def test_OK_48_to_OK_50_each_opportunity_has_its_own_ten_and_the_price_stands_still() -> None:
    """The Exchange is passed and an experience stopped at in one turn."""
    state = position(seats={"0": {"square": 26}})
    state = answer(state, a.Roll(), ["die", 5], ["die", 2]).state
    state = answer(state, a.ChooseRoad()).state
    assert (asked(state).point, asked(state).pips) == ("invest", 6)
    price = Ledger(state).price(CLOTH.number)
    state = answer(state, a.BuyStakes(CLOTH, 10)).state
    assert ENGINE.refusal(state, A, a.BuyStakes(CLOTH, 1)) == "ten_at_once"
    assert Ledger(state).price(CLOTH.number) == price
    state = answer(state, a.Done()).state
    state = answer(state, a.Stop()).state
    assert asked(state).bought == (0, 0, 0, 0)
    state = answer(state, a.BuyStakes(CLOTH, 10)).state
    assert state.players[0].stakes[0] == 20


def test_OK_49_selling_does_not_give_the_allowance_back() -> None:
    state = answer(at_opportunity(), a.BuyStakes(CLOTH, 10)).state
    state = answer(state, a.SellStakes(CLOTH, 10)).state
    assert ENGINE.refusal(state, A, a.BuyStakes(CLOTH, 1)) == "ten_at_once"


def test_OK_54_booked_sales_that_are_due_go_through_in_the_order_of_booking() -> None:
    booked = [["tools", 2, 5, 4], ["cloth", 1, 5, 16], ["grain", 1, 6, 0]]
    state = position(at="turn_start", round=5, seats={"0": {"booked": booked}})
    step = begin(state, InOrder([]))
    done = [event for event in events(step) if isinstance(event, BookedSaleDone)]
    assert done == [
        BookedSaleDone(A, TOOLS, 2, 89_000, 7_120, 170_880),
        BookedSaleDone(A, CLOTH, 1, 97_000, 15_520, 81_480),
    ]
    assert [booking.due for booking in step.state.players[0].booked] == [6]


def test_OK_54_four_percent_less_for_every_round() -> None:
    state = position(round=10, seats={"0": {"stakes": {"cloth": 5}}})
    for wait in range(1, 6):
        state = answer(state, a.BookSale(CLOTH, 1, wait)).state
    booked = state.players[0].booked
    assert [(each.due, each.rate) for each in booked] == [
        (11, 16),
        (12, 12),
        (13, 8),
        (14, 4),
        (15, 0),
    ]


@pytest.mark.parametrize(
    ("index", "step", "after"),
    [
        (100, -12, 88),
        (109, 3, 112),
        (110, 3, 112),
        (91, 3, 94),
        (90, 3, 94),
        (200, 13, 200),
        (50, -12, 50),
        (60, -7, 57),
    ],
)
def test_OK_57_a_tenth_of_the_distance_back(index: int, step: int, after: int) -> None:
    assert economy_after(index, step) == after


def test_OK_58_to_OK_60_what_lies_in_a_town_is_still_ones_own() -> None:
    state = at_opportunity()
    before = Ledger(state).fortunes()
    state = answer(state, a.Offer(Town.HONJO, 2_500_000)).state
    state = answer(state, a.Offer(Town.HONJO, 2_500_000)).state
    assert Ledger(state).fortunes() == before
    assert ENGINE.refusal(state, A, a.Offer(Town.HONJO, 500_000)) == "too_much_in_town"


def test_OK_62_a_fair_brings_no_offering_back() -> None:
    mine = {"0": {"offerings": {"honjo": 500_000}}}
    state = position(at="round_start", round=4, fairs=[("honjo", 5)], seats=mine)
    step = begin(state, InOrder([["economy", 3]] * 4))
    assert step.state.players[0].offerings[Town.HONJO.number] == 500_000


def test_OK_97_no_tax_at_a_gentle_table_not_even_on_forced_sales() -> None:
    mine = {"square": 69, "cash": 0, "stakes": {"cloth": 3}}
    state = position(options={"gentle": True}, seats={"0": mine})
    step = answer(state, a.Roll(), ["die", 1], ["die", 1])
    me = step.state.players[0]
    assert (me.stakes[0], me.cash) == (1, 2 * 97_000 - 150_000)
