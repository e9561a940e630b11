"""Whole matches among computer players end, and points neither come nor go (OC-3, OC-81)."""

from itertools import cycle, islice
from typing import Any

import pytest

from games.core.simulate import PlayedOut, play_out
from games.oichokabu.cpu import GentleCpu, OichoKabuCpu
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.events import GameOver, HandEnded
from games.oichokabu.model import START_POINTS, Options
from tests.rules.contract import key_for
from tests.rules.oichokabu.subject import OPTION_SETS
from tests.rules.option_sets import every_option_set

ENGINE, SOUND, GENTLE = OichoKabuEngine(), OichoKabuCpu(), GentleCpu()

# More hands than any match can have: three in a term.
HANDS = {length: 3 * length for length in (1, 2, 3)}


def ends_and_keeps_its_points(match: PlayedOut, options: Options) -> None:
    seats, total = match.seats, START_POINTS * match.seats
    ended = [event for event in match.told if isinstance(event, HandEnded)]
    assert all(sum(event.points) == total and min(event.points) >= 0 for event in ended)
    assert all(points % 10 == 0 for event in ended for points in event.points)
    assert all(0 not in event.points for event in ended[:-1])
    assert len(ended) <= HANDS[options.length] * seats
    over = match.told[-1]
    assert isinstance(over, GameOver)
    assert over.points == ended[-1].points == match.result.scores
    assert (over.reason == "zero") == (0 in over.points)


def play(count: int, options: Options, cpu: Any, seed: int) -> None:
    for number, seats in enumerate(islice(cycle(ENGINE.seat_counts), count)):
        key = key_for(seed * 100_000 + number)
        match = play_out(ENGINE, cpu, seats=seats, options=options, key=key, step_limit=2_000)
        ends_and_keeps_its_points(match, options)


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_500_matches_under_rules_that_cover_every_pair_of_settings(number: int) -> None:
    play(500, OPTION_SETS[number], SOUND, number)


@pytest.mark.parametrize("cpu", [SOUND, GENTLE], ids=["sound", "gentle"])
def test_some_matches_under_each_of_the_144_house_rules(cpu: Any) -> None:
    every = every_option_set(Options)
    assert len(every) == 144
    for number, options in enumerate(every):
        play(5, options, cpu, 1000 + number)
