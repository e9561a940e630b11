import pytest

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.models import Table
from tests.cast import ClientOf
from tests.tables.doors import invite, names_at, open_table, path_of, started_table


def test_works_and_leads_to_the_lobby(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, botan)
    answer = client_of(botan).post(path_of(table, "leave"))
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert names_at(table) == ["Aki"]


def test_whoever_left_is_not_seated_by_coming_back(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, botan)
    browser = client_of(botan)
    invite(browser, table)
    browser.post(path_of(table, "leave"))
    for _ in range(3):
        assert "Sit down" in browser.get(path_of(table)).content.decode()
    assert names_at(table) == ["Aki"]
    assert browser.post(path_of(table, "join")).status_code == 303
    assert names_at(table) == ["Aki", "Botan"]


def test_pressed_twice_it_leads_to_the_lobby_again(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, botan, is_listed=True)
    browser = client_of(botan)
    for _ in range(3):
        assert browser.post(path_of(table, "leave"))["Location"] == "/"
    assert names_at(table) == ["Aki"]


def test_the_next_person_becomes_host(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki, botan, cpus=1)
    client_of(aki).post(path_of(table, "leave"))
    with with_parlour(table.parlour):
        table.refresh_from_db()
        assert table.host == botan
    assert "Call a CPU" in client_of(botan).get(path_of(table)).content.decode()


@pytest.mark.parametrize("is_listed", [True, False])
def test_the_last_person_closes_the_table(
    is_listed: bool, aki: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, cpus=2, is_listed=is_listed)
    browser = client_of(aki)
    browser.post(path_of(table, "leave"))
    with with_parlour(table.parlour):
        table.refresh_from_db()
        assert table.phase == Table.Phase.CLOSED
    assert browser.post(path_of(table, "leave")).status_code in {303, 404}


def test_in_a_match_the_seat_is_a_cpus_for_good(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = started_table(aki, botan, is_listed=True)
    browser = client_of(botan)
    assert browser.post(path_of(table, "leave")).status_code == 303
    assert names_at(table) == ["Aki", "CPU"]
    assert 'data-kind="match"' in browser.get(path_of(table)).content.decode()


def test_rejects_get(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).get(path_of(open_table(aki), "leave")).status_code == 405


def test_needs_csrf(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    assert client_of(aki, csrf=True).post(path_of(table, "leave")).status_code == 403
    assert names_at(table) == ["Aki"]


def test_foreign_parlour_is_404(aki: Player, fumi: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    assert client_of(fumi).post(path_of(table, "leave")).status_code == 404
