"""Where everything lies on Okuribito's map: nine fields, the pinwheel road, the castle lanes.

The eight towns stand round the castle. The road turns in every corner, so each town is one of
two plans, turned by quarters: a corner town or one between corners. All of it follows from the
engine's board; the style sheet `css/okuribito-places.css` is written from it (`board_css`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.okuribito.board import FORKS, GATE, KINDS, RING, TOWN_OF, TOWN_SQUARES
from games.okuribito.names import TOWNS, Kind, Town
from tables.boards.okuribito_places import KANJI, TOWN_NAMES, firm_name, square_name, town_name

FILE: Final = "css/okuribito-places.css"

Cell: TypeAlias = tuple[int, int]  # column and row, from the upper left
Point: TypeAlias = tuple[float, float]

# A town is 400 units each way; this is where its squares lie.
SIDE: Final = 400
MIDDLES: Final = (72, 200, 328)
ROWS: Final = (119, 231, 343)
WIDTH, HEIGHT = 108, 98
GATE_AT: Final[Point] = (200, 338)
# Lanes run between the squares and the edge of a town, on the castle's side.
_LANE_X, _LANE_Y, _LANE_TOP = 391, 395, 66

# The eight towns on the map, and the two plans of the road through a town: from the left below
# to the right above in a corner, along the upper edge between corners.
_FIELDS: Final[tuple[Cell, ...]] = (
    (0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1),
)  # fmt: skip
_CORNER: Final[tuple[Cell, ...]] = (
    (0, 2), (1, 2), (2, 2), (2, 1), (1, 1), (0, 1), (0, 0), (1, 0), (2, 0),
)  # fmt: skip
_BETWEEN: Final[tuple[Cell, ...]] = (
    (0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0),
)  # fmt: skip
_BRIDGES: Final = "M34 42L78 117M366 42L322 117M24 385L76 334M376 385L324 334"
# From the four corners over the bridges, round inside the walls, to the Gate.
_CASTLE_LANE: Final = (
    "M9 0L88 134M391 0L312 134M9 400L88 322M391 400L312 322M88 134H312V322M88 134V322H312"
)


@dataclass(frozen=True, slots=True)
class Square:
    """A square as the template draws it. `picture` is the symbol of a special square."""

    index: int
    column: int
    row: int
    kind: Kind
    name: str
    kanji: str

    @property
    def number(self) -> int:
        """As people count."""
        return self.index + 1

    @property
    def is_firm(self) -> bool:
        return self.kind is Kind.FIRM


@dataclass(frozen=True, slots=True)
class Field:
    """A town with its squares in playing order, the road and the castle lanes in its own units."""

    number: int
    key: str
    column: int
    row: int
    name: str
    kanji: str
    squares: tuple[Square, ...]
    road: str
    lane: str


@dataclass(frozen=True, slots=True)
class Map:
    towns: list[Field]
    gate: Square
    castle_lane: str
    bridges: str


def cells(town: Town) -> tuple[Cell, ...]:
    """A town's nine squares in playing order."""
    plan = _CORNER if town.number % 2 == 0 else _BETWEEN
    return tuple(_turned(cell, town.number // 2) for cell in plan)


def fields() -> Map:
    """The map with words in the active language."""
    gate = Square(GATE, 1, 2, KINDS[GATE], square_name(GATE), KANJI[KINDS[GATE]])
    return Map([_field(town) for town in TOWNS], gate, _CASTLE_LANE, _BRIDGES)


def spot(square: int) -> Point:
    """The middle of a square in shares of the whole map."""
    if square == GATE:
        return (SIDE + GATE_AT[0]) / (3 * SIDE), (SIDE + GATE_AT[1]) / (3 * SIDE)
    town = TOWN_OF[square]
    column, row = _FIELDS[town.number]
    x, y = _middle(cells(town)[square % TOWN_SQUARES])
    return (column * SIDE + x) / (3 * SIDE), (row * SIDE + y) / (3 * SIDE)


def _field(town: Town) -> Field:
    column, row = _FIELDS[town.number]
    first = town.number * TOWN_SQUARES
    squares = tuple(_square(first + place, cell) for place, cell in enumerate(cells(town)))
    return Field(
        number=town.number,
        key=town.value,
        column=column,
        row=row,
        name=town_name(town),
        kanji=TOWN_NAMES[town][1],
        squares=squares,
        road=_path(_road(town)),
        lane=" ".join(_path(lane) for lane in _lanes(town)),
    )


def _square(index: int, cell: Cell) -> Square:
    kind = KINDS[index]
    name = firm_name(index) if kind is Kind.FIRM else square_name(index)
    return Square(index, *cell, kind, name, KANJI.get(kind, ""))


def _turned(cell: Cell, quarters: int) -> Cell:
    """Turned clockwise about the middle of a town."""
    for _ in range(quarters):
        cell = (2 - cell[1], cell[0])
    return cell


def _middle(cell: Cell) -> Point:
    return MIDDLES[cell[0]], ROWS[cell[1]]


def _road(town: Town) -> list[Point]:
    """Through the middles of the squares, and at both ends as far as the neighbours'."""
    here = cells(town)
    before = cells(TOWNS[town.number - 1])
    after = cells(TOWNS[(town.number + 1) % len(TOWNS)])
    start = _seen_from(town, TOWNS[town.number - 1], before[-1])
    end = _seen_from(town, TOWNS[(town.number + 1) % len(TOWNS)], after[0])
    inside = [_middle(cell) for cell in here]
    return [_halfway(start, inside[0]), *inside, _halfway(inside[-1], end)]


def _seen_from(town: Town, other: Town, cell: Cell) -> Point:
    x, y = _middle(cell)
    (column, row), (far_column, far_row) = _FIELDS[town.number], _FIELDS[other.number]
    return x + (far_column - column) * SIDE, y + (far_row - row) * SIDE


def _halfway(one: Point, other: Point) -> Point:
    """A little beyond the edge, so that no gap is seen between two towns."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return min(SIDE + 2, max(-2, x)), min(SIDE + 2, max(-2, y))


def _lanes(town: Town) -> Iterator[list[Point]]:
    """OK-11: from a fork to the corner by the castle, and from there to the entrance."""
    if town not in FORKS.values():
        return
    column, row = _FIELDS[town.number]
    beside = _LANE_X if column == 0 else SIDE - _LANE_X
    beneath = _LANE_Y if row == 0 else _LANE_TOP
    corner = (beside, SIDE if row == 0 else 0)
    for cell in (cells(town)[-1], cells(town)[0]):
        x, y = _middle(cell)
        is_beside = cell[0] == (2 if column == 0 else 0)
        turn = [(beside, y)] if is_beside else [(x, beneath), (beside, beneath)]
        yield [(x, y), *turn, corner]


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def sheet() -> str:
    """The style sheet: where squares, pieces and the lens are. Positions come from a sheet
    because the content policy refuses inline styles."""
    head = "/* Written by `manage.py board_css` from the board's data. Do not edit. */"
    return "\n".join([head, *_grid(), *_pieces(), *_crowds(), *_looks(), ""])


def _grid() -> Iterator[str]:
    for number, (x, y) in enumerate(zip(MIDDLES, ROWS, strict=True)):
        yield f".sq.c{number}{{left:{_share(x - WIDTH / 2)}}}"
        yield f".sq.r{number}{{top:{_share(y - HEIGHT / 2)}}}"
    yield f".sq{{width:{_share(WIDTH)};height:{_share(HEIGHT)}}}"
    for number, (column, row) in enumerate((*_FIELDS, (1, 1))):
        yield f".f{number}{{--tc:{column};--tr:{row}}}"


def _pieces() -> Iterator[str]:
    for square in range(RING + 1):
        x, y = spot(square)
        yield f'.at[data-at="{square}"]{{--x:{x:.4f};--y:{y:.4f}}}'


def _crowds() -> Iterator[str]:
    """Piece i of n on one square, in widths and heights of a square: one stands at the left
    beneath, up to three side by side, more in two rows."""
    for many in range(1, 7):
        for index in range(many):
            lower = many if many <= 3 else (many + 1) // 2
            row, column = (0, index) if index < lower else (1, index - lower)
            x, y = -0.40 + 0.34 * column, (0.12 if many > 3 else -0.06) - 0.38 * row
            yield f'.at[data-stack="{index}-{many}"]{{--dx:{x:.2f};--dy:{y:.2f}}}'


def _looks() -> Iterator[str]:
    """Which field the lens shows while no script moves it."""
    for number, (column, row) in enumerate(_FIELDS):
        first = number * TOWN_SQUARES
        inside = ",".join(f'[data-at="{first + place}"]' for place in range(TOWN_SQUARES))
        yield f".lens:is({inside}) .map{{--lc:{column};--lr:{row}}}"


def _share(units: float) -> str:
    return f"{units / SIDE * 100:g}%"
