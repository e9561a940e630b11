"""Ways to a table: the spoken code and the invite link."""

import pytest
from pytest_django import Settings

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.access import invite_token
from tables.models import Table
from tables.services.opening import do_close, do_new_link, do_open
from tests.cast import ClientOf


@pytest.fixture
def table(aki: Player, at_home: Parlour) -> Table:
    return do_open(at_home, aki, game="hokusai", options={}, turn_limit=None, is_listed=False)


def test_a_code_leads_by_the_link_to_the_table(
    client_of: ClientOf, table: Table, redis_here: str
) -> None:
    browser = client_of(None)
    assert browser.get(f"/t/{table.public_id}/").status_code == 404
    answer = browser.post("/code/", {"code": table.code})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/i/{invite_token(table)}/")
    answer = browser.get(answer.headers["Location"])
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{table.public_id}/")
    assert browser.get(f"/t/{table.public_id}/").status_code == 200


def test_a_code_may_be_typed_as_it_was_heard(
    client_of: ClientOf, table: Table, redis_here: str
) -> None:
    full_width = "".join(chr(ord(letter) + 0xFEE0) for letter in table.code)
    spoken = f" {table.code[:4].lower()}-{table.code[4:]} "
    for typed in (full_width, spoken):
        assert client_of(None).post("/code/", {"code": typed}).status_code == 303


@pytest.mark.parametrize("typed", ["", "ABCD", "x" * 500, "<script>alert(1)", "22222222"])
def test_a_wrong_code_is_said_beside_the_field(
    client_of: ClientOf, table: Table, redis_here: str, typed: str
) -> None:
    answer = client_of(None).post("/code/", {"code": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "There is no table with that code." in page and 'aria-invalid="true"' in page
    assert "<script>alert" not in page


def test_codes_of_another_parlour_and_of_closed_tables_are_wrong(
    client_of: ClientOf, table: Table, other_parlour: Parlour, redis_here: str
) -> None:
    away = client_of(None, at=other_parlour)
    assert away.post("/code/", {"code": table.code}).status_code == 422
    do_close(table)
    assert client_of(None).post("/code/", {"code": table.code}).status_code == 422


def test_guessing_codes_is_slowed_down(
    client_of: ClientOf, table: Table, redis_here: str, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {"code_per_address": (2, 60)}
    answers = [client_of(None).post("/code/", {"code": "22222222"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert 'id="code-error"' in answers[2].content.decode()


def test_without_redis_no_code_is_looked_up(client_of: ClientOf, table: Table) -> None:
    assert client_of(None).post("/code/", {"code": table.code}).status_code == 429


def test_an_invite_says_nothing_to_other_sites(client_of: ClientOf, table: Table) -> None:
    for token in (invite_token(table), "wrong"):
        answer = client_of(None).get(f"/i/{token}/")
        assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_old_wrong_foreign_and_closed_links_get_the_same_answer(
    client_of: ClientOf,
    table: Table,
    aki: Player,
    fumi: Player,
    other_parlour: Parlour,
) -> None:
    old = invite_token(table)
    do_new_link(table, aki)
    table.refresh_from_db()
    with with_parlour(other_parlour):
        theirs = do_open(
            other_parlour, fumi, game="hokusai", options={}, turn_limit=None, is_listed=True
        )
        foreign = invite_token(theirs)
    good = invite_token(table)
    assert client_of(None).get(f"/i/{good}/").status_code == 302
    do_close(table)
    answers = []
    for token in (old, good, good[:-1] + "!", foreign, "x", "é" * 30):
        answer = client_of(None).get(f"/i/{token}/")
        page = answer.content.decode()
        answers.append((answer.status_code, page.split("<main")[1].split("</main>")[0]))
    assert {status for status, _words in answers} == {404}
    assert len(set(answers)) == 1
    assert "This link does not work" in answers[0][1]


def test_a_new_link_takes_back_what_the_old_one_gave(
    client_of: ClientOf, table: Table, aki: Player
) -> None:
    browser = client_of(None)
    browser.get(f"/i/{invite_token(table)}/")
    assert browser.get(f"/t/{table.public_id}/").status_code == 200
    do_new_link(table, aki)
    assert browser.get(f"/t/{table.public_id}/").status_code == 404
