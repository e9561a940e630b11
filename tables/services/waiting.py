"""Waiting for a ranked table: who waits for what, and who of them can be seated together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import QuerySet

from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from ratings import devices
from ratings import selectors as ratings
from tables.access import most_seats
from tables.models import Table, Waiting
from tables.services import ranked
from tables.services.transactions import whole

HEARD_WITHIN = timedelta(seconds=30)  # the page asks every five
TELLS_FOR = timedelta(days=1)  # what somebody's wait tells others about theirs
ASKS_AFTER = timedelta(minutes=2)  # then other sizes are offered


@dataclass(frozen=True, slots=True)
class Size:
    """How many wait for a table of a size, and how long the seated waited in the last day."""

    size: int
    waiting: int
    usual: timedelta | None


def sizes_of(game: str) -> range:
    """The sizes of table that people can wait for."""
    return range(game_for(game).seat_counts.start, most_seats(game) + 1)


@whole
def do_wait(parlour: Parlour, player: Player, game: str, size: int) -> None:
    """Wait for a table of this size, and for nothing else. Raises Refused for somebody who may
    not play ranked, and for a size the game is not played by."""
    ranked.check_player(player)
    if size not in sizes_of(game):
        raise Refused("seats_do_not_fit")
    # Two presses at once: the second waits here and finds what the first has made.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now, before = clock.now(), waiting_of(player)
    if before is not None and (before.game, before.size) == (game, size):
        Waiting.objects.filter(pk=before.pk).update(heard_at=now)
        return
    _end(player, now)
    Waiting.objects.create(
        parlour=parlour, player=player, game=game, size=size, since=now, heard_at=now
    )


@whole
def do_stop_waiting(player: Player) -> None:
    _end(player, clock.now())


def hear(player: Player) -> None:
    """Their page has asked: they are still there."""
    Waiting.objects.filter(player=player, ended_at=None).update(heard_at=clock.now())


def waiting_of(player: Player) -> Waiting | None:
    return Waiting.objects.filter(player=player, ended_at=None).first()


def table_found_for(player: Player, since: datetime) -> Table | None:
    """Where somebody was seated after that moment."""
    found = Waiting.objects.filter(player=player, ended_at__gte=since, table__isnull=False)
    last = found.select_related("table").order_by("-ended_at", "-pk").first()
    return last.table if last is not None else None


def are_enough(game: str, size: int) -> bool:
    """Whether as many wait as sit at such a table, be it that some of them may not meet."""
    return _who_wait(game).filter(size=size).count() >= size


def group_of(game: str, size: int) -> list[Waiting]:
    """Those to be seated together now, who has waited longest first; empty if they are too few.
    The caller holds the parlour's row."""
    rows = _who_wait(game).filter(size=size).select_for_update(of=("self",))
    group: list[Waiting] = []
    for one in rows.select_related("player", "player__user").order_by("since", "pk"):
        if len(group) < size and _may_join(game, group, one):
            group.append(one)
    return group if len(group) == size else []


def seated(group: Sequence[Waiting], table: Table) -> None:
    Waiting.objects.filter(pk__in=[one.pk for one in group]).update(
        ended_at=clock.now(), table=table
    )


def sizes(game: str) -> list[Size]:
    """For the page: every size with what can honestly be said of it."""
    waiting = list(_who_wait(game).values_list("size", flat=True))
    since = clock.now() - TELLS_FOR
    told = Waiting.objects.filter(game=game, table__isnull=False, ended_at__gt=since)
    waits: dict[int, list[timedelta]] = {}
    for one in told:
        if one.ended_at is not None:
            waits.setdefault(one.size, []).append(one.ended_at - one.since)
    return [
        Size(size, waiting.count(size), _median(waits.get(size, []))) for size in sizes_of(game)
    ]


def do_forget() -> int:
    """Waits of which nothing was heard are over; those over for a day are gone."""
    now = clock.now()
    silent = Waiting.objects.filter(ended_at=None, heard_at__lt=now - 4 * HEARD_WITHIN)
    silent.update(ended_at=now)
    gone, _by_model = Waiting.objects.filter(ended_at__lt=now - TELLS_FOR).delete()
    return int(gone)


def _who_wait(game: str) -> QuerySet[Waiting]:
    heard = clock.now() - HEARD_WITHIN
    found: QuerySet[Waiting] = Waiting.objects.filter(game=game, ended_at=None, heard_at__gt=heard)
    return found


def _end(player: Player, now: datetime) -> None:
    Waiting.objects.filter(player=player, ended_at=None).update(ended_at=now)


def _may_join(game: str, group: Sequence[Waiting], one: Waiting) -> bool:
    try:
        ranked.check_player(one.player)
    except Refused:
        return False
    if one.player.name_key in {other.player.name_key for other in group}:
        return False
    together = [other.player_id for other in group] + [one.player_id]
    return ratings.pair_over_cap(game, together) is None and not devices.sit_at_one(together)


def _median(waits: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(wait.total_seconds() for wait in waits)) if waits else None
