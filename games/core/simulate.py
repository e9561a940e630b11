"""Matches among computer players only, and what can be counted in them.

All counts are whole numbers; whoever prints them may divide.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.cpu import AnyCpu, ask_cpu
from games.core.dice import KeyedDice
from games.core.engine import AnyEngine
from games.core.events import Told
from games.core.result import Result
from games.core.seats import Seat

# A match that takes more moves than this has lost its way.
STEP_LIMIT = 20_000

_SEAT_0 = Seat(0)


class NeverEnds(Exception):
    """A match went past the step limit, or waits for nobody without being over."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A finished match: every event of it, in order, and how it ended."""

    seats: int
    moves: int
    told: tuple[Any, ...]
    result: Result


Figures = Callable[[PlayedOut], Mapping[str, int]]


@dataclass(slots=True)
class Tally:
    """What `games` matches came to. Lists are by seat."""

    seats: int
    games: int = 0
    moves: int = 0
    first: list[int] = field(default_factory=list)
    shared_first: int = 0
    some_place_shared: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    figures: dict[str, list[int]] = field(default_factory=dict)

    def add(self, match: PlayedOut, figures: Mapping[str, int]) -> None:
        ranks = match.result.ranks
        self.games += 1
        self.moves += match.moves
        for seat, rank in enumerate(ranks):
            self.first[seat] += rank == 1
        self.shared_first += ranks.count(1) > 1
        self.some_place_shared += len(set(ranks)) < len(ranks)
        self.reasons[match.result.reason] += 1
        for name, number in figures.items():
            self.figures.setdefault(name, []).append(number)

    def middle(self, name: str, percent: int = 90) -> tuple[int, int]:
        """The bounds of the middle so many percent of a figure."""
        ordered = sorted(self.figures[name])
        outside = len(ordered) * (100 - percent) // 200
        return ordered[outside], ordered[-1 - outside]


def play_out(
    engine: AnyEngine,
    cpu: AnyCpu,
    *,
    seats: int,
    options: Any,
    key: bytes,
    first: Seat = _SEAT_0,
    nodes: int = 50,
    step_limit: int = STEP_LIMIT,
) -> PlayedOut:
    """One match from start to end; `NeverEnds` if it takes more moves than `step_limit`."""
    dice, idle_dice = KeyedDice(key), KeyedDice(hashlib.sha256(key).digest())
    step = engine.start(seats, options, first, dice)
    told: list[Told[Any]] = list(step.told)
    moves = 0
    while asked := engine.must_act(step.state):
        if moves == step_limit:
            raise NeverEnds(f"{engine.key}: no end after {moves} moves")
        seat = min(asked)
        action = ask_cpu(
            engine, cpu, step.state, seat, dice=idle_dice, nodes=nodes, out_of_time=_never
        )
        step = engine.apply(step.state, seat, action, dice)
        dice.log.clear()
        idle_dice.log.clear()
        told += step.told
        moves += 1
    result = engine.result(step.state)
    if result is None:
        raise NeverEnds(f"{engine.key}: waits for nobody and has no result")
    return PlayedOut(seats, moves, tuple(each.event for each in told), result)


def simulate(
    engine: AnyEngine,
    cpu: AnyCpu,
    *,
    seats: int,
    options: Any,
    games: int,
    seed: int,
    figures: Figures,
    nodes: int = 50,
    step_limit: int = STEP_LIMIT,
) -> Tally:
    """Play `games` matches; the same seed plays the same ones again.

    `figures` names whole numbers the game wants counted in each match.
    """
    tally = Tally(seats, first=[0] * seats)
    for key in _keys(seed, games):
        match = play_out(
            engine,
            cpu,
            seats=seats,
            options=options,
            key=key,
            nodes=nodes,
            step_limit=step_limit,
        )
        tally.add(match, figures(match))
    return tally


def _keys(seed: int, games: int) -> Iterator[bytes]:
    for game in range(games):
        yield hashlib.sha256(f"simulate {seed} {game}".encode()).digest()


def _never() -> bool:
    return False
