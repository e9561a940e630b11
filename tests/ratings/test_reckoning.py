"""A ladder worked out anew after a ruling: by whom, how often, whatever happens meanwhile."""

import itertools
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from celery import current_app
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import reckoning, selectors, services, tasks
from ratings.models import Ladder, RatedGame, RatingEvent
from tables.tasks import sweep_once
from tests.ratings.people import START, UPSET_IN, ladder, members, played, stored
from tests.ratings.workers import Died, at_slice, die

COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED
_numbers = itertools.count(1)


def test_a_ruling_only_notes(
    at_home: Parlour,
    people: list[Player],
    upset: RatedGame,
    omi: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    before, events = stored(ladder(UPSET_IN)), RatingEvent.objects.count()
    with (
        patch("kirakuken.lib.workers.current_app.send_task") as sent,
        django_capture_on_commit_callbacks(execute=True),
    ):
        services.do_rule([upset], VOIDED, omi, "why")
    found = ladder(UPSET_IN)
    assert (found.anew_from, found.revision) == (upset.number, 1)
    assert sent.call_args.args == ("ratings.tasks.work_out",)
    assert sent.call_args.kwargs["args"] == [found.pk, at_home.pk]
    assert (stored(found), RatingEvent.objects.count()) == (before, events)
    tasks.work_out(found.pk, at_home.pk)
    assert ladder(UPSET_IN).is_worked_out
    assert stored(found) != before
    assert list(selectors.differences(found)) == []


def test_the_first_of_all_that_is_noted_counts(people: list[Player], omi: User) -> None:
    games = list(RatedGame.objects.order_by("number"))
    for number in (4, 2, 6):
        services.do_rule([games[number - 1]], VOIDED, omi, "why")
    assert ladder(UPSET_IN).anew_from == 2
    assert reckoning.do_work_out(ladder(UPSET_IN).pk) is True
    assert reckoning.do_work_out(ladder(UPSET_IN).pk) is False
    assert list(selectors.differences(ladder(UPSET_IN))) == []


def test_a_short_ladder_is_the_sweeps_and_a_long_one_a_workers(
    at_home: Parlour, upset: RatedGame, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    monkeypatch.setattr(reckoning, "SHORT", 10)
    with patch("kirakuken.lib.workers.current_app.send_task") as sent:
        sweep_once("web")
        assert not sent.called
        sweep_once("beat")
    assert sent.call_args.kwargs["args"] == [ladder(UPSET_IN).pk, at_home.pk]
    assert not ladder(UPSET_IN).is_worked_out
    monkeypatch.setattr(reckoning, "SHORT", 11)
    sweep_once("web")
    assert ladder(UPSET_IN).is_worked_out


def test_no_clock_and_no_cpu_waits_for_a_long_one() -> None:
    queue = current_app.amqp.router.route({}, "ratings.tasks.work_out")["queue"]
    assert queue.name == "mail"


@pytest.mark.usefixtures("short_slices")
def test_what_somebody_works_on_is_left_alone(upset: RatedGame, omi: User) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    others = []

    def come_too() -> None:
        others.append((reckoning.do_work_out(ladder(UPSET_IN).pk), reckoning.waiting()))

    with at_slice(3, come_too):
        assert reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert others == [(False, [])]


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_worker_that_dies_is_replaced(
    people: list[Player], omi: User, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = RatedGame.objects.get(number=1)
    services.do_rule([first], VOIDED, omi, "why")
    before = stored(ladder(UPSET_IN))
    with at_slice(number, die), pytest.raises(Died):
        reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert stored(ladder(UPSET_IN)) == before  # nothing of it is in force
    assert reckoning.do_work_out(ladder(UPSET_IN).pk) is False
    later = clock.now() + reckoning.HELD_FOR
    monkeypatch.setattr(clock, "now", lambda: later)
    assert len(reckoning.waiting()) == 1
    assert reckoning.do_work_out(ladder(UPSET_IN).pk) is True
    assert list(selectors.differences(ladder(UPSET_IN))) == []
    assert RatingEvent.objects.filter(revision=1).count() == 9 * 6


@pytest.mark.usefixtures("short_slices")
def test_a_ruling_overtakes_what_is_being_worked_out(people: list[Player], omi: User) -> None:
    games = list(RatedGame.objects.order_by("number"))
    services.do_rule(games[:1], VOIDED, omi, "why")
    with at_slice(4, lambda: services.do_rule(games[7:8], VOIDED, omi, "why")):
        assert reckoning.do_work_out(ladder(UPSET_IN).pk) is False
    assert (ladder(UPSET_IN).anew_from, ladder(UPSET_IN).revision) == (1, 2)
    assert not RatingEvent.objects.filter(revision=1).exists()
    assert reckoning.do_work_out(ladder(UPSET_IN).pk) is True  # at once: nobody holds it any more
    assert list(selectors.differences(ladder(UPSET_IN))) == []


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("number", [1, 4, 5])
def test_a_match_that_ends_meanwhile_is_rated_at_once_and_again(
    at_home: Parlour, people: list[Player], omi: User, number: int
) -> None:
    games = list(RatedGame.objects.order_by("number"))
    services.do_rule(games[:1], VOIDED, omi, "why")
    with at_slice(number, lambda: played(at_home, people[:3], [3, 1, 2], game=UPSET_IN)):
        assert reckoning.do_work_out(ladder(UPSET_IN).pk) is True
    last = RatedGame.objects.get(number=11)
    assert sorted(last.events.values_list("revision", flat=True)) == [0, 0, 0, 1, 1, 1]
    assert list(selectors.differences(ladder(UPSET_IN))) == []


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_whatever_happens_it_is_as_if_built_so(
    at_home: Parlour, omi: User, data: st.DataObject
) -> None:
    """Matches end, are struck and restored, workers come, die, and are overtaken, in any order:
    bit for bit the ladder that is built from the matches alone that count at the end."""
    people = list(Player.objects.filter(name__startswith="Haru").order_by("pk")[:6])
    people += members(at_home, 6 - len(people))
    one, other = f"one{next(_numbers)}", f"other{next(_numbers)}"
    matches: list[tuple[RatedGame, Any, Any, datetime]] = []

    def play() -> None:
        who = data.draw(st.permutations(people))[: data.draw(st.integers(2, 6))]
        ranks = [data.draw(st.integers(1, 3)) for _ in who]
        at = START + timedelta(days=len(matches) * data.draw(st.integers(0, 40)))
        matches.append((played(at_home, who, ranks, game=one, at=at), who, ranks, at))

    def decide() -> None:
        some = data.draw(st.lists(st.sampled_from([each[0] for each in matches]), min_size=1))
        services.do_rule(some, data.draw(st.sampled_from([COUNTED, VOIDED])), omi, "a reason")

    def work() -> None:
        reckoning.do_work_out(ladder(one).pk)

    def work_and_die() -> None:
        try:
            with at_slice(data.draw(st.integers(1, 4)), die):
                work()
        except Died:
            Ladder.objects.update(worked_at=None)  # as time does

    def work_meanwhile() -> None:
        with at_slice(data.draw(st.integers(1, 4)), data.draw(st.sampled_from([play, decide]))):
            work()

    def two_work() -> None:
        def another() -> None:
            Ladder.objects.update(worked_at=None)  # the first was too slow
            work()

        with at_slice(data.draw(st.integers(1, 4)), another):
            work()

    play()
    happens = [play, decide, decide, work, work_and_die, work_meanwhile, two_work]
    with patch.object(reckoning, "SLICE", data.draw(st.integers(1, 3))):
        for happen in data.draw(st.lists(st.sampled_from(happens), max_size=12)):
            happen()
        work()
    assert ladder(one).is_worked_out
    Ladder.objects.create(parlour=at_home, game=other)
    for game, who, ranks, at in matches:
        game.refresh_from_db()
        if game.state == COUNTED:
            played(at_home, who, ranks, game=other, at=at)
    assert stored(ladder(one)) == stored(ladder(other))
    assert list(selectors.differences(ladder(one))) == []
    assert not RatingEvent.objects.filter(
        game__ladder=ladder(one), revision__gt=ladder(one).revision
    ).exists()
