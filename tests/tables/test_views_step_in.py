"""The door of a match that is on."""

import pytest

from kirakuken.accounts.models import Player
from kirakuken.lib.ids import new_public_id
from kirakuken.parlours.scope import with_parlour
from tables.models import Seat, Table
from tables.services.seating import do_remove_seat
from tables.services.stepping_in import do_offer_seat
from tests.cast import ClientOf
from tests.tables.doors import invite, names_at, path_of, seats_of, started_table


@pytest.fixture
def table(aki: Player, botan: Player) -> Table:
    """Aki and Botan play with a CPU whose seat is offered."""
    return offer(started_table(aki, botan, cpus=1), aki, 2)


def offer(table: Table, host: Player, number: int) -> Table:
    with with_parlour(table.parlour):
        do_offer_seat(table, host, number, offered=True)
    return table


def offered_seat(table: Table) -> Seat:
    return next(seat for seat in seats_of(table) if seat.is_offered)


def test_rejects_get(table: Table, client_of: ClientOf) -> None:
    assert client_of(None).get(path_of(table, "step_in")).status_code == 405


def test_needs_csrf(table: Table, daigo: Player, client_of: ClientOf) -> None:
    browser = client_of(daigo, csrf=True)
    invite(browser, table)
    body = {"seat": offered_seat(table).pk}
    assert browser.post(path_of(table, "step_in"), body).status_code == 403


def test_strangers_and_other_parlours_find_nothing(
    table: Table, daigo: Player, fumi: Player, client_of: ClientOf
) -> None:
    body = {"seat": offered_seat(table).pk}
    for player in (daigo, fumi):
        assert client_of(player).post(path_of(table, "step_in"), body).status_code == 404
    nowhere = path_of(table, "step_in").replace(table.public_id, new_public_id())
    assert client_of(daigo).post(nowhere, body).status_code == 404


def test_whoever_opens_the_link_finds_the_door_and_may_watch_instead(
    table: Table, client_of: ClientOf
) -> None:
    browser = client_of(None)
    invite(browser, table)
    page = browser.get(path_of(table)).content.decode()
    assert "Take over Karakuri 1’s seat" in page
    assert 'name="name"' in page
    assert page.count('class="btn big go"') == 1
    watching = browser.get(path_of(table) + "?watch=1").content.decode()
    assert 'data-kind="match"' in watching
    assert f"?seat={offered_seat(table).pk}" in watching


def test_somebody_new_types_a_name_and_plays(table: Table, client_of: ClientOf) -> None:
    browser = client_of(None)
    invite(browser, table)
    body = {"seat": offered_seat(table).pk, "name": "Daigo"}
    answer = browser.post(path_of(table, "step_in"), body)
    assert (answer.status_code, answer["Location"]) == (303, path_of(table))
    assert names_at(table) == ["Aki", "Botan", "Daigo"]
    page = browser.get(path_of(table)).content.decode()
    assert 'data-seat="2"' in page


def test_the_same_form_sent_twice_seats_one(table: Table, client_of: ClientOf) -> None:
    browser = client_of(None)
    invite(browser, table)
    browser.get(path_of(table))
    body = {"seat": offered_seat(table).pk, "name": "Daigo"}
    for _ in range(2):
        assert browser.post(path_of(table, "step_in"), body).status_code == 303
    assert names_at(table) == ["Aki", "Botan", "Daigo"]


def test_a_name_that_will_not_do_keeps_what_was_typed(table: Table, client_of: ClientOf) -> None:
    browser = client_of(None)
    invite(browser, table)
    body = {"seat": offered_seat(table).pk, "name": "Aki"}
    answer = browser.post(path_of(table, "step_in"), body)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="Aki"' in page and "Somebody at this table has that name" in page
    assert names_at(table) == ["Aki", "Botan", "CPU"]


def test_a_seat_that_is_gone_shows_the_match(
    table: Table, aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    browser, seat = client_of(daigo), offered_seat(table)
    invite(browser, table)
    with with_parlour(table.parlour):
        do_offer_seat(table, aki, 2, offered=False)
    answer = browser.post(path_of(table, "step_in"), {"seat": seat.pk})
    assert answer.status_code == 422
    assert "not offered any more" in answer.content.decode()


def test_the_removed_are_told_so(
    table: Table, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    with with_parlour(table.parlour):
        do_remove_seat(table, aki, 1)
    offer(table, aki, 1)
    browser = client_of(botan)
    invite(browser, table)
    assert "took you from this table" in browser.get(path_of(table)).content.decode()
    answer = browser.post(path_of(table, "step_in"), {"seat": offered_seat(table).pk})
    assert "took you from this table" in answer.content.decode()
    assert names_at(table) == ["Aki", "CPU", "CPU"]


def test_the_seated_stay_where_they_are(table: Table, botan: Player, client_of: ClientOf) -> None:
    answer = client_of(botan).post(path_of(table, "step_in"), {"seat": offered_seat(table).pk})
    assert answer.status_code == 303
    assert names_at(table) == ["Aki", "Botan", "CPU"]


@pytest.mark.parametrize("seat", ["", "x", "-1", "999999999"])
def test_nonsense(seat: str, table: Table, daigo: Player, client_of: ClientOf) -> None:
    browser = client_of(daigo)
    invite(browser, table)
    assert browser.post(path_of(table, "step_in"), {"seat": seat}).status_code == 422
    assert names_at(table) == ["Aki", "Botan", "CPU"]
