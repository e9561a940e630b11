"""Draws whose outcomes are not equally likely."""

from collections.abc import Sequence

from games.core.dice import Dice


def by_odds(dice: Dice, purpose: str, odds: Sequence[int]) -> int:
    """The place of one of the odds: each as likely as its share of them all."""
    (left,) = dice.roll(purpose, sum(odds))
    for place, share in enumerate(odds):
        left -= share
        if left <= 0:
            return place
    raise AssertionError("a die showed more than its sides")
