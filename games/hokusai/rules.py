"""Where a roll leads, whose turn comes next, and who takes which place."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.result import rank_by_score
from games.core.seats import Seat, seat_after
from games.hokusai.board import HOME, PREFACE
from games.hokusai.model import GettingHome


class Landing(NamedTuple):
    square: int
    extra: int


class NextTurn(NamedTuple):
    """`missed` are the seats whose turn was missed on the way, in order."""

    seat: Seat
    missed: tuple[Seat, ...]
    waiting: tuple[bool, ...]


def landing(start: int, die: int, getting_home: GettingHome) -> Landing:
    """HS-20 on the road, HS-40 to HS-45 at its end."""
    extra = start + die - HOME
    if extra < 0:
        return Landing(start + die, 0)
    if extra == 0 or getting_home is GettingHome.OVER_IS_FINE:
        return Landing(HOME, extra)
    if getting_home is GettingHome.BOUNCE_BACK:
        return Landing(HOME - extra, extra)
    return Landing(PREFACE[extra], extra)


def must_wait(waiting: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    """HS-31: the mark a stop at an inn leaves."""
    return (*waiting[:seat], True, *waiting[seat + 1 :])


def next_turn(seat: Seat, waiting: tuple[bool, ...], finished: Sequence[Seat]) -> NextTurn:
    """HS-12 and HS-31: pass the turn on from this seat, taking missed turns on the way.

    HS-34: every missed turn takes a mark away, so somebody rolls in the end. HS-53:
    seats that are home are passed over.
    """
    seats = len(waiting)
    seat = seat_after(seat, seats)
    missed: list[Seat] = []
    while seat in finished or waiting[seat]:
        if waiting[seat]:
            missed.append(seat)
            waiting = (*waiting[:seat], False, *waiting[seat + 1 :])
        seat = seat_after(seat, seats)
    return NextTurn(seat, tuple(missed), waiting)


def is_over(seats: int, finished: Sequence[Seat], *, rank_everyone: bool) -> bool:
    """HS-50, or HS-53: only one piece is left on the road."""
    return len(finished) >= (seats - 1 if rank_everyone else 1)


def places(
    positions: Sequence[int], finished: Sequence[Seat], *, rank_everyone: bool
) -> tuple[int, ...]:
    """HS-51 and HS-52 by square, or HS-53 and HS-54 by arrival."""
    if not rank_everyone:
        return rank_by_score(positions)
    by_seat = {seat: place for place, seat in enumerate(finished, start=1)}
    return tuple(by_seat.get(Seat(seat), len(positions)) for seat in range(len(positions)))
