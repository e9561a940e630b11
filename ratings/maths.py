"""How one match changes ratings: OpenSkill's BradleyTerryFull, behind one narrow door.

The only module that imports openskill. Its numbers are facts of the ladder: whoever changes one
names a new MODEL and recomputes every ladder. docs/mechanisms/ratings.md tells why it is this
model and what must never be used of the library.
"""

import math
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from openskill.models import BradleyTerryFull

MODEL: Final = "btf-1"  # written on every rated game
MU: Final = 1500.0
SIGMA: Final = 200.0
TAU: Final = 2.0
KAPPA: Final = 1e-4
# How much luck there is in a game. Assumed until real matches tell (manage.py tune_ratings);
# with 200 points more one finishes above another in 64, 55 and 51.5 of 100 matches.
BETA: Final = {"okuribito": 250.0, "oicho-kabu": 705.0, "hokusai": 2400.0}
BETA_OF_OTHERS: Final = 705.0
LEAST_BETA: Final = SIGMA  # below it one match would make a newcomer's rating all but certain
# What a day without a rated match adds to the square of sigma: 70 becomes 118 in a year.
GROWTH_PER_DAY: Final = 25.0


class Rating(NamedTuple):
    """Where a player stands, in points, and how sure that is (one standard deviation)."""

    mu: float
    sigma: float


NEW: Final = Rating(MU, SIGMA)


def beta_of(game: str) -> float:
    return BETA.get(game, BETA_OF_OTHERS)


def rated(before: Sequence[Rating], ranks: Sequence[int], beta: float) -> list[Rating]:
    """The ratings after a match, in the same order. Equal ranks are half a win over each other;
    only the order of ranks matters.

    Raises ValueError for fewer than two players, for as many ranks as do not fit them, and for
    a beta below LEAST_BETA.
    """
    if len(before) < 2 or len(before) != len(ranks):
        raise ValueError("A rated match has two players or more, and a rank for each.")
    teams = _here.teams_of(len(before))
    for (one,), (mu, sigma) in zip(teams, before, strict=True):
        one.mu, one.sigma = mu, sigma
    after = _model(beta).rate(teams, ranks=list(ranks))
    return [Rating(one.mu, one.sigma) for (one,) in after]


def rested(rating: Rating, days: float) -> Rating:
    """The same player `days` after their last rated match: as strong, and less certain."""
    square = rating.sigma * rating.sigma + GROWTH_PER_DAY * max(0.0, days)
    return Rating(rating.mu, max(rating.sigma, min(square**0.5, SIGMA)))


def chance(one: Rating, other: Rating, beta: float) -> float:
    """That one finishes above the other, ties aside; never quite 0 nor 1."""
    spread = math.sqrt(2 * beta**2 + one.sigma**2 + other.sigma**2)
    return min(max(1 / (1 + math.exp((other.mu - one.mu) / spread)), 1e-9), 1 - 1e-9)


class _Teams(list[Any]):
    """Written anew for each match, so the library need not copy it before writing into it: that
    copy would take a third of the time."""

    def __deepcopy__(self, _memo: object) -> "_Teams":
        return self


class _Here(threading.local):
    """The library's own ratings, made once by each thread and for each size of table: it gives
    every one a random id, which takes longer than rating it."""

    def __init__(self) -> None:
        self._teams: dict[int, _Teams] = {}

    def teams_of(self, people: int) -> _Teams:
        if people not in self._teams:
            make = _model(LEAST_BETA).create_rating
            self._teams[people] = _Teams([make([MU, SIGMA])] for _ in range(people))
        return self._teams[people]


_here = _Here()


def _gamma(*_: object) -> float:
    """The plain Bayesian step; the library's own slows sigma down until ratings wander."""
    return 1.0


@cache
def _model(beta: float) -> BradleyTerryFull:
    if beta < LEAST_BETA:
        raise ValueError(f"beta must be at least {LEAST_BETA}, not {beta}.")
    return BradleyTerryFull(mu=MU, sigma=SIGMA, beta=beta, kappa=KAPPA, gamma=_gamma, tau=TAU)
