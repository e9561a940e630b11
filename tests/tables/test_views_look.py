"""Looking something up at a table: what is there to be seen, and by whom."""

from typing import Any

import pytest
from django.test import Client

from kirakuken.accounts.models import Player
from tables.models import Match
from tests.cast import ClientOf
from tests.tables.doors import invite
from tests.tables.finished import closed, running_match, shuffling_match

WORDS = ("0", "8", "ledger", "turn")


def look(client: Client, match: Match, what: str) -> Any:
    return client.get(f"/t/{match.table.public_id}/look/{what}/", headers={"X-Look": "1"})


@pytest.fixture
def okuribito() -> dict[str, Any]:
    return {"game": "okuribito", "cpus": 2, "is_listed": True}


def test_a_word_that_the_board_does_not_know_is_not_found(
    okuribito: dict[str, Any], aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = running_match(aki, botan, **okuribito)
    browser = client_of(aki)
    assert [look(browser, match, what).status_code for what in WORDS] == [200] * len(WORDS)
    for what in ("73", "007", "-1", "word-", "word-nothing", "9" * 40):
        assert look(browser, match, what).status_code == 404


def test_a_match_that_ended_before_it_began_has_no_board(
    okuribito: dict[str, Any], aki: Player, botan: Player, daigo: Player, client_of: ClientOf
) -> None:
    match, _nonces = shuffling_match(aki, botan, **okuribito)
    browsers = [client_of(aki), client_of(daigo)]
    for browser in browsers:
        assert {look(browser, match, what).status_code for what in WORDS} == {404}
    assert closed(match).is_over
    for browser in browsers:
        assert {look(browser, match, what).status_code for what in WORDS} == {404}
        table = f"/t/{match.table.public_id}/"
        assert browser.get(table).status_code == 410
        assert browser.get(table + "since/").status_code == 200


def test_it_is_the_tables_own_business(
    okuribito: dict[str, Any],
    aki: Player,
    botan: Player,
    daigo: Player,
    fumi: Player,
    client_of: ClientOf,
) -> None:
    match = running_match(aki, botan, **(okuribito | {"is_listed": False}))
    assert look(client_of(fumi), match, "ledger").status_code == 404, "another parlour"
    visitor = client_of(daigo)
    assert look(visitor, match, "ledger").status_code == 404, "no link"
    invite(visitor, match.table)
    assert look(visitor, match, "ledger").status_code == 200
