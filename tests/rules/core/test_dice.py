"""Dice: what a draw is, what is noted, and what a script may say."""

from collections import Counter

import pytest

from games.core.dice import Drawn, KeyedDice, ScriptedDice

KEY = bytes(range(32))


def test_draws_are_numbered_without_gaps_and_noted() -> None:
    dice = KeyedDice(KEY)
    faces = dice.roll("walk", 6, 2)
    order = dice.shuffle("deck", range(4))
    assert dice.log == [
        Drawn(0, "walk", "roll", 6, faces),
        Drawn(1, "deck", "shuffle", 4, order),
    ]
    assert dice.done == 2


def test_trying_again_throws_the_same_numbers() -> None:
    before = KeyedDice(KEY)
    before.roll("walk", 6)
    lost = before.roll("walk", 6, 5)
    assert KeyedDice(KEY, 1).roll("walk", 6, 5) == lost


def test_number_purpose_and_key_each_give_other_numbers() -> None:
    rolls = {
        KeyedDice(KEY).roll("walk", 6, 20),
        KeyedDice(KEY, 1).roll("walk", 6, 20),
        KeyedDice(KEY).roll("duel", 6, 20),
        KeyedDice(bytes(32)).roll("walk", 6, 20),
    }
    assert len(rolls) == 4


def test_more_dice_of_one_draw_begin_with_the_same_numbers() -> None:
    assert KeyedDice(KEY).roll("walk", 6, 9)[:2] == KeyedDice(KEY).roll("walk", 6, 2)


def test_a_shuffle_notes_where_each_item_came_from() -> None:
    dice = KeyedDice(KEY)
    shuffled = dice.shuffle("deck", "abcde")
    assert sorted(shuffled) == list("abcde")
    assert shuffled == tuple("abcde"[place] for place in dice.log[0].result)


def test_nothing_and_one_thing_can_be_shuffled() -> None:
    dice = KeyedDice(KEY)
    assert dice.shuffle("deck", ()) == ()
    assert dice.shuffle("deck", "a") == ("a",)
    assert dice.done == 2


@pytest.mark.parametrize("sides", [1, 2, 6, 52, 256, 257, 65_536, 65_537, 1_000_000])
def test_every_roll_lies_between_one_and_the_number_of_sides(sides: int) -> None:
    faces = KeyedDice(KEY).roll("x", sides, 300)
    assert all(1 <= face <= sides for face in faces)


def test_all_orders_of_three_come_up_about_equally() -> None:
    dice = KeyedDice(KEY)
    orders = Counter(dice.shuffle("deck", "abc") for _ in range(6_000))
    assert len(orders) == 6
    assert all(850 < count < 1_150 for count in orders.values())


def test_neither_dice_nor_draws_print_what_they_hide() -> None:
    dice = KeyedDice(KEY)
    dice.shuffle("deck", range(10))
    assert KEY.hex() not in repr(dice) and str(KEY) not in repr(dice)
    assert repr(dice.log) == "[Drawn(sealed)]"


def test_scripted_dice_fall_as_written() -> None:
    dice = ScriptedDice(walk=[6, 5, 1], deck=[2, 0, 1])
    assert dice.roll("walk", 6, 2) == (6, 5)
    assert dice.shuffle("deck", "abc") == ("c", "a", "b")
    assert dice.left() == {"walk": (1,)}


@pytest.mark.parametrize(
    "draw",
    [
        lambda dice: dice.roll("walk", 6, 3),
        lambda dice: dice.roll("duel", 6),
        lambda dice: dice.roll("walk", 4, 2),
        lambda dice: dice.shuffle("deck", "abc"),
        lambda dice: dice.shuffle("deck", "ab"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(draw) -> None:
    with pytest.raises(ValueError):
        draw(ScriptedDice(walk=[6, 5], deck=[0, 0]))
