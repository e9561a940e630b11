import pytest

from kirakuken.lib.intervals import interval


@pytest.mark.parametrize(
    ("won", "of", "expected"),
    [
        # Worked out by hand from Wilson's formula.
        (0, 10, (0.0, 0.0, 27.8)),
        (10, 10, (72.2, 100.0, 100.0)),
        (5, 10, (23.7, 50.0, 76.3)),
        (100, 400, (21.0, 25.0, 29.5)),
    ],
)
def test_the_interval_of_a_share(won: int, of: int, expected: tuple[float, ...]) -> None:
    assert interval(won, of) == pytest.approx(expected, abs=0.06)
