"""A ladder worked out anew after a ruling: by whom, how often, whatever happens meanwhile, and
what is shown until it is done."""

import itertools
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from celery import current_app
from django.core.management import call_command
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import reckoning, selectors, services, tasks
from ratings.models import Correction, Ladder, RatedGame, RatingEvent, Standing
from ratings.replay import Rated
from tables.tasks import sweep_once
from tests.cast import ClientOf
from tests.ratings.people import START, ladder, members, played, rule, settle

AdminOf = Callable[[User, Parlour], Client]
COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED
GAME = "oicho-kabu"
_numbers = itertools.count(1)


class Died(Exception):
    """A worker was switched off."""


@pytest.fixture
def people(at_home: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Six of whom the first always won."""
    found = members(at_home, 6)
    settle(at_home, found, game=GAME)
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=1))
    return found


@pytest.fixture
def upset(at_home: Parlour, people: list[Player]) -> RatedGame:
    return played(at_home, people[:2], [2, 1], game=GAME, at=START + timedelta(hours=12))


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "SLICE", 2)


def stored(which: Ladder) -> dict[int, tuple[float, float, int, int, int, datetime]]:
    rows = Standing.objects.filter(ladder=which)
    return {
        row.player_id: (row.mu, row.sigma, row.games, row.wins, row.opponents, row.last_at)
        for row in rows
    }


def at_slice(number: int, what: Callable[[], object]) -> Any:
    """While somebody works, before their slice of that number is read, this happens."""
    read, slices = selectors.matches, itertools.count(1)

    def matches(*asked: Any) -> Iterator[Rated]:
        if asked[1:] and next(slices) == number:
            what()
        return read(*asked)

    return patch.object(selectors, "matches", matches)


def die() -> None:
    raise Died


# --- who does it, and when ------------------------------------------------------------------


def test_a_ruling_only_notes(
    at_home: Parlour,
    people: list[Player],
    upset: RatedGame,
    omi: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    before, events = stored(ladder(GAME)), RatingEvent.objects.count()
    with (
        patch("kirakuken.accounts.letters.current_app.send_task") as sent,
        django_capture_on_commit_callbacks(execute=True),
    ):
        services.do_rule([upset], VOIDED, omi, "why")
    found = ladder(GAME)
    assert (found.anew_from, found.revision) == (upset.number, 1)
    assert sent.call_args.args == ("ratings.tasks.work_out",)
    assert sent.call_args.kwargs["args"] == [found.pk, at_home.pk]
    assert (stored(found), RatingEvent.objects.count()) == (before, events)
    tasks.work_out(found.pk, at_home.pk)
    assert ladder(GAME).is_worked_out
    assert stored(found) != before
    assert list(selectors.differences(found)) == []


def test_the_first_of_all_that_is_noted_counts(people: list[Player], omi: User) -> None:
    games = list(RatedGame.objects.order_by("number"))
    for number in (4, 2, 6):
        services.do_rule([games[number - 1]], VOIDED, omi, "why")
    assert ladder(GAME).anew_from == 2
    assert reckoning.do_work_out(ladder(GAME).pk) is True
    assert reckoning.do_work_out(ladder(GAME).pk) is False
    assert list(selectors.differences(ladder(GAME))) == []


def test_a_short_ladder_is_the_sweeps_and_a_long_one_a_workers(
    at_home: Parlour, upset: RatedGame, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    monkeypatch.setattr(reckoning, "SHORT", 10)
    with patch("kirakuken.accounts.letters.current_app.send_task") as sent:
        sweep_once("web")
        assert not sent.called
        sweep_once("beat")
    assert sent.call_args.kwargs["args"] == [ladder(GAME).pk, at_home.pk]
    assert not ladder(GAME).is_worked_out
    monkeypatch.setattr(reckoning, "SHORT", 11)
    sweep_once("web")
    assert ladder(GAME).is_worked_out


def test_no_clock_and_no_cpu_waits_for_a_long_one() -> None:
    queue = current_app.amqp.router.route({}, "ratings.tasks.work_out")["queue"]
    assert queue.name == "mail"


@pytest.mark.usefixtures("short_slices")
def test_what_somebody_works_on_is_left_alone(
    upset: RatedGame, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    others = []

    def come_too() -> None:
        others.append((reckoning.do_work_out(ladder(GAME).pk), reckoning.waiting()))

    with at_slice(3, come_too):
        assert reckoning.do_work_out(ladder(GAME).pk)
    assert others == [(False, [])]


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_worker_that_dies_is_replaced(
    people: list[Player], omi: User, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = RatedGame.objects.get(number=1)
    services.do_rule([first], VOIDED, omi, "why")
    before = stored(ladder(GAME))
    with at_slice(number, die), pytest.raises(Died):
        reckoning.do_work_out(ladder(GAME).pk)
    assert stored(ladder(GAME)) == before  # nothing of it is in force
    assert reckoning.do_work_out(ladder(GAME).pk) is False
    later = clock.now() + reckoning.HELD_FOR
    monkeypatch.setattr(clock, "now", lambda: later)
    assert len(reckoning.waiting()) == 1
    assert reckoning.do_work_out(ladder(GAME).pk) is True
    assert list(selectors.differences(ladder(GAME))) == []
    assert RatingEvent.objects.filter(revision=1).count() == 9 * 6


@pytest.mark.usefixtures("short_slices")
def test_a_ruling_overtakes_what_is_being_worked_out(people: list[Player], omi: User) -> None:
    games = list(RatedGame.objects.order_by("number"))
    services.do_rule(games[:1], VOIDED, omi, "why")
    with at_slice(4, lambda: services.do_rule(games[7:8], VOIDED, omi, "why")):
        assert reckoning.do_work_out(ladder(GAME).pk) is False
    assert (ladder(GAME).anew_from, ladder(GAME).revision) == (1, 2)
    assert not RatingEvent.objects.filter(revision=1).exists()
    assert reckoning.do_work_out(ladder(GAME).pk) is True  # at once: nobody holds it any more
    assert list(selectors.differences(ladder(GAME))) == []


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("number", [1, 4, 5])
def test_a_match_that_ends_meanwhile_is_rated_at_once_and_again(
    at_home: Parlour, people: list[Player], omi: User, number: int
) -> None:
    games = list(RatedGame.objects.order_by("number"))
    services.do_rule(games[:1], VOIDED, omi, "why")
    with at_slice(number, lambda: played(at_home, people[:3], [3, 1, 2], game=GAME)):
        assert reckoning.do_work_out(ladder(GAME).pk) is True
    last = RatedGame.objects.get(number=11)
    assert sorted(last.events.values_list("revision", flat=True)) == [0, 0, 0, 1, 1, 1]
    assert list(selectors.differences(ladder(GAME))) == []


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


# --- what is shown meanwhile ----------------------------------------------------------------


def text_at(browser: Client, path: str) -> str:
    html = browser.get(path).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_pages_say_so_until_it_is_done(
    people: list[Player],
    upset: RatedGame,
    client_of: ClientOf,
    omi: User,
    at_home: Parlour,
    admin_of: AdminOf,
) -> None:
    paths = (f"/ladders/{GAME}/", f"/people/{people[0].public_id}/")
    reader, staff = client_of(None), admin_of(omi, at_home)
    services.do_rule([upset], VOIDED, omi, "why")
    for path in paths:
        assert "being worked out anew" in text_at(reader, path)
    assert "being worked out anew" in text_at(staff, "/admin/ratings/ladder/")
    reckoning.do_work_out(ladder(GAME).pk)
    for path in paths:
        assert "being worked out anew" not in text_at(reader, path)
    assert "being worked out anew" not in text_at(staff, "/admin/ratings/ladder/")


def test_a_profile_is_of_one_piece_meanwhile(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    """All figures are those of before, and the struck match is marked as struck; one that was
    put back has made nothing yet."""

    def figures() -> tuple[int, int, int, list[str]]:
        answer = client_of(None).get(f"/people/{people[0].public_id}/")
        row, rows = answer.context["row"], answer.context["matches"]
        assert row.games == sum(times for _words, times, _wide in answer.context["places"])
        history = selectors.history_of(row.ladder, people[0])
        assert (len(history), history[-1].mu_after) == (row.games, row.mu)
        met = max(sum(record) for _other, _name, _open, *record in answer.context["against"])
        struck = [one.change for one in rows if one.is_voided]
        return row.games, met, len(struck), [one.change for one in rows][:1]

    games, met, struck, (change,) = figures()
    assert (games, met, struck) == (11, 11, 0)
    services.do_rule([upset], VOIDED, omi, "why")
    assert figures() == (11, 11, 1, [change])
    reckoning.do_work_out(ladder(GAME).pk)
    assert figures() == (10, 10, 1, ["–"])
    services.do_rule([upset], COUNTED, omi, "why not")
    assert figures() == (10, 10, 0, ["–"])
    reckoning.do_work_out(ladder(GAME).pk)
    assert figures() == (11, 11, 0, [change])


@pytest.mark.usefixtures("short_slices")
def test_what_is_not_in_force_is_not_in_the_staff_room(
    people: list[Player], omi: User, at_home: Parlour, admin_of: AdminOf
) -> None:
    first = RatedGame.objects.get(number=2)
    services.do_rule([RatedGame.objects.get(number=1)], VOIDED, omi, "why")
    with at_slice(5, die), pytest.raises(Died):
        reckoning.do_work_out(ladder(GAME).pk)
    assert first.events.count() == 12
    browser = admin_of(omi, at_home)
    inlines = browser.get(f"/admin/ratings/ratedgame/{first.pk}/change/").context[
        "inline_admin_formsets"
    ]
    assert sum(len(one.formset.queryset) for one in inlines) == 6 + 6  # seats, events
    answer = browser.get("/admin/ratings/ratingevent/")
    assert {event.revision for event in answer.context["cl"].queryset} == {0}


# --- what players are told ------------------------------------------------------------------


def told() -> dict[int, tuple[str, int | None, int | None]]:
    rows = Correction.objects.values_list("player", "state", "before", "after")
    return {player: (state, before, after) for player, state, before, after in rows}


def number_of(player: Player) -> int:
    return round(Standing.objects.get(player=player).mu)


def test_a_ruling_taken_back_before_it_is_worked_out_is_told_to_nobody(
    upset: RatedGame, omi: User
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    services.do_rule([upset], COUNTED, omi, "why not")
    assert reckoning.do_work_out(ladder(GAME).pk)
    assert told() == {}
    assert list(selectors.differences(ladder(GAME))) == []


def test_rulings_in_a_pile_are_told_as_what_they_come_to(
    at_home: Parlour, people: list[Player], upset: RatedGame, omi: User
) -> None:
    other = played(at_home, people[2:4], [2, 1], game=GAME, at=START + timedelta(hours=13))
    before = number_of(people[0])
    services.do_rule([upset, other], VOIDED, omi, "why")
    services.do_rule([other], COUNTED, omi, "why not")
    reckoning.do_work_out(ladder(GAME).pk)
    assert told()[people[0].pk] == (VOIDED, before, number_of(people[0]))
    assert set(told()) == {each.pk for each in people[:2]}


def test_a_match_played_meanwhile_is_not_laid_to_the_ruling(
    at_home: Parlour, people: list[Player], upset: RatedGame, omi: User
) -> None:
    """Both numbers have it: they differ by the ruling alone."""
    services.do_rule([upset], VOIDED, omi, "why")
    old = number_of(people[0])
    played(at_home, [people[0], people[5]], [2, 1], game=GAME, at=START + timedelta(hours=13))
    before = number_of(people[0])
    assert before != old
    reckoning.do_work_out(ladder(GAME).pk)
    assert told()[people[0].pk] == (VOIDED, before, number_of(people[0]))
    assert before != number_of(people[0])


# --- the commands ---------------------------------------------------------------------------


def test_a_check_works_out_first(
    upset: RatedGame, omi: User, capsys: pytest.CaptureFixture[str]
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    call_command("check_ratings")
    assert "all bits the same" in capsys.readouterr().out
    assert ladder(GAME).is_worked_out


def test_a_check_says_so_where_somebody_is_at_it(
    upset: RatedGame, omi: User, capsys: pytest.CaptureFixture[str]
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    Ladder.objects.update(worked_at=clock.now())
    call_command("check_ratings")
    assert "being worked out anew, not compared" in capsys.readouterr().out


def test_another_beta_waits_for_the_ruling(
    people: list[Player], upset: RatedGame, omi: User
) -> None:
    before = number_of(people[0])
    services.do_rule([upset], VOIDED, omi, "why")
    call_command("tune_ratings", GAME, "--apply", "300")
    assert list(selectors.differences(ladder(GAME))) == []
    (state, told_before, told_after) = told()[people[0].pk]
    assert (state, told_before) == (VOIDED, before)
    assert told_after != number_of(people[0])  # the other beta is no ruling
    rule([upset], COUNTED, omi, "why not")
    assert list(selectors.differences(ladder(GAME))) == []
