"""Worked hands for the rules page, played by the engine each time they are shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from games.core.dice import ScriptedDice
from games.core.seats import Seat
from games.oichokabu.cards import CARDS, DECK, CardName
from games.oichokabu.engine import DRAW, STAND, OichoKabuEngine
from games.oichokabu.events import Settled
from games.oichokabu.model import Action, FirstDealer, Options, Phase, Stake, State, View
from games.oichokabu.staking import READY
from games.oichokabu.worth import Hand, Outcome
from tables.boards.oichokabu_cards import Picture, pictures
from tables.boards.oichokabu_names import card_name, hand_name
from tables.boards.people import example_names

_ENGINE: Final = OichoKabuEngine()
_NOTHING: Final = ScriptedDice()
_DEALER: Final = 0


@dataclass(frozen=True, slots=True)
class Script:
    """What happens in a hand of four; seat 0 deals. `deck` as OC-17 has it, then any cards.

    `stakes` are (seat, card, points); on the cards of `drawn` the decider draws.
    """

    deck: tuple[int, ...]
    stakes: tuple[tuple[int, CardName, int], ...]
    drawn: tuple[CardName, ...] = ()
    points: tuple[int, ...] | None = None


# Three hands against an 8: one lost, two won, and a card that nobody chose.
USUAL: Final = Script(
    deck=(10, 4, 3, 8, 8, 7, 1, 2, 9, 4, 10),
    stakes=((2, "kata", 100), (3, "niban", 50), (1, "sanban", 100), (2, "sanban", 20)),
    drawn=("sanban",),
)

# An Arashi meets a dealer who cannot pay it.
SHORT: Final = Script(
    deck=(6, 2, 9, 10, 5, 6, 1, 4, 8, 6, 10, 2),
    stakes=((1, "kata", 20), (2, "kata", 50), (3, "niban", 20)),
    points=(80, 1180, 1420, 1320),
)


@dataclass(frozen=True, slots=True)
class Laid:
    """A table card as it lies at the end, or the dealer's cards (no points on them).

    `hand` is None for a card on which nobody put anything.
    """

    name: str
    cards: tuple[Picture, ...]
    hand: Hand | None
    stakes: tuple[tuple[str, int], ...]

    @property
    def hand_name(self) -> str:
        return hand_name(self.hand) if self.hand else ""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the settlement, in the order in which it is settled (OC-62)."""

    card: str
    name: str
    amount: int
    outcome: str
    multiple: int
    due: int
    paid: int

    @property
    def is_short(self) -> bool:
        return self.paid < self.due


@dataclass(frozen=True, slots=True)
class Purse:
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Worked:
    """A hand from its cards to its points. `ends`: somebody has none left (OC-80)."""

    laid: tuple[Laid, ...]
    dealer: Laid
    items: tuple[Item, ...]
    purses: tuple[Purse, ...]
    dealer_name: str
    is_passed: bool
    ends: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether the dealer, a player on the card, another player and a spectator see something."""

    what: str
    eyes: tuple[bool, ...]


def worked(script: Script) -> Worked:
    """In the language that is active."""
    start = _start(script)
    state = play(script)[-1]
    view, who = _ENGINE.open_view(state), example_names()
    shown = pictures(view)
    laid = tuple(
        Laid(
            card_name(card),
            tuple(each for each in shown.cards[card] if each),
            state_card.hand,
            tuple((who[seat], points) for seat, points in enumerate(state_card.amounts) if points),
        )
        for card, state_card in enumerate(view.cards)
    )
    return Worked(
        laid=laid,
        dealer=Laid(who[_DEALER], tuple(filter(None, shown.dealer)), view.dealer_hand, ()),
        items=tuple(_item(each, view, who) for each in view.settled),
        purses=tuple(map(Purse, who, start.points, view.points)),
        dealer_name=who[_DEALER],
        is_passed=view.passed is not None,
        ends=view.phase is Phase.OVER,
    )


def play(script: Script) -> list[State]:
    """Every state of the hand, the last one with the points settled."""
    state = _start(script)
    states = [state]
    while state.phase not in (Phase.RESULT, Phase.OVER):
        seat, action = _next(script, state)
        state = _ENGINE.apply(state, seat, action, _NOTHING).state
        states.append(state)
    return states


def sights() -> list[Sight]:
    """OC-100, read off what the engine shows: Aoi has points on Sanban, Mio has not."""
    states = play(USUAL)
    sanban, hiki = CARDS.index("sanban"), CARDS.index("hiki")
    thirds = next(
        state for state in states if state.phase is Phase.THIRDS and state.asking == sanban
    )
    settled = states[-1]

    def row(what: str, state: State, sees: Callable[[View], object]) -> Sight:
        eyes = (Seat(_DEALER), Seat(1), Seat(3), None)
        return Sight(what, tuple(bool(sees(_ENGINE.view(state, each))) for each in eyes))

    return [
        row(_("The four table cards"), thirds, lambda view: view.cards[sanban].months[0]),
        row(
            _("Points on cards, and who is ready"), thirds, lambda view: view.cards[sanban].amounts
        ),
        row(_("The dealer’s card, until all cards are done"), thirds, _sees_dealers_card),
        row(
            _("The second card of a card with points on it"),
            thirds,
            lambda view: view.cards[sanban].months[1],
        ),
        row(
            _("The second card of a card without points"),
            thirds,
            lambda view: view.cards[hiki].months[1],
        ),
        row(
            _("Who decides, and that the table waits for it"),
            thirds,
            lambda view: view.cards[sanban].asked,
        ),
        row(_("The third card"), settled, lambda view: view.cards[sanban].months[2]),
        row(
            _("From the comparison on: all of this"),
            settled,
            lambda view: _sees_dealers_card(view) and all(all(c.months) for c in view.cards),
        ),
        row(_("The cards that are left"), settled, lambda view: hasattr(view, "stock")),
    ]


def _sees_dealers_card(view: View) -> bool:
    return view.dealer_months[0] is not None


def _start(script: Script) -> State:
    left, order = list(range(len(DECK))), []
    for month in script.deck:
        place = next(place for place in left if DECK[place] == month)
        left.remove(place)
        order.append(place)
    options = Options(first_dealer=FirstDealer.HOST)
    dice = ScriptedDice(deck=[*order, *left])
    state = _ENGINE.start(len(example_names()), options, Seat(_DEALER), dice).state
    return replace(state, points=script.points) if script.points else state


def _next(script: Script, state: State) -> tuple[Seat, Action]:
    """First all points, then Ready by everybody, then the third cards."""
    if state.phase is Phase.STAKING:
        lying = [
            (seat, card, state.amounts[seat][CARDS.index(card)])
            for seat, card, _points in script.stakes
        ]
        for seat, card, points in script.stakes:
            if (seat, card, points) not in lying:
                return Seat(seat), Stake(card, points)
        return min(_ENGINE.must_act(state)), READY
    (seat,) = _ENGINE.must_act(state)
    is_drawn = state.phase is Phase.THIRDS and CARDS[state.asking] in script.drawn
    return seat, DRAW if is_drawn else STAND


def _item(settled: Settled, view: View, who: Sequence[str]) -> Item:
    card = CARDS.index(settled.card)
    return Item(
        card=card_name(card),
        name=who[settled.seat],
        amount=view.cards[card].amounts[settled.seat],
        outcome=outcome_words()[settled.result],
        multiple=settled.multiple,
        due=settled.due,
        paid=settled.paid,
    )


def outcome_words() -> Mapping[Outcome, str]:
    """For the players on the card."""
    return {
        Outcome.WIN: pgettext("outcome", "won"),
        Outcome.LOSE: pgettext("outcome", "lost"),
        Outcome.DRAW: pgettext("outcome", "draw"),
    }
