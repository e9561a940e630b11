"""Sections 2, 7 and 8: what a hand is and which of two wins."""

from itertools import product

import pytest

from games.oichokabu.cards import DECK, DIGIT_NAMES, MONTHS, last_digit
from games.oichokabu.hands import Comparison, compare, dealers_hand, players_hand
from games.oichokabu.model import Arashi, EqualValues, KuppinShippin, Options
from games.oichokabu.worth import Hand, Kind, Outcome

USUAL = Options()
TRIPLES = [(month,) * 3 for month in MONTHS]

# From the lowest to the highest (OC-43, OC-45): ten values, Shippin, Kuppin, Arashi by digit.
ORDER = [
    *(Hand(Kind.VALUE, digit) for digit in range(10)),
    Hand(Kind.SHIPPIN, 5),
    Hand(Kind.KUPPIN, 0),
    *(Hand(Kind.ARASHI, digit) for digit in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
]
PLAYERS = [hand for hand in ORDER if hand.kind is not Kind.KUPPIN]
DEALERS = [hand for hand in ORDER if hand.kind is not Kind.SHIPPIN]


def test_OC_6_forty_cards_four_of_each_month() -> None:
    assert len(DECK) == 40
    assert all(DECK.count(month) == 4 for month in range(1, 11))


def test_OC_7_OC_41_a_hand_is_worth_its_last_digit() -> None:
    assert [last_digit(cards) for cards in ((10, 9), (10, 10), (8, 9, 2), (5, 5))] == [9, 0, 9, 0]
    assert DIGIT_NAMES[last_digit((10, 9))].english == "Kabu"


def test_OC_42_OC_45_the_last_digits_of_arashi() -> None:
    digits = {cards[0]: players_hand(cards, USUAL).digit for cards in TRIPLES}
    assert digits == {1: 3, 2: 6, 3: 9, 4: 2, 5: 5, 6: 8, 7: 1, 8: 4, 9: 7, 10: 0}
    kabu = [cards[0] for cards in TRIPLES if players_hand(cards, USUAL).is_arashi_kabu]
    assert kabu == [3]
    assert not players_hand((10, 9), USUAL).is_arashi_kabu


@pytest.mark.parametrize(("player", "dealer"), list(product(PLAYERS, DEALERS)))
def test_OC_43_every_pair_of_hands(player: Hand, dealer: Hand) -> None:
    mine, theirs = ORDER.index(player), ORDER.index(dealer)
    winner = player if mine > theirs else dealer
    multiple = 1 if winner.kind is not Kind.ARASHI else 5 if winner.digit == 9 else 3
    if mine == theirs and player.kind is Kind.VALUE:
        assert compare(player, dealer, USUAL) == Comparison(Outcome.DRAW, 0)
        by_house = compare(player, dealer, Options(equal_values=EqualValues.DEALER))
        assert by_house == Comparison(Outcome.LOSE, 1)
    elif mine != theirs:
        outcome = Outcome.WIN if mine > theirs else Outcome.LOSE
        for equal_values in EqualValues:
            options = Options(equal_values=equal_values)
            assert compare(player, dealer, options) == Comparison(outcome, multiple)


def test_OC_40_OC_93_in_order_only() -> None:
    strict = Options(kuppin_shippin=KuppinShippin.IN_ORDER)
    assert dealers_hand((9, 1), strict).kind is Kind.KUPPIN
    assert dealers_hand((1, 9), strict) == Hand(Kind.VALUE, 0)
    assert players_hand((4, 1), strict).kind is Kind.SHIPPIN
    assert players_hand((1, 4), strict) == Hand(Kind.VALUE, 5)


def test_OC_39_each_name_belongs_to_one_side_and_to_two_cards() -> None:
    assert dealers_hand((4, 1), USUAL) == Hand(Kind.VALUE, 5)
    assert players_hand((9, 1), USUAL) == Hand(Kind.VALUE, 0)
    assert players_hand((4, 1, 10), USUAL) == Hand(Kind.VALUE, 5)
    assert dealers_hand((9, 1, 10), USUAL) == Hand(Kind.VALUE, 0)


@pytest.mark.parametrize("cards", TRIPLES)
def test_OC_92_arashi_for_players_only(cards: tuple[int, ...]) -> None:
    ours = Options(arashi=Arashi.PLAYERS_ONLY)
    assert dealers_hand(cards, USUAL) == Hand(Kind.ARASHI, last_digit(cards))
    assert dealers_hand(cards, ours) == Hand(Kind.VALUE, last_digit(cards))
    assert players_hand(cards, ours) == Hand(Kind.ARASHI, last_digit(cards))
