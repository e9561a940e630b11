"""How a match ended."""

from collections.abc import Sequence

from games.core.values import Value


class Result(Value, frozen=True):
    """By seat. Equal ranks are a tie and use up the ranks behind them: 1, 1, 3.

    `scores` are whole numbers in the game's own measure (squares, points, ryō);
    `reason` is a code for what ended the match.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


def rank_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """One more than the number of seats strictly ahead; higher is better."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
