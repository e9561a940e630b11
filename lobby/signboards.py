"""The games on the shop front: those that can be played, and those still being made."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.registry import GAMES
from tables.boards.base import Facts, minutes_words, players_words
from tables.boards.registry import board_for


@dataclass(frozen=True, slots=True)
class Signboard:
    key: str
    facts: Facts
    is_open: bool

    @property
    def art(self) -> str:
        return f"lobby/art/{self.key}.html"

    @property
    def small_art(self) -> str:
        return f"lobby/art/{self.key}_small.html"


def signboards() -> list[Signboard]:
    """In the language that is active; games with rules first, then what is to come."""
    playable = [Signboard(game.key, board_for(game.key).facts(), True) for game in GAMES]
    known = {board.key for board in playable}
    return playable + [board for board in _to_come() if board.key not in known]


def _to_come() -> list[Signboard]:
    """What the owners announced; figures move to the rules when there are any."""
    okuribito = Facts(
        name=_("Okuribito"),
        kanji="億り人",
        sentence=_(
            "Eight towns around Edo Castle, firms to buy, seasons to read and a festival in every "
            "one of them. The first to own a hundred million ryō takes the house."
        ),
        players=players_words(range(4, 7)),
        minutes=minutes_words(90),
        ages=_("age %(years)s and up") % {"years": 10},
    )
    return [Signboard("okuribito", okuribito, False)]
