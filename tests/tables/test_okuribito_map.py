"""The geometry of Okuribito's map follows from the engine's board."""

from itertools import pairwise

import pytest
from django.utils import translation

from games.okuribito.board import FIRM_SQUARES, FORKS, GATE, RING
from games.okuribito.names import TOWNS, Town
from tables.boards.okuribito_map import SIDE, cells, fields, spot


def test_the_towns_stand_round_the_castle_in_the_order_of_the_road() -> None:
    places = [(town.column, town.row) for town in fields().towns]
    assert set(places) == {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    for (x, y), (next_x, next_y) in pairwise([*places, places[0]]):
        assert abs(x - next_x) + abs(y - next_y) == 1


def test_forks_are_exactly_the_corner_towns() -> None:
    corners = {town.number for town in fields().towns if town.column != 1 and town.row != 1}
    assert {town.number for town in FORKS.values()} == corners
    assert {town.number for town in fields().towns if town.lane} == corners


@pytest.mark.parametrize("town", TOWNS)
def test_each_town_uses_its_nine_cells_and_never_jumps(town: Town) -> None:
    walked = cells(town)
    assert set(walked) == {(x, y) for x in range(3) for y in range(3)}
    for (x, y), (next_x, next_y) in pairwise(walked):
        assert abs(x - next_x) + abs(y - next_y) == 1


def test_the_road_leads_straight_from_town_to_town() -> None:
    for number in range(8, RING, 9):
        (x, y), (next_x, next_y) = spot(number), spot((number + 1) % RING)
        assert x == pytest.approx(next_x) or y == pytest.approx(next_y)
        assert abs(x - next_x) + abs(y - next_y) < 0.15


def test_no_two_squares_share_a_spot_and_the_gate_is_in_the_castle() -> None:
    spots = {spot(square) for square in range(GATE + 1)}
    assert len(spots) == GATE + 1
    assert all(1 / 3 < share < 2 / 3 for share in spot(GATE))


def test_squares_are_drawn_in_playing_order_with_their_kind_and_name() -> None:
    squares = [square for town in fields().towns for square in town.squares]
    assert [square.index for square in squares] == list(range(RING))
    assert tuple(square.index for square in squares if square.is_firm) == FIRM_SQUARES
    assert len({square.name for square in squares if square.is_firm}) == len(FIRM_SQUARES)


def test_words_are_in_the_active_language() -> None:
    with translation.override("ja"):
        assert fields().towns[0].name == "日本橋"
        assert fields().gate.name == "御門"


def test_lanes_end_at_the_castle_s_corner() -> None:
    for town in fields().towns:
        ends = [lane.rsplit("L", 1)[1].split() for lane in town.lane.split("M") if lane]
        inner_y = SIDE if town.row == 0 else 0
        assert all(float(y) == inner_y for _x, y in ends)
