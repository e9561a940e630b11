"""check_ratings and tune_ratings."""

import random

import pytest
from django.core.management import CommandError, call_command

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import maths, selectors, services
from ratings.management.commands import tune_ratings
from ratings.models import Correction, Ladder, RatedGame, RatingEvent, Standing
from ratings.replay import Rated
from tests.ratings.people import START, UPSET_IN, ladder, members, played, rule


def test_sound_ladders_pass(at_home: Parlour, capsys: pytest.CaptureFixture[str]) -> None:
    played(at_home, members(at_home, 3), [1, 2, 2])
    call_command("check_ratings")
    assert "kirakuken hokusai: 1 matches, all bits the same" in capsys.readouterr().out


def test_a_wrong_rating_is_an_alarm_and_can_be_repaired(
    at_home: Parlour, capsys: pytest.CaptureFixture[str]
) -> None:
    played(at_home, members(at_home, 2), [1, 2])
    Standing.objects.update(mu=1600.0)
    with pytest.raises(SystemExit):
        call_command("check_ratings", "--repair")
    assert "2 differences" in capsys.readouterr().out
    call_command("check_ratings")


def test_a_last_bit_is_none(at_home: Parlour, capsys: pytest.CaptureFixture[str]) -> None:
    played(at_home, members(at_home, 2), [1, 2])
    event = RatingEvent.objects.all()[0]
    RatingEvent.objects.filter(pk=event.pk).update(mu_after=event.mu_after + 2e-9)
    call_command("check_ratings")
    assert "this machine's arithmetic" in capsys.readouterr().out


def test_a_check_works_out_first(
    upset: RatedGame, omi: User, capsys: pytest.CaptureFixture[str]
) -> None:
    services.do_rule([upset], RatedGame.State.VOIDED, omi, "why")
    call_command("check_ratings")
    assert "all bits the same" in capsys.readouterr().out
    assert ladder(UPSET_IN).is_worked_out


def test_a_check_says_so_where_somebody_is_at_it(
    upset: RatedGame, omi: User, capsys: pytest.CaptureFixture[str]
) -> None:
    services.do_rule([upset], RatedGame.State.VOIDED, omi, "why")
    Ladder.objects.update(worked_at=clock.now())
    call_command("check_ratings")
    assert "being worked out anew, not compared" in capsys.readouterr().out


def test_the_right_beta_foretells_best() -> None:
    """Matches made with much luck are told best by a large beta."""
    chance, skill = random.Random(5), [n * 40.0 for n in range(12)]
    matches = []
    for pk in range(1500):
        people = chance.sample(range(12), 2)
        lead = maths.chance(
            maths.Rating(skill[people[0]], 0),
            maths.Rating(skill[people[1]], 0),
            1000.0,
        )
        ranks = (1, 2) if chance.random() < lead else (2, 1)
        matches.append(Rated(pk, START, 705.0, tuple(people), ranks))
    losses = {beta: tune_ratings.log_loss(matches, beta) for beta in (200.0, 1000.0, 20000.0)}
    assert min(losses, key=lambda beta: losses[beta]) == 1000.0
    assert losses[1000.0] < 0.6931


def test_a_ladder_is_rated_anew_with_another_beta(
    at_home: Parlour, capsys: pytest.CaptureFixture[str]
) -> None:
    people = members(at_home, 2)
    played(at_home, people, [1, 2])
    before = Standing.objects.get(player=people[0]).mu
    call_command("tune_ratings", "hokusai", "--apply", "705")
    assert Standing.objects.get(player=people[0]).mu > before
    call_command("check_ratings")
    call_command("tune_ratings", "hokusai")
    assert "too few" in capsys.readouterr().out
    assert ladder().revision == 1


def test_another_beta_waits_for_the_ruling(
    people: list[Player], upset: RatedGame, omi: User
) -> None:
    before = round(Standing.objects.get(player=people[0]).mu)
    services.do_rule([upset], RatedGame.State.VOIDED, omi, "why")
    call_command("tune_ratings", UPSET_IN, "--apply", "300")
    assert list(selectors.differences(ladder(UPSET_IN))) == []
    told = Correction.objects.get(player=people[0])
    assert (told.state, told.before) == (RatedGame.State.VOIDED, before)
    shown = round(Standing.objects.get(player=people[0]).mu)
    assert told.after != shown  # the other beta is no ruling
    rule([upset], RatedGame.State.COUNTED, omi, "why not")
    assert list(selectors.differences(ladder(UPSET_IN))) == []


@pytest.mark.parametrize(
    "arguments", [["chess"], ["hokusai", "--apply", "199"], ["hokusai", "--parlour", "nowhere"]]
)
def test_nonsense_is_refused(at_home: Parlour, arguments: list[str]) -> None:
    played(at_home, members(at_home, 2), [1, 2])
    with pytest.raises(CommandError):
        call_command("tune_ratings", *arguments)
