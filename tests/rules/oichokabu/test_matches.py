"""Whole matches among computer players end, and points neither come nor go (OC-3, OC-81)."""

import os
from itertools import cycle, islice
from typing import Any

import pytest

from games.core.simulate import PlayedOut, play_out
from games.oichokabu.cpu import GentleCpu, OichoKabuCpu
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.events import GameOver, HandEnded
from games.oichokabu.model import HANDS_IN_A_TERM, START_POINTS, Options
from tests.rules.contract import key_for
from tests.rules.oichokabu.subject import OPTION_SETS
from tests.rules.option_sets import every_option_set

ENGINE, SOUND, GENTLE = OichoKabuEngine(), OichoKabuCpu(), GentleCpu()

# Matches under each set of house rules. `make test-long` plays 500: some minutes.
MATCHES = int(os.environ.get("KIRAKUKEN_MATCHES", "5"))
EVERY = every_option_set(Options)
PARTS = 12


def ends_and_keeps_its_points(match: PlayedOut, options: Options) -> None:
    seats, total = match.seats, START_POINTS * match.seats
    ended = [event for event in match.told if isinstance(event, HandEnded)]
    assert all(sum(event.points) == total and min(event.points) >= 0 for event in ended)
    assert all(points % 10 == 0 for event in ended for points in event.points)
    assert all(0 not in event.points for event in ended[:-1])
    assert len(ended) <= HANDS_IN_A_TERM * options.length * seats
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


@pytest.mark.parametrize("part", range(PARTS))
def test_matches_under_each_of_the_144_house_rules(part: int) -> None:
    assert len(EVERY) == 144
    for number, options in list(enumerate(EVERY))[part::PARTS]:
        play(MATCHES, options, SOUND, 1000 + number)


def test_gentle_matches_under_each_of_the_144_house_rules() -> None:
    for number, options in enumerate(EVERY):
        play(3, options, GENTLE, 2000 + number)
