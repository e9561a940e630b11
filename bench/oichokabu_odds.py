"""Exact odds of one table card against the dealer at Oicho-Kabu, over all orders of the cards.

The policy tables of `games/oichokabu/cpu.py` rest on these, and a test compares them. All sums
are whole numbers: each order of the first six cards used counts once, a shorter hand as often
as there are orders of the cards it leaves over.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import prod

from games.oichokabu.cards import DECK, MONTHS, last_digit
from games.oichokabu.cpu import draws_third
from games.oichokabu.dealership import why_passing
from games.oichokabu.hands import compare, dealers_hand, players_hand
from games.oichokabu.model import Options
from games.oichokabu.thirds import Third, dealers_third, third_card
from games.oichokabu.worth import Hand, Kind, Outcome

Months = tuple[int, ...]
Pair = tuple[int, int]

# How many orders the cards have that come after so many, up to the sixth.
_REST = [prod(range(40 - used, 34, -1)) for used in range(7)]
ORDERS = _REST[0]

_SIGNS = {Outcome.WIN: 1, Outcome.LOSE: -1, Outcome.DRAW: 0}


@dataclass(slots=True)
class Line:
    """One way the table card can come out, and the player's points against the dealer.

    `forced` sums over the dealer's hands without a choice; `choices` has for each two cards
    with one the sums if the dealer stands and if the dealer draws.
    """

    months: Months
    forced: int = 0
    choices: dict[Pair, Pair] = field(default_factory=dict)

    @property
    def seen(self) -> Months:
        """What the dealer sees of the card: the first month, and the third if it drew."""
        return (self.months[0], *self.months[2:])


# May the dealer draw on these two cards, against a table card seen like this?
DealersPolicy = Callable[[Pair, Months], bool]


class Odds:
    """Everything that can be asked about a table card under some house rules."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.stands: dict[Pair, list[Line]] = {}
        self.draws: dict[Pair, list[Line]] = {}
        self._scores: dict[tuple[Hand, Hand], int] = {}
        self._dealers: dict[Months, Hand] = {}
        for first in MONTHS:
            for second in MONTHS:
                self._add(first, second)

    def chosen(self, pair: Pair) -> list[Line]:
        """What comes of two cards when the player follows appendix A."""
        third = third_card(pair)
        draws = third is Third.MUST or (third is Third.MAY and draws_third(pair, self.options))
        return (self.draws if draws else self.stands)[pair]

    def every_chosen(self) -> Iterator[Line]:
        for pair in self.stands:
            yield from self.chosen(pair)

    @cached_property
    def gains(self) -> dict[tuple[Pair, Months], int]:
        """What drawing gains the dealer over standing, for each two cards with a choice and
        each sight of the table card, summed over what the second card may be."""
        found: dict[tuple[Pair, Months], int] = {}
        for line in self.every_chosen():
            for pair, (stands, draws) in line.choices.items():
                key = pair, line.seen
                found[key] = found.get(key, 0) + stands - draws
        return found

    def best(self, pair: Pair, seen: Months) -> bool:
        """The dealer's exact best choice."""
        return self.gains[pair, seen] > 0

    def expected(self, lines: list[Line], policy: DealersPolicy) -> Fraction:
        """The player's points on these lines per point on the card and per order of all."""
        total = 0
        for line in lines:
            total += line.forced
            for pair, (stands, draws) in line.choices.items():
                total += draws if policy(pair, line.seen) else stands
        return Fraction(total, ORDERS)

    def of_pair(self, pair: Pair, *, draws: bool, policy: DealersPolicy) -> Fraction:
        """The player's expectation with these two cards."""
        lines = (self.draws if draws else self.stands)[pair]
        return self.expected(lines, policy) / chance(pair)

    def of_first(self, first: int, policy: DealersPolicy) -> Fraction:
        """The player's expectation of an open first card."""
        lines = [line for pair in self.stands if pair[0] == first for line in self.chosen(pair)]
        return self.expected(lines, policy) / chance((first,))

    def edge_on_any(self, policy: DealersPolicy) -> Fraction:
        """The dealer's, on a table card taken at random."""
        return -sum((self.of_first(first, policy) for first in MONTHS), Fraction(0)) / len(MONTHS)

    def edge_on_best(self, policy: DealersPolicy) -> Fraction:
        """The dealer's, on the best of four open cards."""
        worth = {first: self.of_first(first, policy) for first in MONTHS}
        fours = [max(worth[month] for month in four) for four in combinations(DECK, 4)]
        return -sum(fours, Fraction(0)) / len(fours)

    def players_hands(self) -> dict[str, Fraction]:
        """How often a player who follows appendix A ends with which hand."""
        shares: dict[str, Fraction] = {}
        for line in self.every_chosen():
            hand = players_hand(line.months, self.options)
            name = f"value {hand.digit}" if hand.kind is Kind.VALUE else hand.kind.value
            shares[name] = shares.get(name, Fraction(0)) + chance(line.months)
        return shares

    def goke(self, draws: Callable[[Pair], bool]) -> Fraction:
        """How often the dealer's role passes by Goke, if the dealer draws so where there is a
        choice."""
        total = Fraction(0)
        for pair in product(MONTHS, MONTHS):
            third = dealers_third(pair, self.options)
            if third is Third.MUST or (third is Third.MAY and draws(pair)):
                hands: list[Months] = [(*pair, month) for month in MONTHS]
            else:
                hands = [pair]
            total += sum(chance(hand) for hand in hands if self._is_goke(hand))
        return total

    def dealers_gain(self, pairs: list[Pair], *, drew: bool) -> Fraction:
        """By drawing with one of these two cards, against a card that drew or that stood."""
        total, weight = 0, 0
        for line in self.every_chosen():
            if (len(line.months) == 3) is not drew:
                continue
            for pair in pairs:
                if pair in line.choices:
                    stands, draws = line.choices[pair]
                    total += stands - draws
                    weight += orders_of((*line.months, *pair)) * _REST[len(line.months) + 2]
        return Fraction(total, weight) if weight else Fraction(0)

    def _add(self, first: int, second: int) -> None:
        pair = first, second
        third = third_card(pair)
        self.stands[pair] = [] if third is Third.MUST else [self._line(pair)]
        self.draws[pair] = (
            [] if third is Third.NEVER else [self._line((*pair, month)) for month in MONTHS]
        )

    def _line(self, months: Months) -> Line:
        line, held = Line(months), len(months)
        player, orders = players_hand(months, self.options), orders_of(months)
        left = [4 - months.count(month) for month in range(11)]
        for one in MONTHS:
            for two in MONTHS:
                again = orders * left[one] * (left[two] - (one == two))
                if again <= 0:
                    continue
                third = dealers_third((one, two), self.options)
                stands = again * _REST[held + 2] * self._score(player, (one, two))
                draws = again * _REST[held + 3] * self._draws(player, (one, two), left)
                if third is Third.MAY:
                    line.choices[one, two] = (stands, draws)
                else:
                    line.forced += draws if third is Third.MUST else stands
        return line

    def _draws(self, player: Hand, pair: Pair, left: list[int]) -> int:
        """The player's points, summed over the dealer's third cards."""
        total = 0
        for three in MONTHS:
            if cards := left[three] - pair.count(three):
                total += cards * self._score(player, (*pair, three))
        return total

    def _is_goke(self, months: Months) -> bool:
        return why_passing(self.options, dealers_hand(months, self.options), 1) == "goke"

    def _score(self, player: Hand, dealer_months: Months) -> int:
        """The player's points for each point on the card."""
        dealer = self._dealers.get(dealer_months)
        if dealer is None:
            dealer = self._dealers[dealer_months] = dealers_hand(dealer_months, self.options)
        score = self._scores.get((player, dealer))
        if score is None:
            outcome, multiple = compare(player, dealer, self.options)
            score = self._scores[player, dealer] = _SIGNS[outcome] * multiple
        return score


def two_cards(digit: int) -> list[Pair]:
    """All that end on this digit, in both orders, but pairs."""
    every = product(MONTHS, MONTHS)
    return [pair for pair in every if last_digit(pair) == digit and pair[0] != pair[1]]


def orders_of(months: Months) -> int:
    """How many ways there are to be dealt cards of these months in this order."""
    left, orders = dict.fromkeys(MONTHS, 4), 1
    for month in months:
        orders *= left[month]
        left[month] = max(0, left[month] - 1)
    return orders


def chance(months: Months) -> Fraction:
    """Of being dealt these months in this order."""
    return Fraction(orders_of(months) * _REST[len(months)], ORDERS)
