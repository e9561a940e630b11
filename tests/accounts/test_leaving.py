"""Deleting an account: at once out of everything, a week to take it back, then nameless."""

import json
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from kirakuken.accounts import leaving, tasks
from kirakuken.accounts.models import Player, PlayerKey, User
from kirakuken.accounts.names import FORMER
from kirakuken.accounts.parts import Part
from kirakuken.accounts.selectors import is_leaving
from kirakuken.accounts.services import do_forget_idle_players
from kirakuken.lib import clock
from kirakuken.parlours.models import Membership, Parlour
from kirakuken.parlours.scope import with_parlour
from kirakuken.parlours.services import do_set_role
from tables.models import Handover, Match, MatchSeat, Seat
from tables.services import playing
from tests.accounts.people import (
    ADDRESS,
    account_at,
    letters,
    make_member,
    once_more,
    sign_in,
    sign_up,
    who,
)
from tests.cast import ClientOf
from tests.tables.doors import names_at, open_table, path_of, seats_of, started_table


def leave(client_of: ClientOf) -> Client:
    browser = client_of(None)
    sign_in(browser)
    once_more(browser)
    assert browser.post("/you/account/delete/").status_code == 200
    return browser


def a_week_passes() -> None:
    week = leaving.REGRET + timedelta(minutes=1)
    User.objects.exclude(leaving_at=None).update(leaving_at=clock.now() - week)
    tasks.tidy()


@pytest.fixture
def akiko(aki: Player) -> User:
    return make_member(aki, "akiko", address=ADDRESS)


def test_it_is_signed_out_everywhere_at_once(
    aki: Player, akiko: User, other_parlour: Parlour, client_of: ClientOf
) -> None:
    there, away = client_of(None), client_of(None, at=other_parlour)
    sign_in(there)
    sign_in(away)
    here = leave(client_of)
    for browser in (here, there, away):
        assert who(browser) is None and account_at(browser) is None
    assert not UserSession.objects.exists()
    assert "will be deleted" in letters()[-1] and "Hello akiko," in letters()[-1]


def test_in_mid_match_a_computer_player_takes_over(
    parlour: Parlour, aki: Player, akiko: User, botan: Player, client_of: ClientOf
) -> None:
    table = started_table(botan, aki)
    with with_parlour(parlour):
        playing.do_end_shuffling(table.pk)
    leave(client_of)
    assert names_at(table) == ["Botan", "CPU"]
    with with_parlour(parlour):
        match = Match.objects.get()
        assert match.status == Match.Status.PLAYING, "the others play on"
        assert MatchSeat.objects.get(number=1).player == aki
    assert client_of(botan).get(path_of(table)).status_code == 200


def test_a_waiting_table_gets_its_chair_back(
    aki: Player, akiko: User, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(botan, aki)
    leave(client_of)
    assert names_at(table) == ["Botan"]


def test_it_can_be_taken_back_within_a_week(aki: Player, akiko: User, client_of: ClientOf) -> None:
    leave(client_of)
    akiko.refresh_from_db()
    aki.refresh_from_db()
    assert is_leaving(aki)
    browser = client_of(None)
    assert sign_in(browser)["Location"] == "/you/account/delete/"
    page = browser.get("/you/account/delete/").content.decode()
    assert "Do you want to stay?" in page
    assert browser.post("/you/account/keep/").status_code == 303
    a_week_passes()
    assert User.objects.filter(username="akiko", leaving_at=None).exists()
    assert who(browser) == aki


def test_coming_back_alone_takes_nothing_back(akiko: User, client_of: ClientOf) -> None:
    leave(client_of)
    sign_in(client_of(None))
    a_week_passes()
    assert not User.objects.exists()


def test_after_six_days_nothing_has_gone(akiko: User, client_of: ClientOf) -> None:
    leave(client_of)
    User.objects.update(leaving_at=clock.now() - timedelta(days=6, hours=23))
    tasks.tidy()
    assert User.objects.exists()


def test_after_a_week_the_player_is_nameless_and_the_same(
    parlour: Parlour, aki: Player, akiko: User, botan: Player, client_of: ClientOf
) -> None:
    started_table(botan, aki)
    leave(client_of)
    a_week_passes()
    assert not User.objects.exists() and not EmailAddress.objects.exists()
    with with_parlour(parlour):
        former = Player.objects.get(pk=aki.pk)
        assert (former.user, former.name, former.name_key) == (None, FORMER, "")
        assert former.erased_at is not None
        assert not PlayerKey.objects.filter(player=former).exists()
        seat = MatchSeat.objects.get(number=1)
        assert (seat.player, seat.name) == (former, FORMER)
        rows = [list(model._base_manager.values()) for model in (Player, MatchSeat, Seat, Handover)]
    assert "Aki" not in json.dumps(rows, default=str)
    with with_parlour(parlour):
        do_forget_idle_players(clock.now() + timedelta(days=1000))
        assert Player.objects.filter(pk=aki.pk).exists(), "ladders count on it for ever"


def test_pages_say_former_player_in_the_readers_language(
    parlour: Parlour, aki: Player, akiko: User, botan: Player, client_of: ClientOf
) -> None:
    table = started_table(botan, aki)
    with with_parlour(parlour):
        playing.do_end_shuffling(table.pk)
    leave(client_of)
    a_week_passes()
    page = client_of(botan).get("/you/matches/").content.decode()
    assert "Aki" not in page
    with with_parlour(parlour):
        match = Match.objects.get()
        match.status, match.ended_at = Match.Status.UNFINISHED, clock.now()
        match.save()
    page = client_of(botan).get("/you/matches/").content.decode()
    assert "former player" in page and FORMER not in page


def test_nobody_can_take_the_name_again(akiko: User, client_of: ClientOf) -> None:
    leave(client_of)
    a_week_passes()
    assert sign_in(client_of(None)).status_code == 422
    assert sign_up(client_of(None), "AKIKO").status_code == 422
    assert sign_up(client_of(None), "Akira").status_code == 302


def test_the_address_is_free_again(akiko: User, client_of: ClientOf) -> None:
    leave(client_of)
    a_week_passes()
    sign_up(client_of(None), "Akira", email=ADDRESS)
    assert EmailAddress.objects.get().email == ADDRESS


def test_all_parlours_are_left(
    aki: Player, akiko: User, other_parlour: Parlour, client_of: ClientOf
) -> None:
    away = client_of(None, at=other_parlour)
    sign_in(away)
    there = who(away)
    assert there is not None
    table = open_table(there)
    leave(client_of)
    assert seats_of(table) == [] or names_at(table) == ["CPU"]
    a_week_passes()
    with with_parlour(other_parlour):
        assert Player.objects.get(pk=there.pk).name == FORMER


def test_a_parlours_only_owner_hands_it_over_first(
    parlour: Parlour, aki: Player, akiko: User, omi: User, client_of: ClientOf
) -> None:
    do_set_role(parlour, akiko.pk, Membership.Role.OWNER)
    with with_parlour(parlour):
        Membership.objects.filter(user=omi).delete()
    browser = client_of(None)
    sign_in(browser)
    once_more(browser)
    answer = browser.post("/you/account/delete/")
    assert answer.status_code == 422 and "only owner" in answer.content.decode()
    assert who(browser) == aki and not User.objects.exclude(leaving_at=None).exists()
    do_set_role(parlour, omi.pk, Membership.Role.OWNER)
    assert browser.post("/you/account/delete/").status_code == 200


def test_the_password_is_asked_once_more(akiko: User, client_of: ClientOf) -> None:
    browser = client_of(None)
    sign_in(browser)
    answer = browser.post("/you/account/delete/")
    assert answer.status_code == 302 and answer["Location"].startswith("/you/again/")
    assert not User.objects.exclude(leaving_at=None).exists()


def test_what_sat_down_in_the_week_gets_up_at_its_end(
    aki: Player, akiko: User, botan: Player, client_of: ClientOf
) -> None:
    leave(client_of)
    table = open_table(botan, aki)
    a_week_passes()
    assert names_at(table) == ["Botan"]


@pytest.fixture
def ladder() -> Iterator[Part]:
    """An app above, which notes whom it was asked to make nameless."""

    class Ladder(Part):
        def __init__(self) -> None:
            self.erased: list[int] = []

        def erase(self, player: Player) -> None:
            self.erased.append(player.pk)

    part = Ladder()
    with patch("kirakuken.accounts.parts._parts", [part]):
        yield part


def test_other_apps_are_asked_before_the_name_goes(
    aki: Player, akiko: User, ladder: Part, client_of: ClientOf
) -> None:
    leave(client_of)
    a_week_passes()
    assert ladder.erased == [aki.pk]  # type: ignore[attr-defined]


def test_it_is_all_or_nothing(aki: Player, akiko: User, ladder: Part, client_of: ClientOf) -> None:
    leave(client_of)
    broken = patch.object(type(ladder), "erase", side_effect=ZeroDivisionError)
    with broken, pytest.raises(ZeroDivisionError):
        leaving.do_erase(akiko)
    with with_parlour(aki.parlour):
        assert Player.objects.get(pk=aki.pk).name == "Aki"
    assert User.objects.exists()


def test_a_deletion_that_fails_stops_no_other(
    aki: Player, akiko: User, botan: Player, ladder: Part, client_of: ClientOf
) -> None:
    make_member(botan, "botan")
    User.objects.update(leaving_at=clock.now())
    erase = type(ladder).erase

    def sometimes(part: Part, player: Player) -> None:
        if player.pk == aki.pk:
            raise ZeroDivisionError
        erase(part, player)

    with (
        patch.object(type(ladder), "erase", sometimes),
        patch("kirakuken.accounts.exports.do_pack_due", side_effect=ZeroDivisionError),
    ):
        a_week_passes()
    assert [user.username for user in User.objects.all()] == ["akiko"]
