"""What ratings hold of a person. Nothing of it names anybody: an account that is deleted leaves
its nameless player in every ladder, so that they still replay to the last bit."""

from typing import Any

from kirakuken.accounts.models import Player
from kirakuken.accounts.parts import Part
from ratings import selectors
from ratings.models import Correction, Device


class Ratings(Part):
    def export(self, player: Player) -> dict[str, Any]:
        history = selectors.whole_history(player)
        devices = list(Device.objects.filter(player=player).values_list("seen_at", flat=True))
        parts: dict[str, Any] = {"ratings": history} if history else {}
        if devices:
            parts["ranked_browsers"] = [{"last_used_at": at.isoformat()} for at in devices]
        return parts

    def erase(self, player: Player) -> None:
        Device.objects.filter(player=player).delete()
        Correction.objects.filter(player=player).delete()
