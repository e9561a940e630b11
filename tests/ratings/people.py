"""Ladders in tests: members, ranked matches among them, and what a page says of them."""

import itertools
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from kirakuken.accounts.models import Player, User
from kirakuken.parlours.models import Parlour
from ratings import reckoning, services
from ratings.models import Ladder, RatedGame, Standing
from tests.accounts.people import make_member
from tests.cast import make_player

START = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
UPSET_IN = "oicho-kabu"  # the game of the fixtures `people` and `upset`
_numbers = itertools.count(1)


def members(parlour: Parlour, many: int) -> list[Player]:
    """People with an account and a verified address."""
    made = []
    for _ in range(many):
        number = next(_numbers)
        player = make_player(parlour, f"Haru {number}")
        make_member(player, f"haru{number}", address=f"haru{number}@example.org")
        made.append(player)
    return made


def played(
    parlour: Parlour,
    players: Sequence[Player],
    ranks: Sequence[int],
    *,
    game: str = "hokusai",
    at: datetime = START,
    abandoned: Sequence[int] = (),
    match: str = "",
) -> RatedGame:
    """One ranked match, rated."""
    match = match or f"match-{next(_numbers)}"
    seats = [
        services.Placed(seat, player, rank, seat in abandoned)
        for seat, (player, rank) in enumerate(zip(players, ranks, strict=True))
    ]
    with transaction.atomic():
        services.rate(parlour, services.Over(match, game, at, seats))
    found: RatedGame = RatedGame.objects.get(match=match)
    return found


def settle(
    parlour: Parlour, people: Sequence[Player], *, at: datetime = START, game: str = "hokusai"
) -> None:
    """Ten matches of six, the first always winning: nobody is provisional any more."""
    for number in range(10):
        played(
            parlour, people, range(1, len(people) + 1), at=at + timedelta(hours=number), game=game
        )


def rule(games: Sequence[RatedGame], state: RatedGame.State, by: User, reason: str) -> int:
    """A ruling, and what a worker does after it."""
    many = services.do_rule(games, state, by, reason)
    for each in {one.ladder_id for one in games}:
        reckoning.do_work_out(each)
    return many


def ladder(game: str = "hokusai") -> Ladder:
    found: Ladder = Ladder.objects.get(game=game)
    return found


def stored(which: Ladder) -> dict[int, tuple[float, float, int, int, int, datetime]]:
    """All that a ladder says now, to the last bit."""
    rows = Standing.objects.filter(ladder=which)
    return {
        row.player_id: (row.mu, row.sigma, row.games, row.wins, row.opponents, row.last_at)
        for row in rows
    }


def text_of(answer: Any) -> str:
    """What a page says, on one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
