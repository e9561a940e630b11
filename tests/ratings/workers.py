"""Workers at a ladder in tests, and what happens while they work."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from ratings import selectors
from ratings.replay import Rated


class Died(Exception):
    """A worker was switched off."""


def die() -> None:
    raise Died


def at_slice(number: int, what: Callable[[], object]) -> Any:
    """While somebody works, before their slice of that number is read, this happens."""
    read, slices = selectors.matches, itertools.count(1)

    def matches(*asked: Any) -> Iterator[Rated]:
        if asked[1:] and next(slices) == number:
            what()
        return read(*asked)

    return patch.object(selectors, "matches", matches)
