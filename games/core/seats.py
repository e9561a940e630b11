"""Seats count from 0 in table order; people see them from 1."""

from typing import NewType

Seat = NewType("Seat", int)


def all_seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in range(count))


def seat_after(seat: Seat, count: int) -> Seat:
    """The next seat in table order, and round again from the last to the first."""
    return Seat((seat + 1) % count)


def next_first(first: Seat, seats_next: int, *, rotate: bool) -> Seat:
    """Who goes first when a table plays again (HS-60).

    `first` went first in the last match, `seats_next` is the size of the next one.
    """
    return Seat((first + rotate) % seats_next)
