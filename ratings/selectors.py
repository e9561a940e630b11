"""What pages and other apps ask of ladders, but for the leaderboards (boards.py). All in the
parlour in scope."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, F, QuerySet

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from ratings.models import Ladder, RatedGame, RatedSeat, RatingEvent, Standing
from ratings.replay import Rated, replay
from ratings.replay import Standing as Replayed

# Two accounts in one rated match together: at most so often in so long.
PAIR_CAPS = ((3, timedelta(hours=24)), (20, timedelta(days=30)))
# After so many abandoned matches in a week one waits, each further one four times as long.
ABANDONED_IN = timedelta(days=7)
MOST_ABANDONED = 3
FIRST_WAIT = timedelta(minutes=15)
LONGEST_WAIT = timedelta(hours=48)
CONDUCT_OF = 50  # matches that "finished 48 of the last 50" looks back on


@dataclass(frozen=True, slots=True)
class Change:
    """What one match made of one player's rating."""

    mu_before: float
    mu_after: float
    sigma_after: float
    games: int
    rank: int
    is_shared: bool
    is_abandoned: bool
    people: int
    others: float  # the ratings of the others before it, on average


def matches(ladder: Ladder, first: int = 1, last: int | None = None) -> Iterator[Rated]:
    """The matches that count, in the order of rating; of those numbers alone."""
    rows = _that_count(ladder).filter(game__number__gte=first)
    if last is not None:
        rows = rows.filter(game__number__lte=last)
    found = rows.order_by("game__number", "number").values_list(
        "game_id", "game__ended_at", "game__beta", "player_id", "rank"
    )
    for (pk, ended_at, beta), seats in groupby(found.iterator(10_000), itemgetter(0, 1, 2)):
        _, _, _, players, ranks = zip(*seats, strict=True)
        yield Rated(pk, ended_at, beta, players, ranks)


def opponents_of(ladder: Ladder, players: Sequence[int]) -> dict[int, set[int]]:
    """By player everybody with whom they were in a match that counts."""
    own = _that_count(ladder).filter(player__in=players)
    pairs = own.values_list("player_id", "game__seats__player_id").order_by().distinct()
    found: dict[int, set[int]] = {player: set() for player in players}
    for player, other in pairs:
        if other != player:
            found[player].add(other)
    return found


def differences(ladder: Ladder) -> Iterator[str]:
    """In what the stored ratings differ from the matches played again; see check_ratings. A
    number is how far off in points: less than 1e-6 is another machine's last bit."""
    events = {
        (event.game_id, event.player_id): event
        for event in events_in_force().filter(game__ladder=ladder).iterator(10_000)
    }
    standings: dict[int, Replayed] = {}
    for match, _before, after in replay(matches(ladder), standings):
        for player, new in zip(match.players, after, strict=True):
            event = events.pop((match.pk, player), None)
            if event is None:
                yield f"match {match.pk}: no event for player {player}"
            elif (event.mu_after, event.sigma_after) != new:
                yield f"match {match.pk}, player {player}: off by {_off(event.mu_after, new.mu)}"
    yield from (f"match {game}: an event of nobody's, player {who}" for game, who in events)
    rows = {row.player_id: row for row in Standing.objects.filter(ladder=ladder)}
    for player in rows.keys() | standings.keys():
        row, one = rows.get(player), standings.get(player)
        if row is None or one is None:
            yield f"player {player}: a standing too many or too few"
        elif (row.mu, row.sigma) != one.rating:
            yield f"player {player}: standing off by {_off(row.mu, one.rating.mu)}"
        elif (row.games, row.wins, row.opponents) != (one.games, one.wins, len(one.opponents)):
            yield f"player {player}: miscounted"


def _off(one: float, other: float) -> str:
    return f"{abs(one - other):.3g}"


def _that_count(ladder: Ladder) -> "QuerySet[RatedSeat]":
    """Seats of matches that count."""
    found: QuerySet[RatedSeat] = RatedSeat.objects.filter(
        game__ladder=ladder, game__state=RatedGame.State.COUNTED
    )
    return found


def events_in_force() -> "QuerySet[RatingEvent]":
    """What matches have made of ratings, as the ladder was worked out last. A match that did not
    count then has none; one that was struck since then still has."""
    found: QuerySet[RatingEvent] = RatingEvent.objects.filter(revision=F("game__revision"))
    return found


def was_played(ladder: Ladder, begin: datetime, end: datetime) -> bool:
    """Whether a match that counts ended from `begin` on and before `end`."""
    within = RatedGame.objects.filter(ended_at__gte=begin, ended_at__lt=end)
    return bool(within.filter(ladder=ladder, state=RatedGame.State.COUNTED).exists())


def ladder_of(game: str) -> Ladder | None:
    return Ladder.objects.filter(game=game).first()


def ladders() -> list[Ladder]:
    return list(Ladder.objects.order_by("pk"))


# --- profiles -------------------------------------------------------------------------------


def standings_of(player: Player) -> list[Standing]:
    rows = Standing.objects.filter(player=player).select_related("ladder")
    return list(rows.order_by("ladder__pk"))


def history_of(ladder: Ladder, player: Player) -> list[RatingEvent]:
    """The changes in force, the first match first."""
    return list(
        events_in_force()
        .filter(game__ladder=ladder, player=player)
        .select_related("game")
        .order_by("game__number")
    )


def seats_of(ladder: Ladder, player: Player, last: int) -> list[RatedSeat]:
    """The player's last matches, also those that were struck, the latest first; each with the
    seats of all in `game.seats.all()`."""
    return list(
        RatedSeat.objects.filter(game__ladder=ladder, player=player)
        .select_related("game")
        .prefetch_related("game__seats__player")
        .order_by("-game__number")[:last]
    )


def places_of(ladder: Ladder, player: Player) -> dict[int, int]:
    """By rank how often, in matches that the rating is made of."""
    rows = _that_were_rated(ladder, player)
    counted = rows.order_by().values_list("rank").annotate(times=Count("pk"))
    return dict(sorted(counted))


def against(ladder: Ladder, player: Player, most: int) -> list[tuple[Player, int, int, int]]:
    """The others met most: how often the player finished before them, with them, behind them.
    A former player is one of many without a name, and left out."""
    own = _that_were_rated(ladder, player)
    ranks = dict(own.values_list("game_id", "rank"))
    record: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    others = RatedSeat.objects.filter(game__in=own.values("game_id")).exclude(player=player)
    for game, who, rank in others.values_list("game_id", "player_id", "rank"):
        at = 0 if ranks[game] < rank else 1 if ranks[game] == rank else 2
        record[who][at] += 1
    often = sorted(record, key=lambda who: (-sum(record[who]), who))[:most]
    people = Player.objects.filter(erased_at=None).in_bulk(often)
    return [(people[who], *record[who]) for who in often if who in people]  # type: ignore[misc]


def _that_were_rated(ladder: Ladder, player: Player) -> "QuerySet[RatedSeat]":
    """A player's seats as the ladder was worked out last, so that a profile is of one piece."""
    found: QuerySet[RatedSeat] = RatedSeat.objects.filter(
        game__ladder=ladder,
        player=player,
        game__events__player=player,
        game__events__revision=F("game__revision"),
    )
    return found


def conduct_of(player: Player) -> tuple[int, int]:
    """Of the last ranked matches that count, of any game: how many were played to the end, of how
    many. A struck match is nobody's conduct: often it was the house that was at fault."""
    rows = RatedSeat.objects.filter(player=player, game__state=RatedGame.State.COUNTED)
    last = rows.order_by("-game__ended_at")[:CONDUCT_OF]
    abandoned = list(last.values_list("is_abandoned", flat=True))
    return abandoned.count(False), len(abandoned)


# --- after a match, and before one ----------------------------------------------------------


def rated_game(match: str) -> RatedGame | None:
    """By the match's public id."""
    return RatedGame.objects.filter(match=match).first()


def who_left(match: str) -> tuple[int, ...]:
    """The seats whose people had left a match that counts: they are behind all others."""
    counts = RatedSeat.objects.filter(game__match=match, game__state=RatedGame.State.COUNTED)
    left = counts.filter(is_abandoned=True).order_by("number")
    return tuple(left.values_list("number", flat=True))


def change_of(match: str, player_id: int) -> Change | None:
    """What that match made of that player's rating; None as long as it is not rated, and if it
    was struck from the record."""
    event = (
        events_in_force()
        .filter(game__match=match, game__state=RatedGame.State.COUNTED, player=player_id)
        .select_related("game__ladder")
        .first()
    )
    if event is None:
        return None
    seats = list(RatedSeat.objects.filter(game=event.game))
    others = list(
        RatingEvent.objects.filter(game=event.game, revision=event.revision)
        .exclude(player=player_id)
        .values_list("mu_before", flat=True)
    )
    own = next(seat for seat in seats if seat.player_id == player_id)
    standing = Standing.objects.filter(ladder=event.game.ladder, player=player_id).first()
    return Change(
        mu_before=event.mu_before,
        mu_after=event.mu_after,
        sigma_after=event.sigma_after,
        games=standing.games if standing is not None else 0,
        rank=own.rank,
        is_shared=sum(seat.rank == own.rank for seat in seats) > 1,
        is_abandoned=own.is_abandoned,
        people=len(seats),
        others=sum(others) / len(others),
    )


def pair_over_cap(game: str, players: Sequence[int]) -> tuple[int, int] | None:
    """Two of these who have had as many rated matches of a game with each other as may be. Struck
    ones are among them: whoever played for each other is given no new ones."""
    for most, time in PAIR_CAPS:
        met: dict[tuple[int, int], int] = defaultdict(int)
        rows = (
            RatedSeat.objects.filter(game__ladder__game=game, player__in=players)
            .filter(game__ended_at__gt=clock.now() - time)
            .order_by("game", "player")
            .values_list("game_id", "player_id")
        )
        for _, together in groupby(rows, itemgetter(0)):
            for pair in combinations([player for _game, player in together], 2):
                met[pair] += 1
                if met[pair] >= most:
                    return pair
    return None


def locked_until(player: Player) -> datetime | None:
    """Until when somebody who left one match after the other may not play ranked. Struck matches
    are none of them."""
    since = clock.now() - ABANDONED_IN
    times = list(
        RatedSeat.objects.filter(player=player, is_abandoned=True)
        .filter(game__state=RatedGame.State.COUNTED, game__ended_at__gt=since)
        .order_by("game__ended_at")
        .values_list("game__ended_at", flat=True)
    )
    if len(times) < MOST_ABANDONED:
        return None
    further = min(len(times) - MOST_ABANDONED, 10)
    until: datetime = times[-1] + min(FIRST_WAIT * 4**further, LONGEST_WAIT)
    return until if until > clock.now() else None


def games_on_one_device() -> QuerySet[RatedSeat, Any]:
    """The matches, as `game_id`, of which two seats were marked with one browser."""
    return RatedSeat.objects.filter(shares_device=True).values("game_id")
