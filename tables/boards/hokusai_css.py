"""The style sheet of places: where `data-at` puts a piece and the lens.

Positions come from a style sheet because the content policy refuses inline styles. The
command `board_css` writes the sheet into static/css/.
"""

from collections.abc import Iterator
from typing import Final

from games.hokusai.board import HOME, START
from tables.boards.hokusai_places import HEIGHT, WIDTH, spot

FILE: Final = "css/hokusai-places.css"

_HEAD: Final = "/* Written by `manage.py board_css` from the board's data. Do not edit. */"
# Pieces stand on the upper edge of a slip; these are the steps between pieces that share it.
_SIDE, _UP = 30, 34


def sheet() -> str:
    return "\n".join([_HEAD, *_pieces(), *_lens(), *_crowds(), ""])


def _pieces() -> Iterator[str]:
    for number in range(START, HOME + 1):
        x, y = spot(number)
        yield f'.pc[data-at="{number}"]{{translate:{x}px {y - 30}px}}'


def _lens() -> Iterator[str]:
    """The lens looks at a point a little above the spot, where the pieces stand."""
    for number in range(START, HOME + 1):
        x, y = spot(number)
        yield f'.lens[data-at="{number}"]{{--px:{x / WIDTH:.4f};--py:{(y - 20) / HEIGHT:.4f}}}'


def _crowds() -> Iterator[str]:
    """Piece i of n on one square: up to three side by side, more in two rows."""
    for many in range(2, 7):
        for index in range(many):
            x, y = _offset(index, many)
            yield f'.pc[data-stack="{index}-{many}"]>g{{translate:{x}px {y}px}}'


def _offset(index: int, many: int) -> tuple[int, int]:
    lower = many if many <= 3 else (many + 1) // 2
    row, column = (0, index) if index < lower else (1, index - lower)
    in_row = lower if row == 0 else many - lower
    return round((column - (in_row - 1) / 2) * _SIDE), -_UP * row
