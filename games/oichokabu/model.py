"""The values of the game: house rules, actions, state and view. Events: events.py."""

from enum import StrEnum
from typing import Final, Literal, TypeAlias

from games.core.seats import Seat
from games.core.values import Sealed, Tagged, Value
from games.oichokabu.cards import CardName
from games.oichokabu.events import CardTurned, DealerPassed, GameOver, Settled
from games.oichokabu.worth import Hand

AMOUNTS: Final = (10, 20, 50, 100)  # OC-21
START_POINTS: Final = 1000  # OC-3
HANDS_IN_A_TERM: Final = 3  # OC-73
GOKE: Final = 5  # OC-71
RESULT_SECONDS: Final = 6  # OC-87


class EqualValues(StrEnum):
    """OC-91"""

    DRAW = "draw"
    DEALER = "dealer"


class Arashi(StrEnum):
    """OC-92: who can have it."""

    BOTH = "both"
    PLAYERS_ONLY = "players_only"


class KuppinShippin(StrEnum):
    """OC-93"""

    ANY_ORDER = "any_order"
    IN_ORDER = "in_order"


class FirstDealer(StrEnum):
    """OC-94"""

    TURN_CARD = "turn_card"
    HOST = "host"
    RANDOM = "random"


class Passing(StrEnum):
    """OC-95"""

    GOKE = "goke"
    EVERY_HAND = "every_hand"


class Options(Value, frozen=True, kw_only=True):
    """The house rules of section 11. `length` is the number of times around (OC-96)."""

    equal_values: EqualValues = EqualValues.DRAW
    arashi: Arashi = Arashi.BOTH
    kuppin_shippin: KuppinShippin = KuppinShippin.ANY_ORDER
    first_dealer: FirstDealer = FirstDealer.TURN_CARD
    passing: Passing = Passing.GOKE
    length: Literal[1, 2, 3] = 1


class Stake(Tagged, frozen=True):
    """Put so many points on a card, in place of what lies there (OC-21, OC-22). Any word and
    any number can be asked for; the rules refuse what is no card and no amount."""

    card: str
    points: int


class TakeBack(Tagged, frozen=True):
    """OC-25"""

    card: str


class Ready(Tagged, frozen=True):
    """OC-26"""


class Draw(Tagged, frozen=True):
    """A third card (OC-33)."""


class Stand(Tagged, frozen=True):
    """No third card."""


class GoOn(Tagged, frozen=True):
    """The result has been looked at (OC-87)."""


Action: TypeAlias = Stake | TakeBack | Ready | Draw | Stand | GoOn


class Phase(StrEnum):
    """`PREPARING` is for views from before the start: nothing lies on the table."""

    PREPARING = "preparing"
    STAKING = "staking"
    THIRDS = "thirds"
    DEALER = "dealer"
    RESULT = "result"
    OVER = "over"


class State(Sealed, frozen=True):
    """Where everything stands.

    `dealer` holds the role, with `dealer_hands` hands finished in this term, and `passes`
    terms are finished (OC-113); `dealt_by` dealt the hand that lies on the table. `amounts`
    are by seat, then by card. `hands` are the four table cards, each with its second and
    third; the first of `stock` is the next card dealt. `asking` counts the table cards that
    are done; in phase THIRDS the next one waits for its decider. `stock` is empty from the
    comparison on: nobody needs it any more.
    """

    options: Options
    turned: tuple[CardTurned, ...]
    points: tuple[int, ...]
    dealer: Seat
    dealer_hands: int
    passes: int
    hand_no: int
    phase: Phase
    dealt_by: Seat
    amounts: tuple[tuple[int, ...], ...]
    ready: tuple[bool, ...]
    hands: tuple[tuple[int, ...], ...]
    dealer_hand: tuple[int, ...]
    stock: tuple[int, ...]
    asking: int
    settled: tuple[Settled, ...]
    passed: DealerPassed | None
    gone_on: tuple[bool, ...]
    over: GameOver | None


class CardView(Value, frozen=True):
    """One table card and what lies on and under it.

    `months` are its first, second and third card: None lies face down for this viewer, and
    a card not yet dealt is absent. `amounts` are by seat. `decider` is known as soon as the
    second card is dealt, None if no points lie here. `asked`: the table waits or has waited
    for the decider. `done`: its third card came, or it stood. `hand` is there from the
    comparison on.
    """

    name: CardName
    months: tuple[int | None, ...]
    amounts: tuple[int, ...]
    decider: Seat | None
    asked: bool
    done: bool
    hand: Hand | None


class View(Value, frozen=True):
    """What a seat sees (OC-100); names as in State.

    `dealer_months` are the dealer's cards as `CardView.months` are. `dealer_asked`: the table
    waits or has waited for the dealer's choice. `settled`, `passed` and `dealer_hand` are of
    the hand that lies on the table.
    """

    options: Options
    turned: tuple[CardTurned, ...]
    points: tuple[int, ...]
    dealer: Seat
    dealer_hands: int
    passes: int
    hand_no: int
    phase: Phase
    dealt_by: Seat
    ready: tuple[bool, ...]
    cards: tuple[CardView, ...]
    dealer_months: tuple[int | None, ...]
    dealer_asked: bool
    dealer_hand: Hand | None
    settled: tuple[Settled, ...]
    passed: DealerPassed | None
    gone_on: tuple[bool, ...]
    over: GameOver | None
