"""Section 6: third cards and who decides them."""

from collections import Counter
from itertools import product

import pytest

from games.core.seats import Seat
from games.oichokabu.cards import MONTHS
from games.oichokabu.engine import DRAW, STAND
from games.oichokabu.events import (
    CardStood,
    DealerDeciding,
    DealerRevealed,
    DealerSecond,
    DealerStood,
    DealerThird,
    Deciding,
    SecondDealt,
    ThirdDrawn,
)
from games.oichokabu.model import KuppinShippin, Options, Phase, Stake
from games.oichokabu.staking import READY
from games.oichokabu.thirds import Third, dealers_third, decider, third_card
from tests.rules.oichokabu.table import ENGINE, events, laid, play

PAIRS = list(product(MONTHS, MONTHS))


def test_OC_33_OC_34_all_hundred_pairs_of_cards() -> None:
    assert Counter(third_card(pair) for pair in PAIRS) == {
        Third.MUST: 40,
        Third.MAY: 31,
        Third.NEVER: 29,
    }
    for first, second in PAIRS:
        digit = (first + second) % 10
        must, may = digit <= 3, 4 <= digit <= 6 or first == second == 9
        wanted = Third.MUST if must else Third.MAY if may else Third.NEVER
        assert third_card((first, second)) is wanted


def test_OC_35_a_pair_of_fours_never_draws() -> None:
    assert third_card((4, 4)) is Third.NEVER
    pairs = [month for month in MONTHS if third_card((month, month)) is not Third.NEVER]
    assert pairs == [1, 2, 3, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("order", KuppinShippin)
def test_OC_37_OC_38_the_dealer_goes_by_the_same_rule_but_for_kuppin(order: str) -> None:
    options = Options(kuppin_shippin=KuppinShippin(order))
    differing = [pair for pair in PAIRS if dealers_third(pair, options) is not third_card(pair)]
    assert differing == ([(1, 9), (9, 1)] if order == "any_order" else [(9, 1)])
    assert all(dealers_third(pair, options) is Third.NEVER for pair in differing)


@pytest.mark.parametrize(
    ("dealer", "on_it", "wanted"),
    [
        (0, (0, 50, 50, 50), 1),
        (1, (50, 0, 50, 50), 2),
        (2, (50, 50, 0, 50), 3),
        (3, (50, 50, 50, 0), 0),
        (2, (100, 100, 0, 50), 0),
        (2, (10, 100, 0, 50), 1),
        (0, (0, 0, 0, 0), None),
    ],
)
def test_OC_31_the_decider(dealer: int, on_it: tuple[int, ...], wanted: int | None) -> None:
    amounts = [(0, amount, 0, 0) for amount in on_it]
    assert decider(amounts, 1, Seat(dealer)) == wanted


def test_OC_32_cards_are_handled_one_after_another() -> None:
    """Must on Kata, a choice on Niban, never on Sanban, nothing on Hiki."""
    state = laid(1, 2, 3, 4, 10, 2, 3, 4, 5, 8, 9, 7)
    step = play(
        state,
        (1, Stake("kata", 10)),
        (1, Stake("niban", 10)),
        (2, Stake("sanban", 10)),
        (2, READY),
        (1, READY),
    )
    assert events(step)[5:] == [
        SecondDealt("kata", 2),
        SecondDealt("niban", 3),
        SecondDealt("sanban", 4),
        SecondDealt("hiki", 5),
        ThirdDrawn("kata", 8),
        Deciding("niban", Seat(1)),
    ]
    assert ENGINE.must_act(step.state) == {1}
    step = play(step.state, (1, DRAW))
    assert events(step)[:5] == [
        ThirdDrawn("niban", 9),
        CardStood("sanban"),
        DealerRevealed(10),
        DealerSecond(7),
        DealerStood(),
    ]
    assert step.state.hands == ((1, 2, 8), (2, 3, 9), (3, 4), (4, 5))


@pytest.mark.parametrize("action", [DRAW, STAND])
def test_OC_37_the_dealers_choice_comes_last(action: object) -> None:
    state = laid(1, 2, 3, 10, 2, 6, 5, 5, 5, 4, 10)
    step = play(state, (1, Stake("kata", 50)), (1, READY), (2, READY))
    assert events(step)[-1] == DealerDeciding(Seat(0))
    assert (step.state.phase, ENGINE.must_act(step.state)) == (Phase.DEALER, {0})
    step = play(step.state, (0, action))
    assert events(step)[0] == (DealerThird(10) if action is DRAW else DealerStood())
    assert step.state.phase is Phase.RESULT


def test_OC_17_the_stock_is_used_in_the_rules_order() -> None:
    """Third cards in card order, then the dealer's second and third."""
    state = laid(1, 1, 1, 10, 10, 2, 2, 1, 10, 6, 7, 8, 10, 9)
    moves = [(1, Stake(card, 10)) for card in ("kata", "niban", "sanban", "hiki")]
    done = play(state, *moves, (1, READY), (2, READY)).state
    assert done.hands[:3] == ((1, 2, 6), (1, 2, 7), (1, 1, 8))
    assert done.hands[3] == (10, 10, 10)
    assert done.dealer_hand[:2] == (10, 9)
