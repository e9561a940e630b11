"""The strong computer player: what it tries, when it leaves its habits, and its bounds."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.core.cpu import Thought, ask_cpu
from games.core.dice import KeyedDice
from games.okuribito import actions as a
from games.okuribito.cpu_strong import (
    TRIALS_LEAST,
    SameDice,
    StrongCpu,
    best,
    habitual,
    likely,
    standing,
    tried,
)
from games.okuribito.model import Options, State
from games.okuribito.names import Town
from tests.rules.okuribito.positions import ENGINE, A, answer, asked, position

STRONG = StrongCpu()


def at_a_fork() -> State:
    """Seat 0 stands before the Gate with a few firms and cash, one pip left."""
    firms: dict[str, Sequence[int]] = {str(square): [0, 1] for square in (1, 2, 37, 38)}
    firms |= {"46": [1, 2], "47": [2, 1]}
    state = position(firms=firms, round=5, seats={"0": {"square": 43, "cash": 6_000_000}})
    arrived: State = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    return arrived


def thought_about(state: State, nodes: int, **changes: Any) -> Thought[State]:
    dice = KeyedDice(bytes(32))
    thought = Thought(lambda: ENGINE.imagine(state, A, dice), dice, nodes, lambda: False)
    return replace(thought, **changes)


def chosen(state: State, thought: Thought[State]) -> Any:
    return STRONG.choose(ENGINE.view(state, A), A, ENGINE.legal_actions(state, A), thought)


def test_the_same_dice_and_nodes_give_the_same_trials() -> None:
    state, answers = at_a_fork(), (a.ChooseRoad(), a.ChooseCastle())
    once, again = (tried(answers, A, thought_about(state, 800)) for _ in range(2))
    assert once == again
    assert len(once[0]) == len(once[1]) >= TRIALS_LEAST
    assert once[0] != once[1]


@pytest.mark.parametrize("nodes", [1, 100, 500])
def test_it_looks_at_no_more_states_than_it_has_nodes(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    apply = type(ENGINE).apply

    def count(*arguments: Any) -> Any:
        nonlocal looked
        looked += 1
        return apply(*arguments)

    monkeypatch.setattr(type(ENGINE), "apply", count)
    state = at_a_fork()
    tried((a.ChooseRoad(), a.ChooseCastle()), A, thought_about(state, nodes))
    assert nodes // 2 <= looked <= nodes


def test_without_nodes_or_time_it_does_as_it_is_used_to() -> None:
    state = at_a_fork()
    habit = habitual(ENGINE.view(state, A), A)
    assert chosen(state, thought_about(state, 0)) == habit
    assert chosen(state, thought_about(state, 10_000, out_of_time=lambda: True)) == habit
    assert tried((habit,), A, thought_about(state, 10_000, out_of_time=lambda: True)) == [[]]


def test_it_stops_in_the_middle_when_time_is_out() -> None:
    left = iter(range(150))
    thought = thought_about(at_a_fork(), 5_000, out_of_time=lambda: next(left, None) is None)
    worth = tried((a.ChooseRoad(), a.ChooseCastle()), A, thought)
    unhurried = tried((a.ChooseRoad(), a.ChooseCastle()), A, thought_about(at_a_fork(), 5_000))
    assert 0 < len(worth[0]) == len(worth[1]) < len(unhurried[0])


def test_it_thinks_with_imagined_states_alone() -> None:
    """Whatever the real state hides, the same imagined ones give the same answer."""
    state = at_a_fork()
    twin = ENGINE.imagine(state, A, KeyedDice(bytes([7]) * 32))
    assert twin != state
    assert ENGINE.view(twin, A) == ENGINE.view(state, A)
    assert chosen(state, thought_about(state, 400)) == chosen(twin, thought_about(state, 400))


def test_it_leaves_its_habits_only_for_what_is_surely_better() -> None:
    same = [0.0] * TRIALS_LEAST
    assert best([same, [0.1] * TRIALS_LEAST]) == 1
    assert best([same, [-0.1] * TRIALS_LEAST]) == 0
    assert best([same, [0.1] * TRIALS_LEAST, [0.2] * TRIALS_LEAST]) == 2
    assert best([same, [5.0, *[-0.1] * (TRIALS_LEAST - 1)]]) == 0, "once lucky is not better"
    assert best([[0.0], [9.0]]) == 0, "one trial tells nothing"
    assert best([[], []]) == 0


def test_a_purpose_rolls_alike_whatever_was_rolled_before() -> None:
    plain, other = SameDice(bytes(32)), SameDice(bytes(32))
    other.roll("duel", 6, 5)
    other.shuffle("cards", range(20))
    first, second = (plain.roll("die", 6, 2) for _ in range(2))
    assert other.roll("die", 6, 2) == first
    other.roll("number", 42)
    assert other.roll("die", 6, 2) == second


def test_who_is_richer_stands_better_and_who_is_ruined_is_not_infinitely_far_behind() -> None:
    rich, poor, ruined = (
        position(seats={"0": {"cash": cash}}) for cash in (20_000_000, 5_000_000, 0)
    )
    assert standing(rich, A) > 0 > standing(poor, A) > standing(ruined, A)


def test_what_it_tries_is_allowed_and_what_it_plays_ends_a_match() -> None:
    dice, idle = KeyedDice(bytes(32)), KeyedDice(bytes([1]) * 32)
    options = Options(limit=40, target=50_000_000)
    state, moves = ENGINE.start(4, options, A, dice).state, 0
    while state.over is None:
        seat = asked(state).seat
        view, legal = ENGINE.view(state, seat), ENGINE.legal_actions(state, seat)
        assert set(likely(view, seat)) <= set(legal)
        nodes = 200 if moves % 20 == 0 else 0
        action = ask_cpu(
            ENGINE, STRONG, state, seat, dice=idle, nodes=nodes, out_of_time=lambda: False
        )
        state, moves = ENGINE.apply(state, seat, action, dice).state, moves + 1
    assert min(state.over.ranks) == 1


def test_it_spreads_its_offerings() -> None:
    state = position(round=3, seats={"0": {"square": 11, "cash": 20_000_000}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    offered = []
    while isinstance(action := habitual(ENGINE.view(state, A), A), a.Offer):
        offered.append(action.town)
        state = answer(state, action).state
    assert set(offered[:8]) == set(Town), "a little everywhere"
