"""The pictures of the forty cards, and which of them lie on the table.

The rules know a card by its month alone. On the cloth it is one of the month's four: a figure,
a second picture, and two plain ones alike. No picture tells more than the month it shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.oichokabu.cards import MONTHS
from games.oichokabu.model import CardView, View

BACK: Final = "img/cards/card-back.svg"

# By month: what the first and the second card show besides the flower. August has no ribbon.
_FIGURES: Final = {
    1: ("crane", "ribbon"),
    2: ("warbler", "ribbon"),
    3: ("curtain", "ribbon"),
    4: ("cuckoo", "ribbon"),
    5: ("bridge", "ribbon"),
    6: ("butterflies", "ribbon"),
    7: ("boar", "ribbon"),
    8: ("moon", "geese"),
    9: ("cup", "ribbon"),
    10: ("deer", "ribbon"),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A card face up; `file` is its place among the static files."""

    month: int
    file: str

    @property
    def name(self) -> str:
        return flower(self.month)

    @property
    def alt(self) -> str:
        return _("%(flower)s, %(month)s") % {"flower": self.name, "month": self.month}


@dataclass(frozen=True, slots=True)
class OnTable:
    """Picture by picture what a view shows, in the shape of its months; None lies face down."""

    cards: tuple[tuple[Picture | None, ...], ...]
    dealer: tuple[Picture | None, ...]


def flower(month: int) -> str:
    return {
        1: _("Pine"),
        2: _("Plum"),
        3: _("Cherry"),
        4: _("Wisteria"),
        5: _("Iris"),
        6: _("Peony"),
        7: _("Bush clover"),
        8: _("Pampas grass"),
        9: _("Chrysanthemum"),
        10: _("Maple"),
    }[month]


def plain(month: int) -> Picture:
    return Picture(month, f"img/cards/card-{month:02}.svg")


def four_of(month: int) -> tuple[Picture, ...]:
    """All cards of a month, the figure first."""
    figures = [
        Picture(month, f"img/cards/card-{month:02}-{figure}.svg") for figure in _FIGURES[month]
    ]
    return (*figures, plain(month), plain(month))


def pictures(view: View) -> OnTable:
    """No picture lies there twice, and while a hand goes on none becomes another.

    What everybody sees takes its pictures from the front of the month's four, in the order in
    which it came; second cards that some see before others take theirs from the end.
    """
    pack = _Pack(view.hand_no)
    firsts = pack.open(card.months[:1] for card in view.cards)
    seconds = pack.open(card.months[1:2] if not any(card.amounts) else () for card in view.cards)
    thirds = pack.open(card.months[2:] for card in view.cards)
    (dealer,) = pack.open([view.dealer_months])
    secrets = pack.from_the_end(view.cards)
    cards = zip(firsts, seconds, secrets, thirds, strict=True)
    return OnTable(tuple(sum(card, ()) for card in cards), dealer)


class _Pack:
    """The month's four in another order at each hand, so that figures come and go."""

    def __init__(self, hand_no: int) -> None:
        self._left = {}
        for month in MONTHS:
            four, turn = four_of(month), (hand_no + month) % 4
            self._left[month] = [*four[turn:], *four[:turn]]

    def open(self, rows: Iterable[Sequence[int | None]]) -> list[tuple[Picture | None, ...]]:
        return [tuple(self._take(month, 0) for month in row) for row in rows]

    def from_the_end(self, cards: Iterable[CardView]) -> list[tuple[Picture | None, ...]]:
        """The second cards of the cards with points on them."""
        rows = [card.months[1:2] if any(card.amounts) else () for card in cards]
        return [tuple(self._take(month, -1) for month in row) for row in rows]

    def _take(self, month: int | None, end: int) -> Picture | None:
        return self._left[month].pop(end) if month else None
