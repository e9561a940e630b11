"""Matches on a square."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito.draws import by_odds
from games.okuribito.duels import likelier_guess
from games.okuribito.events import MatchPlayed
from games.okuribito.names import Item
from tests.rules.okuribito.positions import (
    ENGINE,
    A,
    B,
    C,
    InOrder,
    answer,
    asked,
    events,
    position,
)

TOTALS = Counter(sum(dice) for dice in product(range(1, 7), repeat=5))


def arriving(**more):
    """Seat 0 rolls two ones and arrives on square 12."""
    seats = {"0": {"square": 10}, **more.pop("seats")}
    state = position(seats=seats, **more)
    return answer(state, a.Roll(), ["die", 1], ["die", 1])


def test_OK_63_seats_sitting_out_are_not_met() -> None:
    step = arriving(seats={"2": {"square": 12, "sitting_out": True, "cash": 0}})
    assert asked(step.state).point == "buy"


def test_OK_12_pieces_from_different_towns_meet_on_the_gate() -> None:
    seats = {"0": {"square": 26}, "1": {"square": 72, "gate_from": "nihonbashi"}}
    state = position(seats={**seats, "0": {"square": 24}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 2]).state
    state = answer(state, a.ChooseCastle()).state
    assert (asked(state).point, asked(state).opponent) == ("match", B)


def test_OK_64_everybody_once_in_turn_order_after_the_mover() -> None:
    everybody = {str(seat): {"square": 12} for seat in (0, 1, 3)}
    state = position(turn=2, seats={**everybody, "2": {"square": 10}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    met = []
    while asked(state).point == "match":
        met.append(asked(state).opponent)
        state = answer(state, a.Done()).state
    assert met == [3, 0, 1]


def test_OK_66_the_number_is_drawn_by_its_odds_and_shown_to_all() -> None:
    class Die:
        def __init__(self, face: int) -> None:
            self.face = face

        def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
            assert (purpose, sides, count) == ("number", 42, 1)
            return (self.face,)

    drawn = Counter(
        figures.MATCH_NUMBERS[by_odds(Die(face), "number", figures.MATCH_ODDS)]
        for face in range(1, 43)
    )
    assert [drawn[number] for number in range(12, 24)] == [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("number", "percent"),
    [(12, "90.2"), (13, "84.8"), (14, "77.9"), (15, "69.5"), (16, "60.0"), (17, "50.0")],
)
def test_OK_68_the_better_side(number: int, percent: str) -> None:
    """And the clock plays it."""
    for shown in (number, 35 - number):
        high = sum(ways for total, ways in TOTALS.items() if total > shown)
        low = sum(ways for total, ways in TOTALS.items() if total < shown)
        tenths = round(Fraction(1000 * max(high, low), 6**5))
        assert f"{tenths // 10}.{tenths % 10}" == percent
        assert likelier_guess(shown) == (a.GuessHigh() if high >= low else a.GuessLow())


def test_OK_69_the_challenged_seat_is_asked_in_the_others_turn() -> None:
    step = arriving(seats={"2": {"square": 12}})
    state = answer(step.state, a.Challenge(), ["number", 15]).state
    assert ENGINE.must_act(state) == {C} and state.turn == A
    assert (asked(state).point, asked(state).challenger, asked(state).number) == ("guess", A, 15)
    assert ENGINE.refusal(state, A, a.GuessHigh()) == "not_asked"


def test_OK_70_and_OK_71_the_doll_works_only_when_it_doubles_something() -> None:
    step = arriving(seats={"2": {"square": 12, "holds": ["straw_doll"]}})
    shown = answer(step.state, a.Challenge(), ["number", 15]).state
    fives = [["die", 5]] * 5
    lost = answer(shown, a.GuessLow(), *fives).state
    assert lost.players[2].holds == (Item.STRAW_DOLL,)
    drawn = answer(shown, a.GuessLow(), *[["die", 3]] * 5)
    assert drawn.state.players[2].holds == (Item.STRAW_DOLL,)
    assert MatchPlayed(A, C, (3, 3, 3, 3, 3), 15, None, 0, doll=False) in events(drawn)
    won = answer(shown, a.GuessHigh(), *fives).state
    assert won.players[2].holds == () and won.players[0].cash == 8_000_000


def test_OK_70_the_doll_is_spent_even_if_the_challenger_cannot_pay() -> None:
    seats = {"0": {"square": 10, "cash": 300_000}, "2": {"square": 12, "holds": ["straw_doll"]}}
    step = arriving(seats=seats)
    shown = answer(step.state, a.Challenge(), ["number", 12]).state
    won = answer(shown, a.GuessHigh(), *[["die", 5]] * 5)
    assert won.state.players[2].holds == () and won.state.players[2].cash == 10_900_000
    assert won.state.players[0].sitting_out


def test_OK_97_nobody_is_met_at_a_gentle_table() -> None:
    step = arriving(options={"gentle": True}, seats={"2": {"square": 12}})
    assert asked(step.state).point == "buy"
    assert not any(event.__struct_config__.tag == "challenged" for event in events(step))


def test_a_script_that_is_not_used_up_is_noticed() -> None:
    with pytest.raises(AssertionError):
        answer(position(), a.Roll(), ["die", 1], ["die", 1], ["die", 1])
    assert InOrder([["die", 1]]).left() == 1
