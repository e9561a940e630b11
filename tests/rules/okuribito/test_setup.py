"""Setting out, and the draws behind it."""

from collections import Counter

import pytest

from games.core.dice import KeyedDice
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.fortune import CARDS
from games.okuribito.model import Options
from games.okuribito.names import Industry, News
from games.okuribito.tasks import AskBeforeRoll
from tests.rules.okuribito.positions import A, C, D, asked, events

ENGINE = OkuribitoEngine()


def test_OK_10_twelve_firms_of_each_industry_in_any_order() -> None:
    seen = set()
    for key in range(5):
        state = ENGINE.start(4, Options(), A, KeyedDice(bytes([key]) * 32)).state
        counted = Counter(state.industries)
        assert [counted[industry] for industry in Industry] == [12, 12, 12, 12]
        seen.add(state.industries)
    assert len(seen) == 5


@pytest.mark.parametrize("limit", [40, 64, 96])
def test_OK_13_labels_festivals_and_cards_are_drawn_in_this_order(limit: int) -> None:
    dice = KeyedDice(bytes(32))
    state = ENGINE.start(4, Options(limit=limit), A, dice).state
    drawn = [(draw.purpose, draw.kind, draw.bound, len(draw.result)) for draw in dice.log]
    assert drawn == [
        ("firms", "shuffle", 48, 48),
        ("festival", "roll", 8, limit),
        ("cards", "shuffle", 20, 20),
    ]
    assert len(state.festivals) == limit
    assert [town.number + 1 for town in state.festivals] == list(dice.log[1].result)


def test_OK_14_funds_go_by_turn_order_from_whoever_is_first() -> None:
    step = ENGINE.start(5, Options(start=20_000_000), D, KeyedDice(bytes(32)))
    cash = [player.cash for player in step.state.players]
    assert cash == [21_200_000, 21_800_000, 22_400_000, 20_000_000, 20_600_000]
    assert asked(step.state) == AskBeforeRoll(D, 1)


def test_OK_15_and_OK_16_nobody_arrives_and_nothing_is_held() -> None:
    step = ENGINE.start(6, Options(), C, KeyedDice(bytes(32)))
    assert [event.__struct_config__.tag for event in events(step)] == [
        "round_started",
        "festival",
        "noted",
        "turn_started",
        "asked",
    ]
    state = step.state
    assert state.economy == (100, 100, 100, 100) and set(state.owners) == {None}
    assert state.history == (tuple(player.cash for player in state.players),)


def test_OK_86_the_twenty_cards() -> None:
    counted = Counter(card.news for card in CARDS)
    assert [counted[news] for news in News] == [4, 4, 4, 3, 3, 2]
    assert {card.industry for card in CARDS if card.news is News.BOOM} == set(Industry)
    assert {card.industry for card in CARDS if card.news is News.SLUMP} == set(Industry)


def test_a_match_of_three_or_seven_is_no_match() -> None:
    for seats in (3, 7):
        with pytest.raises(ValueError, match="seats"):
            ENGINE.start(seats, Options(), A, KeyedDice(bytes(32)))
