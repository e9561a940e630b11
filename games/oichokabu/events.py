"""Everything that is told (OC-112)."""

from typing import Literal, TypeAlias

import msgspec

from games.core.seats import Seat
from games.core.values import Tagged
from games.oichokabu.cards import CardName
from games.oichokabu.worth import Kind, Outcome


class CardTurned(Tagged, frozen=True):
    """For the deal (OC-11); whoever turns twice was tied."""

    seat: Seat
    month: int


class FirstDealer(Tagged, frozen=True):
    seat: Seat


class HandStarted(Tagged, frozen=True):
    """`table` are the months of the four table cards."""

    hand_no: int
    dealer: Seat
    hand_of_term: int
    table: tuple[int, ...]


class Staked(Tagged, frozen=True):
    seat: Seat
    card: CardName
    points: int


class TookBack(Tagged, frozen=True):
    seat: Seat
    card: CardName


class Readied(Tagged, frozen=True):
    seat: Seat


class SecondDealt(Tagged, frozen=True):
    """`month` is None for whom the card lies face down."""

    card: CardName
    month: int | None


class Deciding(Tagged, frozen=True):
    """The table waits for the seat's choice (OC-102)."""

    card: CardName
    seat: Seat


class ThirdDrawn(Tagged, frozen=True):
    """Of its own will or not: OC-101."""

    card: CardName
    month: int


class CardStood(Tagged, frozen=True):
    card: CardName


class DealerRevealed(Tagged, frozen=True):
    month: int


class DealerSecond(Tagged, frozen=True):
    month: int


class DealerDeciding(Tagged, frozen=True):
    seat: Seat


class DealerThird(Tagged, frozen=True):
    month: int


class DealerStood(Tagged, frozen=True):
    pass


class Shown(Tagged, frozen=True):
    """A card with points on it, turned up for the comparison."""

    card: CardName
    months: tuple[int, ...]
    hand: Kind
    digit: int


class Settled(Tagged, frozen=True):
    """One item (OC-60). In a draw, told last, multiple, due and paid are 0."""

    card: CardName
    seat: Seat
    result: Outcome
    multiple: int
    due: int
    paid: int


class HandEnded(Tagged, frozen=True):
    points: tuple[int, ...]
    dealer_hand: Kind
    digit: int


class DealerPassed(Tagged, frozen=True):
    passed_from: Seat = msgspec.field(name="from")
    passed_to: Seat = msgspec.field(name="to")
    reason: Literal["goke", "three_hands", "every_hand"]


class GoneOn(Tagged, frozen=True):
    """The seat has looked at the result (OC-87)."""

    seat: Seat


class GameOver(Tagged, frozen=True):
    """Points and places by seat."""

    reason: Literal["zero", "round_complete"]
    points: tuple[int, ...]
    places: tuple[int, ...]


Event: TypeAlias = (
    CardTurned
    | FirstDealer
    | HandStarted
    | Staked
    | TookBack
    | Readied
    | SecondDealt
    | Deciding
    | ThirdDrawn
    | CardStood
    | DealerRevealed
    | DealerSecond
    | DealerDeciding
    | DealerThird
    | DealerStood
    | Shown
    | Settled
    | HandEnded
    | DealerPassed
    | GoneOn
    | GameOver
)
