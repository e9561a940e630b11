"""Who plays alone with computer players may hurry them."""

import pytest
from pytest_django import Settings

from kirakuken.accounts.models import Player
from tables.models import Match
from tables.services.hurrying import do_hurry
from tests.cast import ClientOf
from tests.tables.finished import running_match
from tests.tables.play import Time, asked, decisions, fresh, press

pytestmark = pytest.mark.usefixtures("at_home")


def match_with_cpus(host: Player, *others: Player) -> Match:
    match = running_match(host, *others, cpus=2)
    press(match)  # then it is the next seat's turn
    return match


def test_alone_the_computer_player_answers_at_once(time: Time, aki: Player) -> None:
    match = match_with_cpus(aki)
    seat, decision = asked(match)
    assert seat == 1 and decision.cpu_at > time.now
    assert do_hurry(match.pk, 0)
    assert asked(match)[1].cpu_at == time.now
    assert fresh(match).due_at == time.now
    assert not do_hurry(match.pk, 0), "once is enough"


def test_ones_own_question_is_left_alone(time: Time, aki: Player) -> None:
    match = running_match(aki, cpus=2)
    before = decisions(match)
    assert not do_hurry(match.pk, 0)
    assert decisions(match) == before


def test_with_other_people_nobody_is_hurried(time: Time, aki: Player, botan: Player) -> None:
    match = match_with_cpus(aki, botan)
    press(match)
    seat, decision = asked(match)
    assert seat == 2
    assert not do_hurry(match.pk, 0)
    assert asked(match) == (seat, decision)


def test_in_a_ranked_match_times_are_the_same_for_all(time: Time, aki: Player) -> None:
    match = match_with_cpus(aki)
    Match.objects.filter(pk=match.pk).update(is_ranked=True)
    assert not do_hurry(match.pk, 0)


def test_the_post_hurries_for_who_sits_here(
    time: Time, aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    match = match_with_cpus(aki)
    address = f"/t/{match.table.public_id}/hurry/"
    assert client_of(daigo).post(address).status_code in (403, 404)
    assert asked(match)[1].cpu_at > time.now
    json = {"Accept": "application/json"}
    assert client_of(aki).get(address).status_code == 405
    assert client_of(aki).post(address, headers=json).status_code == 204
    assert asked(match)[1].cpu_at == time.now


def test_hurrying_too_often_is_refused_and_hinders_nothing_else(
    redis_here: str, aki: Player, client_of: ClientOf, settings: Settings
) -> None:
    """Each takes the match's lock."""
    settings.LIMITS = settings.LIMITS | {"hurry_per_player": (3, 60)}
    match, browser = match_with_cpus(aki), client_of(aki)
    address, json = f"/t/{match.table.public_id}/", {"Accept": "application/json"}
    statuses = [browser.post(f"{address}hurry/", headers=json).status_code for _ in range(4)]
    assert statuses == [204, 204, 204, 429]
    assert browser.post(f"{address}stop/", {"answer": "yes"}, headers=json).status_code == 200
