"""Where the squares lie on our print, what their slips say, and how their names are read.

The print is 1200 units wide and 800 high. A spot is the point of the road that the slip
hangs over. Names and numbers are the rules' (games/hokusai/board.py).
"""

from dataclasses import dataclass
from typing import Final

from games.hokusai.board import HOME, SQUARES, START, square

WIDTH: Final = 1200
HEIGHT: Final = 800

SPOTS: Final[dict[int, tuple[int, int]]] = {
    1: (1135, 690),
    2: (1060, 708),
    3: (985, 698),
    4: (910, 675),
    5: (835, 690),
    6: (760, 705),
    7: (685, 700),
    8: (615, 664),
    9: (572, 598),
    10: (612, 545),
    11: (690, 535),
    12: (765, 550),
    13: (835, 560),
    14: (897, 510),
    15: (872, 440),
    16: (797, 425),
    17: (720, 437),
    18: (645, 442),
    19: (570, 428),
    20: (498, 446),
    21: (466, 525),
    22: (505, 600),
    23: (482, 680),
    24: (415, 700),
    25: (385, 630),
    26: (404, 555),
    27: (375, 482),
    28: (305, 455),
    29: (235, 470),
    30: (172, 490),
    31: (122, 612),
    32: (82, 470),
    33: (76, 390),
    34: (118, 325),
    35: (92, 250),
    36: (135, 185),
    37: (203, 142),
    38: (270, 92),
    39: (338, 150),
    40: (352, 235),
    41: (405, 300),
    42: (478, 335),
    43: (548, 295),
    44: (618, 322),
    45: (690, 345),
    46: (762, 312),
    47: (835, 332),
    48: (908, 360),
    49: (980, 390),
    50: (1003, 480),
    51: (1065, 530),
    52: (1133, 575),
}

# Names that are too long for one line of a slip, broken as a print would break them.
_BROKEN: Final = {
    9: ("戸塚", "境木"),
    11: ("倉田", "長沼", "飯島"),
}

READINGS: Final[dict[int, str]] = {
    1: "にほんばし",
    2: "しながわ",
    3: "おおもり",
    4: "かわさき",
    5: "つるみ",
    6: "かながわ",
    7: "ほんもくのながめ",
    8: "ほどがや",
    9: "とつか さかいぎ",
    10: "とつかしゅく",
    11: "くらた・ながぬま・いいじま",
    12: "だいどう",
    13: "おおふな",
    14: "はなれやま",
    15: "やまのうち",
    16: "えんがくじ",
    17: "けんちょうじ",
    18: "こぶくろざか",
    19: "つるがおかはちまんぐう",
    20: "ゆきのした",
    21: "びわこうじ",
    22: "いなせがわ",
    23: "だいぶつ",
    24: "はせ",
    25: "ほしのい",
    26: "ごくらくじ",
    27: "はりすりばし",
    28: "いなむらがさき",
    29: "しちりがはま",
    30: "こしごえ",
    31: "えのしま",
    32: "かたせ",
    33: "ふじさわ",
    34: "よつや",
    35: "いちのみや",
    36: "いせはら",
    37: "ろうべんのたき",
    38: "おおやま",
    39: "あいこう",
    40: "あつぎ",
    41: "かわらぐち",
    42: "こくぶ",
    43: "うのもり",
    44: "つるましゅく",
    45: "ながつた",
    46: "やもと",
    47: "えだ",
    48: "まぎぬ",
    49: "みぞのくち",
    50: "ふたこ",
    51: "さんげんぢゃや",
    52: "しぶや",
}

# The slip: 16 units for each line of the name, 14 for each character.
_TOP, _LINE, _CHARACTER, _INN = -30, 16, 14, 20


@dataclass(frozen=True, slots=True)
class Line:
    """One upright line of a slip; `x` is its middle, from the slip's spot."""

    words: str
    x: int


@dataclass(frozen=True, slots=True)
class Slip:
    """The paper slip of one square, drawn in the units of the print."""

    number: int
    x: int
    y: int
    left: int
    width: int
    height: int
    lines: tuple[Line, ...]
    inn_at: int | None

    @property
    def inn_text_at(self) -> int:
        """The base line of the round inn mark's character."""
        return (self.inn_at or 0) + 5


def slips() -> tuple[Slip, ...]:
    """All 52, in playing order."""
    return tuple(_slip(each.number) for each in SQUARES if each.number != HOME)


def spot(number: int) -> tuple[int, int]:
    """Start and goal are one place on the print (HS-15)."""
    return SPOTS[START if number == HOME else number]


def _slip(number: int) -> Slip:
    there = square(number)
    lines = _BROKEN.get(number, (there.japanese,))
    tallest = max(len(line) for line in lines)
    width = 30 + _LINE * (len(lines) - 1)
    height = 22 + _CHARACTER * tallest + (_INN if there.inn else 0)
    x, y = SPOTS[number]
    return Slip(
        number=number,
        x=x,
        y=y,
        left=-width // 2,
        width=width,
        height=height,
        lines=_lines(lines),
        inn_at=_TOP + height - 12 if there.inn else None,
    )


def _lines(lines: tuple[str, ...]) -> tuple[Line, ...]:
    """Upright text reads from the right: the first line stands rightmost."""
    first = _LINE * (len(lines) - 1) // 2
    return tuple(Line(words, first - _LINE * column) for column, words in enumerate(lines))
