"""A player's new name reaches the tables where they sit at once."""

from typing import Any

from kirakuken.accounts.models import Player
from tables.models import Seat
from tables.services.transactions import changed, lock, whole


def show_new_name(player: Player, **_signal: Any) -> None:
    """Hears `player_renamed`, after the commit of the renaming."""
    for table_id in Seat.objects.filter(player=player).values_list("table_id", flat=True):
        _tell(table_id)


def look_anew(player: Player, **_signal: Any) -> None:
    """Hears `player_moved`: pages of the browser they left find out that it is not theirs."""
    show_new_name(player)


@whole
def _tell(table_id: int) -> None:
    locked = lock(table_id)
    if not locked.is_closed:
        changed(locked)
