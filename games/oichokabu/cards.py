"""The forty cards, the four table cards among them, and what a last digit is called."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from games.core.values import Value

CardName: TypeAlias = Literal["kata", "niban", "sanban", "hiki"]

# OC-16: card order. States count the table cards from 0 in it.
CARDS: Final[tuple[CardName, ...]] = ("kata", "niban", "sanban", "hiki")

# OC-6: a card is known by its month and by nothing else.
MONTHS: Final = range(1, 11)
DECK: Final = tuple(month for month in MONTHS for _ in range(4))


class Named(Value, frozen=True):
    english: str
    japanese: str


# OC-16
CARD_NAMES: Final = (
    Named("Kata", "カタ"),
    Named("Niban", "二番"),
    Named("Sanban", "三番"),
    Named("Hiki", "ヒキ"),
)

# OC-41, by last digit.
DIGIT_NAMES: Final = (
    Named("Buta", "ブタ"),
    Named("Pin", "ピン"),
    Named("Nizō", "ニゾウ"),
    Named("Santa", "サンタ"),
    Named("Yotsuya", "ヨツヤ"),
    Named("Goke", "ゴケ"),
    Named("Roppō", "ロッポウ"),
    Named("Shichiken", "シチケン"),
    Named("Oicho", "オイチョ"),
    Named("Kabu", "カブ"),
)


def last_digit(months: Sequence[int]) -> int:
    """OC-7"""
    return sum(months) % 10
