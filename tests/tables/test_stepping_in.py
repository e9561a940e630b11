"""A CPU's seat in mid-match, offered and taken over; and what is kept of who played."""

from typing import Any

import pytest
from django.urls import reverse

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed, Refused
from tables import fair, replays
from tables.lists import deciders_of, matches_of, people_of
from tables.models import Match, MatchSeat, Seat
from tables.pages import page_for
from tables.replay_pages import Shown, moves, page_at
from tables.selectors import snapshot
from tables.services.playing import act_on_due
from tables.services.presence import do_miss
from tables.services.seating import do_leave, do_remove_seat
from tables.services.starting import do_again
from tables.services.stepping_in import check_offer, do_offer_seat, do_step_in
from tests.cast import ClientOf
from tests.tables.play import (
    Time,
    asked,
    fresh,
    match_of,
    play_to_the_end,
    press,
    seat_at,
    table_of,
)

pytestmark = pytest.mark.usefixtures("at_home")


def offered(*people: Player, seat: int = 1, cpus: int = 1, **settings: Any) -> tuple[Match, Seat]:
    match = match_of(*people, cpus=cpus, **settings)
    do_offer_seat(match.table, people[0], seat, offered=True)
    return match, seat_at(match, seat)


def test_an_offered_seat_is_taken_and_played_on_from_there(
    time: Time, aki: Player, daigo: Player
) -> None:
    match, seat = offered(aki)
    press(match, 0)
    time.until(fresh(match).due_at)
    do_step_in(match.table, daigo, seat.pk)
    assert not act_on_due(match.pk), "the CPU has got up"
    number, decision = asked(match)
    press(match, number, decision=decision.number)
    now = snapshot(match.table_id)
    assert [person.name for person in now.people] == ["Aki", "Daigo"]
    assert now.viewer_of(daigo) == 1
    assert not now.seats[1].is_offered


def test_only_what_is_offered_can_be_taken(time: Time, aki: Player, daigo: Player) -> None:
    match = match_of(aki, cpus=2)
    do_offer_seat(match.table, aki, 1, offered=True)
    do_offer_seat(match.table, aki, 1, offered=False)
    for seat in Seat.objects.filter(table=match.table):
        with pytest.raises(Refused, match="seat_not_offered"):
            do_step_in(match.table, daigo, seat.pk)


def test_two_at_once_get_one_seat(time: Time, aki: Player, botan: Player, daigo: Player) -> None:
    match, seat = offered(aki)
    taken = do_step_in(match.table, daigo, seat.pk)
    with pytest.raises(Refused, match="seat_not_offered"):
        do_step_in(match.table, botan, seat.pk)
    assert do_step_in(match.table, daigo, seat.pk) == taken, "pressed twice"
    assert taken.pk != seat.pk, "a page that shows the CPU cannot mean Daigo"


def test_the_host_alone_offers_and_cpus_alone_are_offered(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, cpus=1)
    with pytest.raises(NotAllowed):
        do_offer_seat(match.table, botan, 2, offered=True)
    for number in (0, 1, 5):
        with pytest.raises(Refused, match="no_such_seat"):
            do_offer_seat(match.table, aki, number, offered=True)
    with pytest.raises(Refused, match="match_not_on"):
        do_offer_seat(table_of(aki, cpus=1), aki, 1, offered=True)


def test_an_offer_meant_for_another_sitting_does_nothing(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, cpus=1)
    do_offer_seat(match.table, aki, 2, offered=True, sitting=seat_at(match, 1).pk)
    assert not seat_at(match, 2).is_offered


def test_the_removed_and_those_of_a_like_name_do_not_step_in(
    time: Time, aki: Player, botan: Player, daigo: Player
) -> None:
    match, seat = offered(aki, botan, seat=2)
    do_remove_seat(match.table, aki, 1)
    do_offer_seat(match.table, aki, 1, offered=True)
    with pytest.raises(Refused, match="removed"):
        do_step_in(match.table, botan, seat.pk)
    for player, name, code in (
        (None, "AKI", "same_name_here"),
        (botan, "", "removed"),
    ):
        with pytest.raises(Refused, match=code):
            check_offer(match.table, player, seat.pk, name)
    check_offer(match.table, daigo, seat.pk)


def test_whoever_left_may_come_back_on_an_offer(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_leave(match.table, botan)
    do_offer_seat(match.table, aki, 1, offered=True)
    do_step_in(match.table, botan, seat_at(match, 1).pk)
    assert snapshot(match.table_id).viewer_of(botan) == 1


def test_stepping_in_wakes_a_match_that_stood_still(time: Time, aki: Player, daigo: Player) -> None:
    match, seat = offered(aki, turn_limit=60)
    before = asked(match)[1]
    time.passes(10)
    do_miss(match.table_id, aki.pk)
    time.passes(500)
    do_step_in(match.table, daigo, seat.pk)
    after = asked(match)[1]
    assert before.due_at and after.due_at
    assert (after.due_at - before.due_at).total_seconds() == 500
    assert fresh(match).due_at == after.due_at


def test_the_record_tells_who_played_and_the_dice_stay_the_starters(
    time: Time, aki: Player, botan: Player, daigo: Player
) -> None:
    match = match_of(aki, botan, cpus=1, rank_everyone=True)
    do_leave(match.table, botan)
    for number in (1, 2):
        do_offer_seat(match.table, aki, number, offered=True)
    do_step_in(match.table, daigo, seat_at(match, 2).pk)
    do_step_in(match.table, botan, seat_at(match, 1).pk)
    play_to_the_end(match)
    over = fresh(match)
    assert [person.name for person in people_of(over)] == ["Aki", "Botan", "Daigo"]
    assert [person.is_cpu for person in snapshot(match.table_id).people] == [False] * 3
    assert [seat for seat, _ in fair.shares_of(over)] == [0, 1]
    assert replays.differences(over) == []
    assert match in matches_of(daigo, over.created_at)
    assert MatchSeat.objects.get(match=match, number=2).cpu_number == 1


def test_the_replay_tells_who_decided_each_move_whoever_sat_there_later(
    time: Time, aki: Player, botan: Player, daigo: Player
) -> None:
    match = match_of(aki, botan)
    press(match, 0)
    press(match, 1)
    do_leave(match.table, botan)
    press(match, 0)
    time.until(fresh(match).due_at)
    act_on_due(match.pk)
    do_offer_seat(match.table, aki, 1, offered=True)
    do_step_in(match.table, daigo, seat_at(match, 1).pk)
    play_to_the_end(match)
    over = fresh(match)
    found = replays.replay_of(over)
    assert found is not None
    shown = Shown(over, found, people_of(over), deciders_of(over))
    of_the_seat = [move for move in moves(shown, None, None) if move.mark == "lantern"]
    assert [(move.name, move.by) for move in of_the_seat[:3]] == [
        ("Botan", "human"),
        ("Karakuri 1", "cpu"),
        ("Daigo", "human"),
    ]
    for move in of_the_seat[:3]:
        assert move.words.startswith(move.name)
        then = page_at(shown, move.number, None)
        assert then.scene["seat-1-name"]["text"] == move.name
        assert move.name in then.steps[0].say
    began, at_the_end = page_at(shown, 0, None), page_at(shown, found.last, None)
    assert began.scene["seat-1-name"]["text"] == "Botan"
    assert "Daigo" in at_the_end.regions["ending"]


def test_whoever_played_in_between_keeps_the_replay(
    time: Time, aki: Player, daigo: Player, botan: Player, client_of: ClientOf
) -> None:
    match, seat = offered(aki)
    do_step_in(match.table, daigo, seat.pk)
    do_leave(match.table, daigo)
    do_offer_seat(match.table, aki, 1, offered=True)
    do_step_in(match.table, botan, seat_at(match, 1).pk)
    play_to_the_end(match)
    address = reverse("matches:replay", args=[match.public_id])
    assert client_of(daigo).get(address).context["eyes"] == "2"
    assert match in matches_of(daigo, fresh(match).created_at)


def test_offers_end_with_their_match(time: Time, aki: Player) -> None:
    match, _ = offered(aki)
    play_to_the_end_of_one_person(match, time)
    assert "offered" not in page_for(snapshot(match.table_id), None, "en").regions["aside"]
    again = do_again(match.table, aki)
    assert not seat_at(again, 1).is_offered


def play_to_the_end_of_one_person(match: Match, time: Time) -> None:
    while not fresh(match).is_over:
        if asked(match)[0] == 0:
            press(match, 0)
        else:
            time.until(fresh(match).due_at)
            act_on_due(match.pk)


def test_pages_offer_the_seat_to_spectators_and_its_ways_to_the_host(
    time: Time, aki: Player, botan: Player
) -> None:
    match, seat = offered(aki, botan, seat=2)
    now = snapshot(match.table_id)
    host, guest, watching = (page_for(now, eyes, "en") for eyes in (0, 1, None))
    assert "Take the offer back" in host.regions["menu"]
    assert "/i/" in host.regions["menu"]
    assert "Take the offer back" not in guest.regions["menu"]
    assert "/i/" not in guest.regions["menu"]
    assert f"?seat={seat.pk}" in watching.regions["aside"]
    assert "Take over Karakuri 1’s seat" in watching.regions["offers"]
    assert "menu" not in watching.regions
