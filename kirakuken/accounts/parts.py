"""What other apps hold of a person. They lie above and register here, so that accounts can ask
without knowing them: bringing a guest along, packing an export, leaving.

    class Ratings(Part):
        def erase(self, player): ...

    register(Ratings())           # in AppConfig.ready()

Every call runs in the scope of the player's parlour.
"""

from collections.abc import Iterator
from typing import Any

from kirakuken.accounts.models import Player


class Part:
    """What one app can say and do about a player. Each does nothing until it is overridden."""

    def counts(self, player: Player) -> dict[str, int]:
        """How much there is to bring along: "seats" at tables now, "matches" played."""
        return {}

    def check_bring(self, guest: Player, member: Player) -> None:
        """Raises Refused where the guest's rows cannot become the member's now."""

    def bring(self, guest: Player, member: Player) -> None:
        """The guest's rows become the member's. Not in a transaction; may be called again after
        a failure half way."""

    def export(self, player: Player) -> dict[str, Any]:
        """File name without ending → what goes into it, as JSON can say it."""
        return {}

    def leave(self, player: Player) -> None:
        """Deletion was asked for: out of everything that is going on. Not in a transaction."""

    def erase(self, player: Player) -> None:
        """For good: names and all that tells who it was goes; `player` itself stays, nameless.
        In one transaction with the rest."""


_parts: list[Part] = []


def register(part: Part) -> None:
    if type(part) not in map(type, _parts):
        _parts.append(part)


def parts() -> Iterator[Part]:
    yield from _parts
