"""Leaderboards, as they are now and as quarters ended. All in the parlour in scope."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from ratings.models import Ladder, Season, SeasonStanding, Standing
from ratings.seasons import Quarter

LISTED_FOR = timedelta(days=30)  # without a rated match one is not on the leaderboard
PAGE = 50


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard."""

    place: int
    player: Player
    mu: float
    sigma: float
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard, and the reader's own line. `own_place` is None where they are
    not listed: `own` then tells what they have so far."""

    lines: tuple[Line, ...]
    has_more: bool
    own: Standing | None
    own_place: int | None


def board_of(ladder: Ladder, viewer: Player | None, page: int) -> Board:
    """The listed, best first; ties share a place."""
    start = (page - 1) * PAGE
    # Found by number first: whole rows of all the pages before would be read for nothing.
    found = _listed(ladder).order_by("-sure", "pk").values("pk")[start : start + PAGE + 1]
    rows = list(
        Standing.objects.filter(pk__in=[one["pk"] for one in found])
        .select_related("player")
        .order_by("-sure", "pk")
    )
    lines: list[Line] = []
    place, last = 0, None
    for at, row in enumerate(rows[:PAGE]):
        if last is None:
            place = start + 1 - _ties_before(ladder, row)
        elif row.sure != last:
            place = start + at + 1
        last = row.sure
        lines.append(Line(place, row.player, row.mu, row.sigma, row.games, row.wins))
    own = Standing.objects.filter(ladder=ladder, player=viewer).first() if viewer else None
    is_listed = own is not None and not own.is_provisional and own.last_at > _since()
    return Board(
        lines=tuple(lines),
        has_more=len(rows) > PAGE,
        own=own,
        own_place=_place(ladder, own) if own is not None and is_listed else None,
    )


def has_season(ladder: Ladder, quarter: Quarter) -> bool:
    seasons = Season.objects.filter(ladder=ladder, year=quarter.year, quarter=quarter.quarter)
    return bool(seasons.exists())


def seasons_of(ladder: Ladder) -> list[Quarter]:
    """Those that are over, the last first."""
    rows = Season.objects.filter(ladder=ladder).values_list("year", "quarter")
    return [Quarter(*row) for row in rows]


def season_lines(ladder: Ladder, quarter: Quarter, page: int) -> tuple[tuple[Line, ...], bool]:
    """A page of a frozen quarter, and whether there are more. Who has gone from leaderboards
    since then is left out of what is shown; the places stay."""
    start = (page - 1) * PAGE
    rows = list(
        SeasonStanding.objects.filter(
            season__ladder=ladder, season__year=quarter.year, season__quarter=quarter.quarter
        )
        .filter(player__is_on_leaderboards=True, player__erased_at=None)
        .select_related("player")
        .order_by("place", "pk")[start : start + PAGE + 1]
    )
    lines = [
        Line(row.place, row.player, row.mu, row.sigma, row.games, row.wins) for row in rows[:PAGE]
    ]
    return tuple(lines), len(rows) > PAGE


def _since() -> datetime:
    return clock.now() - LISTED_FOR


def _listed(ladder: Ladder) -> "QuerySet[Standing]":
    # Those left out are few: looking each up among them costs a third of joining all players.
    hidden = Player.objects.filter(Q(is_on_leaderboards=False) | Q(erased_at__isnull=False))
    found: QuerySet[Standing] = Standing.objects.filter(
        ladder=ladder, is_provisional=False, last_at__gt=_since()
    ).exclude(player__in=hidden.order_by().values("pk"))
    return found


def _place(ladder: Ladder, row: Standing) -> int:
    return 1 + _listed(ladder).filter(sure__gt=row.sure).count()


def _ties_before(ladder: Ladder, row: Standing) -> int:
    """How many of the same place come before it in the order of pages."""
    return _listed(ladder).filter(sure=row.sure, pk__lt=row.pk).count()
