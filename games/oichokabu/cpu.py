"""The computer players: the policies of section 14, played from a view."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from games.core.cpu import Thought
from games.core.seats import Seat
from games.oichokabu.cards import last_digit
from games.oichokabu.engine import DRAW, GO_ON, STAND
from games.oichokabu.hands import players_hand
from games.oichokabu.model import (
    AMOUNTS,
    Action,
    Arashi,
    Options,
    Phase,
    Stake,
    State,
    View,
)
from games.oichokabu.staking import READY
from games.oichokabu.worth import Kind

# The house rules that change what a card is worth: equal values, Arashi, order.
Rules: TypeAlias = tuple[str, str, str]

# Appendix B: what a player may expect of a first card of month 1 to 10, in tenths of a percent
# of the points on it. Worked out by `python -m bench.oichokabu`.
EXPECTED: Final[dict[Rules, tuple[int, ...]]] = {
    ("draw", "both", "any_order"): (95, -40, -57, 54, -41, -38, -37, -46, -64, -31),
    ("draw", "both", "in_order"): (-23, -26, -44, 68, -27, -24, -24, -33, -54, -17),
    ("draw", "players_only", "any_order"): (105, -30, -48, 65, -31, -28, -28, -36, -54, -22),
    ("draw", "players_only", "in_order"): (-14, -16, -35, 79, -18, -14, -14, -23, -43, -8),
    ("dealer", "both", "any_order"): (-13, -157, -174, -51, -157, -154, -154, -167, -182, -149),
    ("dealer", "both", "in_order"): (-141, -144, -162, -37, -144, -142, -142, -154, -172, -137),
    ("dealer", "players_only", "any_order"): (
        (-3, -148, -166, -41, -148, -145, -145, -157, -172, -141)
    ),
    ("dealer", "players_only", "in_order"): (
        (-133, -135, -154, -27, -136, -133, -133, -145, -162, -128)
    ),
}

# OC-120: a card is worth 100 above this.
GOOD: Final = 20


class Gain(NamedTuple):
    """What the dealer gains by drawing, in percent of the points on a card."""

    against_stood: int
    against_drew: int


# Appendix A, by the last digit of two cards that are no pair, and by the month of a pair.
DIGIT_GAINS: Final = {
    "draw": {4: Gain(36, 9), 5: Gain(37, -11), 6: Gain(17, -30)},
    "dealer": {4: Gain(46, 9), 5: Gain(46, -11), 6: Gain(7, -30)},
}
PAIR_GAINS: Final = {
    "draw": {2: Gain(57, 22), 7: Gain(59, 33), 3: Gain(32, -13), 8: Gain(39, -14)},
    "dealer": {2: Gain(65, 22), 7: Gain(69, 32), 3: Gain(17, -13), 8: Gain(26, -15)},
}


class OichoKabuCpu:
    """Sound play: OC-120 to OC-122."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        if view.phase is Phase.STAKING:
            return _next_stake(view, seat)
        if view.phase is Phase.THIRDS:
            return DRAW if draws_third(_asked_months(view), view.options) else STAND
        if view.phase is Phase.DEALER:
            return DRAW if dealer_draws(view) else STAND
        return GO_ON


class GentleCpu:
    """Friendlier play (OC-123): some points on random cards, and drawing up to 5."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        if view.phase is Phase.STAKING:
            return self._stake(view, seat, legal, thought)
        if view.phase is Phase.RESULT:
            return GO_ON
        months = view.dealer_months if view.phase is Phase.DEALER else _asked_months(view)
        return DRAW if last_digit(known(months)) <= 5 else STAND

    def _stake(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        """Something on one card; sometimes on a second, and then Ready."""
        lying = [card.name for card in view.cards if card.amounts[seat]]
        (coin,) = thought.dice.roll("second card", 2)
        if len(lying) > 1 or (lying and coin == 1):
            return READY
        stakes = [
            action
            for action in legal
            if isinstance(action, Stake) and action.points <= 50 and action.card not in lying
        ]
        if not stakes:
            return READY
        (place,) = thought.dice.roll("stake", len(stakes))
        return stakes[place - 1]


def planned(view: View, seat: Seat) -> dict[int, int]:
    """OC-120: amounts by card, the best card first; at most half of the points, at least 10."""
    worth = EXPECTED[rules_of(view.options)]
    expected = [worth[first - 1] for first in known([card.months[0] for card in view.cards])]
    best_first = sorted(range(len(expected)), key=lambda card: -expected[card])
    good = [card for card in best_first if expected[card] > GOOD]
    most, cards = (100, good) if good else (20, best_first[:1])
    left, plan = view.points[seat] // 2, dict[int, int]()
    for card in cards:
        fitting = [amount for amount in AMOUNTS if amount <= min(most, left)]
        if fitting:
            plan[card] = fitting[-1]
            left -= fitting[-1]
    return plan or {cards[0]: AMOUNTS[0]}


def draws_third(months: Sequence[int], options: Options) -> bool:
    """OC-121, where there is a choice."""
    first, second = months
    if first == second:
        return first != 9
    is_shippin = players_hand(months, options).kind is Kind.SHIPPIN
    return not is_shippin and last_digit(months) <= 5


def dealer_draws(view: View) -> bool:
    """OC-122, where there is a choice."""
    first, second = known(view.dealer_months)
    if first == second == 9:
        return False
    asked = [card for card in view.cards if card.decider is not None]
    if not asked:
        return last_digit((first, second)) == 4
    gain = gain_of(first, second, view.options)
    by_card = (
        sum(card.amounts) * (gain.against_drew if len(card.months) == 3 else gain.against_stood)
        for card in asked
    )
    return sum(by_card) > 0


def gain_of(first: int, second: int, options: Options) -> Gain:
    """With two cards that leave a choice and are no 9s. With Arashi for players only a pair is
    as good as its digit."""
    if first == second and options.arashi is Arashi.BOTH:
        return PAIR_GAINS[options.equal_values][first]
    return DIGIT_GAINS[options.equal_values][last_digit((first, second))]


def _next_stake(view: View, seat: Seat) -> Action:
    """The plan, an amount at a time. Where somebody else has put points for this seat before
    leaving, they lie as they lie (OC-85)."""
    plan = planned(view, seat)
    lying = {card: each.amounts[seat] for card, each in enumerate(view.cards)}
    for card, amount in lying.items():
        if amount and plan.get(card) != amount:
            return READY
    for card, amount in plan.items():
        if not lying[card]:
            return Stake(view.cards[card].name, amount)
    return READY


def _asked_months(view: View) -> list[int]:
    """The two cards about which this seat is asked; its own points make it see both."""
    return known(next(card.months for card in view.cards if card.asked and not card.done))


def known(months: Sequence[int | None]) -> list[int]:
    return [month for month in months if month is not None]


def rules_of(options: Options) -> Rules:
    return options.equal_values, options.arashi, options.kuppin_shippin
