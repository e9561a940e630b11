"""Lists of tables and of matches, and who played a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, IntegerField, Prefetch, Q, Value, When

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables.boards.people import Person, cpu_name
from tables.models import Handover, Match, MatchSeat, Removal, Seat, Table

MOST_LISTED = 100


def listed_tables(parlour: Parlour) -> list[Table]:
    """The tables that everybody may see, those with room first, the newest first; each with
    its host and, in `seats.all()`, its seats with their players."""
    return list(
        _with_people()
        .filter(
            parlour=parlour,
            is_listed=True,
            phase__in=[Table.Phase.WAITING, Table.Phase.FINISHED, Table.Phase.PLAYING],
        )
        .annotate(
            turn=Case(
                When(phase=Table.Phase.WAITING, then=Value(0)),
                When(phase=Table.Phase.FINISHED, then=Value(1)),
                default=Value(2),
                output_field=IntegerField(),
            )
        )
        .order_by("turn", "-pk")[:MOST_LISTED]
    )


def running_tables_of(player: Player) -> list[Table]:
    """The tables where this player has a seat, the last used first."""
    return list(
        _with_people()
        .filter(seats__player=player)
        .exclude(phase=Table.Phase.CLOSED)
        .order_by("-touched_at")[:MOST_LISTED]
    )


def tables_left_by(player: Player) -> list[Table]:
    """The tables where a match goes on that this player has left, and may watch; the last used
    first."""
    on = Match.objects.filter(played_by(player), ended_at=None)
    left = _with_people().filter(pk__in=on.values("table")).exclude(seats__player=player)
    return list(left.exclude(pk__in=tables_barred_to(player)).order_by("-touched_at")[:MOST_LISTED])


def tables_barred_to(player: Player) -> set[int]:
    """The tables that this player may not even watch: their host took them from there."""
    removals = Removal.objects.filter(player=player, table__is_listed=False)
    return set(removals.values_list("table", flat=True))


def played_by(player: Player) -> Q:
    """Of matches: those that this player began, or took over a seat in."""
    began = MatchSeat.objects.filter(player=player).values("match")
    took_over = Handover.objects.filter(player=player).values("match")
    return Q(pk__in=began) | Q(pk__in=took_over)


def matches_of(player: Player, since: datetime) -> list[Match]:
    """The matches this player has a seat in, or had since then, with `table` and `seats`; the
    latest first."""
    played = Match.objects.filter(played_by(player)).filter(
        Q(ended_at=None) | Q(ended_at__gte=since)
    )
    found = played.select_related("table").prefetch_related("seats", "handovers").order_by("-pk")
    return list(found[:MOST_LISTED])


def open_replays(matches: Sequence[str], player: Player | None) -> set[str]:
    """Of these matches (public ids) those whose replay everybody may see, or this player,
    because they played. Links that were opened are not looked at: a list is for all."""
    may = Q(table__is_listed=True)
    if player is not None:
        may |= Q(seats__player=player)
    found = Match.objects.filter(may, public_id__in=matches)
    return set(found.values_list("public_id", flat=True))


def people_of(match: Match) -> list[Person]:
    """Those who played a match, as its result names them; named in the active language."""
    return [
        _as_played(played, played.shown_name, played.shown_cpu_number)
        for played in match.seats.all()
    ]


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who decided for each seat of a match as it went on: whoever began it, and who took over
    after which move; named in the active language."""

    began: tuple[Person, ...]
    later: tuple[tuple[int, Person], ...]  # the number of the last move before theirs

    def at(self, number: int) -> list[Person]:
        """By seat, for move `number`; 0: at the start."""
        now = list(self.began)
        for after, person in self.later:
            if number > after:
                now[person.seat] = person
        return now


def deciders_of(match: Match) -> Deciders:
    seats = list(match.seats.all())
    return Deciders(
        began=tuple(_as_played(played, played.name, played.cpu_number) for played in seats),
        later=tuple(
            (each.after, _as_played(seats[each.seat], each.name, each.cpu_number))
            for each in match.handovers.all()
        ),
    )


def _as_played(played: MatchSeat, name: str, cpu_number: int | None) -> Person:
    return Person(
        seat=played.number,
        name=cpu_name(cpu_number) if cpu_number else name,
        mark=played.mark,
        is_cpu=cpu_number is not None,
        is_away=False,
    )


def _with_people() -> Any:
    seats = Seat.objects.select_related("player").order_by("number")
    return Table.objects.select_related("host").prefetch_related(Prefetch("seats", seats))
