"""Section 8: who pays whom, and what happens when there is not enough."""

from hypothesis import given
from hypothesis import strategies as st

from games.core.seats import Seat
from games.oichokabu.dealership import seats_after
from games.oichokabu.events import Settled
from games.oichokabu.hands import Comparison
from games.oichokabu.settling import settle
from games.oichokabu.worth import Outcome

WIN, LOSE, DRAW = Outcome.WIN, Outcome.LOSE, Outcome.DRAW
COMPARISONS = [
    Comparison(DRAW, 0),
    *(Comparison(outcome, multiple) for outcome in (WIN, LOSE) for multiple in (1, 3, 5)),
]


def test_OC_4_seat_order_after_the_dealer() -> None:
    assert [seats_after(Seat(dealer), 4) for dealer in (0, 2, 3)] == [
        (1, 2, 3),
        (3, 0, 1),
        (0, 1, 2),
    ]


def test_OC_50_a_draw_moves_nothing_and_is_told_last() -> None:
    points, settled = settle(
        (1000, 1000),
        Seat(0),
        [(0, 0, 0, 0), (50, 20, 10, 0)],
        {0: Comparison(DRAW, 0), 1: Comparison(WIN, 1), 2: Comparison(LOSE, 3)},
    )
    assert points == (1010, 990)
    assert settled == (
        Settled("sanban", Seat(1), LOSE, 3, 30, 30),
        Settled("niban", Seat(1), WIN, 1, 20, 20),
        Settled("kata", Seat(1), DRAW, 0, 0, 0),
    )


def test_OC_62_losses_first_by_card_and_then_by_seat_after_the_dealer() -> None:
    amounts = [(10, 10, 0, 10), (0, 0, 0, 0), (10, 0, 0, 10)]
    lost, won = Comparison(LOSE, 1), Comparison(WIN, 1)
    _, settled = settle((1000,) * 3, Seat(1), amounts, {0: won, 1: lost, 3: lost})
    assert [(item.card, item.seat) for item in settled] == [
        ("niban", 0),
        ("hiki", 2),
        ("hiki", 0),
        ("kata", 2),
        ("kata", 0),
    ]


def test_OC_61_a_loser_pays_no_more_than_there_is() -> None:
    points, settled = settle(
        (1000, 130), Seat(0), [(0,) * 4, (100, 20, 0, 0)], dict.fromkeys((0, 1), COMPARISONS[5])
    )
    assert [(item.due, item.paid) for item in settled] == [(300, 130), (60, 0)]
    assert points == (1130, 0)


def test_OC_63_what_the_dealer_has_gathered_is_paid_out_too() -> None:
    """The dealer owns 10 and gathers 50 before paying 100."""
    points, settled = settle(
        (10, 990, 1000),
        Seat(0),
        [(0,) * 4, (100, 0, 0, 0), (0, 50, 0, 0)],
        {0: Comparison(WIN, 1), 1: Comparison(LOSE, 1)},
    )
    assert points == (0, 1050, 950)
    assert [item.paid for item in settled] == [50, 60]


@given(
    points=st.lists(st.integers(0, 40).map(lambda tens: 10 * tens), min_size=2, max_size=6),
    dealer=st.integers(0, 5),
    comparisons=st.lists(st.sampled_from(COMPARISONS), min_size=4, max_size=4),
    data=st.data(),
)
def test_OC_3_points_keep_their_sum_whatever_comes(points, dealer, comparisons, data) -> None:
    dealer = Seat(dealer % len(points))
    amount = st.sampled_from((0, 10, 20, 50, 100))
    amounts = [
        (0,) * 4 if seat == dealer else data.draw(st.tuples(*[amount] * 4))
        for seat in range(len(points))
    ]
    asked = {
        card: each for card, each in enumerate(comparisons) if any(row[card] for row in amounts)
    }
    after, settled = settle(points, dealer, amounts, asked)
    assert sum(after) == sum(points) and min(after) >= 0
    assert all(0 <= item.paid <= item.due for item in settled)
    assert len(settled) == sum(row[card] > 0 for row in amounts for card in range(4))
    for seat in range(len(points)):
        if seat != dealer:
            gained = sum(
                item.paid if item.result is WIN else -item.paid
                for item in settled
                if item.seat == seat
            )
            assert after[seat] == points[seat] + gained
