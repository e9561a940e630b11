"""The figures of Oicho-Kabu's rules page, worked out anew beside those on the page.

`python -m bench.oichokabu [matches]`. Appendix A, the expectations and the dealer's edges are
exact; "four CPUs" and the length of a game are played, `matches` (default 1,000) to a line.
"""

import sys
from collections.abc import Iterable
from typing import Literal

from bench.oichokabu_odds import Odds, two_cards
from games.core.simulate import Tally, simulate
from games.oichokabu.cards import MONTHS
from games.oichokabu.cpu import OichoKabuCpu
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.figures import figures
from games.oichokabu.model import Arashi, EqualValues, KuppinShippin, Options, Passing

# What the page says. Appendix A: two cards, standing and drawing.
CHOICES: dict[tuple[int, int], tuple[float, ...]] = {
    (1, 3): (-0.39, -0.30),
    (4, 10): (-0.40, -0.31),
    (5, 9): (-0.40, -0.31),
    (6, 8): (-0.41, -0.27),
    (2, 2): (-0.39, -0.14),
    (7, 7): (-0.41, -0.06),
    (4, 1): (0.95, -0.29),
    (2, 3): (-0.26, -0.31),
    (5, 10): (-0.27, -0.26),
    (6, 9): (-0.27, -0.25),
    (7, 8): (-0.28, -0.25),
    (1, 5): (-0.12, -0.23),
    (2, 4): (-0.13, -0.24),
    (6, 10): (-0.14, -0.25),
    (7, 9): (-0.13, -0.23),
    (3, 3): (-0.12, -0.10),
    (8, 8): (-0.14, -0.07),
    (9, 9): (0.45, -0.11),
}

# The dealer's gain against a card that stood and one that drew.
GAINS: dict[str, tuple[float, ...]] = {
    "4": (0.36, 0.09),
    "5": (0.37, -0.11),
    "6": (0.17, -0.30),
    "2+2": (0.57, 0.22),
    "7+7": (0.59, 0.33),
    "3+3": (0.32, -0.13),
    "8+8": (0.39, -0.14),
    "9+9": (-0.62, -0.60),
}

# Appendix B: what a first card of month 1 to 10 is worth, in percent.
FIRST_CARDS: dict[tuple[str, str, str], tuple[float, ...]] = {
    ("draw", "both", "any_order"): (9.5, -4.0, -5.7, 5.4, -4.1, -3.8, -3.7, -4.6, -6.4, -3.1),
    ("draw", "both", "in_order"): (-2.3, -2.6, -4.4, 6.8, -2.7, -2.4, -2.4, -3.3, -5.4, -1.7),
    ("draw", "players_only", "any_order"): (
        (10.5, -3.0, -4.8, 6.5, -3.1, -2.8, -2.8, -3.6, -5.4, -2.2)
    ),
    ("dealer", "both", "any_order"): (
        (-1.3, -15.7, -17.4, -5.1, -15.7, -15.4, -15.4, -16.7, -18.2, -14.9)
    ),
}

# The dealer's edge in percent: on any card, on the best card, with four computer players.
EDGES: dict[tuple[str, str, str], tuple[float, ...]] = {
    ("draw", "both", "any_order"): (2.04, -3.34, -7.4),
    ("draw", "both", "in_order"): (2.03, -1.05, -5.9),
    ("draw", "players_only", "any_order"): (1.06, -4.34, -8.9),
    ("draw", "players_only", "in_order"): (1.06, -2.05, -7.3),
    ("dealer", "both", "any_order"): (13.58, 7.74, 6.7),
    ("dealer", "both", "in_order"): (13.77, 10.37, 10.4),
    ("dealer", "players_only", "any_order"): (12.66, 6.80, 5.3),
    ("dealer", "players_only", "in_order"): (12.86, 9.44, 8.8),
}

# Passing, length, players: hands, ended by zero in percent, choices to a hand, spread, first
# dealer wins in percent.
LENGTHS: dict[tuple[str, Literal[1, 2, 3], int], tuple[float, ...]] = {
    ("goke", 1, 2): (4.0, 0.1, 0.67, 284, 49.7),
    ("goke", 1, 3): (5.9, 0.4, 0.67, 640, 33.0),
    ("goke", 1, 4): (7.8, 3.5, 0.67, 1021, 25.0),
    ("goke", 1, 5): (9.3, 14.8, 0.66, 1389, 21.4),
    ("goke", 1, 6): (9.5, 39.0, 0.67, 1640, 20.7),
    ("goke", 2, 2): (7.9, 0.2, 0.67, 410, 48.5),
    ("goke", 2, 4): (14.8, 21.6, 0.67, 1402, 26.9),
    ("goke", 2, 6): (14.2, 79.8, 0.67, 1933, 22.1),
    ("goke", 3, 2): (11.8, 0.4, 0.67, 511, 51.7),
    ("goke", 3, 4): (20.2, 45.1, 0.67, 1638, 26.3),
    ("goke", 3, 6): (15.9, 93.7, 0.67, 2016, 22.9),
    ("every_hand", 1, 2): (2.0, 0.1, 0.67, 207, 50.2),
    ("every_hand", 1, 3): (3.0, 0.0, 0.67, 463, 32.6),
    ("every_hand", 1, 4): (4.0, 0.9, 0.67, 749, 26.1),
    ("every_hand", 1, 5): (4.9, 4.6, 0.67, 1043, 20.7),
    ("every_hand", 1, 6): (5.4, 20.1, 0.67, 1272, 19.5),
    ("every_hand", 2, 2): (4.0, 0.1, 0.66, 302, 48.9),
    ("every_hand", 2, 4): (7.9, 6.5, 0.67, 1066, 23.7),
    ("every_hand", 2, 6): (9.5, 49.0, 0.67, 1673, 20.0),
    ("every_hand", 3, 2): (6.0, 0.1, 0.67, 371, 51.5),
    ("every_hand", 3, 4): (11.5, 16.6, 0.67, 1279, 24.6),
    ("every_hand", 3, 6): (11.8, 72.0, 0.67, 1828, 20.1),
}


def main(matches: int = 1_000) -> None:
    usual = Odds(Options())
    print("Appendix A, the player: two cards: standing, drawing | on the page")
    for pair, said in CHOICES.items():
        line(f"{pair[0]}+{pair[1]}", choice(usual, pair), said, places=2)
    print("\nAppendix A, the dealer's gain by drawing: against stood, drew | on the page")
    for name, said in GAINS.items():
        line(name, gain(usual, name), said, places=2)
    print("\nHow hands come out, in percent")
    shares = {name: 100 * share for name, share in usual.players_hands().items()}
    print("  " + ", ".join(f"{name} {float(shares[name]):.1f}" for name in sorted(shares)))
    on_4 = usual.goke(lambda pair: sum(pair) % 10 == 4)
    on_5 = usual.goke(lambda pair: sum(pair) % 10 in (4, 5))
    print("The dealer's Goke, drawing on 4 only, on 4 and 5 | on the page")
    line("", (float(100 * on_4), float(100 * on_5)), (38.7, 34.6), places=1)

    first_cards_and_edges(matches)
    print(f"\nLength of a game, {matches} matches to a line, passing, length, players:")
    print("  hands, ended by zero %, choices to a hand, spread, first dealer wins % | on the page")
    for (passing, length, seats), said in LENGTHS.items():
        options = Options(passing=Passing(passing), length=length)
        line(f"{passing} {length} {seats}", played(options, seats, matches), said, places=2)


def first_cards_and_edges(matches: int) -> None:
    edges: list[tuple[str, list[float], tuple[float, ...]]] = []
    print("\nAppendix B, what a first card of month 1 to 10 is worth, in percent | on the page")
    for rules, said in EDGES.items():
        equal, arashi, order = rules
        options = Options(
            equal_values=EqualValues(equal),
            arashi=Arashi(arashi),
            kuppin_shippin=KuppinShippin(order),
        )
        odds, name = Odds(options), " ".join(rules)
        worth = [float(100 * odds.of_first(month, odds.best)) for month in MONTHS]
        line(name, worth, FIRST_CARDS.get(rules, ()), places=1)
        exact = (odds.edge_on_any(odds.best), odds.edge_on_best(odds.best))
        at_table = tally(options, 4, matches)
        put, gained = (sum(at_table.figures[each]) for each in ("points_put", "dealers_gain"))
        edges.append((name, [*(float(100 * edge) for edge in exact), 100 * gained / put], said))
    print(f"\nThe dealer's edge: any card, best card, four CPUs ({matches} matches) | on the page")
    for name, found, page in edges:
        line(name, found, page, places=2)


def choice(odds: Odds, pair: tuple[int, int]) -> list[float]:
    """Standing and drawing, averaged over the order of the two cards."""
    return [
        float(odds.of_pair(pair, draws=draws, policy=odds.best)) / 2
        + float(odds.of_pair(pair[::-1], draws=draws, policy=odds.best)) / 2
        for draws in (False, True)
    ]


def gain(odds: Odds, name: str) -> list[float]:
    first, _, second = name.partition("+")
    pairs = [(int(first), int(second))] if second else two_cards(int(first))
    return [float(odds.dealers_gain(pairs, drew=drew)) for drew in (False, True)]


def played(options: Options, seats: int, matches: int) -> list[float]:
    found = tally(options, seats, matches)
    hands = sum(found.figures["hands"])
    return [
        hands / matches,
        100 * found.reasons["zero"] / matches,
        sum(found.figures["choices"]) / hands,
        sum(found.figures["spread"]) / matches,
        100 * sum(found.figures["first_dealer_won"]) / matches / 60,
    ]


def tally(options: Options, seats: int, matches: int) -> Tally:
    return simulate(
        OichoKabuEngine(),
        OichoKabuCpu(),
        seats=seats,
        options=options,
        games=matches,
        seed=1,
        figures=figures,
    )


def line(name: str, found: Iterable[float], page: Iterable[float], *, places: int) -> None:
    columns = (" ".join(f"{number:.{places}f}" for number in side) for side in (found, page))
    print(f"  {name:<28} {' | '.join(columns)}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
