"""Every answer a seat can give (OK-27)."""

from typing import Final, TypeAlias

from games.core.values import Tagged
from games.okuribito.names import Industry, Insight, Town


class UseLuckyCat(Tagged, frozen=True):
    """D1, OK-76."""


class UseCurse(Tagged, frozen=True):
    """D1, OK-79."""


class SellStakes(Tagged, frozen=True):
    """D1 and D5, OK-53."""

    industry: Industry
    qty: int


class BookSale(Tagged, frozen=True):
    """D1 and D5, OK-54: to be sold in `wait` rounds."""

    industry: Industry
    qty: int
    wait: int


class Roll(Tagged, frozen=True):
    """D1."""


class ChooseRoad(Tagged, frozen=True):
    """D2."""


class ChooseCastle(Tagged, frozen=True):
    """D2."""


class Stop(Tagged, frozen=True):
    """D3."""


class Pass(Tagged, frozen=True):
    """D3."""


class ChooseInsight(Tagged, frozen=True):
    """D4."""

    insight: Insight


class BuyStakes(Tagged, frozen=True):
    """D5, OK-49."""

    industry: Industry
    qty: int


class Offer(Tagged, frozen=True):
    """D5, OK-58: `amount` in ryō."""

    town: Town
    amount: int


class TellFortune(Tagged, frozen=True):
    """D6."""


class Challenge(Tagged, frozen=True):
    """D7: the opponent is the one asked about."""


class GuessHigh(Tagged, frozen=True):
    """D8."""


class GuessLow(Tagged, frozen=True):
    """D8."""


class BuyFirm(Tagged, frozen=True):
    """D9: the firm landed on."""


class Build(Tagged, frozen=True):
    """D10 (the firm landed on) and D11 (any own firm): one level up."""

    square: int


class Done(Tagged, frozen=True):
    """D5, D6, D7, D9, D10 and D11: nothing, or nothing more."""


DONE: Final = Done()


Action: TypeAlias = (
    UseLuckyCat
    | UseCurse
    | SellStakes
    | BookSale
    | Roll
    | ChooseRoad
    | ChooseCastle
    | Stop
    | Pass
    | ChooseInsight
    | BuyStakes
    | Offer
    | TellFortune
    | Challenge
    | GuessHigh
    | GuessLow
    | BuyFirm
    | Build
    | Done
)
