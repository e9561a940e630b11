"""The tournament of Okuribito's levels, in small. Its figures are in bench/README.md."""

import subprocess
import sys
from pathlib import Path

from bench.okuribito_tournament import RandomCpu, wins
from games.core.cpu import Level
from games.registry import OKURIBITO

ROOT = Path(__file__).resolve().parents[2]
GENTLE, SOUND = OKURIBITO.cpu_of(Level.GENTLE), OKURIBITO.cpu_of(Level.SOUND)


def test_the_same_seed_plays_the_same_games() -> None:
    once, again = (wins(GENTLE, RandomCpu(), 3, seed, 10) for seed in (4, 4))
    assert once == again
    assert len(once) == 3


def test_the_better_one_wins_from_every_seat() -> None:
    assert sum(wins(SOUND, GENTLE, 4, 1, 10)) >= 3


def test_it_prints_shares_with_their_intervals() -> None:
    arguments = ("--lower", "2", "--strong", "0", "--seed", "2")
    said = subprocess.run(
        [sys.executable, "-m", "bench.okuribito_tournament", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert said[0].startswith("seed 2")
    assert [line[:26].strip() for line in said[1:]] == [
        "gentle among three random",
        "sound among three gentle",
    ]
    assert all("   2 games" in line and "CPU s a game" in line for line in said[1:])
