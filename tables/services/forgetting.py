"""What the house forgets by itself: old matches with their moves and names, and empty tables."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from kirakuken.lib import clock
from tables.models import Match, Seat, Table

# Of casual matches, from their end. Ranked ones are kept as long as the ladder they made.
REPLAYS_KEPT = timedelta(days=180)
AT_ONCE = 200


def do_forget_old_matches() -> int:
    """Delete matches that ended too long ago, with their moves, names and secrets, and closed
    tables that have none left; how many matches. In a parlour's scope.

    The log keeps its rows: they name matches by hashes only, and a chain must stay whole.
    """
    before = clock.now() - REPLAYS_KEPT
    with transaction.atomic():
        old = Match.objects.filter(ended_at__lt=before).order_by("ended_at")
        old = old.exclude(is_ranked=True, status=Match.Status.FINISHED)
        forgotten = list(old.values_list("pk", flat=True)[:AT_ONCE])
        Match.objects.filter(pk__in=forgotten).delete()
        _forget_tables(before)
    return len(forgotten)


def _forget_tables(before: object) -> None:
    played = Match.objects.filter(table=OuterRef("pk"))
    closed = Table.objects.filter(phase=Table.Phase.CLOSED, touched_at__lt=before)
    empty = list(closed.filter(~Exists(played)).values_list("pk", flat=True)[:AT_ONCE])
    Seat.objects.filter(table__in=empty).delete()
    Table.objects.filter(pk__in=empty).delete()
