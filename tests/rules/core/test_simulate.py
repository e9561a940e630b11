"""All-CPU matches end, can be played again from their seed, and come to the rules' figures."""

from fractions import Fraction

import pytest

from games.core.simulate import NeverEnds, Tally, play_out, simulate
from games.hokusai.model import GettingHome, Options
from games.registry import GAMES, Game, game_for
from tests.rules.option_sets import every_option_set
from tests.rules.test_faults import NeverHome

HOKUSAI = game_for("hokusai")

# Of a game whose matches are long or whose house rules are many, a match for every size of table
# under each set of them. Oicho-Kabu's own tests play 500 under those that cover every pair.
MATCHES = {"oicho-kabu": 5, "okuribito": 3}


def run(game: Game, seats: int, options: object, games: int, seed: int = 1) -> Tally:
    return simulate(
        game.engine,
        game.cpu,
        seats=seats,
        options=options,
        games=games,
        seed=seed,
        figures=game.figures,
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_matches_among_computer_players_end_under_every_set_of_house_rules(game: Game) -> None:
    each = -(-MATCHES.get(game.key, 200) // len(game.seat_counts))
    for number, options in enumerate(every_option_set(game.options_type)):
        for seats in game.seat_counts:
            assert run(game, seats, options, each, seed=number).games == each


def test_the_same_seed_plays_the_same_matches() -> None:
    once, again = (run(HOKUSAI, 3, Options(), 10, seed=5) for _ in range(2))
    assert once == again
    assert run(HOKUSAI, 3, Options(), 10, seed=6) != once


def test_a_match_that_does_not_end_is_noticed() -> None:
    with pytest.raises(NeverEnds):
        play_out(
            NeverHome(), HOKUSAI.cpu, seats=2, options=Options(), key=bytes(32), step_limit=500
        )


# From appendix B: rolls in a game, missed turns, middle 90 %, first home by seat in
# percent, some place shared in percent.
FIGURES = [
    ("as_printed", False, 2, "32.9", "3.6", (24, 46), (52, 48), 0),
    ("as_printed", False, 4, "58.2", "6.2", (46, 73), (28, 26, 24, 22), 30),
    ("bounce_back", False, 5, "70.2", "7.4", (57, 86), (23, 21, 20, 19, 17), 46),
    ("over_is_fine", False, 3, "39.9", "4.1", (33, 46), (39, 33, 28), 7),
    ("as_printed", True, 3, "53.2", "6.0", (41, 70), (37, 33, 30), 0),
    ("over_is_fine", True, 6, "90.1", "9.8", (83, 98), (22, 19, 16, 16, 15, 12), 0),
]


@pytest.mark.parametrize(
    ("getting_home", "rank_everyone", "seats", "rolls", "missed", "middle", "first", "shared"),
    FIGURES,
)
def test_the_figures_of_appendix_b(
    getting_home: str,
    rank_everyone: bool,
    seats: int,
    rolls: str,
    missed: str,
    middle: tuple[int, int],
    first: tuple[int, ...],
    shared: int,
) -> None:
    options = Options(getting_home=GettingHome(getting_home), rank_everyone=rank_everyone)
    games = 500
    tally = run(HOKUSAI, seats, options, games)
    assert mean_is_near(tally.figures["rolls"], Fraction(rolls))
    assert mean_is_near(tally.figures["missed"], Fraction(missed))
    assert all(abs(a - b) <= 3 for a, b in zip(tally.middle("rolls"), middle, strict=True))
    for count, percent in zip(tally.first, first, strict=True):
        assert abs(Fraction(100 * count, games) - percent) < 9
    assert sum(tally.first) == games
    assert abs(Fraction(100 * tally.some_place_shared, games) - shared) < 9


def mean_is_near(numbers: list[int], expected: Fraction) -> bool:
    """Within four standard errors and the last digit of what is expected."""
    count = len(numbers)
    mean = Fraction(sum(numbers), count)
    variance = sum((number - mean) ** 2 for number in numbers) / count
    miss = max(abs(mean - expected) - Fraction(1, 20), Fraction(0))
    return miss**2 <= 16 * variance / count


def test_the_middle_of_a_figure_leaves_as_many_out_below_as_above() -> None:
    tally = Tally(2, figures={"rolls": list(range(100, 0, -1))})
    assert tally.middle("rolls") == (6, 95)
    assert tally.middle("rolls", 100) == (1, 100)
