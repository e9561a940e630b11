"""A whole match again, from the key of its dice and its moves."""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from games.core.dice import Drawn, KeyedDice
from games.core.engine import Engine, Step
from games.core.seats import Seat
from games.core.values import Value

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Made(Value, Generic[A], frozen=True):
    """One move as it was made."""

    seat: Seat
    action: A


class Replayed(Value, Generic[S, E], frozen=True):
    """A step of the match and the draws made for it."""

    step: Step[S, E]
    draws: tuple[Drawn, ...]


def replay(
    engine: Engine[O, S, A, E, Any],
    *,
    seats: int,
    options: O,
    first: Seat,
    key: bytes,
    moves: Iterable[Made[A]],
    done: int = 0,
) -> Iterator[Replayed[S, E]]:
    """The start and then every move, each as it happened then.

    `done` draws were made with the key before the start. A move the rules do not allow
    raises `Refused`, as it would have then.
    """
    dice = KeyedDice(key, done)
    step = engine.start(seats, options, first, dice)
    yield Replayed(step, _taken(dice))
    for move in moves:
        step = engine.apply(step.state, move.seat, move.action, dice)
        yield Replayed(step, _taken(dice))


def _taken(dice: KeyedDice) -> tuple[Drawn, ...]:
    draws = tuple(dice.log)
    dice.log.clear()
    return draws
