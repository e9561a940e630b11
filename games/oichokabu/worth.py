"""What a hand is, and how it can come out: words that values, events and rules share."""

from enum import StrEnum

from games.core.values import Value


class Kind(StrEnum):
    """OC-40, OC-42; OC-43: the later of two is the higher."""

    VALUE = "value"
    SHIPPIN = "shippin"
    KUPPIN = "kuppin"
    ARASHI = "arashi"


class Outcome(StrEnum):
    """OC-50, for the players on the card."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"


class Hand(Value, frozen=True):
    """A hand by its kind and the last digit of its total."""

    kind: Kind
    digit: int

    @property
    def is_arashi_kabu(self) -> bool:
        """OC-42: of all Arashi only three 3s end on 9."""
        return self.kind is Kind.ARASHI and self.digit == 9
