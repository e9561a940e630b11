"""What a hand is, and which of two wins (sections 7 and 8)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.oichokabu.cards import last_digit
from games.oichokabu.model import Arashi, EqualValues, KuppinShippin, Options
from games.oichokabu.worth import Hand, Kind, Outcome

_ORDER: Final = {kind: place for place, kind in enumerate(Kind)}


class Comparison(NamedTuple):
    """For the players on the card; the multiple is 0 in a draw."""

    outcome: Outcome
    multiple: int


def players_hand(months: Sequence[int], options: Options) -> Hand:
    """The hand of a table card, its months in the order they came."""
    if is_three_of_a_kind(months):
        return Hand(Kind.ARASHI, last_digit(months))
    kind = Kind.SHIPPIN if is_pair_of(4, 1, months, options) else Kind.VALUE
    return Hand(kind, last_digit(months))


def dealers_hand(months: Sequence[int], options: Options) -> Hand:
    """The dealer's hand, its months in the order they came."""
    if is_three_of_a_kind(months) and options.arashi is Arashi.BOTH:  # OC-92
        return Hand(Kind.ARASHI, last_digit(months))
    kind = Kind.KUPPIN if is_pair_of(9, 1, months, options) else Kind.VALUE
    return Hand(kind, last_digit(months))


def compare(player: Hand, dealer: Hand, options: Options) -> Comparison:
    """OC-43 to OC-45, OC-51, OC-52"""
    mine, theirs = _strength(player), _strength(dealer)
    if mine > theirs:
        return Comparison(Outcome.WIN, multiple(player))
    if mine < theirs:
        return Comparison(Outcome.LOSE, multiple(dealer))
    if options.equal_values is EqualValues.DEALER:  # OC-91
        return Comparison(Outcome.LOSE, 1)
    return Comparison(Outcome.DRAW, 0)


def multiple(winner: Hand) -> int:
    """OC-51, OC-52"""
    if winner.kind is not Kind.ARASHI:
        return 1
    return 5 if winner.is_arashi_kabu else 3


def is_three_of_a_kind(months: Sequence[int]) -> bool:
    """OC-42"""
    return len(months) == 3 and months[0] == months[1] == months[2]


def is_pair_of(first: int, second: int, months: Sequence[int], options: Options) -> bool:
    """OC-40, OC-93: two cards, these months, in this order if the house says so."""
    if len(months) != 2:
        return False
    if months[0] == first and months[1] == second:
        return True
    any_order = options.kuppin_shippin is KuppinShippin.ANY_ORDER
    return any_order and months[0] == second and months[1] == first


def _strength(hand: Hand) -> tuple[int, int]:
    """OC-43. Two Shippin or two Kuppin never meet, so the digit decides only where it may."""
    return _ORDER[hand.kind], hand.digit
