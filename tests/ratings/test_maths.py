"""The rating formula: golden vectors, and what "a draw is half a win" has to mean."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings import maths
from ratings.maths import NEW, Rating, rated, rested

# Of the six-decimal table for beta 705.
VECTORS: list[tuple[list[tuple[float, float]], list[int], list[tuple[float, float]]]] = [
    ([(1500, 200)] * 2, [1, 2], [(1519.300100, 199.076634), (1480.699900, 199.076634)]),
    ([(1500, 200)] * 2, [1, 1], [(1500, 199.076634)] * 2),
    ([(1700, 80), (1450, 120)], [1, 1], [(1699.607622, 79.962812), (1450.882545, 119.806801)]),
    ([(1700, 80), (1450, 120)], [1, 2], [(1702.786096, 79.962812), (1443.733460, 119.806801)]),
    ([(1700, 80), (1450, 120)], [2, 1], [(1696.429147, 79.962812), (1458.031631, 119.806801)]),
    (
        [(1500, 200)] * 4,
        [1, 2, 2, 4],
        [
            (1557.900300, 197.196649),
            (1500, 197.196649),
            (1500, 197.196649),
            (1442.099700, 197.196649),
        ],
    ),
    (
        [(1600, 90), (1500, 200), (1420, 75), (1555, 110), (1500, 60), (1700, 140)],
        [1, 1, 3, 3, 5, 6],
        [
            (1615.460582, 89.574705),
            (1580.901809, 195.174201),
            (1421.076424, 74.768271),
            (1554.906203, 109.202166),
            (1494.871827, 59.900286),
            (1647.251865, 138.349858),
        ],
    ),
]

ratings = st.builds(Rating, st.floats(800, 2200), st.floats(20, 200))
betas = st.sampled_from([200.0, 250.0, 705.0, 2400.0])


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    before = draw(st.lists(ratings, min_size=2, max_size=6))
    ranks = draw(st.lists(st.integers(1, 6), min_size=len(before), max_size=len(before)))
    return before, ranks


def near(one: list[Rating], other: list[Rating]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(
        a.mu == pytest.approx(b.mu, abs=1e-8) and a.sigma == pytest.approx(b.sigma)
        for a, b in pairs
    )


@pytest.mark.parametrize(("before", "ranks", "after"), VECTORS)
def test_golden_vectors(
    before: list[tuple[float, float]], ranks: list[int], after: list[tuple[float, float]]
) -> None:
    found = rated([Rating(*each) for each in before], ranks, 705.0)
    assert [(round(mu, 6), round(sigma, 6)) for mu, sigma in found] == [
        (round(mu, 6), round(sigma, 6)) for mu, sigma in after
    ]


@given(matches(), betas)
def test_a_draw_is_half_a_win(match: tuple[list[Rating], list[int]], beta: float) -> None:
    """The first two tie: the mean of what either order would give, for both and for all."""
    before, ranks = match
    ranks = [2 * rank for rank in ranks]
    ranks[1] = ranks[0]
    tie = rated(before, ranks, beta)
    above = rated(before, [ranks[0] - 1, *ranks[1:]], beta)
    below = rated(before, [ranks[0] + 1, *ranks[1:]], beta)
    # Nobody stands between: odd numbers are free, so only this one pair changes sides, and the
    # pairs of the first with others of the same rank, which change sides with it.
    for tied, one, other in zip(tie, above, below, strict=True):
        assert tied.mu == pytest.approx((one.mu + other.mu) / 2, abs=1e-7)


@given(ratings, st.integers(2, 6), betas)
def test_an_even_tie_moves_nobody(one: Rating, people: int, beta: float) -> None:
    assert all(
        after.mu == pytest.approx(one.mu, abs=1e-9)
        for after in rated([one] * people, [1] * people, beta)
    )


@given(st.floats(1000, 1600), st.floats(1, 500), st.floats(20, 200), betas)
def test_a_tie_draws_two_towards_each_other(
    low: float, gap: float, sigma: float, beta: float
) -> None:
    strong, weak = rated([Rating(low + gap, sigma), Rating(low, sigma)], [1, 1], beta)
    assert strong.mu < low + gap and weak.mu > low
    assert low + gap - strong.mu == pytest.approx(weak.mu - low, abs=1e-8)


@given(matches(), betas, st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(match, beta, chance) -> None:  # type: ignore[no-untyped-def]
    before, ranks = match
    order = list(range(len(before)))
    chance.shuffle(order)
    mixed = rated([before[at] for at in order], [ranks[at] for at in order], beta)
    straight = rated(before, ranks, beta)
    assert near(mixed, [straight[at] for at in order])


@given(ratings, st.lists(st.integers(1, 6), min_size=2, max_size=6), betas)
def test_a_better_rank_never_ends_lower(one: Rating, ranks: list[int], beta: float) -> None:
    after = sorted(zip(ranks, rated([one] * len(ranks), ranks, beta), strict=True))
    for (rank, better), (next_rank, worse) in pairwise(after):
        if rank == next_rank:
            assert better.mu == pytest.approx(worse.mu, abs=1e-9)
        else:
            assert better.mu > worse.mu


@given(st.lists(ratings, min_size=4, max_size=4), betas)
def test_only_the_order_of_ranks_matters(before: list[Rating], beta: float) -> None:
    assert rated(before, [1, 1, 3, 4], beta) == rated(before, [0, 0, 10, 99], beta)


@given(matches(), betas)
def test_no_match_more_than_halves_an_uncertainty(
    match: tuple[list[Rating], list[int]], beta: float
) -> None:
    before, ranks = match
    for old, new in zip(before, rated(before, ranks, beta), strict=True):
        assert old.sigma / 2 <= new.sigma <= old.sigma + maths.TAU


@given(st.lists(ratings, min_size=2, max_size=2), betas)
def test_certainty_is_the_same_for_win_loss_and_tie(before: list[Rating], beta: float) -> None:
    sigmas = [
        [each.sigma for each in rated(before, ranks, beta)] for ranks in ([1, 2], [2, 1], [1, 1])
    ]
    assert sigmas[1] == pytest.approx(sigmas[0])
    assert sigmas[2] == pytest.approx(sigmas[0])


def test_a_small_beta_is_refused() -> None:
    with pytest.raises(ValueError, match="beta"):
        rated([NEW, NEW], [1, 2], 199.0)


@pytest.mark.parametrize(("before", "ranks"), [([NEW], [1]), ([], []), ([NEW, NEW], [1])])
def test_nonsense_is_refused(before: list[Rating], ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="rated match"):
        rated(before, ranks, 705.0)


def test_a_year_of_rest_is_what_it_is_said_to_be() -> None:
    assert round(rested(Rating(1600, 70), 365).sigma) == 118
    assert rested(Rating(1600, 70), 0) == Rating(1600, 70)
    assert rested(Rating(1600, 70), 10**6).sigma == maths.SIGMA
    assert rested(Rating(1600, 70), -5) == Rating(1600, 70)


@settings(max_examples=1, deadline=None)
@given(st.just(None))
def test_luck_is_not_taken_for_skill(_: None) -> None:
    """Hokusai's beta: 50 equal players after 200 matches each stay within a hair."""
    import random

    chance = random.Random(7)
    table = dict.fromkeys(range(50), NEW)
    for _match in range(50 * 200 // 4):
        people = chance.sample(range(50), 4)
        after = rated([table[each] for each in people], [1, 2, 3, 4], maths.beta_of("hokusai"))
        table.update(zip(people, after, strict=True))
    top, bottom = max(table.values()), min(table.values())
    assert maths.chance(top, bottom, maths.beta_of("hokusai")) < 0.60


def test_nothing_is_quite_certain() -> None:
    """Or what foretold it could not be measured: log(0)."""
    strong, weak = Rating(60_000, 0), Rating(0, 0)
    assert maths.chance(weak, strong, 200.0) > 0
    assert maths.chance(strong, weak, 200.0) < 1
