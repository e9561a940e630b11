"""The guest whom the browser held: asked about, brought along, or left to wait."""

import pytest
from django.conf import settings

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import MatchSeat, Removal, Table
from tables.services import seating
from tests.accounts.people import (
    PASSWORD,
    account_at,
    make_member,
    sign_in,
    who,
)
from tests.cast import ClientOf
from tests.tables.doors import names_at, open_table, path_of, seats_of, started_table

COOKIE = settings.PLAYER_COOKIE_NAME


def test_a_guest_is_asked_about_and_never_brought_silently(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(botan)
    answer = sign_in(browser)
    assert answer["Location"].startswith("/you/bring/?next=")
    assert who(browser) == aki and names_at(table) == ["Botan"]
    page = browser.get(answer["Location"]).content.decode()
    assert "Does Botan come along?" in page and "1 seat at a table" in page
    assert names_at(table) == ["Botan"], "looking brings nothing"
    answer = browser.post("/you/bring/", {"bring": "yes", "next": path_of(table)})
    assert (answer.status_code, answer["Location"]) == (303, path_of(table))
    assert names_at(table) == ["Aki"]
    with with_parlour(parlour):
        assert not Player.objects.filter(pk=botan.pk).exists()
        assert Table.objects.get().host == aki
    assert browser.get("/you/bring/").status_code == 303, "once"


def test_a_seat_in_a_running_match_is_brought_with_the_match(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = started_table(botan, cpus=1)
    (before, _cpu) = seats_of(table)
    browser = client_of(botan)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes"})
    (after, _cpu) = seats_of(table)
    assert (after.pk, after.number, after.player) == (before.pk, before.number, aki)
    with with_parlour(parlour):
        assert MatchSeat.objects.get(number=0).player == aki
        assert MatchSeat.objects.get(number=0).name == "Aki"
    assert browser.get(path_of(table)).status_code == 200
    listed = browser.get("/you/matches/").content.decode()
    assert path_of(table) in listed


def test_a_guest_left_alone_is_back_after_signing_out(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    """A child's guest on the family's computer, while a parent looks in."""
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(botan)
    old = browser.cookies[COOKIE].value
    sign_in(browser)
    assert browser.post("/you/bring/", {"bring": "no"}).status_code == 303
    assert who(browser) == aki and names_at(table) == ["Botan"]
    browser.post("/you/sign-out/")
    assert who(browser) == botan and account_at(browser) is None
    assert browser.cookies[COOKIE].value != old
    assert browser.get(path_of(table)).context is not None


def test_a_guest_with_nothing_is_not_asked_about(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(botan)
    assert sign_in(browser)["Location"] == "/you/"
    with with_parlour(parlour):
        assert not Player.objects.filter(pk=botan.pk).exists()


def test_nobody_sits_at_one_table_twice(aki: Player, botan: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    table = open_table(botan, aki)
    browser = client_of(botan)
    sign_in(browser)
    answer = browser.post("/you/bring/", {"bring": "yes"})
    assert answer.status_code == 422 and "one table as both" in answer.content.decode()
    assert names_at(table) == ["Botan", "Aki"]


def test_a_removal_is_not_shaken_off_by_an_account(
    parlour: Parlour, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    shown_out, other = open_table(chiyo, botan), open_table(botan)
    with with_parlour(parlour):
        seating.do_remove_seat(shown_out, chiyo, 1)
    browser = client_of(botan)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes"})
    with with_parlour(parlour):
        assert Removal.objects.get(table=shown_out).player == aki
    assert names_at(other) == ["Aki"]


def test_where_the_member_was_shown_the_door_the_guest_brings_no_seat(
    parlour: Parlour, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(chiyo, aki, botan)
    with with_parlour(parlour):
        seating.do_remove_seat(table, chiyo, 1)
    browser = client_of(botan)
    sign_in(browser)
    assert browser.post("/you/bring/", {"bring": "yes"}).status_code == 422
    assert names_at(table) == ["千代", "Botan"]


def test_nobody_brings_anothers_guest_along(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(None)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes", "guest": botan.pk, "player": botan.pk})
    assert names_at(table) == ["Botan"]


@pytest.mark.parametrize(
    "there", ["//evil.example/", "https://evil.example/", "/\\evil.example", "//asakusa.localhost/"]
)
def test_no_way_leads_out_of_the_house(there: str, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    answer = browser.post("/you/sign-in/", {"login": "akiko", "password": PASSWORD, "next": there})
    assert answer["Location"] == "/you/"
    assert browser.post("/you/bring/", {"next": there})["Location"] == "/you/"
    assert browser.post("/you/sign-out/", {"next": there})["Location"] == "/you/"
