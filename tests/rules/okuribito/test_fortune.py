"""Fortune teller, shrine, news, belongings."""

from collections import Counter

import pytest

from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito.draws import by_odds
from games.okuribito.events import CardDrawn, Fortune, LuckyFind, NoEffect
from games.okuribito.fortune import CARDS
from games.okuribito.names import Item, Luck, News
from tests.rules.okuribito.positions import A, B, answer, asked, events, position


def at_fortune_teller(**mine):
    state = position(seats={"0": {"square": 61, **mine}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    return answer(state, a.ChooseRoad()).state


def news(*deck: str, dice=(), **more):
    """Seat 0 lands on Kanda's News sheet."""
    mine = {"square": 15, **more.pop("mine", {})}
    state = position(deck=deck, seats={"0": mine}, **more)
    return answer(state, a.Roll(), ["die", 1], ["die", 1], *dice)


@pytest.mark.parametrize(
    ("luck", "item"),
    [
        ("great", Item.CURSE),
        ("good", Item.CHARM),
        ("middling", Item.LUCKY_CAT),
        ("small", Item.STRAW_DOLL),
        ("bad", None),
    ],
)
def test_OK_74_the_gifts(luck: str, item: Item | None) -> None:
    step = answer(at_fortune_teller(), a.TellFortune(), ["luck", luck])
    assert Fortune(A, Luck(luck), item) in events(step)
    assert step.state.players[0].holds == (() if item is None else (item,))
    assert step.state.players[0].cash == 9_750_000


def test_OK_75_what_is_held_is_not_given_again_and_the_fee_is_gone() -> None:
    state = at_fortune_teller(holds=["charm", "curse"])
    step = answer(state, a.TellFortune(), ["luck", "good"])
    assert Fortune(A, Luck.GOOD, None) in events(step)
    assert step.state.players[0].holds == (Item.CHARM, Item.CURSE)
    assert step.state.players[0].cash == 9_750_000


def test_OK_73_letting_it_be_costs_nothing() -> None:
    step = answer(at_fortune_teller(), a.Done())
    assert step.state.players[0].cash == 10_000_000


@pytest.mark.parametrize("action", [a.TellFortune(), a.Done()], ids=repr)
def test_OK_23_landed_on_it_is_visited_once_after_the_matches(action) -> None:
    state = position(seats={"0": {"square": 61}, "3": {"square": 63}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    state = answer(state, a.ChooseRoad()).state
    assert asked(state).point == "match"
    state = answer(state, a.Done()).state
    assert asked(state).point == "fortune_teller" and asked(state).pips == 0
    luck = [["luck", "bad"]] if action == a.TellFortune() else []
    assert asked(answer(state, action, *luck).state).seat == B


def shares(odds: tuple[int, ...]) -> list[int]:
    class Die:
        face = 0

        def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
            assert sides == sum(odds)
            return (self.face,)

    die, counted = Die(), Counter[int]()
    for face in range(1, sum(odds) + 1):
        die.face = face
        counted[by_odds(die, "x", odds)] += 1
    return [counted[place] for place in range(len(odds))]


def test_OK_74_and_OK_84_odds_out_of_twenty() -> None:
    assert shares(figures.FORTUNE_ODDS) == [3, 5, 5, 5, 2]
    assert shares(figures.SLIP_ODDS) == [1, 5, 8, 6]


@pytest.mark.parametrize(
    ("slip", "amount"),
    [("great", 1_000_000), ("good", 300_000), ("small", 100_000), ("bad", -250_000)],
)
def test_OK_84_the_slips(slip: str, amount: int) -> None:
    state = position(seats={"0": {"square": 16}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 1], ["slip", slip])
    assert step.state.players[0].cash == 10_000_000 - 50_000 + amount


def test_OK_84_who_goes_bankrupt_over_the_offering_draws_no_slip() -> None:
    state = position(seats={"0": {"square": 16, "cash": 49_999}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 1])
    assert step.state.players[0].sitting_out and step.state.turn == B


def test_OK_86_all_twenty_are_shuffled_before_a_card_is_wanted() -> None:
    step = news(dice=[["deck", "shuffled"]])
    assert CardDrawn(A, CARDS[0].news, CARDS[0].industry, shuffled=True) in events(step)
    assert step.state.cards == CARDS[1:] and step.state.drawn == CARDS[:1]
    step = news("lucky", "pick")
    assert CardDrawn(A, News.LUCKY, None, shuffled=False) in events(step)
    assert step.state.drawn == (CARDS[15],)


def test_OK_86_a_lucky_find_and_a_boom_at_the_top() -> None:
    step = news("lucky")
    assert LuckyFind(A, 300_000) in events(step)
    assert step.state.players[0].cash == 10_300_000
    assert news("boom grain", economy={"grain": 190}).state.economy == (100, 200, 100, 100)


def test_OK_86_a_fire_without_firms_keeps_the_charm() -> None:
    step = news("fire", mine={"holds": ["charm"]}, firms={"1": [1, 1]})
    assert NoEffect(A) in events(step)
    assert step.state.players[0].holds == (Item.CHARM,)


def test_OK_86_a_fire_takes_one_level() -> None:
    step = news("fire", dice=[["fire", 10]], firms={"1": [0, 1], "10": [0, 3]})
    assert (step.state.owners[10], step.state.levels[10]) == (A, 2)
    assert (step.state.owners[1], step.state.levels[1]) == (A, 1)


def test_OK_78_a_charm_does_nothing_against_a_fee() -> None:
    state = position(firms={"12": [1, 1]}, seats={"0": {"square": 9, "holds": ["charm"]}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 2])
    assert step.state.players[0].holds == (Item.CHARM,)
    assert step.state.players[0].cash == 10_000_000 - 504_000


def test_OK_97_the_fortune_teller_is_a_teahouse_at_a_gentle_table() -> None:
    state = position(options={"gentle": True}, seats={"0": {"square": 61}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 2]).state
    state = answer(state, a.ChooseRoad()).state
    assert asked(state).point == "buy" and asked(state).square == 64
