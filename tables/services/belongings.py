"""What is a player's at tables and in matches: brought along to an account, packed, left, and
made nameless (kirakuken/accounts/parts.py)."""

import json
from itertools import pairwise
from typing import Any

from django.db.models import Q

from kirakuken.accounts.models import Player
from kirakuken.accounts.names import FORMER
from kirakuken.accounts.parts import Part
from kirakuken.lib.errors import Refused
from tables.lists import played_by
from tables.models import Handover, Hush, Match, MatchSeat, Move, Phrase, Removal, Seat, Table
from tables.services.seating import do_leave
from tables.services.transactions import changed, lock, whole

AT_ONCE = 500  # matches read at a time for an export


class Belongings(Part):
    def counts(self, player: Player) -> dict[str, int]:
        return {
            "seats": _open_seats(player).count(),
            "matches": Match.objects.filter(played_by(player)).count(),
        }

    def check_bring(self, guest: Player, member: Player) -> None:
        """Nobody sits at one table twice, nor where they were shown the door, nor beside
        somebody of the same name."""
        at = list(_open_seats(guest).values_list("table_id", flat=True))
        if Seat.objects.filter(table__in=at, player=member).exists():
            raise Refused("bring_same_table")
        if Removal.objects.filter(table__in=at, player=member).exists():
            raise Refused("removed")
        others = Seat.objects.filter(table__in=at).exclude(player=guest)
        if others.filter(player__name_key=member.name_key).exists():
            raise Refused("same_name_here")

    def bring(self, guest: Player, member: Player) -> None:
        for table_id in _open_seats(guest).values_list("table_id", flat=True):
            _hand_over(table_id, guest, member)
        _bring_the_rest(guest, member)

    def export(self, player: Player) -> dict[str, Any]:
        matches = Match.objects.filter(played_by(player)).order_by("pk")
        matches = matches.prefetch_related("seats", "handovers")
        return {
            "seats": list(
                _open_seats(player).values("table__public_id", "table__game", "number", "mark")
            ),
            "matches": [_told(match, player) for match in matches.iterator(AT_ONCE)],
            "phrases": list(
                Phrase.objects.filter(player=player).values("table__public_id", "number", "said_at")
            ),
        }

    def leave(self, player: Player) -> None:
        for seat in _open_seats(player).select_related("table"):
            do_leave(seat.table, player)

    def erase(self, player: Player) -> None:
        """Closed tables and old matches keep the chair, not the name."""
        played = MatchSeat.objects.filter(player=player)
        played.exclude(name="").update(name=FORMER)
        taken_over = MatchSeat.objects.filter(successor=player)
        taken_over.exclude(successor_name="").update(successor_name=FORMER)
        Handover.objects.filter(player=player).exclude(name="").update(name=FORMER)
        Phrase.objects.filter(player=player).delete()
        Hush.objects.filter(Q(player=player) | Q(hushed=player)).delete()
        Removal.objects.filter(player=player).delete()


@whole
def _hand_over(table_id: int, guest: Player, member: Player) -> None:
    """The chair, also in the middle of a match: the same row, so that nothing at the table
    changes but whose it is."""
    locked = lock(table_id)
    seat = locked.seat_of(guest.pk)
    if seat is None:
        return
    if locked.seat_of(member.pk) is not None:
        raise Refused("bring_same_table")
    seat.player = member
    seat.save(update_fields=["player"])
    if locked.table.host_id == guest.pk:
        locked.table.host = member
    if locked.match is not None:
        seats = MatchSeat.objects.filter(match=locked.match, number=seat.number)
        seats.filter(player=guest).update(player=member, name=member.name)
        seats.filter(successor=guest).update(successor=member, successor_name=member.name)
        Handover.objects.filter(match=locked.match, player=guest).update(
            player=member, name=member.name
        )
    changed(locked)


@whole
def _bring_the_rest(guest: Player, member: Player) -> None:
    """Old matches stay under the name that was borne then. Where both had played, the guest's
    chair stays nobody's: one person does not play against themselves."""
    # Asked for once: what is brought along first must not count as played by both afterwards.
    met = Match.objects.filter(played_by(guest)).filter(played_by(member))
    both = list(met.values_list("pk", flat=True))
    for owner in ("player", "successor"):
        seats = MatchSeat.objects.filter(**{owner: guest}).exclude(match__in=both)
        seats.update(**{owner: member})
    Handover.objects.filter(player=guest).exclude(match__in=both).update(player=member)
    Table.objects.filter(host=guest).update(host=member)
    Seat.objects.filter(player=guest).update(player=None, cpu_number=1)  # of closed tables
    known = Removal.objects.filter(player=member).values("table")
    Removal.objects.filter(player=guest).exclude(table__in=known).update(player=member)
    heard = Hush.objects.filter(player=member).values("hushed")
    hushes = Hush.objects.filter(player=guest).exclude(hushed__in=heard).exclude(hushed=member)
    if hushes.update(player=member):
        Player.objects.filter(pk=member.pk).update(has_hushed=True)


def _open_seats(player: Player) -> Any:
    return Seat.objects.filter(player=player).exclude(table__phase=Table.Phase.CLOSED)


def _told(match: Match, player: Player) -> dict[str, Any]:
    """A match as far as its player may know it: who sat there, how it ended, their own moves."""
    seats = list(match.seats.all())
    theirs = _theirs(match, player)
    moves = Move.objects.filter(match=match).order_by("number")
    told = ("number", "seat", "by", "action", "made_at")
    return {
        "match": match.public_id,
        "game": match.game,
        "house_rules": match.options,
        "status": match.status,
        "began": match.created_at,
        "ended": match.ended_at,
        "ranks": match.ranks,
        "scores": match.scores,
        "seats": [
            {"seat": seat.number + 1, "name": seat.shown_name, "cpu": seat.shown_cpu_number}
            for seat in seats
        ],
        "own_seats": sorted({number + 1 for number, _, _ in theirs}),
        "own_moves": [
            {**move, "action": json.loads(move["action"])}
            for move in moves.filter(seat__in={number for number, _, _ in theirs}).values(*told)
            if any(
                move["seat"] == number and after < move["number"] <= last
                for number, after, last in theirs
            )
        ],
    }


def _theirs(match: Match, player: Player) -> list[tuple[int, int, int]]:
    """Which seats were this player's, after which move, and up to which."""
    whose = {seat.number: [(0, seat.player_id)] for seat in match.seats.all()}
    for each in match.handovers.all():
        whose[each.seat].append((each.after, each.player_id))
    return [
        (number, after, last)
        for number, turns in whose.items()
        for (after, sat), (last, _) in pairwise([*turns, (match.version, None)])
        if sat == player.pk
    ]
