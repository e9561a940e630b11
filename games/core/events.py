"""What is told, and to whom."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from games.core.seats import Seat
from games.core.values import Value

E = TypeVar("E")


class Told(Value, Generic[E], frozen=True, omit_defaults=True):
    """`only=None`: everyone hears `event`. Otherwise the seats in `only` hear it,
    and everyone else hears `others` (None: nothing)."""

    event: E
    only: frozenset[Seat] | None = None
    others: E | None = None

    def heard_by(self, seat: Seat | None) -> E | None:
        """What this seat (None: a spectator) hears of it."""
        return self.event if self.only is None or seat in self.only else self.others


def heard_by(told: Iterable[Told[E]], seat: Seat | None) -> tuple[E, ...]:
    """Everything this seat (None: a spectator) hears, in order."""
    heard = (each.heard_by(seat) for each in told)
    return tuple(event for event in heard if event is not None)
