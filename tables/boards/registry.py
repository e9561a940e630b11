"""Which board belongs to which game."""

from typing import Final

from tables.boards.base import AnyBoard
from tables.boards.hokusai import HokusaiBoard
from tables.boards.oichokabu import OichoKabuBoard
from tables.boards.okuribito import OkuribitoBoard

BOARDS: Final[dict[str, AnyBoard]] = {
    board.key: board for board in (HokusaiBoard(), OichoKabuBoard(), OkuribitoBoard())
}


def board_for(key: str) -> AnyBoard:
    """The board of a game that is known to exist (`games.registry.game_for` refuses others)."""
    return BOARDS[key]
