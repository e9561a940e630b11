"""Everything that is told, in the order of OK-29."""

from typing import TypeAlias

from games.core.seats import Seat
from games.core.values import Tagged
from games.okuribito.names import (
    Disaster,
    Industry,
    Insight,
    Item,
    Luck,
    News,
    Rank,
    Season,
    Town,
    Way,
    Why,
)
from games.okuribito.tasks import Asked as Question


class RoundStarted(Tagged, frozen=True):
    round: int
    season: Season


class Economy(Tagged, frozen=True):
    """By industry, with the prices of a stake that come of it."""

    index: tuple[int, ...]
    prices: tuple[int, ...]


class FestivalHeld(Tagged, frozen=True, tag="festival"):
    town: Town


class OfferingReturned(Tagged, frozen=True):
    seat: Seat
    town: Town
    got: int


class TakingsPaid(Tagged, frozen=True, tag="takings"):
    seat: Seat
    got: int


class Noted(Tagged, frozen=True):
    """The ledger's line for the start of a round: the fortunes by seat (OK-104)."""

    fortunes: tuple[int, ...]


class TurnMissed(Tagged, frozen=True):
    """The seat starts again with `cash`; no `TurnEnded` follows."""

    seat: Seat
    cash: int


class TurnStarted(Tagged, frozen=True):
    seat: Seat


class BookedSaleDone(Tagged, frozen=True):
    seat: Seat
    industry: Industry
    qty: int
    price: int
    tax: int
    got: int


class ItemUsed(Tagged, frozen=True):
    seat: Seat
    item: Item


class StakesSold(Tagged, frozen=True):
    seat: Seat
    industry: Industry
    qty: int
    price: int
    tax: int
    got: int


class SaleBooked(Tagged, frozen=True):
    seat: Seat
    industry: Industry
    qty: int
    due: int
    rate: int


class Rolled(Tagged, frozen=True):
    seat: Seat
    dice: tuple[int, ...]


class Fork(Tagged, frozen=True):
    seat: Seat
    way: Way


class Walked(Tagged, frozen=True):
    """The squares entered one after another, until something happens or the roll is used up.
    From a fork to the Gate the piece remembers the fork's town."""

    seat: Seat
    path: tuple[int, ...]


class Dues(Tagged, frozen=True):
    seat: Seat
    got: int


class Experience(Tagged, frozen=True):
    """`have` counts the towns collected, this one included."""

    seat: Seat
    town: Town
    have: int


class ExperienceNotNew(Tagged, frozen=True):
    seat: Seat
    town: Town


class Ranked(Tagged, frozen=True):
    seat: Seat
    rank: Rank


class Stopped(Tagged, frozen=True):
    seat: Seat
    discarded: int


class InsightChosen(Tagged, frozen=True, tag="insight"):
    seat: Seat
    insight: Insight
    times: int


class Foreseen(Tagged, frozen=True):
    """For one seat alone: the festival towns of the rounds after this one."""

    seat: Seat
    towns: tuple[Town, ...]


class StakesBought(Tagged, frozen=True):
    seat: Seat
    industry: Industry
    qty: int
    price: int
    cost: int


class Offered(Tagged, frozen=True):
    """`total` is what lies in the town now, of this seat's."""

    seat: Seat
    town: Town
    amount: int
    total: int


class Fortune(Tagged, frozen=True):
    """`item` is None for bad luck, and for what the seat has already."""

    seat: Seat
    result: Luck
    item: Item | None


class Arrived(Tagged, frozen=True):
    seat: Seat
    square: int


class Challenged(Tagged, frozen=True):
    seat: Seat
    opponent: Seat
    number: int


class MatchPlayed(Tagged, frozen=True, tag="match"):
    """`amount` is what the loser owes, 0 for a draw; `doll`: a straw doll has doubled it."""

    challenger: Seat
    challenged: Seat
    dice: tuple[int, ...]
    total: int
    winner: Seat | None
    amount: int
    doll: bool


class FirmBought(Tagged, frozen=True):
    """`keen_eye`: at half the price, and one use is spent."""

    seat: Seat
    square: int
    cost: int
    keen_eye: bool


class Built(Tagged, frozen=True):
    """`master_builder`: for nothing, and one use is spent."""

    seat: Seat
    square: int
    level: int
    cost: int
    master_builder: bool


class Fee(Tagged, frozen=True):
    seat: Seat
    owner: Seat
    square: int
    fee: int


class CharmUsed(Tagged, frozen=True):
    seat: Seat
    square: int
    against: Disaster


class FirmCursed(Tagged, frozen=True):
    """The owner got its value from the bank."""

    seat: Seat
    owner: Seat
    square: int
    got: int


class Slip(Tagged, frozen=True):
    """A loss is paid by the `Paid` that follows."""

    seat: Seat
    result: Luck
    amount: int


class CardDrawn(Tagged, frozen=True, tag="card"):
    """`shuffled`: the twenty were shuffled anew before this one."""

    seat: Seat
    card: News
    industry: Industry | None
    shuffled: bool


class FairHeld(Tagged, frozen=True, tag="fair"):
    town: Town
    last_round: int


class Fire(Tagged, frozen=True):
    """`level` is what is left, 0: the firm is unowned."""

    seat: Seat
    square: int
    level: int


class LuckyFind(Tagged, frozen=True):
    seat: Seat
    got: int


class Pickpocket(Tagged, frozen=True):
    seat: Seat
    lost: int


class NoEffect(Tagged, frozen=True):
    seat: Seat


class StakesForced(Tagged, frozen=True):
    """`booked`: out of the newest booking."""

    seat: Seat
    industry: Industry
    qty: int
    price: int
    tax: int
    got: int
    booked: bool


class FirmGivenUp(Tagged, frozen=True):
    seat: Seat
    square: int
    got: int


class Paid(Tagged, frozen=True):
    """`to` is None for the bank."""

    seat: Seat
    owed: int
    paid: int
    to: Seat | None


class Bankrupt(Tagged, frozen=True):
    seat: Seat


class TurnEnded(Tagged, frozen=True):
    seat: Seat


class GameOver(Tagged, frozen=True):
    why: Why
    fortunes: tuple[int, ...]
    ranks: tuple[int, ...]


class Asked(Tagged, frozen=True):
    """What the match waits for now; told at the end of a step, when it is not as before."""

    question: Question


Event: TypeAlias = (
    RoundStarted
    | Economy
    | FestivalHeld
    | OfferingReturned
    | TakingsPaid
    | Noted
    | TurnMissed
    | TurnStarted
    | BookedSaleDone
    | ItemUsed
    | StakesSold
    | SaleBooked
    | Rolled
    | Fork
    | Walked
    | Dues
    | Experience
    | ExperienceNotNew
    | Ranked
    | Stopped
    | InsightChosen
    | Foreseen
    | StakesBought
    | Offered
    | Fortune
    | Arrived
    | Challenged
    | MatchPlayed
    | FirmBought
    | Built
    | Fee
    | CharmUsed
    | FirmCursed
    | Slip
    | CardDrawn
    | FairHeld
    | Fire
    | LuckyFind
    | Pickpocket
    | NoEffect
    | StakesForced
    | FirmGivenUp
    | Paid
    | Bankrupt
    | TurnEnded
    | GameOver
    | Asked
)
