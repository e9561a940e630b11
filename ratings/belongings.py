"""What ratings hold of a person. Nothing of it names anybody: an account that is deleted leaves
its nameless player in every ladder, so that they still replay to the last bit."""

from typing import Any

from kirakuken.accounts.models import Player
from kirakuken.accounts.parts import Part
from ratings import selectors


class Ratings(Part):
    def export(self, player: Player) -> dict[str, Any]:
        history = selectors.whole_history(player)
        return {"ratings": history} if history else {}
