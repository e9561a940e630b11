"""The games on the shop front."""

from dataclasses import dataclass

from games.registry import GAMES
from tables.boards.base import Facts
from tables.boards.registry import board_for


@dataclass(frozen=True, slots=True)
class Signboard:
    key: str
    facts: Facts

    @property
    def art(self) -> str:
        return f"lobby/art/{self.key}.html"

    @property
    def small_art(self) -> str:
        return f"lobby/art/{self.key}_small.html"


def signboards() -> list[Signboard]:
    """In the language that is active."""
    return [Signboard(game.key, board_for(game.key).facts()) for game in GAMES]
