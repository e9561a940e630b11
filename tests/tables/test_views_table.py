from urllib.parse import urlsplit

import pytest

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables import rooms
from tables.services import opening
from tests.cast import ClientOf
from tests.tables.doors import invite, names_at, open_table, path_of, started_table


def test_the_host_sees_all_that_a_host_may_do(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, botan, cpus=1)
    page = client_of(aki).get(path_of(table)).content.decode()
    assert "Aki’s table" in page
    for words in ("Botan", "Karakuri 1", "Call a CPU", "Remove", "New link", "Start"):
        assert words in page
    assert f"http://localhost{rooms.invite_path(table)}" in page
    assert rooms.grouped_code(table.code) in page


def test_a_guest_sees_the_invite_but_no_powers(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, botan, cpus=1)
    page = client_of(botan).get(path_of(table)).content.decode()
    assert rooms.invite_path(table) in page
    for words in ("Call a CPU", "Remove", "New link", 'id="start"'):
        assert words not in page


def test_who_does_not_sit_never_gets_the_link(
    aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    table = open_table(aki, is_listed=True)
    page = client_of(daigo).get(path_of(table)).content.decode()
    assert rooms.invite_path(table) not in page
    assert rooms.grouped_code(table.code) not in page
    assert "Sit down" in page


def test_looking_seats_nobody(aki: Player, daigo: Player, client_of: ClientOf) -> None:
    table = open_table(aki, is_listed=True)
    for _ in range(3):
        client_of(daigo).get(path_of(table))
    assert names_at(table) == ["Aki"]


def test_looking_makes_no_player(aki: Player, client_of: ClientOf) -> None:
    client_of(None).get(path_of(open_table(aki, is_listed=True)))
    with with_parlour(aki.parlour):
        assert Player.objects.count() == 1


def test_the_address_alone_opens_nothing(aki: Player, client_of: ClientOf) -> None:
    assert client_of(None).get(path_of(open_table(aki))).status_code == 404


def test_foreign_parlour_is_404(aki: Player, fumi: Player, client_of: ClientOf) -> None:
    assert client_of(fumi).get(path_of(open_table(aki, is_listed=True))).status_code == 404


def test_takes_no_posts(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).post(path_of(open_table(aki))).status_code == 405


def test_is_kept_by_nobody_and_sends_no_address_out(aki: Player, client_of: ClientOf) -> None:
    answer = client_of(aki).get(path_of(open_table(aki)))
    assert answer["Cache-Control"] == "no-store"
    # `no-referrer` would make browsers post with `Origin: null`, which the CSRF check refuses.
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("name", ["<b>x</b>", '"onload="x', "{{ 7*7 }}"])
def test_a_name_is_never_markup(name: str, aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    with with_parlour(aki.parlour):
        Player.objects.filter(pk=aki.pk).update(name=name)
    page = client_of(aki).get(path_of(table)).content.decode()
    for raw in ("<b>x</b>", '"onload="x', "49"):
        assert name == raw or raw not in page or raw == "49"
    assert "<b>x</b>" not in page and '"onload="x' not in page


def test_a_full_table_offers_to_watch_or_to_open_one(
    aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    page = client_of(daigo).get(path_of(open_table(aki, cpus=5, is_listed=True))).content.decode()
    assert 'data-free="0"' in page
    assert "Leave this page open to watch" in page
    assert "/tables/new/?game=hokusai" in page


def test_a_running_match_is_watched(aki: Player, daigo: Player, client_of: ClientOf) -> None:
    table = started_table(aki, cpus=1)
    browser = client_of(daigo)
    invite(browser, table)
    assert 'data-kind="match"' in browser.get(path_of(table)).content.decode()


def test_a_closed_table_says_so(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    with with_parlour(aki.parlour):
        opening.do_close(table)
    answer = client_of(aki).get(path_of(table))
    assert answer.status_code == 410
    assert "This table is closed" in answer.content.decode()


def test_in_japanese(aki: Player, chiyo: Player, client_of: ClientOf) -> None:
    table = open_table(aki, chiyo, cpus=1)
    page = client_of(chiyo).get(path_of(table)).content.decode()
    for words in ("Akiさんの卓", "からくり一号", "友だちを呼ぶ", "あなたの駒", "卓を離れる"):
        assert words in page


def test_the_invite_link_leads_here(aki: Player, botan: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    browser = client_of(botan)
    answer = browser.get(rooms.invite_path(table))
    assert answer.status_code in {302, 303}
    assert urlsplit(answer["Location"]).path == path_of(table)
    assert "Sit down" in browser.get(path_of(table)).content.decode()
