"""Ranked tables: who may sit there, when a match may begin, and what of it counts.

What is refused is said before the start. The rules of leaving (who is gone at the end is last)
are in docs/mechanisms/ratings.md, "Whoever leaves".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kirakuken.accounts import selectors as accounts
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Refused
from ratings import devices
from ratings import selectors as ratings
from ratings.services import Over, Placed, rate
from tables import clocks, notify
from tables.models import Match, MatchSeat, Move, Seat, Table
from tables.services.transactions import Locked, lock_match, whole

FEWEST_TURNS = 2  # of every seat, before an abandoned match counts
GONE_SHARE = 10  # one of so many of a seat's turns, and two at least, make it abandoned


@dataclass(frozen=True, slots=True)
class Turn:
    """A move as the rules of leaving see it."""

    number: int
    seat: int
    by: str


def check_player(player: Player | None) -> None:
    """Raises Refused, with why, for somebody who may not play ranked now."""
    if player is None or not accounts.is_member(player):
        raise Refused("ranked_members")
    if accounts.is_leaving(player):
        raise Refused("ranked_leaving")
    if not accounts.has_verified_address(player):
        raise Refused("ranked_address")
    if ratings.locked_until(player) is not None:
        raise Refused("ranked_waits")


def check_device(player: Player | None, seats: Sequence[Seat]) -> None:
    """Raises Refused where two of them, with who comes in, came with one browser."""
    seated = [seat.player_id for seat in seats if seat.player_id is not None]
    if devices.sit_at_one(seated if player is None else [*seated, player.pk]):
        raise Refused("ranked_device")


def check_start(locked: Locked) -> None:
    """Everybody is still who they have to be, and no two have met too often."""
    if not locked.table.is_ranked:
        return
    if any(seat.is_cpu for seat in locked.seats):
        raise Refused("ranked_humans")
    for seat in locked.seats:
        check_player(seat.player)
    players = [seat.player_id for seat in locked.seats if seat.player_id is not None]
    if ratings.pair_over_cap(locked.table.game, players) is not None:
        raise Refused("ranked_pair")
    check_device(None, locked.seats)


def at_the_end(seats: Sequence[Seat]) -> dict[str, Any]:
    """What the rating will want to know of the moment a match ended: whose time had run out
    again and again, or ran out when they were gone."""
    away = [
        seat.number
        for seat in seats
        if not seat.is_cpu and seat.timeouts and clocks.is_away(seat.absent_since, seat.timeouts)
    ]
    return {"away": away}


@whole
def do_rate_match(match_id: int) -> bool:
    """Rate a match that has ended; False if that is done. Whoever comes second waits for the
    match's row and finds it so."""
    match = lock_match(match_id)
    if match.to_rate is None:
        return False
    table = Table.objects.select_for_update(of=("self",)).get(pk=match.table_id)
    over = what_counts(match)
    if over is not None:
        rate(match.parlour, over)
    match.to_rate = None
    match.save(update_fields=["to_rate"])
    table.room_version += 1
    table.save(update_fields=["room_version"])
    notify.tell_table(table, match)
    return True


def what_counts(match: Match) -> Over | None:
    """The match as its ladder takes it; None if it was given up too early to count."""
    played = list(MatchSeat.objects.filter(match=match).select_related("player"))
    moves = Move.objects.filter(match=match).order_by("number")
    turns = [Turn(*row) for row in moves.values_list("number", "seat", "by")]
    left: dict[int, int] = {}
    for seat, after in match.handovers.order_by("pk").values_list("seat", "after"):
        left.setdefault(seat, after)
    gone = left | _given_up(turns, (match.to_rate or {}).get("away", []), left)
    if match.ranks is None or not _counts(len(played), turns, gone):
        return None
    stayed = [rank for seat, rank in enumerate(match.ranks) if seat not in gone]
    seats = [
        Placed(
            seat=seat.number,
            player=seat.player,
            rank=len(stayed) + 1
            if seat.number in gone
            else 1 + sum(rank < match.ranks[seat.number] for rank in stayed),
            is_abandoned=seat.number in gone,
        )
        for seat in played
        if seat.player is not None
    ]
    if len(seats) < len(played) or match.ended_at is None:
        return None
    return Over(match.public_id, match.game, match.ended_at, seats)


def _given_up(turns: Sequence[Turn], away: Sequence[int], left: dict[int, int]) -> dict[int, int]:
    """The seats whose people were away at the end and had more than a tenth of their turns
    decided for them; after which move they did not come back."""
    gone = {}
    for seat in away:
        own = [turn for turn in turns if turn.seat == seat]
        decided = [turn for turn in own if turn.by != Move.By.HUMAN]
        if seat not in left and len(decided) >= 2 and len(decided) * GONE_SHARE > len(own):
            last = max((turn.number for turn in own if turn.by == Move.By.HUMAN), default=0)
            gone[seat] = last
    return gone


def _counts(seats: int, turns: Sequence[Turn], gone: dict[int, int]) -> bool:
    """Not where somebody had gone before everybody had their turns, nor where fewer than two
    are left of whom the first went in the first quarter."""
    if not gone:
        return True
    first = min(gone.values())
    before = [turn.seat for turn in turns if turn.number <= first]
    if any(before.count(seat) < FEWEST_TURNS for seat in range(seats)):
        return False
    return seats - len(gone) >= 2 or first * 4 > len(turns)
