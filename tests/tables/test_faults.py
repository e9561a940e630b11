"""Faults that other table sites had, tried here: what docs/mechanisms/faults.md names and no other
test covers."""

import re
from datetime import timedelta

import pytest

from games.core.errors import Refused as RulesRefused
from games.registry import Game
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Refused, TooLate
from tables import clocks
from tables.models import Match, Move, Seat, Table
from tables.selectors import snapshot
from tables.services.playing import act_on_due
from tables.services.presence import do_miss, do_see
from tables.services.seating import do_leave
from tables.services.starting import do_again
from tables.tasks import sweep_once, tidy
from tests.cast import ClientOf
from tests.house import ROOT
from tests.tables.doors import path_of
from tests.tables.play import (
    Time,
    asked,
    decisions,
    fresh,
    match_of,
    play_to_the_end,
    press,
    seat_at,
    table_of,
)
from tests.tables.toy import Put, Ready

pytestmark = pytest.mark.usefixtures("at_home")
LINKS = re.compile(r'(?:href|src|action|data-(?:since|socket|nonce))="(/[^"#]*)"')


def test_a_week_later_the_seat_is_still_ones_own(
    time: Time, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = match_of(aki, botan)
    browser = client_of(aki)
    for _ in range(8 * 24):
        time.passes(3600)
        do_see(match.table_id, botan.pk)
    sweep_once()
    tidy()
    page = browser.get(path_of(match.table)).content.decode()
    assert 'data-seat="0"' in page


def test_no_address_of_a_page_gives_its_seat_away(
    time: Time, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    """Whatever is copied from a page (but the invite, before the start), another browser gets
    no seat by it."""
    match = match_of(aki, botan, is_listed=True)
    stranger = client_of(None)
    page = client_of(aki).get(path_of(match.table)).content.decode()
    addresses = {*LINKS.findall(page), path_of(match.table)}
    assert len(addresses) > 5
    for address in addresses:
        answer = stranger.get(address.replace("&amp;", "&"))
        if answer.status_code == 200 and not answer.streaming:
            seat = re.search(r'data-seat="(\d*)"', answer.content.decode())
            assert seat is None or seat.group(1) == "", address
    assert Seat.objects.filter(table=match.table).count() == 2


def test_an_absent_person_does_not_block_what_all_have_to_be_ready_for(
    time: Time, toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    press(match, 0, Ready())
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    time.until(fresh(match).due_at)
    act_on_due(match.pk)  # the CPU stakes a point and is ready
    deciders = Move.objects.filter(match=match, seat=1).values_list("by", flat=True)
    assert set(deciders) == {Move.By.STAND_IN}
    question = decisions(match)[0]
    assert question is not None and question.question.seconds == 6, "they look at the cards"


def test_a_player_who_is_deleted_in_mid_match_blocks_nobody(
    time: Time, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = match_of(aki, botan)
    aki.delete()
    assert client_of(botan).get(path_of(match.table)).status_code == 200
    tidy()
    sweep_once()
    now = snapshot(match.table_id)
    assert [person.name for person in now.people] == ["Karakuri 1", "Botan"]
    assert fresh(match.table).host == botan
    time.until(fresh(match).due_at)
    act_on_due(match.pk)
    assert Move.objects.get(match=match).by == Move.By.CPU


def test_a_table_whose_only_player_is_deleted_closes(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=1)
    aki.delete()
    tidy()
    assert fresh(match.table).phase == Table.Phase.CLOSED
    assert fresh(match).status == Match.Status.UNFINISHED


def test_fifty_fast_turns_fire_no_timer(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, turn_limit=30, rank_everyone=True)
    for _ in range(50):
        if fresh(match).is_over:
            break
        time.passes(0.2)
        sweep_once()
        press(match)
        owing = [each for each in decisions(match) if each is not None]
        assert len(owing) <= 1
        if owing:
            assert fresh(match).due_at == owing[0].due_at
    assert not Move.objects.filter(match=match, by=Move.By.CLOCK).exists()


def test_coming_back_with_two_seconds_left_leaves_two_seconds(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, turn_limit=60)
    before = asked(match)[1]
    assert before.shown_until is not None
    time.passes(10)
    do_miss(match.table_id, aki.pk)
    time.until(before.shown_until - timedelta(seconds=2))
    do_see(match.table_id, aki.pk)
    assert asked(match)[1] == before
    assert snapshot(match.table_id).shown_until(0) == before.shown_until


def test_an_answer_in_the_moment_of_the_last_ready_counts_whole_or_not_at_all(
    time: Time, toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    before = decisions(match)[0]
    assert before is not None
    press(match, 0, Put(points=3))
    press(match, 0, Ready())
    press(match, 1, Ready())
    with pytest.raises(TooLate):
        press(match, 0, Put(points=2), decision=before.number)
    assert snapshot(match.table_id).view(None).staked == (3, 0)


def test_two_tables_in_two_tabs_do_not_mix(
    time: Time, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    one, other = match_of(aki, botan), match_of(aki, botan)
    browser = client_of(aki)
    for match in (one, other, one):
        browser.get(path_of(match.table))
    for match in (other, one):
        seat, decision = asked(match)
        assert seat == 0
        body = {"decision": decision.number, "action": '{"type":"roll"}'}
        browser.post(path_of(match.table, "move"), body)
        assert fresh(match).version == 1
    assert Move.objects.filter(match__in=[one, other]).count() == 2


def test_nobody_has_two_seats_at_one_table(time: Time, aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    seat = Seat.objects.get(table=table, number=1)
    with pytest.raises(Exception, match="(?i)unique"):
        Seat.objects.filter(pk=seat.pk).update(player=aki)


def test_again_after_somebody_left_is_asked_for_by_any_of_the_others(
    time: Time, aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo)
    play_to_the_end(match)
    do_leave(match.table, aki)
    again = do_again(match.table, chiyo)
    assert again.number == 2
    assert [person.is_cpu for person in snapshot(match.table_id).people] == [True, False, False]
    with pytest.raises(Refused):
        do_again(match.table, aki)


def test_what_is_due_never_belongs_to_somebody_who_is_not_asked(
    time: Time, aki: Player, botan: Player
) -> None:
    """CPUs beside people: at every step at most those are due who are asked."""
    match = match_of(aki, botan, cpus=2)
    for _ in range(40):
        now = fresh(match)
        if now.is_over:
            break
        seats = list(Seat.objects.filter(table_id=match.table_id).order_by("number"))
        due = clocks.due(clocks.from_json(now.decisions), seats)
        owing = {seat for seat, each in enumerate(decisions(match)) if each}
        assert {each.seat for each in due} <= owing
        if asked(match)[0] in (0, 1):
            press(match)
        else:
            time.until(now.due_at)
            act_on_due(match.pk)
    for move in Move.objects.filter(match=match):
        assert (move.by == Move.By.CPU) == (move.seat >= 2)


def test_the_rules_refuse_what_is_out_of_turn(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    waiting = 1 - asked(match)[0]
    with pytest.raises((TooLate, RulesRefused)):
        press(match, waiting, decision=asked(match)[1].number)
    assert seat_at(match, waiting).timeouts == 0


def test_every_test_that_the_page_about_faults_names_exists() -> None:
    page = (ROOT / "docs/mechanisms/faults.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    written = "".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    assert len(named) > 40
    assert named <= set(re.findall(r"def (test_\w+)", written))
