"""What ratings hold of a person. Nothing of it names anybody: an account that is deleted leaves
its nameless player in every ladder, so that they still replay to the last bit."""

from typing import Any

from kirakuken.accounts.models import Player
from kirakuken.accounts.parts import Part
from ratings import selectors
from ratings.models import Correction, Device, RatedSeat, SeasonStanding


class Ratings(Part):
    def export(self, player: Player) -> dict[str, Any]:
        """Files only of what there is: most people never play ranked."""
        devices = Device.objects.filter(player=player).values_list("seen_at", flat=True)
        told = Correction.objects.filter(player=player)
        files = {
            "ratings": _history(player),
            "seasons": _places_in_seasons(player),
            "rating_corrections": list(
                told.values("ladder__game", "state", "before", "after", "made_at", "seen_at")
            ),
            "ranked_browsers": [{"last_used_at": at} for at in devices],
        }
        return {name: content for name, content in files.items() if content}

    def erase(self, player: Player) -> None:
        Device.objects.filter(player=player).delete()
        Correction.objects.filter(player=player).delete()


def _history(player: Player) -> list[dict[str, Any]]:
    """Every rated match, also those that were struck."""
    rows = RatedSeat.objects.filter(player=player).select_related("game__ladder")
    events = {event.game_id: event for event in selectors.events_in_force().filter(player=player)}
    return [
        {
            "game": row.game.ladder.game,
            "match": row.game.match,
            "ended_at": row.game.ended_at,
            "state": row.game.state,
            "rank": row.rank,
            "abandoned": row.is_abandoned,
            "rating_before": events[row.game_id].mu_before if row.game_id in events else None,
            "rating_after": events[row.game_id].mu_after if row.game_id in events else None,
        }
        for row in rows.order_by("game__ladder", "game__number")
    ]


def _places_in_seasons(player: Player) -> list[dict[str, Any]]:
    rows = SeasonStanding.objects.filter(player=player).order_by("season")
    return [
        {
            "game": row.season.ladder.game,
            "season": str(row.season),
            "place": row.place,
            "rating": row.mu,
            "matches": row.games,
            "first_places": row.wins,
        }
        for row in rows.select_related("season__ladder")
    ]
