"""How sure a counted share is."""

from math import sqrt

_Z = 1.96  # 95 %


def interval(won: float, of: int) -> tuple[float, float, float]:
    """Lower bound, share, upper bound in percent: Wilson's interval of 95 %."""
    share, square = won / of, _Z**2 / of
    middle = (share + square / 2) / (1 + square)
    half = _Z / (1 + square) * sqrt(share * (1 - share) / of + square / of / 4)
    return 100 * (middle - half), 100 * share, 100 * (middle + half)
