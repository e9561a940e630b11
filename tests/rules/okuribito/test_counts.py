"""How many ways there are to spend a roll. If a number changes, the change must say why."""

from collections import Counter
from collections.abc import Iterator

import pytest

from games.okuribito.board import GATE, RING
from games.okuribito.experiences import STOP_OR_PASS, stop_or_pass
from games.okuribito.model import State
from games.okuribito.play import Play
from games.okuribito.tasks import AskExperience, AskFork, AskInvest, EndTurn, Walk
from games.okuribito.walking import WAYS, take_way, walk
from tests.rules.okuribito.positions import InOrder, position


def ends(square: int, pips: int) -> list[int]:
    """Where a roll from a square may end, once for every way of taking forks and of stopping
    at experiences. The cash lasts for every toll."""
    mine = {"square": square, "cash": 40_000_000}
    if square == GATE:
        mine["gate_from"] = "nihonbashi"
    play = Play(position(options={"gentle": True}, seats={"0": mine}), InOrder([]))
    play.agenda = [EndTurn(), Walk(pips)]
    return list(walked(play.state()))


def walked(state: State) -> Iterator[int]:
    play = Play(state, InOrder([]))
    while isinstance(top := play.agenda[-1], Walk):
        play.agenda.pop()
        walk(play, top)
    if isinstance(top, AskInvest):
        play.agenda.pop()
        yield from walked(play.state())
    elif isinstance(top, AskFork | AskExperience):
        answers, answer = (
            (WAYS, take_way) if isinstance(top, AskFork) else (STOP_OR_PASS, stop_or_pass)
        )
        for action in answers:
            branch = Play(play.state(), InOrder([]))
            answer(branch, top, action)
            yield from walked(branch.state())
    else:
        yield play.mover.square


def by_hand(square: int, pips: int) -> int:
    """The same from the board's page alone, without stopping short of a roll's end."""
    if pips == 0:
        return 1
    fork = {8: 36, 26: 54, 44: 0, 62: 18}.get(square)
    steps = [((square + 1) % 72, pips - 1)]
    if fork is not None:
        # Through the Gate: one pip, and the entrance the next.
        steps.append((fork, pips - 2) if pips > 1 else (square, 0))
    ways = 0
    for place, left in steps:
        ways += by_hand(place, left) + (place % 9 == 4 and left > 0)
    return ways


@pytest.mark.parametrize(("pips", "ways"), [(2, 88), (3, 100), (7, 152), (12, 240), (18, 380)])
def test_ways_to_spend_a_roll_over_all_squares(pips: int, ways: int) -> None:
    found = [len(ends(square, pips)) for square in range(RING)]
    assert found == [by_hand(square, pips) for square in range(RING)]
    assert sum(found) == ways


def test_from_the_gate_there_is_one_way_until_an_experience() -> None:
    assert ends(GATE, 4) == [39] and Counter(ends(GATE, 7)) == {40: 1, 42: 1}


def test_a_long_roll_from_a_fork_may_end_on_seven_squares() -> None:
    """Twelve from Nihonbashi's exit: by road to 20 or stopping at 13; through the Gate and
    Honjo, stopping at 40, or on from Honjo's exit by road or through the Gate."""
    assert sorted(ends(8, 12)) == [0, 13, 20, 40, 46]
