"""The values of the game: house rules, the one action, events, state and view."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from games.core.seats import Seat
from games.core.values import Tagged, Value


class GettingHome(StrEnum):
    """What a roll beyond Nihonbashi does."""

    AS_PRINTED = "as_printed"  # HS-41
    BOUNCE_BACK = "bounce_back"  # HS-44
    OVER_IS_FINE = "over_is_fine"  # HS-45


class Options(Value, frozen=True, kw_only=True):
    """The house rules of section 8."""

    getting_home: GettingHome = GettingHome.AS_PRINTED
    rank_everyone: bool = False


class Roll(Tagged, frozen=True):
    """The only action of the game (HS-21)."""


Action: TypeAlias = Roll


class Rolled(Tagged, frozen=True):
    seat: Seat
    die: int


class Moved(Tagged, frozen=True):
    """`extra` pips beyond Nihonbashi, 0 if there were none; the piece walks to
    Nihonbashi first and on to `square` from there."""

    seat: Seat
    start: int = msgspec.field(name="from")
    square: int = msgspec.field(name="to")
    extra: int


class Inn(Tagged, frozen=True):
    """The seat will miss its next turn."""

    seat: Seat
    square: int


class Home(Tagged, frozen=True):
    seat: Seat
    place: int


class TurnMissed(Tagged, frozen=True):
    seat: Seat
    square: int


class Turn(Tagged, frozen=True):
    """Whose roll it is."""

    seat: Seat


class GameOver(Tagged, frozen=True):
    """Places by seat."""

    places: tuple[int, ...]


Event: TypeAlias = Rolled | Moved | Inn | Home | TurnMissed | Turn | GameOver


class State(Value, frozen=True):
    """Where everything stands (HS-72).

    `turn` is the seat that rolls next; when the game is over, the seat that rolled last.
    `rolls` counts the rolls made and `last` is the latest of them. `places` is empty
    while the game goes on.
    """

    options: Options
    first: Seat
    positions: tuple[int, ...]
    waiting: tuple[bool, ...]
    finished: tuple[Seat, ...]
    turn: Seat
    rolls: int
    last: Rolled | None
    places: tuple[int, ...]

    @property
    def over(self) -> bool:
        return bool(self.places)


class View(Value, frozen=True):
    """What everybody sees: the game has no secrets. `turn` is None when it is over."""

    options: Options
    first: Seat
    positions: tuple[int, ...]
    waiting: tuple[bool, ...]
    finished: tuple[Seat, ...]
    turn: Seat | None
    rolls: int
    last: Rolled | None
    places: tuple[int, ...]
