"""Everything that changes a ladder, but for working it out anew (reckoning.py). Each locks the
ladder's row first, so that one goes after the other; a service that must be part of a greater
whole runs in the caller's transaction.

docs/mechanisms/ratings.md tells why a match that is struck is never subtracted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.lib.ids import new_public_id
from kirakuken.parlours.models import Parlour
from ratings import boards, devices, maths, reckoning, rulings, selectors
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
from ratings.replay import Standing as Replayed
from ratings.replay import firsts, replay
from ratings.seasons import Quarter, quarter_of


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
    ladder = reckoning.locked(found.pk)
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
    changes = replay(selectors.matches(ladder, game.number, game.number), standings)
    RatingEvent.objects.bulk_create(reckoning.events(changes, game.revision))
    reckoning.keep(ladder, standings)
    return True


@transaction.atomic
def do_rule(games: Sequence[RatedGame], state: RatedGame.State, by: User, reason: str) -> int:
    """Strike matches from the record, or restore them; how many that changed. Each of their
    ladders is worked out anew after that, once (reckoning.py). Raises Refused without a reason."""
    ruling = Ruling(state=state, by=by, reason=reason.strip()[:200], batch=new_public_id())
    if not ruling.reason:
        raise Refused("reason_missing")
    return sum(
        _rule(ladder, [one.pk for one in games], ruling)
        for ladder in sorted({one.ladder_id for one in games})
    )


def _rule(ladder_id: int, games: Sequence[int], ruling: Ruling) -> int:
    ladder = reckoning.locked(ladder_id)
    found = RatedGame.objects.filter(ladder=ladder, pk__in=games).exclude(state=ruling.state)
    changed = list(found.order_by("number"))
    if changed:
        RatedGame.objects.filter(pk__in=[one.pk for one in changed]).update(state=ruling.state)
        Ruling.objects.bulk_create(
            Ruling(
                game=one,
                state=ruling.state,
                by=ruling.by,
                reason=ruling.reason,
                batch=ruling.batch,
            )
            for one in changed
        )
        reckoning.note(ladder, changed[0].number)
        reckoning.tell_worker(ladder)
    return len(changed)


@transaction.atomic
def do_restore_batches(some: Sequence[Ruling], by: User, reason: str) -> int:
    """Restore what was struck in one go with any of these; how many matches. Those on which
    there was a further ruling stay as that left them. Raises Refused without a reason."""
    games = rulings.struck_in({one.batch for one in some})
    return do_rule(games, RatedGame.State.COUNTED, by, reason)


def do_recompute(ladder: Ladder) -> bool:
    """Everything anew, from the first match on; False if somebody else has begun with it."""
    with transaction.atomic():
        reckoning.note(reckoning.locked(ladder.pk), 1)
    return reckoning.do_work_out(ladder.pk)


def do_change_beta(ladder: Ladder, beta: float) -> bool:
    """Rate all matches of a ladder anew with another beta; False if somebody else has begun with
    it. Raises ValueError for one that is too small. Matches to come are rated by maths.BETA,
    which has to say the same."""
    maths.rated([maths.NEW, maths.NEW], [1, 2], beta)
    # First what a ruling asked for: players are told what that made of their number.
    reckoning.do_work_out(ladder.pk)
    with transaction.atomic():
        found = reckoning.locked(ladder.pk)
        RatedGame.objects.filter(ladder=found).update(beta=beta, model=maths.MODEL)
        reckoning.note(found, 1)
    return reckoning.do_work_out(ladder.pk)


def do_freeze_seasons(parlour: Parlour) -> bool:
    """Keep the standings of the quarter that is over, in every ladder in which somebody played
    by then; True if there was something to keep. Safe to call at any time."""
    frozen = False
    zone = parlour.time_zone
    quarter = quarter_of(clock.now(), zone).before
    begin, end = quarter.begins(zone), quarter.ends(zone)
    for ladder in Ladder.objects.filter(parlour=parlour).order_by("pk"):
        # Asked first, for a ladder at rest is looked at by every tidying.
        if not boards.has_season(ladder, quarter) and selectors.was_played(ladder, begin, end):
            frozen = _freeze(ladder, quarter, begin, end) or frozen
    return frozen


def _freeze(ladder: Ladder, quarter: Quarter, begin: datetime, end: datetime) -> bool:
    """Played again without a lock, for nobody may wait so long. False if other matches count by
    then, or somebody was faster: the next tidying asks again."""
    standings: dict[int, Replayed] = {}
    games, wins = Counter[int](), Counter[int]()
    matches = selectors.matches(ladder, 1, ladder.last_number)
    for match, _before, _after in replay((one for one in matches if one.ended_at < end), standings):
        if match.ended_at >= begin:
            games.update(match.players)
            wins.update(firsts(match))
    with transaction.atomic():
        now = reckoning.locked(ladder.pk)
        late = RatedGame.objects.filter(ladder=now, number__gt=ladder.last_number, ended_at__lt=end)
        if now.revision != ladder.revision or late.exists() or boards.has_season(now, quarter):
            return False
        _keep_season(now, quarter, standings, games, wins)
    return True


def _keep_season(
    ladder: Ladder,
    quarter: Quarter,
    standings: Mapping[int, Replayed],
    games: Counter[int],
    wins: Counter[int],
) -> None:
    listed = [
        (player, one)
        for player, one in standings.items()
        if player in games and not one.is_provisional
    ]
    listed.sort(key=lambda each: (-reckoning.sure(each[1].rating), each[0]))
    season = Season.objects.create(ladder=ladder, year=quarter.year, quarter=quarter.quarter)
    places: dict[float, int] = {}
    for at, (_player, one) in enumerate(listed):
        places.setdefault(reckoning.sure(one.rating), at + 1)  # ties share a place
    SeasonStanding.objects.bulk_create(
        (
            SeasonStanding(
                season=season,
                player_id=player,
                place=places[reckoning.sure(one.rating)],
                mu=one.rating.mu,
                sigma=one.rating.sigma,
                games=games[player],
                wins=wins[player],
            )
            for player, one in listed
        ),
        batch_size=reckoning.AT_ONCE,
    )


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
