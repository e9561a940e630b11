"""Appendices A and B, by exact enumeration: the tables of cpu.py are what the odds say."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from bench.oichokabu_odds import ORDERS, Odds, chance, orders_of, two_cards
from games.oichokabu.cards import MONTHS
from games.oichokabu.cpu import DIGIT_GAINS, EXPECTED, PAIR_GAINS, Gain
from games.oichokabu.model import Arashi, EqualValues, KuppinShippin, Options

RULES = list(product(EqualValues, Arashi, KuppinShippin))


@cache
def odds_of(equal: EqualValues, arashi: Arashi, order: KuppinShippin) -> Odds:
    return Odds(Options(equal_values=equal, arashi=arashi, kuppin_shippin=order))


def usual() -> Odds:
    return odds_of(*RULES[0])


def test_every_order_of_the_cards_counts_once() -> None:
    assert sum(chance(pair) for pair in product(MONTHS, MONTHS)) == 1
    assert orders_of((3, 3, 3, 3)) == 24 and orders_of((3,) * 5) == 0
    assert ORDERS == 40 * 39 * 38 * 37 * 36 * 35


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules))
def test_what_a_first_card_is_worth(rules: tuple[EqualValues, Arashi, KuppinShippin]) -> None:
    odds = odds_of(*rules)
    found = [round(1000 * odds.of_first(month, odds.best)) for month in MONTHS]
    assert tuple(found) == EXPECTED[rules]


# Appendix B: equal values, Arashi, order, the dealer's edge in percent on any and the best card.
EDGES = [
    ("draw", "both", "any_order", "2.04", "-3.34"),
    ("draw", "both", "in_order", "2.03", "-1.05"),
    ("draw", "players_only", "any_order", "1.06", "-4.34"),
    ("draw", "players_only", "in_order", "1.06", "-2.05"),
    ("dealer", "both", "any_order", "13.58", "7.74"),
    ("dealer", "both", "in_order", "13.77", "10.37"),
    ("dealer", "players_only", "any_order", "12.66", "6.80"),
    ("dealer", "players_only", "in_order", "12.86", "9.44"),
]


@pytest.mark.parametrize(("equal", "arashi", "order", "on_any", "on_best"), EDGES)
def test_the_dealers_edge(equal: str, arashi: str, order: str, on_any: str, on_best: str) -> None:
    odds = odds_of(EqualValues(equal), Arashi(arashi), KuppinShippin(order))
    assert hundredths(100 * odds.edge_on_any(odds.best)) == on_any
    assert hundredths(100 * odds.edge_on_best(odds.best)) == on_best


# Appendix A: two cards, standing, drawing.
CHOICES = [
    ((1, 3), "-0.39", "-0.30"),
    ((4, 10), "-0.40", "-0.31"),
    ((5, 9), "-0.40", "-0.31"),
    ((6, 8), "-0.41", "-0.27"),
    ((2, 2), "-0.39", "-0.14"),
    ((7, 7), "-0.41", "-0.06"),
    ((4, 1), "0.95", "-0.29"),
    ((2, 3), "-0.26", "-0.31"),
    ((5, 10), "-0.27", "-0.26"),
    ((6, 9), "-0.27", "-0.25"),
    ((7, 8), "-0.28", "-0.25"),
    ((1, 5), "-0.12", "-0.23"),
    ((2, 4), "-0.13", "-0.24"),
    ((6, 10), "-0.14", "-0.25"),
    ((7, 9), "-0.13", "-0.23"),
    ((3, 3), "-0.12", "-0.10"),
    ((8, 8), "-0.14", "-0.07"),
    ((9, 9), "0.45", "-0.11"),
]


@pytest.mark.parametrize(("pair", "standing", "drawing"), CHOICES)
def test_a_players_choice(pair: tuple[int, int], standing: str, drawing: str) -> None:
    odds = usual()
    found = [
        hundredths(
            sum(odds.of_pair(each, draws=draws, policy=odds.best) for each in (pair, pair[::-1]))
            / 2
        )
        for draws in (False, True)
    ]
    assert found == [standing, drawing]


@pytest.mark.parametrize("equal", EqualValues)
def test_what_drawing_gains_the_dealer(equal: EqualValues) -> None:
    odds = odds_of(equal, Arashi.BOTH, KuppinShippin.ANY_ORDER)
    for digit, gain in DIGIT_GAINS[equal].items():
        assert gains(odds, two_cards(digit)) == gain
    for month, gain in PAIR_GAINS[equal].items():
        assert gains(odds, [(month, month)]) == gain


def test_with_a_pair_of_nines_the_dealer_stands_under_all_rules() -> None:
    for rules in RULES:
        odds = odds_of(*rules)
        assert max(gains(odds, [(9, 9)])) < -50


def gains(odds: Odds, pairs: list[tuple[int, int]]) -> Gain:
    stood, drew = (round(100 * odds.dealers_gain(pairs, drew=drew)) for drew in (False, True))
    return Gain(stood, drew)


# Appendix B, "How hands come out", in percent.
def test_how_hands_come_out() -> None:
    shares = usual().players_hands()
    assert sum(shares.values()) == 1
    assert [round(1000 * shares[kind]) for kind in ("arashi", "shippin")] == [3, 21]
    low = [shares[f"value {digit}"] for digit in range(6)]
    assert all(Fraction(57, 1000) < share < Fraction(61, 1000) for share in low)
    high = [round(1000 * shares[f"value {digit}"]) for digit in range(6, 10)]
    assert high == [142, 162, 157, 162]


def test_how_often_the_dealer_falls_to_goke() -> None:
    odds = usual()
    assert round(1000 * odds.goke(lambda pair: sum(pair) % 10 == 4)) == 387
    assert round(1000 * odds.goke(lambda pair: sum(pair) % 10 in (4, 5))) == 346


def hundredths(number: Fraction) -> str:
    """Rounded to two places, half away from zero."""
    whole = round(abs(number) * 100)
    sign = "-" if number < 0 and whole else ""
    return f"{sign}{whole // 100}.{whole % 100:02}"
