"""What an agenda is made of: what still has to happen, as data.

A task that needs nobody is carried out as soon as it is on top. An `Asking` waits for its seat:
these are the decision points of OK-27. `ask` numbers the questions of a match, so that one can
be told from another; `pips` are those left of the roll.
"""

from typing import ClassVar, TypeAlias

from games.core.seats import Seat
from games.core.values import Tagged
from games.okuribito.names import Way


class StartRound(Tagged, frozen=True):
    """OK-18, steps 1 and 2."""


class Festival(Tagged, frozen=True):
    """OK-18, steps 3 and 4."""


class Takings(Tagged, frozen=True):
    """OK-18, steps 5 and 6."""


class TakeTurn(Tagged, frozen=True):
    """OK-20."""

    seat: Seat


class BookedSales(Tagged, frozen=True):
    """OK-20: those due of the seat in turn."""


class Walk(Tagged, frozen=True):
    """OK-22: at least one pip is left. `way` is how to leave the fork the piece stands on, if
    that has been chosen."""

    pips: int
    way: Way | None = None


class Arrive(Tagged, frozen=True):
    """OK-23."""


class Meet(Tagged, frozen=True):
    """OK-64: those whom the mover has not yet been asked about."""

    opponents: tuple[Seat, ...]


class Business(Tagged, frozen=True):
    """OK-25."""


class EndTurn(Tagged, frozen=True):
    """OK-19."""


class Asking(Tagged, frozen=True):
    """A question to a seat; `point` is its name in OK-27."""

    point: ClassVar[str]

    seat: Seat
    ask: int


class AskBeforeRoll(Asking, frozen=True):
    point = "before_roll"  # D1


class AskFork(Asking, frozen=True):
    point = "fork"  # D2
    pips: int


class AskExperience(Asking, frozen=True):
    point = "experience"  # D3
    pips: int


class AskInsight(Asking, frozen=True):
    point = "insight"  # D4
    pips: int


class AskInvest(Asking, frozen=True):
    """`bought` are the stakes bought at this opportunity, by industry (OK-49)."""

    point = "invest"  # D5
    pips: int
    bought: tuple[int, ...]


class AskFortuneTeller(Asking, frozen=True):
    point = "fortune_teller"  # D6
    pips: int


class AskMatch(Asking, frozen=True):
    point = "match"  # D7
    opponent: Seat


class AskGuess(Asking, frozen=True):
    """`seat` was challenged by `challenger`."""

    point = "guess"  # D8
    challenger: Seat
    number: int


class AskBuy(Asking, frozen=True):
    point = "buy"  # D9
    square: int
    cost: int


class AskBuild(Asking, frozen=True):
    point = "build"  # D10
    square: int
    cost: int


class AskBuildAny(Asking, frozen=True):
    point = "build_any"  # D11


Asked: TypeAlias = (
    AskBeforeRoll
    | AskFork
    | AskExperience
    | AskInsight
    | AskInvest
    | AskFortuneTeller
    | AskMatch
    | AskGuess
    | AskBuy
    | AskBuild
    | AskBuildAny
)
Task: TypeAlias = (
    StartRound
    | Festival
    | Takings
    | TakeTurn
    | BookedSales
    | Walk
    | Arrive
    | Meet
    | Business
    | EndTurn
    | Asked
)
