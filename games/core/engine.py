"""The contract every game keeps."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, final

from games.core.dice import Dice
from games.core.errors import Refused
from games.core.events import Told
from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat, all_seats
from games.core.values import Value

O = TypeVar("O")  # noqa: E741  (house rules: the letter the contract is written in)
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Step(Value, Generic[S, E], frozen=True):
    """Where the match stands now, and what is told on the way there."""

    state: S
    told: tuple[Told[E], ...] = ()


class Engine(ABC, Generic[O, S, A, E, V]):
    """The rules of one game, as functions of options, states and actions.

    Engines keep nothing between calls. `rules_version` goes up with every change that
    would make a stored match go on differently.
    """

    key: ClassVar[str]
    rules_version: ClassVar[int]
    seat_counts: ClassVar[range]
    options_type: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]

    @final
    def start(self, seats: int, options: O, first: Seat, dice: Dice) -> Step[S, E]:
        """Set the board for `seats` seats; `first` moves (or deals) first."""
        if seats not in self.seat_counts or first not in range(seats):
            raise ValueError(f"{self.key}: {seats} seats with seat {first} first")
        return self._set_out(seats, options, first, dice)

    @abstractmethod
    def _set_out(self, seats: int, options: O, first: Seat, dice: Dice) -> Step[S, E]:
        """Carry out a start whose seats are known to fit the game."""

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many seats the match has."""

    @abstractmethod
    def question(self, state: S, seat: Seat) -> Question | None:
        """What this seat is being asked; None if the match does not wait for it."""

    @final
    def must_act(self, state: S) -> frozenset[Seat]:
        """The seats the match waits for. Empty exactly when it is over."""
        asked = [s for s in all_seats(self.seats(state)) if self.question(state, s) is not None]
        return frozenset(asked)

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Every answer this seat may give now, in a fixed order."""

    @abstractmethod
    def refusal(self, state: S, seat: Seat, action: A) -> str | None:
        """Why not, as a code; None exactly for the legal actions."""

    @abstractmethod
    def on_timeout(self, state: S, seat: Seat) -> A:
        """What the clock plays for a seat the match waits for."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Built up, never stripped down: what this seat (None: a spectator) knows."""

    def open_view(self, state: S) -> V:
        """Everything face up: the replay of a match that is over, with all hands shown.

        A game with secrets says here what no spectator of the match could see.
        """
        return self.view(state, None)

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """None while the match goes on."""

    @abstractmethod
    def imagine(self, state: S, seat: Seat | None, dice: Dice) -> S:
        """Another state that this seat (None: a spectator) cannot tell from the real one.

        Written from the rules and never from `view`: it is what `view` is tested by, and
        what a fair computer player thinks with.
        """

    @final
    def apply(self, state: S, seat: Seat, action: A, dice: Dice) -> Step[S, E]:
        """Play an action, or raise `Refused`; the given state is left as it was."""
        code = self.refusal(state, seat, action)
        if code is not None:
            raise Refused(code)
        return self._resolve(state, seat, action, dice)

    @abstractmethod
    def _resolve(self, state: S, seat: Seat, action: A, dice: Dice) -> Step[S, E]:
        """Carry out an action that is known to be legal."""


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any, Any]
