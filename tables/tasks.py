"""What happens by itself: deadlines, computer players, tables nobody uses.

The database knows what is due. `sweep` looks every second, and so does every web process every
few seconds, in case the worker or the broker is gone; `act` is only a hint for one match. Any
of them may come twice or late: the decision number lets one win.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q

from kirakuken.accounts.moving import do_forget_moves
from kirakuken.accounts.services import do_forget_idle_players
from kirakuken.lib import clock
from kirakuken.lib.attempts import attempt
from kirakuken.parlours.access import parlour_of_id
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import across_parlours, with_parlour
from ratings import reckoning
from ratings.corrections import do_forget_corrections
from ratings.devices import do_forget_devices
from ratings.services import do_freeze_seasons
from tables import clocks
from tables.models import ClockBeat, Match, Seat, Table
from tables.services import (
    forgetting,
    opening,
    playing,
    presence,
    ranked,
    seating,
    stopping,
    talking,
    waiting,
)

logger = logging.getLogger(__name__)

AT_ONCE = 200
ROUNDS = 10
OUTAGE = timedelta(seconds=30)  # a silence of the clock that is made good
# Sockets give a sign every 25 s, pages without scripts with each request.
UNHEARD_FOR = timedelta(seconds=90)
NEVER_STARTED_FOR = timedelta(hours=1)
FINISHED_FOR = timedelta(hours=24)
UNUSED_FOR = timedelta(hours=24)
# What the house no longer keeps; each in a parlour's scope.
FORGETTING: tuple[Callable[[], object], ...] = (
    forgetting.do_forget_old_matches,
    do_forget_moves,
    talking.do_forget_phrases,
    waiting.do_forget,
    do_forget_devices,
    do_forget_corrections,
    do_forget_idle_players,
)


@shared_task(name="tables.tasks.sweep")
def sweep() -> None:
    sweep_once("beat")


@shared_task(name="tables.tasks.act")
def act(match_id: int, parlour_id: int) -> None:
    """Something at this match is probably due now."""
    parlour = parlour_of_id(parlour_id)
    if parlour is not None and parlour.is_active:
        with with_parlour(parlour):
            playing.act_on_due(match_id)


@shared_task(name="tables.tasks.rate")
def rate(match_id: int, parlour_id: int) -> None:
    """This match is over and wants to be rated."""
    parlour = parlour_of_id(parlour_id)
    if parlour is not None:
        with with_parlour(parlour):
            ranked.do_rate_match(match_id)


@shared_task(name="tables.tasks.tidy")
def tidy() -> None:
    """Close what nobody uses: never started, long over, or left alone in mid-match. Forget what
    the house no longer keeps."""
    now = clock.now()
    waiting, playing_, finished = Table.Phase.WAITING, Table.Phase.PLAYING, Table.Phase.FINISHED
    for phase, since in (
        (waiting, now - NEVER_STARTED_FOR),
        (finished, now - FINISHED_FOR),
        (playing_, now - UNUSED_FOR),
    ):
        for table_id, parlour_id in _unused(phase, since):
            _each("tidy", parlour_id, partial(opening.close_if_still, table_id, phase, since))
    for table_id, parlour_id in _with_empty_chairs():
        _each("tidy", parlour_id, partial(seating.do_fill_empty_chairs, table_id))
    for parlour in Parlour.objects.order_by("pk"):
        with with_parlour(parlour):
            for forget in FORGETTING:
                attempt("tidy", forget)
            attempt("tidy", partial(do_freeze_seasons, parlour))


def sweep_once(caller: str = "web") -> int:
    """Do everything that is due, in all parlours; how many matches were acted on.

    Cheap when there is nothing: two reads and the stamp that tells that the clock is alive.
    """
    _make_outage_good(caller)
    acted = 0
    for _ in range(ROUNDS):
        due = _due()
        done = sum(
            _each("sweep", parlour_id, partial(playing.act_on_due, match_id, may_think_long=False))
            for match_id, parlour_id in due
        )
        acted += done
        if len(due) < AT_ONCE or not done:
            break
    _mind_absence()
    _let_proposals_lapse()
    _rate_what_is_over()
    _work_ladders_out(caller)
    return acted


def _due() -> list[tuple[int, int]]:
    with across_parlours():
        return list(
            Match.objects.filter(due_at__lte=clock.now(), parlour__is_active=True)
            .order_by("due_at")
            .values_list("pk", "parlour_id")[:AT_ONCE]
        )


def _each(what: str, parlour_id: int, do: Callable[[], bool]) -> bool:
    """One piece of work in its parlour."""

    def work() -> bool:
        with with_parlour(Parlour.objects.get(pk=parlour_id)):
            return do()

    return bool(attempt(what, work))


def _mind_absence() -> None:
    """People of whom nothing was heard count as absent; an absent host's powers pass on."""
    now = clock.now()
    on = [Table.Phase.WAITING, Table.Phase.PLAYING, Table.Phase.FINISHED]
    people = Q(player__isnull=False, table__phase__in=on, table__parlour__is_active=True)
    hosting = Q(absent_since__lte=now - seating.HOST_AWAY_FOR, table__host=F("player"))
    with across_parlours():
        unheard = list(
            Seat.objects.filter(people, absent_since=None, last_seen__lt=now - UNHEARD_FOR)
            .order_by("last_seen")
            .values_list("table_id", "player_id", "table__parlour_id")[:AT_ONCE]
        )
        others = Seat.objects.filter(
            table=OuterRef("table"), player__isnull=False, absent_since=None
        )
        hostless = list(
            Seat.objects.filter(people, Exists(others))
            .filter(hosting | Q(table__host=None))
            .values_list("table_id", "table__parlour_id")
            .distinct()[:AT_ONCE]
        )
    for table_id, player_id, parlour_id in unheard:
        _each("sweep", parlour_id, partial(presence.do_miss, table_id, player_id))
    for table_id, parlour_id in hostless:
        _each("sweep", parlour_id, partial(seating.do_pass_host_on, table_id))


def _let_proposals_lapse() -> None:
    """Proposals to stop a match that nobody answered in time."""
    before = clock.now() - stopping.LAPSES_AFTER
    with across_parlours():
        lapsed = list(
            Match.objects.filter(stop_asked_at__lte=before, parlour__is_active=True)
            .values_list("table_id", "parlour_id")
            .order_by("stop_asked_at")[:AT_ONCE]
        )
    for table_id, parlour_id in lapsed:
        _each("sweep", parlour_id, partial(stopping.do_lapse, table_id))


def _rate_what_is_over() -> None:
    """Ranked matches of which no worker took notice."""
    with across_parlours():
        over = list(
            Match.objects.filter(to_rate__isnull=False, ended_at__isnull=False)
            .order_by("ended_at")
            .values_list("pk", "parlour_id")[:AT_ONCE]
        )
    for match_id, parlour_id in over:
        _each("rating", parlour_id, partial(ranked.do_rate_match, match_id))


def _work_ladders_out(caller: str) -> None:
    """Ladders that a ruling has changed and no worker took notice of. Long ones are a worker's:
    clocks cannot wait a minute. So the beat asks once more for one."""
    with across_parlours():
        waiting = reckoning.waiting()
    for ladder_id, parlour_id, is_short in waiting:
        if is_short:
            _each("reckoning", parlour_id, partial(reckoning.do_work_out, ladder_id))
        elif caller == "beat":
            reckoning.ask_worker(ladder_id, parlour_id)


def _make_outage_good(caller: str) -> None:
    """Stamp the clock. If it had stood still, deadlines of people that fell due meanwhile come
    later by that time, once: stamp and shift are one transaction."""
    now = clock.now()
    last = ClockBeat.objects.aggregate(last=Max("at"))["last"]
    if last is None or now - last <= OUTAGE:
        if not ClockBeat.objects.filter(name=caller).update(at=now):
            ClockBeat.objects.get_or_create(name=caller, defaults={"at": now})
        return
    with transaction.atomic(durable=True):
        beats = list(ClockBeat.objects.select_for_update().order_by("pk"))
        last = max(beat.at for beat in beats)
        if now - last > OUTAGE:
            logger.warning("The clock stood still for %d s.", (now - last).total_seconds())
            with across_parlours():
                _put_deadlines_off(last, now)
                # Nor was anybody absent because nobody could be heard.
                Seat.objects.filter(
                    player__isnull=False, absent_since=None, last_seen__gt=last - UNHEARD_FOR
                ).update(last_seen=now)
        ClockBeat.objects.update_or_create(name=caller, defaults={"at": now})


def _put_deadlines_off(down: datetime, up: datetime) -> None:
    matches = Match.objects.select_for_update(of=("self",)).filter(
        status=Match.Status.PLAYING, due_at__gt=down, due_at__lte=up
    )
    for match in matches.order_by("pk"):
        seats = list(Seat.objects.filter(table_id=match.table_id).order_by("number"))
        cpus = {seat.number for seat in seats if seat.is_cpu}
        decisions = clocks.after_outage(clocks.from_json(match.decisions), cpus, down, up)
        match.decisions = clocks.to_json(decisions)
        match.due_at = clocks.next_due(decisions, seats, goes_on=match.is_ranked)
        match.save(update_fields=["decisions", "due_at"])


def _with_empty_chairs() -> list[tuple[int, int]]:
    """Tables at which somebody sat who does not exist any more."""
    with across_parlours():
        empty = Seat.objects.filter(player=None, cpu_number=None)
        tables = empty.exclude(table__phase=Table.Phase.CLOSED).order_by("table_id")
        return list(tables.values_list("table_id", "table__parlour_id").distinct()[:AT_ONCE])


def _unused(phase: Table.Phase, since: datetime) -> list[tuple[int, int]]:
    with across_parlours():
        tables = Table.objects.filter(phase=phase, touched_at__lte=since)
        if phase == Table.Phase.PLAYING:
            heard = Seat.objects.filter(
                table=OuterRef("pk"), player__isnull=False, last_seen__gt=since
            )
            tables = tables.filter(~Exists(heard))
        return list(tables.order_by("pk").values_list("pk", "parlour_id")[:AT_ONCE])
