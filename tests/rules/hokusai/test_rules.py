"""Landings, turns and places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.seats import Seat
from games.hokusai.board import HOME
from games.hokusai.model import GettingHome
from games.hokusai.rules import is_over, landing, must_wait, next_turn, places

AS_PRINTED, BOUNCE_BACK, OVER_IS_FINE = GettingHome


@pytest.mark.parametrize("getting_home", GettingHome)
@pytest.mark.parametrize("start", range(1, 47))
def test_HS_20_on_the_road_the_piece_moves_by_the_die(
    start: int, getting_home: GettingHome
) -> None:
    for die in range(1, 7):
        assert landing(start, die, getting_home) == (start + die, 0)


@pytest.mark.parametrize("getting_home", GettingHome)
@pytest.mark.parametrize("start", range(47, 53))
def test_HS_40_the_exact_roll_is_home(start: int, getting_home: GettingHome) -> None:
    assert landing(start, HOME - start, getting_home) == (HOME, 0)


@pytest.mark.parametrize(
    ("start", "die", "square", "extra"),
    [
        (48, 6, 52, 1),
        (49, 5, 52, 1),
        (49, 6, 51, 2),
        (50, 4, 52, 1),
        (50, 5, 51, 2),
        (50, 6, 50, 3),
        (51, 3, 52, 1),
        (51, 4, 51, 2),
        (51, 5, 50, 3),
        (51, 6, 49, 4),
        (52, 2, 52, 1),
        (52, 3, 51, 2),
        (52, 4, 50, 3),
        (52, 5, 49, 4),
        (52, 6, 45, 5),
    ],
)
def test_HS_41_as_printed_sends_to_the_place_named(
    start: int, die: int, square: int, extra: int
) -> None:
    assert landing(start, die, AS_PRINTED) == (square, extra)


@pytest.mark.parametrize("start", range(47, 53))
def test_HS_44_bounce_back_goes_back_by_the_extra_pips(start: int) -> None:
    for die in range(HOME - start + 1, 7):
        extra = start + die - HOME
        assert landing(start, die, BOUNCE_BACK) == (HOME - extra, extra)


@pytest.mark.parametrize("start", range(47, 53))
def test_HS_45_over_is_fine(start: int) -> None:
    for die in range(HOME - start, 7):
        assert landing(start, die, OVER_IS_FINE) == (HOME, start + die - HOME)


def test_HS_12_the_turn_goes_round() -> None:
    nobody = (False, False, False)
    assert [next_turn(Seat(seat), nobody, ()).seat for seat in range(3)] == [1, 2, 0]


def test_HS_31_a_waiting_seat_misses_one_turn_and_rolls_the_time_after() -> None:
    first = next_turn(Seat(0), (False, True, False), ())
    assert first == (Seat(2), (Seat(1),), (False, False, False))
    assert next_turn(Seat(0), first.waiting, ()) == (Seat(1), (), (False, False, False))


@pytest.mark.parametrize("seat", range(4))
def test_HS_34_when_all_wait_each_misses_once_and_the_first_reached_again_rolls(
    seat: int,
) -> None:
    turn = next_turn(Seat(seat), (True,) * 4, ())
    assert turn.missed == tuple((seat + step) % 4 for step in range(1, 5))
    assert turn.seat == (seat + 1) % 4
    assert turn.waiting == (False,) * 4


def test_HS_34_a_seat_alone_on_the_road_between_inns_rolls_again_at_once() -> None:
    assert next_turn(Seat(0), (False, True), ()) == (Seat(0), (Seat(1),), (False, False))


def test_HS_53_seats_that_are_home_are_passed_over() -> None:
    assert next_turn(Seat(0), (False,) * 4, (Seat(1), Seat(2))).seat == 3
    waiting = (False, False, True, False)
    assert next_turn(Seat(3), waiting, (Seat(0), Seat(1))) == (Seat(3), (Seat(2),), (False,) * 4)


@given(st.data())
def test_HS_34_somebody_always_rolls(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    finished = data.draw(st.lists(st.integers(0, seats - 1), max_size=seats - 1, unique=True))
    waiting = tuple(seat not in finished and data.draw(st.booleans()) for seat in range(seats))
    turn = next_turn(Seat(data.draw(st.integers(0, seats - 1))), waiting, finished)
    assert turn.seat not in finished and not turn.waiting[turn.seat]
    assert len(set(turn.missed)) == len(turn.missed)
    taken = {seat for seat in range(seats) if waiting[seat] and not turn.waiting[seat]}
    assert set(turn.missed) == taken


def test_HS_31_the_mark_is_the_seats_own() -> None:
    assert must_wait((False, False, True), Seat(0)) == (True, False, True)


@pytest.mark.parametrize(
    ("seats", "home", "rank_everyone", "over"),
    [
        (2, 0, False, False),
        (2, 1, False, True),
        (6, 1, False, True),
        (2, 1, True, True),
        (3, 1, True, False),
        (3, 2, True, True),
        (6, 4, True, False),
        (6, 5, True, True),
    ],
)
def test_HS_50_HS_53_when_the_game_ends(
    seats: int, home: int, rank_everyone: bool, over: bool
) -> None:
    finished = [Seat(seat) for seat in range(home)]
    assert is_over(seats, finished, rank_everyone=rank_everyone) is over


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        ((53, 30, 30, 12), (1, 2, 2, 4)),
        ((10, 53), (2, 1)),
        ((7, 7, 7, 7, 7, 53), (2, 2, 2, 2, 2, 1)),
        ((52, 51, 53), (2, 3, 1)),
    ],
)
def test_HS_51_HS_52_places_by_square(positions, expected) -> None:
    home = [Seat(positions.index(53))]
    assert places(positions, home, rank_everyone=False) == expected


def test_HS_53_HS_54_places_by_arrival_and_the_last_piece_last() -> None:
    finished = [Seat(2), Seat(0)]
    assert places((53, 52, 53), finished, rank_everyone=True) == (2, 3, 1)


@given(st.permutations(range(6)))
def test_HS_54_with_rank_everyone_no_place_is_shared(order: list[int]) -> None:
    finished = [Seat(seat) for seat in order[:5]]
    positions = [53 if seat in finished else 20 for seat in range(6)]
    taken = places(positions, finished, rank_everyone=True)
    assert sorted(taken) == [1, 2, 3, 4, 5, 6]
    assert [taken[seat] for seat in order] == [1, 2, 3, 4, 5, 6]
