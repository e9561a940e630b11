"""Everything that changes a ladder. Each locks the ladder's row first, so that one goes after
the other; a service that must be part of a greater whole runs in the caller's transaction.

docs/mechanisms/ratings.md tells why a match that is struck is never subtracted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from ratings import corrections, devices, maths, selectors
from ratings.models import (
    Ladder,
    RatedGame,
    RatedSeat,
    RatingEvent,
    Ruling,
    Season,
    SeasonStanding,
    Standing,
)
from ratings.replay import Changed, is_provisional, played, replay
from ratings.replay import Standing as Replayed
from ratings.seasons import Quarter, quarter_of

AT_ONCE = 2000  # rows in one statement


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat of a match that is over. `rank` is the one that counts."""

    seat: int
    player: Player
    rank: int
    is_abandoned: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """A ranked match that was played to its end; `match` is its public id."""

    match: str
    game: str
    ended_at: datetime
    seats: Sequence[Placed]


def rate(parlour: Parlour, over: Over) -> bool:
    """Rate a match; False if it was rated before. In the caller's transaction, so that the
    caller's note that it is done and the ratings come true together or not at all."""
    found, _made = Ladder.objects.get_or_create(parlour=parlour, game=over.game)
    ladder = _locked(found.pk)
    if RatedGame.objects.filter(match=over.match).exists():
        return False
    ladder.last_number += 1
    ladder.save(update_fields=["last_number"])
    game = RatedGame.objects.create(
        ladder=ladder,
        number=ladder.last_number,
        match=over.match,
        ended_at=over.ended_at,
        beta=maths.beta_of(over.game),
        model=maths.MODEL,
    )
    sharing = devices.sharing([one.player.pk for one in over.seats])
    RatedSeat.objects.bulk_create(
        RatedSeat(
            game=game,
            number=one.seat,
            player=one.player,
            rank=one.rank,
            is_abandoned=one.is_abandoned,
            shares_device=one.player.pk in sharing,
        )
        for one in over.seats
    )
    standings = _standings_of(ladder, [one.player.pk for one in over.seats])
    changes = replay(selectors.matches(ladder, only=game.pk), standings)
    RatingEvent.objects.bulk_create(_events(changes, {game.pk}, game.revision))
    _keep(ladder, standings)
    return True


@transaction.atomic
def do_rule(games: Sequence[RatedGame], state: RatedGame.State, by: User, reason: str) -> int:
    """Strike matches of one ladder from the record, or restore them, and recompute it from the
    first of them on; how many that changed. Raises Refused without a reason."""
    reason = reason.strip()[:200]
    if not reason:
        raise Refused("reason_missing")
    if not games:
        return 0
    ladder = _locked(games[0].ladder_id)
    changed = list(
        RatedGame.objects.filter(ladder=ladder, pk__in=[one.pk for one in games])
        .exclude(state=state)
        .order_by("number")
    )
    if changed:
        RatedGame.objects.filter(pk__in=[one.pk for one in changed]).update(state=state)
        Ruling.objects.bulk_create(
            Ruling(game=one, state=state, by=by, reason=reason) for one in changed
        )
        before = corrections.shown_numbers(ladder)
        _recompute(ladder, changed[0].number)
        corrections.note_moved(ladder, before, state)
    return len(changed)


@transaction.atomic
def do_recompute(ladder: Ladder) -> None:
    """Everything anew, from the first match on."""
    _recompute(_locked(ladder.pk), 1)


@transaction.atomic
def do_change_beta(ladder: Ladder, beta: float) -> None:
    """Rate all matches of a ladder anew with another beta. Raises ValueError for one that is
    too small. Matches to come are rated by maths.BETA, which has to say the same."""
    maths.rated([maths.NEW, maths.NEW], [1, 2], beta)
    locked = _locked(ladder.pk)
    RatedGame.objects.filter(ladder=locked).update(beta=beta, model=maths.MODEL)
    _recompute(locked, 1)


def do_freeze_seasons(parlour: Parlour) -> bool:
    """Keep the standings of the quarter that is over, in every ladder in which somebody played
    by then; True if there was something to keep. Safe to call at any time."""
    frozen = False
    quarter = quarter_of(clock.now(), parlour.time_zone).before
    for ladder in Ladder.objects.filter(parlour=parlour).order_by("pk"):
        if not selectors.has_season(ladder, quarter):
            frozen = _freeze(ladder.pk, quarter, parlour.time_zone) or frozen
    return frozen


@transaction.atomic
def _freeze(ladder_id: int, quarter: Quarter, zone: str) -> bool:
    ladder = _locked(ladder_id)
    begin, end = quarter.begins(zone), quarter.ends(zone)
    # Asked first, for a ladder at rest is looked at by every tidying.
    if selectors.has_season(ladder, quarter) or not selectors.was_played(ladder, begin, end):
        return False
    matches = [one for one in selectors.matches(ladder) if one.ended_at < end]
    standings = played(matches)
    here = played(one for one in matches if one.ended_at >= begin)
    listed = [
        (player, one)
        for player, one in standings.items()
        if player in here and not one.is_provisional
    ]
    listed.sort(key=lambda each: (-_sure(each[1].rating), each[0]))
    season = Season.objects.create(ladder=ladder, year=quarter.year, quarter=quarter.quarter)
    places: dict[float, int] = {}
    for at, (_player, one) in enumerate(listed):
        places.setdefault(_sure(one.rating), at + 1)  # ties share a place
    SeasonStanding.objects.bulk_create(
        (
            SeasonStanding(
                season=season,
                player_id=player,
                place=places[_sure(one.rating)],
                mu=one.rating.mu,
                sigma=one.rating.sigma,
                games=here[player].games,
                wins=here[player].wins,
            )
            for player, one in listed
        ),
        batch_size=AT_ONCE,
    )
    return True


def _locked(ladder_id: int) -> Ladder:
    locked: Ladder = Ladder.objects.select_for_update(of=("self",)).get(pk=ladder_id)
    return locked


def _standings_of(ladder: Ladder, players: Sequence[int]) -> dict[int, Replayed]:
    """Where these players stand. The opponents of each are found again, for only their number
    is kept."""
    known = {}
    rows = Standing.objects.filter(ladder=ladder, player__in=players)
    opponents = selectors.opponents_of(ladder, [row.player_id for row in rows])
    for row in rows:
        known[row.player_id] = Replayed(
            rating=maths.Rating(row.mu, row.sigma),
            games=row.games,
            wins=row.wins,
            last_at=row.last_at,
            opponents=opponents[row.player_id],
        )
    return known


def _recompute(ladder: Ladder, since: int) -> None:
    """From all matches that count, in memory. Events from match number `since` on are written
    anew; before it nothing can have changed."""
    ladder.revision += 1
    ladder.save(update_fields=["revision"])
    later = RatedGame.objects.filter(ladder=ladder, number__gte=since)
    later.update(revision=ladder.revision)
    new = set(later.values_list("pk", flat=True))
    standings: dict[int, Replayed] = {}
    changes = replay(selectors.matches(ladder), standings)
    written: list[RatingEvent] = []
    for event in _events(changes, new, ladder.revision):
        written.append(event)
        if len(written) >= AT_ONCE:
            RatingEvent.objects.bulk_create(written)
            written.clear()
    RatingEvent.objects.bulk_create(written)
    Standing.objects.filter(ladder=ladder).delete()
    _keep(ladder, standings)


def _events(changes: Iterable[Changed], of: set[int], revision: int) -> Iterable[RatingEvent]:
    for match, before, after in changes:
        if match.pk in of:
            for player, old, new in zip(match.players, before, after, strict=True):
                yield RatingEvent(
                    game_id=match.pk,
                    player_id=player,
                    revision=revision,
                    mu_before=old.mu,
                    sigma_before=old.sigma,
                    mu_after=new.mu,
                    sigma_after=new.sigma,
                )


def _keep(ladder: Ladder, standings: dict[int, Replayed]) -> None:
    Standing.objects.bulk_create(
        (
            Standing(
                ladder=ladder,
                player_id=player,
                mu=one.rating.mu,
                sigma=one.rating.sigma,
                sure=_sure(one.rating),
                games=one.games,
                wins=one.wins,
                opponents=len(one.opponents),
                is_provisional=is_provisional(one.games, len(one.opponents)),
                last_at=one.last_at,
            )
            for player, one in standings.items()
            if one.last_at is not None
        ),
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=[
            *("mu", "sigma", "sure", "games", "wins", "opponents", "is_provisional", "last_at")
        ],
        batch_size=AT_ONCE,
    )


def _sure(rating: maths.Rating) -> float:
    return rating.mu - rating.sigma
