from unittest import mock

import pytest
from django.conf import settings

from kirakuken.accounts.models import Player
from kirakuken.accounts.tickets import new_ticket
from kirakuken.lib.errors import TooMany
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import clocks
from tables.management.commands.seed_demo import LONGEST_MATCH, play
from tables.models import Match, Table
from tables.pages import page_for
from tables.selectors import snapshot
from tables.services import opening, seating
from tests.cast import ClientOf, make_player
from tests.tables.doors import invite, names_at, open_table, path_of, started_table


def test_a_guest_with_the_link_types_a_name_and_sits(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    browser = client_of(None)
    invite(browser, table)
    page = browser.get(path_of(table))
    assert page.status_code == 200
    assert 'name="name"' in page.content.decode()
    answer = browser.post(path_of(table, "join"), {"name": "Botan"})
    assert (answer.status_code, answer["Location"]) == (303, path_of(table))
    assert settings.PLAYER_COOKIE_NAME in answer.cookies
    assert names_at(table) == ["Aki", "Botan"]
    assert "Your piece" in browser.get(path_of(table)).content.decode()


def test_a_known_player_is_not_asked_for_a_name(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, is_listed=True)
    browser = client_of(botan)
    page = browser.get(path_of(table)).content.decode()
    assert 'name="name"' not in page
    assert browser.post(path_of(table, "join")).status_code == 303
    assert names_at(table) == ["Aki", "Botan"]


def test_a_seated_player_keeps_the_chair(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, botan)
    browser = client_of(botan)
    for _ in range(3):
        assert browser.post(path_of(table, "join"), {"name": "Botan"}).status_code == 303
    assert names_at(table) == ["Aki", "Botan"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Please enter a name."),
        ("   ", "Please enter a name."),
        ("x" * 17, "too long"),
        ("<script>", "made of letters"),
        ("Bo\u200btan", "made of letters"),
        ("Karakuri", "pass for the house"),
        ("Ａki", "has that name"),
        ("AKI", "has that name"),
    ],
)
def test_a_bad_name_is_said_beside_the_field_and_makes_nobody(
    name: str, words: str, aki: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, is_listed=True)
    answer = client_of(None).post(path_of(table, "join"), {"name": name})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert 'aria-invalid="true"' in page
    assert settings.PLAYER_COOKIE_NAME not in answer.cookies
    assert names_at(table) == ["Aki"]
    with with_parlour(table.parlour):
        assert Player.objects.count() == 1


def test_markup_in_a_name_is_shown_as_text(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    answer = client_of(None).post(path_of(table, "join"), {"name": '"><img src=x>'})
    assert b"<img src=x>" not in answer.content


def test_the_name_of_a_neighbour_can_be_changed_on_the_spot(
    aki: Player, client_of: ClientOf, at_home: Parlour
) -> None:
    table = open_table(aki, is_listed=True)
    other = make_player(at_home, "Aki")
    browser = client_of(other)
    refused = browser.post(path_of(table, "join"))
    assert refused.status_code == 422
    assert 'name="name"' in refused.content.decode()
    assert browser.post(path_of(table, "join"), {"name": "Akio"}).status_code == 303
    assert names_at(table) == ["Aki", "Akio"]


def test_the_same_form_sent_twice_makes_one_guest(aki: Player, client_of: ClientOf) -> None:
    """A double press without a cookie: neither request knows of the other."""
    table = open_table(aki, is_listed=True)
    first = client_of(None)
    body = {"name": "Botan", "ticket": new_ticket()}
    first.get(path_of(table))
    twin = client_of(None)
    twin.cookies[settings.CSRF_COOKIE_NAME] = first.cookies[settings.CSRF_COOKIE_NAME].value
    answers = [browser.post(path_of(table, "join"), body) for browser in (first, twin)]
    assert [answer.status_code for answer in answers] == [303, 303]
    keys = {answer.cookies[settings.PLAYER_COOKIE_NAME].value for answer in answers}
    assert len(keys) == 1
    assert names_at(table) == ["Aki", "Botan"]


def test_a_ticket_is_worth_nothing_in_another_browser(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    first, thief = client_of(None), client_of(None)
    body = {"name": "Botan", "ticket": new_ticket()}
    for browser in (first, thief):
        browser.get(path_of(table))
    first.post(path_of(table, "join"), body)
    answer = thief.post(path_of(table, "join"), body)
    assert answer.status_code == 422
    assert settings.PLAYER_COOKIE_NAME not in answer.cookies


def test_a_full_table_says_so(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, cpus=5, is_listed=True)
    answer = client_of(botan).post(path_of(table, "join"))
    assert answer.status_code == 422
    assert "All seats are taken" in answer.content.decode()


def test_a_full_table_makes_no_guest(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki, cpus=5, is_listed=True)
    client_of(None).post(path_of(table, "join"), {"name": "Botan"})
    with with_parlour(table.parlour):
        assert Player.objects.count() == 1


def test_a_running_match_can_be_watched_instead(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = started_table(aki, cpus=1, is_listed=True)
    answer = client_of(botan).post(path_of(table, "join"))
    assert answer.status_code == 422
    assert 'data-kind="match"' in answer.content.decode()
    assert names_at(table) == ["Aki", "CPU"]


def test_a_removed_guest_is_told_so(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, botan)
    with with_parlour(aki.parlour):
        seating.do_remove_seat(table, aki, 1)
    browser = client_of(botan)
    invite(browser, table)
    assert "took you from this table" in browser.get(path_of(table)).content.decode()
    browser.post(path_of(table, "join"))
    assert names_at(table) == ["Aki"]


def test_the_old_link_opens_nothing(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    browser = client_of(botan)
    invite(browser, table)
    with with_parlour(aki.parlour):
        opening.do_new_link(table, aki)
    assert browser.get(path_of(table)).status_code == 404
    assert browser.post(path_of(table, "join")).status_code == 404


def test_rejects_get(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    assert client_of(aki).get(path_of(table, "join")).status_code == 405


def test_needs_csrf(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    assert client_of(botan, csrf=True).post(path_of(table, "join")).status_code == 403
    assert names_at(table) == ["Aki"]


def test_foreign_parlour_is_404(aki: Player, fumi: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    assert client_of(fumi).post(path_of(table, "join")).status_code == 404


def test_stranger_without_the_link_gets_404(
    aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    table = open_table(aki)
    assert client_of(daigo).post(path_of(table, "join")).status_code == 404


def test_too_often_is_said_on_the_page(
    aki: Player, botan: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(what: str, who: object, *, parlour: int) -> None:
        if what == "join_per_player":
            raise TooMany(what, retry_after=17)

    monkeypatch.setattr("kirakuken.lib.limits.use", full)
    table = open_table(aki, is_listed=True)
    answer = client_of(botan).post(path_of(table, "join"))
    assert (answer.status_code, answer["Retry-After"]) == (429, "17")
    assert "a lot in a short time" in answer.content.decode()
    assert names_at(table) == ["Aki"]


def test_a_player_who_knocks_too_often_uses_up_nothing_of_the_address(
    aki: Player, botan: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []

    def full(what: str, who: object, *, parlour: int) -> None:
        counted.append(what)
        if what == "join_per_player":
            raise TooMany(what, retry_after=17)

    monkeypatch.setattr("kirakuken.lib.limits.use", full)
    table = open_table(aki, is_listed=True)
    assert client_of(botan).post(path_of(table, "join")).status_code == 429
    assert counted == ["join_per_player"]


class TestBetweenTwoMatches:
    """Somebody comes late by the link, finds a result, and would like to play the next one."""

    def test_the_result_leads_to_a_door_and_back(self, aki: Player, client_of: ClientOf) -> None:
        table = finished_table(aki, cpus=1)
        browser = client_of(None)
        invite(browser, table)
        assert "?sit=1" in browser.get(path_of(table)).content.decode()
        door = browser.get(path_of(table) + "?sit=1").content.decode()
        assert 'name="name"' in door and "presses Again" in door
        answer = browser.post(path_of(table, "join"), {"name": "Botan"})
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert names_at(table) == ["Aki", "CPU", "Botan"]
        page = browser.get(path_of(table)).content.decode()
        assert "sits-next" in page and 'data-chair="3"' in page
        assert f'data-next="{table.next_match_id}"' in page
        assert "Botan has sat down for the next match." in self.aside(table, 0)

    def test_they_play_the_next_match_with_a_share_in_its_dice(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, cpus=1)
        browser = client_of(botan)
        invite(browser, table)
        browser.post(path_of(table, "join"))
        answer = browser.post(path_of(table, "nonce"), {"commitment": "a" * 64})
        assert answer.status_code == 204
        assert browser.post(path_of(table, "again")).status_code == 303
        with with_parlour(table.parlour):
            match = Match.objects.get(table=table, number=2)
            assert [nonce.seat for nonce in match.nonces.all()] == [2]
            assert snapshot(table.pk).viewer_of(botan) == 2

    def test_where_all_chairs_are_taken_a_cpu_gets_up(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, cpus=5)
        browser = client_of(botan)
        invite(browser, table)
        assert browser.post(path_of(table, "join")).status_code == 303
        assert names_at(table) == ["Aki", "CPU", "CPU", "CPU", "CPU", "Botan"]
        browser.post(path_of(table, "leave"))
        assert names_at(table)[-1] == "CPU"

    def test_a_chair_that_was_added_goes_with_whoever_leaves_it(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, cpus=1)
        browser = client_of(botan)
        invite(browser, table)
        browser.post(path_of(table, "join"))
        browser.post(path_of(table, "leave"))
        assert names_at(table) == ["Aki", "CPU"]

    def test_a_full_table_of_people_says_so(
        self, aki: Player, parlour: Parlour, botan: Player, client_of: ClientOf
    ) -> None:
        others = [make_player(parlour, f"Guest {number}") for number in range(1, 6)]
        table = finished_table(aki, *others, is_listed=True)
        browser = client_of(botan)
        page = browser.get(path_of(table)).content.decode()
        assert "All seats at this table are taken." in page and "?sit=1" not in page
        assert browser.get(path_of(table) + "?sit=1").status_code == 422
        assert browser.post(path_of(table, "join")).status_code == 422

    def test_who_left_needs_the_link_to_sit_down_again(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, botan)
        browser = client_of(botan)
        browser.post(path_of(table, "leave"))
        answer = browser.post(path_of(table, "join"))
        assert (answer.status_code, names_at(table)) == (403, ["Aki", "CPU"])
        assert "you need the table’s invite link" in answer.content.decode()
        invite(browser, table)
        assert browser.post(path_of(table, "join")).status_code == 303
        assert names_at(table) == ["Aki", "CPU", "Botan"]

    def test_the_removed_stay_out(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = finished_table(aki, botan, is_listed=True)
        with with_parlour(table.parlour):
            seating.do_remove_seat(table, aki, 1)
        browser = client_of(botan)
        assert browser.post(path_of(table, "join")).status_code == 422
        assert names_at(table) == ["Aki", "CPU"]

    @staticmethod
    def aside(table: Table, viewer: int) -> str:
        with with_parlour(table.parlour):
            return page_for(snapshot(table.pk), viewer, "en").regions["aside"]


def finished_table(host: Player, *guests: Player, cpus: int = 0, is_listed: bool = False) -> Table:
    # Computer players answer before the motion is over, so that nobody has to wait for them.
    at_once = mock.patch.object(clocks, "pace", lambda: -clocks.LONGEST_MOTION)
    with at_once, with_parlour(host.parlour):
        table = started_table(host, *guests, cpus=cpus, is_listed=is_listed)
        play(Match.objects.get(table=table), LONGEST_MATCH)
        table.refresh_from_db()
    return table
