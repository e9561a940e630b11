"""The road."""

from itertools import pairwise

from games.hokusai.board import (
    HOME,
    INNS,
    LAST,
    NAGATSUTA,
    PREFACE,
    SQUARES,
    START,
    square,
)


def test_HS_14_52_squares_in_the_order_of_travel() -> None:
    assert [each.number for each in SQUARES] == list(range(START, HOME + 1))
    assert LAST == 52


def test_HS_15_the_goal_is_the_start_again() -> None:
    assert square(START).english == "Nihonbashi"
    assert square(HOME).english == "Nihonbashi (home)"
    assert square(HOME).japanese.startswith(square(START).japanese)


def test_HS_16_the_six_inns() -> None:
    assert {number: square(number).english for number in sorted(INNS)} == {
        8: "Hodogaya",
        20: "Yukinoshita",
        31: "Enoshima",
        38: "Oyama",
        44: "Tsuruma Post Town",
        49: "Mizonokuchi",
    }


def test_HS_41_the_preface_names_places() -> None:
    assert {extra: square(number).english for extra, number in PREFACE.items()} == {
        1: "Shibuya",
        2: "Sangenjaya",
        3: "Futago",
        4: "Mizonokuchi",
        5: "Nagatsuta",
    }


def test_HS_43_nagatsuta_lies_between_tsuruma_and_yamoto() -> None:
    assert NAGATSUTA == 45
    assert [square(number).english for number in range(44, 50)] == [
        "Tsuruma Post Town",
        "Nagatsuta",
        "Yamoto",
        "Eda",
        "Maginu",
        "Mizonokuchi",
    ]


def test_HS_17_every_square_has_its_names_and_something_to_tell() -> None:
    for each in SQUARES:
        assert each.english and each.japanese
        assert each.about.endswith(".") and each.about_japanese.endswith("。")
        assert each.about.isascii()
        assert set(each.known_from.split()) <= {"N", "D", "P", "P*", "Q", "R"}
    assert len({each.english for each in SQUARES}) == len(SQUARES)
    assert len({each.about for each in SQUARES}) == len(SQUARES)


def test_HS_17_the_reconstructed_squares_are_marked() -> None:
    assert [each.number for each in SQUARES if each.known_from == "R"] == [13, 14, 15, 42]


def test_the_places_of_the_road_come_in_the_order_the_rules_name_them() -> None:
    named = (
        "Shinagawa Kanagawa Hodogaya Engaku-ji Kencho-ji Tsurugaoka Hase Shichirigahama Enoshima "
        "Fujisawa Oyama Atsugi Nagatsuta Mizonokuchi Futago Sangenjaya Shibuya"
    )
    numbers = {each.english: each.number for each in SQUARES}
    order = [numbers[name] for name in named.split()]
    assert all(earlier < later for earlier, later in pairwise(order))
