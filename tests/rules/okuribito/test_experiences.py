"""Experiences, ranks, insights, and who hears of what Foresight shows."""

import pytest

from games.core.events import heard_by
from games.okuribito import actions as a
from games.okuribito.events import Foreseen, InsightChosen
from games.okuribito.experiences import is_new
from games.okuribito.names import Insight, Town
from tests.rules.okuribito.positions import (
    ENGINE,
    A,
    B,
    InOrder,
    answer,
    asked,
    begin,
    player,
    position,
)


def at_insight(round: int = 10, rank: str = "clerk", festivals=None, **mine):
    state = position(
        round=round,
        festivals=festivals,
        seats={
            "0": {
                "square": 47,
                "rank": rank,
                "collecting": ["asakusa", "kanda", "honjo"],
                **mine,
            }
        },
    )
    return answer(state, a.Roll(), ["die", 1], ["die", 1]).state


@pytest.mark.parametrize(
    ("collecting", "last_set", "town", "new"),
    [
        ([], [], "kanda", True),
        (["kanda"], [], "kanda", False),
        (["kanda", "ueno"], ["kanda", "ueno", "honjo", "asakusa"], "honjo", False),
        (["kanda", "ueno"], ["kanda", "ueno", "honjo", "asakusa"], "yotsuya", True),
        (["kanda", "yotsuya"], ["kanda", "ueno", "honjo", "asakusa"], "honjo", True),
        (["yotsuya", "shinagawa"], ["kanda", "ueno", "honjo", "asakusa"], "kanda", True),
    ],
)
def test_OK_40_at_most_two_towns_of_the_set_before(collecting, last_set, town, new) -> None:
    given = {"collecting": collecting, "last_set": last_set}
    assert is_new(player(0, given), Town(town)) == new


def test_OK_44_the_seat_alone_hears_and_sees_the_towns() -> None:
    coming = {"11": "ueno", "12": "kanda", "13": "kanda", "14": "honjo", "15": "asakusa"}
    step = answer(at_insight(festivals=coming), a.ChooseInsight(Insight.FORESIGHT))
    towns = (Town.UENO, Town.KANDA, Town.KANDA, Town.HONJO)
    assert Foreseen(A, towns) in heard_by(step.told, A)
    for other in (B, None):
        heard = heard_by(step.told, other)
        assert InsightChosen(A, Insight.FORESIGHT, 1) in heard
        assert not any(isinstance(event, Foreseen) for event in heard)
        assert len(ENGINE.view(step.state, other).festivals) == 10
    assert ENGINE.view(step.state, A).festivals[10:] == towns


def test_OK_44_never_beyond_the_last_festival() -> None:
    state = at_insight(round=94, rank="master")
    state = answer(state, a.ChooseInsight(Insight.FORESIGHT)).state
    assert state.players[0].foresees_until == 96
    assert len(ENGINE.view(state, A).festivals) == 96


def test_OK_44_chosen_again_it_counts_from_the_new_round() -> None:
    state = at_insight(round=12, foresees_until=14)
    state = answer(state, a.ChooseInsight(Insight.FORESIGHT)).state
    assert state.players[0].foresees_until == 16


def test_OK_44_what_was_foreseen_comes_and_then_everybody_knows() -> None:
    state = position(
        at="round_start",
        round=10,
        festivals={"11": "ueno"},
        seats={"0": {"foresees_until": 12}},
    )
    after = begin(state, InOrder([["economy", 3]] * 4)).state
    assert ENGINE.view(after, B).festivals[-1] is Town.UENO
    assert len(ENGINE.view(after, A).festivals) == 12


def test_OK_45_to_OK_47_uses_add_up_and_a_master_gets_two() -> None:
    state = at_insight(rank="head_clerk", keen_eye=1)
    state = answer(state, a.ChooseInsight(Insight.KEEN_EYE)).state
    assert state.players[0].keen_eye == 3
    state = at_insight(rank="apprentice", master_builder=2)
    state = answer(state, a.ChooseInsight(Insight.MASTER_BUILDER)).state
    assert state.players[0].master_builder == 3


def test_OK_42_the_insight_is_chosen_before_stopping_or_passing() -> None:
    state = position(
        seats={"0": {"square": 47, "collecting": ["asakusa", "kanda", "honjo"]}},
    )
    state = answer(state, a.Roll(), ["die", 3], ["die", 2]).state
    assert (asked(state).point, asked(state).pips) == ("insight", 3)
    assert state.players[0].last_set == (Town.ASAKUSA, Town.KANDA, Town.HONJO, Town.FUKAGAWA)
    state = answer(state, a.ChooseInsight(Insight.KEEN_EYE)).state
    assert (asked(state).point, asked(state).pips) == ("experience", 3)
