"""Which matches a decision of staff is about. All in the parlour in scope."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import OuterRef, Subquery

from kirakuken.accounts.models import Player
from ratings.models import RatedGame, RatedSeat, Ruling


def games_of_member(player: Player, since: datetime | None, game: str) -> list[RatedGame]:
    """A member's matches that count, from a moment on; of one game, or of all ("")."""
    rows = RatedGame.objects.filter(seats__player=player, state=RatedGame.State.COUNTED)
    if since is not None:
        rows = rows.filter(ended_at__gte=since)
    if game:
        rows = rows.filter(ladder__game=game)
    return list(rows.order_by("ladder", "number"))


def people_beside(player: Player, games: Sequence[RatedGame]) -> int:
    """How many others played in these."""
    rows = RatedSeat.objects.filter(game__in=[one.pk for one in games]).exclude(player=player)
    return int(rows.order_by().values("player").distinct().count())


def struck_in(batches: Collection[str]) -> list[RatedGame]:
    """Matches that were struck in one of these batches, and not ruled on since then."""
    last = Ruling.objects.filter(game=OuterRef("pk")).order_by("-pk").values("batch")[:1]
    rows = RatedGame.objects.filter(rulings__batch__in=batches, state=RatedGame.State.VOIDED)
    rows = rows.annotate(last_batch=Subquery(last)).filter(last_batch__in=batches)
    return list(rows.distinct())
