"""The figures of Oicho-Kabu's rules page, read off the rules that the engine plays by.

They are worked out at each call and never copied, so that nothing on the page can drift.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from django.utils.translation import gettext as _

from games.oichokabu import model
from games.oichokabu.cards import CARDS, DIGIT_NAMES, MONTHS
from games.oichokabu.hands import compare, dealers_hand, multiple, players_hand
from games.oichokabu.model import Options
from games.oichokabu.thirds import Third, dealers_third, third_card
from games.oichokabu.worth import Hand, Kind
from games.registry import game_for
from tables.boards.oichokabu_cards import BACK, Picture, four_of
from tables.boards.oichokabu_examples import (
    SHORT,
    USUAL,
    Sight,
    Worked,
    outcome_words,
    sights,
    worked,
)
from tables.boards.oichokabu_names import card_name, digit_name, hand_name

_USUAL: Final = Options()

# Hands that the page sets side by side: the player's cards, then the dealer's.
_MEETINGS: Final = (
    ((3, 4), (10, 6)),
    ((1, 5), (10, 6)),
    ((4, 1), (9, 10)),
    ((4, 1), (9, 1)),
    ((6, 6, 6), (9, 1)),
    ((2, 7), (3, 3, 3)),
)
_EXAMPLE_AMOUNT: Final = 50


@dataclass(frozen=True, slots=True)
class Digit:
    digit: int
    name: str
    other_name: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand with its cards. `multiple` is what it brings when it wins."""

    name: str
    cards: tuple[Picture, ...]
    digit: int
    multiple: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """A player's hand against the dealer's, with so many points on the card."""

    player: Shown
    dealer: Shown
    outcome: str
    amount: int
    moved: int


@dataclass(frozen=True, slots=True)
class Row:
    """A hand of the player, and what becomes of it against each of the dealer's."""

    name: str
    outcomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thirds:
    """Last digits of two cards, and the pairs for which the rule is another."""

    must: tuple[int, ...]
    may: tuple[int, ...]
    never: tuple[int, ...]
    odd_pairs: tuple[tuple[Picture, ...], ...]
    dealer_stops: tuple[tuple[Picture, ...], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    fewest: int
    most: int
    cpus: int
    minutes: int
    start_points: int
    amounts: tuple[int, ...]
    most_in_play: int
    hands_in_a_term: int
    goke: int
    keeps: int
    result_seconds: int
    cards: int
    months: tuple[tuple[Picture, ...], ...]
    back: str
    table_cards: tuple[str, ...]
    digits: tuple[Digit, ...]
    thirds: Thirds
    hands: dict[str, Shown]
    arashi: tuple[Shown, ...]
    dealers_hands: tuple[str, ...]
    order: tuple[Row, ...]
    meetings: tuple[Meeting, ...]
    usual: Worked
    short: Worked
    sights: list[Sight]


def figures() -> Figures:
    """In the language that is active."""
    game = game_for("oicho-kabu")
    months = tuple(four_of(month) for month in MONTHS)
    dealers = (dealers_hand((2, 2, 2), _USUAL), dealers_hand((9, 1), _USUAL))
    return Figures(
        fewest=game.seat_counts.start,
        most=game.seat_counts.stop - 1,
        cpus=game.seats_alone - 1,
        minutes=game.minutes,
        start_points=model.START_POINTS,
        amounts=model.AMOUNTS,
        most_in_play=max(model.AMOUNTS) * len(CARDS),
        hands_in_a_term=model.HANDS_IN_A_TERM,
        goke=model.GOKE,
        keeps=model.GOKE + 1,
        result_seconds=model.RESULT_SECONDS,
        cards=sum(map(len, months)),
        months=months,
        back=BACK,
        table_cards=tuple(map(card_name, range(len(CARDS)))),
        digits=tuple(map(_digit, reversed(range(10)))),
        thirds=_thirds(),
        hands={
            "arashi_kabu": _players((3, 3, 3)),
            "arashi": _players((6, 6, 6)),
            "kuppin": _dealers((9, 1)),
            "shippin": _players((4, 1)),
            "kabu": _players((2, 7)),
        },
        arashi=_arashi(),
        dealers_hands=(*map(hand_name, dealers), _("any value")),
        order=_order(dealers),
        meetings=tuple(_meeting(player, dealer) for player, dealer in _MEETINGS),
        usual=worked(USUAL),
        short=worked(SHORT),
        sights=sights(),
    )


def _digit(digit: int) -> Digit:
    named = DIGIT_NAMES[digit]
    here = digit_name(digit)
    return Digit(digit, here, named.japanese if here == named.english else named.english)


def spread(months: Sequence[int]) -> tuple[Picture, ...]:
    """Cards of one deck: the same month twice shows two of its four pictures."""
    seen: Counter[int] = Counter()
    cards = []
    for month in months:
        cards.append(four_of(month)[seen[month]])
        seen[month] += 1
    return tuple(cards)


def _players(months: Sequence[int]) -> Shown:
    return _shown(players_hand(months, _USUAL), months)


def _dealers(months: Sequence[int]) -> Shown:
    return _shown(dealers_hand(months, _USUAL), months)


def _shown(hand: Hand, months: Sequence[int]) -> Shown:
    return Shown(hand_name(hand), spread(months), hand.digit, multiple(hand))


def _thirds() -> Thirds:
    """OC-33 to OC-38. The rule of a digit is the rule of most pairs that make it."""
    pairs = list(product(MONTHS, MONTHS))
    votes: dict[int, Counter[Third]] = {digit: Counter() for digit in range(10)}
    for pair in pairs:
        votes[sum(pair) % 10][third_card(pair)] += 1
    usual = {digit: vote.most_common(1)[0][0] for digit, vote in votes.items()}

    def digits(third: Third) -> tuple[int, ...]:
        return tuple(digit for digit in range(10) if usual[digit] is third)

    rising = [pair for pair in pairs if pair[0] >= pair[1]]
    return Thirds(
        must=digits(Third.MUST),
        may=digits(Third.MAY),
        never=digits(Third.NEVER),
        odd_pairs=tuple(spread(p) for p in rising if third_card(p) is not usual[sum(p) % 10]),
        dealer_stops=tuple(
            spread(pair) for pair in rising if dealers_third(pair, _USUAL) is not third_card(pair)
        ),
    )


def _arashi() -> tuple[Shown, ...]:
    """OC-45: those that can arise, the strongest first."""
    months = [month for month in MONTHS if third_card((month, month)) is not Third.NEVER]
    hands = [_players((month, month, month)) for month in months]
    return tuple(sorted(hands, key=lambda hand: -hand.digit))


def _order(dealers: Sequence[Hand]) -> tuple[Row, ...]:
    """OC-43: where a better last digit changes the outcome, it is the digit that decides."""
    least, best = Hand(Kind.VALUE, 0), Hand(Kind.VALUE, 9)
    rows = []
    for low, high in (
        (players_hand((10, 10, 10), _USUAL), players_hand((3, 3, 3), _USUAL)),
        (players_hand((4, 1), _USUAL),) * 2,
        (least, best),
    ):
        ranges = [(each, each) for each in dealers] + [(least, best)]
        outcomes = tuple(_outcome((low, high), dealer) for dealer in ranges)
        rows.append(Row(_("any value") if low is least else hand_name(low), outcomes))
    return tuple(rows)


def _outcome(player: tuple[Hand, Hand], dealer: tuple[Hand, Hand]) -> str:
    found = {compare(mine, theirs, _USUAL).outcome for mine in player for theirs in dealer}
    if len(found) > 1:
        return _("nearer to 9 wins")
    return outcome_words()[found.pop()]


def _meeting(player: Sequence[int], dealer: Sequence[int]) -> Meeting:
    mine, theirs = _players(player), _dealers(dealer)
    met = compare(players_hand(player, _USUAL), dealers_hand(dealer, _USUAL), _USUAL)
    return Meeting(
        player=mine,
        dealer=theirs,
        outcome=outcome_words()[met.outcome],
        amount=_EXAMPLE_AMOUNT,
        moved=_EXAMPLE_AMOUNT * met.multiple,
    )
