"""All the chance there is.

The numbers follow `kirakuken-fair-1` (docs/mechanisms/dice.md): draw number e is a pure
function of the match's key, e and the purpose, so anybody can check it afterwards.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Literal, Protocol, TypeVar

from games.core.values import Sealed

T = TypeVar("T")

_LABEL = b"kirakuken-fair-1\x00draw\x00"


class Dice(Protocol):
    """All the chance a rule may use. `purpose` says what a draw is for."""

    def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """`count` numbers from 1 to `sides`, each equally likely: one draw."""

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order in which every order is equally likely: one draw."""


class Drawn(Sealed, frozen=True):
    """The record of one draw, for the match's list of draws.

    For a roll `bound` is the number of sides and `result` the numbers. For a shuffle
    `bound` is the number of items and `result` where each came from. Sealed, because a
    deck that has been shuffled is a secret until the match is over.
    """

    number: int
    purpose: str
    kind: Literal["roll", "shuffle"]
    bound: int
    result: tuple[int, ...]


class KeyedDice:
    """The dice of a match.

    `done` draws were made before; the match keeps that count, so a request that is
    rolled back and tried again throws the very same numbers. `log` lists what was
    drawn with this object.
    """

    def __init__(self, key: bytes, done: int = 0) -> None:
        self._keyed = hmac.new(key, digestmod=hashlib.sha256)
        self.done = done
        self.log: list[Drawn] = []

    def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
        uniform = _Stream(self._keyed, self.done, purpose).uniform
        faces = tuple([1 + uniform(sides) for _ in range(count)])
        self._note(purpose, "roll", sides, faces)
        return faces

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        uniform = _Stream(self._keyed, self.done, purpose).uniform
        order = list(range(len(items)))
        for last in range(len(order) - 1, 0, -1):
            other = uniform(last + 1)
            order[last], order[other] = order[other], order[last]
        self._note(purpose, "shuffle", len(order), tuple(order))
        return tuple([items[place] for place in order])

    def _note(
        self, purpose: str, kind: Literal["roll", "shuffle"], bound: int, result: tuple[int, ...]
    ) -> None:
        self.log.append(Drawn(self.done, purpose, kind, bound, result))
        self.done += 1


class _Stream:
    """The bytes of one draw, block after block, and whole numbers made from them."""

    __slots__ = ("_block", "_keyed", "_label", "_left")

    def __init__(self, keyed: "hmac.HMAC", number: int, purpose: str) -> None:
        self._keyed = keyed
        self._label = _LABEL + number.to_bytes(8, "big") + purpose.encode() + b"\x00"
        self._block = 0
        self._left = b""

    def uniform(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        width = 1 if bound <= 1 << 8 else 2 if bound <= 1 << 16 else 4
        # Without throwing away the ragged top end the low numbers would come up more often.
        limit = (1 << 8 * width) // bound * bound
        while (value := self._take(width)) >= limit:
            pass
        return value % bound

    def _take(self, width: int) -> int:
        while len(self._left) < width:
            keyed = self._keyed.copy()
            keyed.update(self._label + self._block.to_bytes(4, "big"))
            self._left += keyed.digest()
            self._block += 1
        taken, self._left = self._left[:width], self._left[width:]
        return int.from_bytes(taken, "big")


class ScriptedDice:
    """Dice that fall as a test says: `ScriptedDice(walk=[6, 6], deck=[3, 0, 2, 1])`.

    Each purpose has its own list. A roll takes the next numbers from it, a shuffle as
    many as there are items, each naming the item that comes next.
    """

    def __init__(self, **script: Sequence[int]) -> None:
        self._script = {purpose: list(numbers) for purpose, numbers in script.items()}

    def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
        faces = self._next(purpose, count)
        if not all(1 <= face <= sides for face in faces):
            raise ValueError(f"{purpose}: {faces} cannot be rolled with {sides} sides")
        return faces

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        order = self._next(purpose, len(items))
        if sorted(order) != list(range(len(items))):
            raise ValueError(f"{purpose}: {order} is no order of {len(items)} items")
        return tuple(items[place] for place in order)

    def left(self) -> dict[str, tuple[int, ...]]:
        """What has not been used, by purpose."""
        return {purpose: tuple(numbers) for purpose, numbers in self._script.items() if numbers}

    def _next(self, purpose: str, count: int) -> tuple[int, ...]:
        numbers = self._script.get(purpose, [])
        if len(numbers) < count:
            raise ValueError(f"{purpose}: {count} more wanted, {len(numbers)} in the script")
        taken, self._script[purpose] = tuple(numbers[:count]), numbers[count:]
        return taken
