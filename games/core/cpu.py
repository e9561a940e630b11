"""Computer players: they know what their seat knows and nothing more."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from games.core.dice import Dice
from games.core.engine import Engine
from games.core.seats import Seat

# A node is one imagined or played-on state looked at; this many are worth about 0.3 s.
NODES: Final = 4_000

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Thought(Generic[S_co]):
    """What a computer player may think with.

    `imagine` gives another state its seat cannot tell from the real one, and `dice` are
    for trying things out; neither touches the draws of the match. It looks at no more
    than `nodes` states and stops at once when `out_of_time` says so.
    """

    imagine: Callable[[], S_co]
    dice: Dice
    nodes: int
    out_of_time: Callable[[], bool]


class Level(StrEnum):
    """How well a computer player plays, from the friendliest on."""

    GENTLE = "gentle"
    SOUND = "sound"
    STRONG = "strong"


USUAL: Final = Level.SOUND
# Those that use up their nodes. All others answer at once.
SLOW: Final = frozenset({Level.STRONG})


class Cpu(Protocol[V_contra, A, S_contra]):
    """One way of playing one game."""

    def choose(
        self, view: V_contra, seat: Seat, legal: tuple[A, ...], thought: Thought[S_contra]
    ) -> A:
        """One of the legal actions (there is at least one)."""


AnyCpu: TypeAlias = Cpu[Any, Any, Any]


def ask_cpu(
    engine: Engine[Any, S, A, Any, V],
    cpu: Cpu[V, A, S],
    state: S,
    seat: Seat,
    *,
    dice: Dice,
    nodes: int = NODES,
    out_of_time: Callable[[], bool],
) -> A:
    """What the computer player does for this seat. `dice` must be throw-away dice.

    This is the only way to a computer player, and the real state ends here.
    """
    thought = Thought(lambda: engine.imagine(state, seat, dice), dice, nodes, out_of_time)
    return cpu.choose(engine.view(state, seat), seat, engine.legal_actions(state, seat), thought)
