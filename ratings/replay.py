"""A ladder played again in memory: matches in, standings out. Pure: no database, no clock.

Whatever is stored of ratings is what this gives for the matches that count, to the last bit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from ratings import maths
from ratings.maths import NEW, Rating

FEWEST_MATCHES = 10  # below either of these a rating is provisional
FEWEST_OPPONENTS = 5
SETTLING = 3  # matches before a number is shown
_DAY = timedelta(days=1)


class Rated(NamedTuple):
    """One match that counts. Players and ranks are in the order of the seats."""

    pk: int
    ended_at: datetime
    beta: float
    players: tuple[int, ...]
    ranks: tuple[int, ...]


class Changed(NamedTuple):
    """What a match made of its players' ratings, in the order of the seats."""

    match: Rated
    before: tuple[Rating, ...]
    after: tuple[Rating, ...]


@dataclass(slots=True)
class Standing:
    """Where one player stands. `last_at` is the end of their last match that counts."""

    rating: Rating = NEW
    games: int = 0
    wins: int = 0
    last_at: datetime | None = None
    opponents: set[int] = field(default_factory=set)

    @property
    def is_provisional(self) -> bool:
        return is_provisional(self.games, len(self.opponents))


def is_provisional(games: int, opponents: int) -> bool:
    return games < FEWEST_MATCHES or opponents < FEWEST_OPPONENTS


def replay(matches: Iterable[Rated], standings: dict[int, Standing]) -> Iterator[Changed]:
    """Plays `matches` in their order and keeps `standings` (by player) up to date."""
    for match in matches:
        people = [standings.get(player) or Standing() for player in match.players]
        before = tuple([_rested(one, match.ended_at) for one in people])
        after = tuple(maths.rated(before, match.ranks, match.beta))
        everybody, winners = set(match.players), firsts(match)
        for player, one, rating in zip(match.players, people, after, strict=True):
            one.rating = rating
            one.games += 1
            one.wins += player in winners
            one.last_at = match.ended_at
            one.opponents |= everybody
            one.opponents.discard(player)
            standings[player] = one
        yield Changed(match, before, after)


def firsts(match: Rated) -> list[int]:
    """Who came first in it: one player, or those who share the place."""
    best = min(match.ranks)
    return [who for who, rank in zip(match.players, match.ranks, strict=True) if rank == best]


def _rested(one: Standing, now: datetime) -> Rating:
    if one.last_at is None:
        return one.rating
    return maths.rested(one.rating, (now - one.last_at) / _DAY)
