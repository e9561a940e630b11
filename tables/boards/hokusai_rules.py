"""The figures of the sugoroku's rules page, read off the constants that the engine plays by.

They are read at each call and never copied, so that no number on the page can drift.
"""

from collections.abc import Callable
from dataclasses import dataclass

from games.hokusai import board
from games.hokusai.model import GettingHome
from games.hokusai.rules import landing
from games.registry import game_for
from tables.boards.hokusai_words import is_japanese

_SIDES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Place:
    """A square as the page prints it: its name here, and in the other language."""

    number: int
    name: str
    other_name: str
    is_inn: bool
    about: str


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where so many pips too many lead, as the preface has it and by bouncing back."""

    extra: int
    place: Place
    bounced: Place


@dataclass(frozen=True, slots=True)
class Example:
    """A roll of `die` on `start` that ends on `end`."""

    start: Place
    die: int
    extra: int
    end: Place


@dataclass(frozen=True, slots=True)
class Figures:
    fewest: int
    most: int
    cpus: int
    minutes: int
    start: Place
    last: Place
    inns: tuple[Place, ...]
    ways_back: tuple[WayBack, ...]
    stays: Example | None
    goes_on: Example | None
    squares: tuple[Place, ...]


def figures() -> Figures:
    """In the language that is active."""
    game = game_for("hokusai")
    return Figures(
        fewest=game.seat_counts.start,
        most=game.seat_counts.stop - 1,
        cpus=game.seats_alone - 1,
        minutes=game.minutes,
        start=_place(board.START),
        last=_place(board.LAST),
        inns=tuple(_place(number) for number in sorted(board.INNS)),
        ways_back=tuple(_way_back(extra) for extra in sorted(board.PREFACE)),
        stays=_example(lambda start, end: start == end),
        goes_on=_example(lambda start, end: start < end),
        squares=tuple(_place(number) for number in range(board.START, board.HOME)),
    )


def _place(number: int) -> Place:
    square = board.square(number)
    names = (square.japanese, square.english)
    name, other = names if is_japanese() else reversed(names)
    about = square.about_japanese if is_japanese() else square.about
    return Place(number, name, other, number in board.INNS, about)


def _way_back(extra: int) -> WayBack:
    """HS-41 and HS-44. From the last square, `extra` too many is a roll of one more."""
    printed = landing(board.LAST, extra + 1, GettingHome.AS_PRINTED)
    bounced = landing(board.LAST, extra + 1, GettingHome.BOUNCE_BACK)
    return WayBack(extra, _place(printed.square), _place(bounced.square))


def _example(fits: Callable[[int, int], bool]) -> Example | None:
    """The first roll past home, as printed, that ends as wanted (HS-41: the place counts)."""
    for start in range(board.LAST - len(_SIDES), board.HOME):
        for die in _SIDES:
            there = landing(start, die, GettingHome.AS_PRINTED)
            if there.extra and fits(start, there.square):
                return Example(_place(start), die, there.extra, _place(there.square))
    return None
