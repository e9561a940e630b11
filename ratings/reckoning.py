"""A ladder worked out anew, a slice at a time, and brought into force whole.

A ruling notes on the ladder from which match on (`Ladder.anew_from`) and gives it a new revision.
Whoever works that out plays the ladder again in memory and writes events under that revision,
which is in force for no match before the last slice gives it to all of them. Nobody has to wait
for the ladder's row longer than for a slice. One revision is one set of matches that count, apart
from those rated meanwhile, which come after all others: so two at once, or one after another who
died, write the same rows, and what a ruling has overtaken is dropped.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from kirakuken.lib import clock
from kirakuken.lib.workers import hint
from ratings import corrections, selectors
from ratings.maths import Rating
from ratings.models import Ladder, RatedGame, RatingEvent, Standing
from ratings.replay import Changed, is_provisional, replay
from ratings.replay import Standing as Replayed

SLICE = 500  # matches between two looks at the ladder's row
HELD_FOR = timedelta(seconds=30)  # after a slice, by whoever wrote it
SHORT = 1000  # matches that a sweep works out itself: half a second
AT_ONCE = 2000  # rows in one statement


def locked(ladder_id: int) -> Ladder:
    found: Ladder = Ladder.objects.select_for_update(of=("self",)).get(pk=ladder_id)
    return found


def note(ladder: Ladder, since: int) -> None:
    """On a locked ladder: match number `since` and all after it are to be rated anew."""
    if ladder.worked_at is not None:  # somebody has begun with what was noted before
        RatingEvent.objects.filter(game__ladder=ladder, revision=ladder.revision).delete()
    ladder.revision += 1
    ladder.anew_from = min(since, ladder.anew_from or since)
    ladder.worked_at = None
    ladder.save(update_fields=["revision", "anew_from", "worked_at"])


def tell_worker(ladder: Ladder) -> None:
    """On commit: a hint that this ladder is to be worked out. The sweep would find it anyway."""
    ids = (ladder.pk, ladder.parlour_id)
    transaction.on_commit(lambda: ask_worker(*ids), robust=True)


def ask_worker(ladder_id: int, parlour_id: int) -> None:
    hint("ratings.tasks.work_out", ladder_id, parlour_id)


def waiting() -> list[tuple[int, int, bool]]:
    """Ladders that nobody works on, with their parlours, and whether they are short."""
    free = Q(worked_at=None) | Q(worked_at__lte=clock.now() - HELD_FOR)
    rows = Ladder.objects.filter(free, anew_from__isnull=False).order_by("pk")
    return [
        (pk, parlour, last <= SHORT)
        for pk, parlour, last in rows.values_list("pk", "parlour_id", "last_number")
    ]


def do_work_out(ladder_id: int) -> bool:
    """Whether this brought new numbers into force. It does not if nothing is noted, if somebody
    else is at it, or if a further ruling came meanwhile, with a hint of its own."""
    ladder = _taken(ladder_id)
    if ladder is None:
        return False
    standings: dict[int, Replayed] = {}
    first = 1
    while True:
        last = _end_of_slice(ladder, first)
        changes = list(replay(selectors.matches(ladder, first, last), standings))
        is_new = first >= (ladder.anew_from or 1)
        rows = list(events(changes, ladder.revision)) if is_new else []
        with transaction.atomic():
            now = locked(ladder_id)
            if now.anew_from is None or now.revision != ladder.revision:
                return False
            RatingEvent.objects.bulk_create(rows, AT_ONCE, ignore_conflicts=True)
            if last >= now.last_number:
                _bring_into_force(now, standings)
                return True
            now.worked_at = clock.now()
            now.save(update_fields=["worked_at"])
        ladder, first = now, last + 1


@transaction.atomic
def _taken(ladder_id: int) -> Ladder | None:
    ladder, now = locked(ladder_id), clock.now()
    is_held = ladder.worked_at is not None and ladder.worked_at > now - HELD_FOR
    if ladder.anew_from is None or is_held:
        return None
    ladder.worked_at = now
    ladder.save(update_fields=["worked_at"])
    return ladder


def _end_of_slice(ladder: Ladder, first: int) -> int:
    """Its last match: none is partly before the first match that is rated anew."""
    since = ladder.anew_from or 1
    end = since - 1 if first < since else ladder.last_number
    return min(first + SLICE - 1, end)


def _bring_into_force(ladder: Ladder, standings: dict[int, Replayed]) -> None:
    before, ruled = corrections.shown_numbers(ladder), corrections.last_ruling(ladder)
    later = RatedGame.objects.filter(ladder=ladder, number__gte=ladder.anew_from)
    later.update(revision=ladder.revision)
    Standing.objects.filter(ladder=ladder).delete()
    keep(ladder, standings)
    if ruled is not None:
        corrections.note_moved(ladder, before, ruled)
    ladder.anew_from = ladder.worked_at = None
    ladder.save(update_fields=["anew_from", "worked_at"])


def events(changes: Iterable[Changed], revision: int) -> Iterable[RatingEvent]:
    for match, before, after in changes:
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


def keep(ladder: Ladder, standings: dict[int, Replayed]) -> None:
    Standing.objects.bulk_create(
        (
            Standing(
                ladder=ladder,
                player_id=player,
                mu=one.rating.mu,
                sigma=one.rating.sigma,
                sure=sure(one.rating),
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


def sure(rating: Rating) -> float:
    return rating.mu - rating.sigma
