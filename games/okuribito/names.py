"""The words of the game: towns, industries, ranks, belongings, squares, cards."""

from enum import StrEnum
from typing import Final, Self


class Numbered(StrEnum):
    """A word of a list; `number` is its place in it, from 0."""

    number: int

    # A word is looked up as a word; Enum's own hash is slower and means the same.
    __hash__ = str.__hash__

    def __new__(cls, word: str) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.number = len(cls.__members__)
        return member


class Town(Numbered):
    """OK-5, in the order of the road."""

    NIHONBASHI = "nihonbashi"
    KANDA = "kanda"
    UENO = "ueno"
    ASAKUSA = "asakusa"
    HONJO = "honjo"
    FUKAGAWA = "fukagawa"
    SHINAGAWA = "shinagawa"
    YOTSUYA = "yotsuya"


class Industry(Numbered):
    """OK-10"""

    CLOTH = "cloth"
    GRAIN = "grain"
    SEAFOOD = "seafood"
    TOOLS = "tools"


class Season(Numbered):
    """OK-17: a round each."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


class Rank(Numbered):
    """OK-42"""

    APPRENTICE = "apprentice"
    CLERK = "clerk"
    HEAD_CLERK = "head_clerk"
    MASTER = "master"


class Insight(Numbered):
    """OK-44 to OK-46"""

    FORESIGHT = "foresight"
    KEEN_EYE = "keen_eye"
    MASTER_BUILDER = "master_builder"


class Item(Numbered):
    """Belongings, OK-76 to OK-79."""

    STRAW_DOLL = "straw_doll"
    CHARM = "charm"
    LUCKY_CAT = "lucky_cat"
    CURSE = "curse"


class Luck(Numbered):
    """What the fortune teller and the shrine's slip say; a slip is never middling."""

    GREAT = "great"
    GOOD = "good"
    MIDDLING = "middling"
    SMALL = "small"
    BAD = "bad"


class Way(StrEnum):
    """Out of a fork, OK-24."""

    ROAD = "road"
    CASTLE = "castle"


class Kind(StrEnum):
    """Of a square, OK-8."""

    FIRM = "firm"
    EXPERIENCE = "experience"
    MONEY_CHANGER = "money_changer"
    EXCHANGE = "exchange"
    FORTUNE_TELLER = "fortune_teller"
    SHRINE = "shrine"
    BARRIER = "barrier"
    NEWS = "news"
    GATE = "gate"


class News(StrEnum):
    """What a card of the News sheet tells, OK-86."""

    BOOM = "boom"
    SLUMP = "slump"
    FAIR = "fair"
    FIRE = "fire"
    LUCKY = "lucky"
    PICK = "pick"


class Disaster(StrEnum):
    """What a charm wards off, OK-78."""

    FIRE = "fire"
    CURSE = "curse"


class Why(StrEnum):
    """What ended the match, OK-99 and OK-101."""

    TARGET = "target"
    LIMIT = "limit"


TOWNS: Final = tuple(Town)
INDUSTRIES: Final = tuple(Industry)
SEASONS: Final = tuple(Season)
RANKS: Final = tuple(Rank)
