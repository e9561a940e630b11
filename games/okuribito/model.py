"""The values of the game: house rules, what a player has, state and view."""

from typing import Literal

from games.core.seats import Seat
from games.core.values import Sealed, Value
from games.okuribito.names import Industry, Item, News, Rank, Town, Why
from games.okuribito.tasks import Asked, Task


class Options(Value, frozen=True, kw_only=True):
    """The house rules of OK-3: the number of festivals, the starting funds and the winning
    fortune in ryō, and the gentle table of section 15."""

    limit: Literal[40, 64, 96] = 96
    start: Literal[5_000_000, 10_000_000, 20_000_000] = 10_000_000
    target: Literal[50_000_000, 100_000_000, 200_000_000] = 100_000_000
    gentle: bool = False


class Booking(Value, frozen=True):
    """OK-54: `due` is a round, `rate` the tax in percent."""

    industry: Industry
    qty: int
    due: int
    rate: int


class Fair(Value, frozen=True):
    """OK-86"""

    town: Town
    last_round: int


class Card(Value, frozen=True):
    """A card of the News sheet; boom and slump name their industry."""

    news: News
    industry: Industry | None = None


class Player(Value, frozen=True):
    """What a seat has and where it stands. All of it is open (OK-103).

    `stakes` are the unbooked ones by industry, `offerings` lie in the towns in their order.
    `gate_from` is the town a piece on the Gate came from. `foresees_until` is the last round
    whose festival the seat alone has seen ahead, 0 if it never has.
    """

    cash: int
    square: int
    gate_from: Town | None
    stakes: tuple[int, ...]
    booked: tuple[Booking, ...]
    offerings: tuple[int, ...]
    collecting: tuple[Town, ...]
    last_set: tuple[Town, ...]
    rank: Rank
    keen_eye: int
    master_builder: int
    foresees_until: int
    holds: tuple[Item, ...]
    sitting_out: bool


class Over(Value, frozen=True):
    """OK-100: by seat."""

    why: Why
    fortunes: tuple[int, ...]
    ranks: tuple[int, ...]


class State(Sealed, frozen=True):
    """Where everything stands. Sealed: the festivals to come and the cards are a secret.

    `industries`, `owners` and `levels` go by square; a level is 0 (unowned) to 3. `economy`
    goes by industry. `festivals` are those of all rounds, from round 1 on. `cards` come from
    the front, `drawn` are those since the last shuffle. `thrown` are the dice of the latest
    roll, `using` the belongings in use this turn. `history` are the fortunes at the start of
    every round so far. `bank` is the purse of all that no seat has; it is in debt to them.
    `agenda` is what still has to happen, the next task last.
    """

    options: Options
    first: Seat
    round: int
    turn: Seat
    players: tuple[Player, ...]
    industries: tuple[Industry | None, ...]
    owners: tuple[Seat | None, ...]
    levels: tuple[int, ...]
    economy: tuple[int, ...]
    festivals: tuple[Town, ...]
    fairs: tuple[Fair, ...]
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    thrown: tuple[int, ...]
    using: tuple[Item, ...]
    history: tuple[tuple[int, ...], ...]
    bank: int
    asks: int
    agenda: tuple[Task, ...]
    over: Over | None


class View(Value, frozen=True):
    """What a seat knows: all but the festivals to come and the cards (OK-103).

    `festivals` begin with round 1 and end with the last one this seat knows. `cards_left` is
    how many cards there are before the next shuffle; `cards_ahead` is empty but in the replay
    of a match that is over. `asked` is the question the match waits for, whoever is asked.
    `ledger.Ledger(view)` works out values, fees, prices and fortunes.
    """

    options: Options
    first: Seat
    round: int
    turn: Seat
    players: tuple[Player, ...]
    industries: tuple[Industry | None, ...]
    owners: tuple[Seat | None, ...]
    levels: tuple[int, ...]
    economy: tuple[int, ...]
    festivals: tuple[Town, ...]
    fairs: tuple[Fair, ...]
    cards_left: int
    cards_ahead: tuple[Card, ...]
    drawn: tuple[Card, ...]
    thrown: tuple[int, ...]
    using: tuple[Item, ...]
    history: tuple[tuple[int, ...], ...]
    asked: Asked | None
    over: Over | None
