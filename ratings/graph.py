"""A rating's line as the lines of a drawing, with the band it lies in. Pure; all in the units of
a picture WIDTH wide and HEIGHT high."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 690.0, 30.0, 225.0
_STEPS = (10, 25, 50, 100, 200, 500, 1000)  # between two lines of the grid, in points
_MOST_DATES = 5
_EDGE = 20.0  # half the width of a number


class Point(NamedTuple):
    """A rating after a match."""

    at: datetime
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written into the picture."""

    x: str
    y: str
    value: int

    @property
    def anchor(self) -> str:
        """Which end of the words lies at `x`, so that they stay inside the picture and off the
        numbers at its left."""
        at = float(self.x)
        return "start" if at < _LEFT + _EDGE else "end" if at > _RIGHT - _EDGE else "middle"


@dataclass(frozen=True, slots=True)
class Graph:
    """`line` and `band` are paths. `dates` are places along the bottom with their moments."""

    line: str
    band: str
    grid: tuple[Mark, ...]
    dates: tuple[tuple[str, datetime], ...]
    low: Mark
    high: Mark
    now: Mark


def graph(points: Sequence[Point]) -> Graph:
    """Of two points at least."""
    lowest = min(point.mu - 2 * point.sigma for point in points)
    highest = max(point.mu + 2 * point.sigma for point in points)
    step = next((s for s in _STEPS if (highest - lowest) / s <= 5), _STEPS[-1])
    bottom, top = step * (lowest // step), step * -(-highest // step)

    def x(at: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * at / (len(points) - 1)

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - bottom) / (top - bottom)

    def path(values: Sequence[float], first: int = 0) -> str:
        along = range(first, first + len(values))
        return " ".join(
            f"{x(at):.1f} {y(value):.1f}" for at, value in zip(along, values, strict=True)
        )

    def mark(at: int) -> Mark:
        mu = points[at].mu
        return Mark(f"{x(at):.1f}", f"{y(mu):.1f}", round(mu))

    above = path([point.mu + 2 * point.sigma for point in points])
    below = path([point.mu - 2 * point.sigma for point in points]).split(" ")
    back = " ".join(f"{below[at]} {below[at + 1]}" for at in range(len(below) - 2, -1, -2))
    mus = [point.mu for point in points]
    count = round((top - bottom) / step)
    return Graph(
        line=f"M{path(mus)}",
        band=f"M{above} L{back}Z",
        grid=tuple(
            Mark("52", f"{y(bottom + step * at):.1f}", round(bottom + step * at))
            for at in range(count + 1)
        ),
        dates=tuple((f"{x(at):.1f}", points[at].at) for at in _spread(len(points))),
        low=mark(mus.index(min(mus))),
        high=mark(mus.index(max(mus))),
        now=mark(len(points) - 1),
    )


def _spread(many: int) -> list[int]:
    """A few of so many places, evenly, with the first and the last."""
    few = min(many, _MOST_DATES)
    return sorted({round(at * (many - 1) / (few - 1)) for at in range(few)})
