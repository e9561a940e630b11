"""The shop front: signboards, the seats that are still warm, and the tables in the shop."""

import re

import pytest

from games.registry import GAMES
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Table
from tables.services.opening import do_close, do_open, do_try_with_cpus
from tables.services.seating import do_join, do_leave, do_remove_seat
from tables.services.starting import do_start
from tests.cast import ClientOf

PAGES = ("/", "/tables/new/", "/en/rules/hokusai/", "/ja/rules/hokusai/", "/about/", "/i/no/")


def opened(host: Player, *, is_listed: bool = True) -> Table:
    return do_open(
        host.parlour, host, game="hokusai", options={}, turn_limit=30, is_listed=is_listed
    )


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_carry_no_inline_style_or_script(
    client_of: ClientOf, address: str, language: str
) -> None:
    page = client_of(None).get(address, headers={"accept-language": language}).content.decode()
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", page)
    assert page.count("<h1") == 1
    assert "!" not in re.sub(r"<!doctype html>|<!--.*?-->", "", page), "nobody shouts here"


def test_a_stranger_sees_the_games_and_is_offered_a_name(client_of: ClientOf) -> None:
    page = client_of(None).get("/").content.decode()
    assert "Hokusai’s sugoroku" in page and "Okuribito" in page and "Oicho-Kabu" in page
    assert "Your seat is still warm" not in page
    name = re.search(r'name="name" value="([^"]+)"', page)
    assert name is not None and f"you play as {name[1]}" in page


def test_every_game_can_be_opened_tried_and_read_about(client_of: ClientOf) -> None:
    page = client_of(None).get("/").content.decode()
    boards = [board.split("</article>")[0] for board in page.split("<article")[1:]]
    assert len(boards) == len(GAMES)
    for board, game in zip(boards, GAMES, strict=True):
        assert f'href="/tables/new/?game={game.key}"' in board
        assert f'<input type="hidden" name="game" value="{game.key}">' in board
        assert f'href="/en/rules/{game.key}/"' in board


def test_looking_makes_no_player(client_of: ClientOf, at_home: Parlour) -> None:
    for address in PAGES:
        client_of(None).get(address)
    assert not Player.objects.exists()


def test_a_warm_seat_is_shown_to_its_player_alone(
    client_of: ClientOf, aki: Player, botan: Player, at_home: Parlour
) -> None:
    table = opened(aki, is_listed=False)
    mine = client_of(aki).get("/").content.decode()
    assert "Your seat is still warm." in mine and f"/t/{table.public_id}/" in mine
    assert "nobody else here yet" in mine
    for other in (None, botan):
        assert table.public_id not in client_of(other).get("/").content.decode()
    do_join(table, botan)
    assert "Hokusai’s sugoroku with Botan." in client_of(aki).get("/").content.decode()


def test_whoever_left_a_match_finds_the_way_back_to_watch_it(
    client_of: ClientOf, aki: Player, botan: Player, chiyo: Player, at_home: Parlour
) -> None:
    table = opened(aki, is_listed=False)
    for player in (botan, chiyo):
        do_join(table, player)
    do_start(table, aki)
    do_leave(table, botan)
    do_remove_seat(table, aki, 2)
    page = client_of(botan).get("/").content.decode()
    assert "The game you left goes on." in page and f"/t/{table.public_id}/" in page
    assert client_of(botan).get(f"/t/{table.public_id}/").status_code == 200
    for player in (aki, chiyo):
        assert "The game you left" not in client_of(player).get("/").content.decode()
    do_close(table)
    assert "The game you left" not in client_of(botan).get("/").content.decode()


def test_a_warm_seat_says_whose_turn_it_is(
    client_of: ClientOf, aki: Player, at_home: Parlour
) -> None:
    table = do_try_with_cpus(at_home, aki, "hokusai")
    decisions = Match.objects.get(table=table).decisions
    page = client_of(aki).get("/").content.decode()
    assert "3 CPUs" in page
    assert ("Your turn." in page) == (decisions[0] is not None)


def test_a_closed_table_is_cold(client_of: ClientOf, aki: Player, at_home: Parlour) -> None:
    do_close(opened(aki))
    page = client_of(aki).get("/").content.decode()
    assert "still warm" not in page and "No open tables just now" in page


def test_listed_tables_are_for_all_and_the_others_for_nobody(
    client_of: ClientOf, aki: Player, botan: Player, at_home: Parlour
) -> None:
    listed, by_link = opened(aki), opened(botan, is_listed=False)
    for address in ("/", "/tables/"):
        page = client_of(None).get(address).content.decode()
        assert listed.public_id in page and by_link.public_id not in page
        assert "Aki’s table" in page and "1 of 6 seated" in page and "30 seconds" in page
    assert "Akiさんの卓" in client_of(None).get("/", headers={"accept-language": "ja"}).text


def test_a_full_table_and_one_that_plays_can_only_be_watched(
    client_of: ClientOf, aki: Player, at_home: Parlour
) -> None:
    table = do_try_with_cpus(at_home, aki, "hokusai")
    Table.objects.filter(pk=table.pk).update(is_listed=True)
    fragment = client_of(None).get("/tables/").content.decode()
    assert "Watch" in fragment and "Sit down" not in fragment and "a game is on" in fragment


def test_a_parlour_shows_its_own_tables_only(
    client_of: ClientOf, aki: Player, fumi: Player, other_parlour: Parlour
) -> None:
    with with_parlour(aki.parlour):
        here = opened(aki)
    with with_parlour(other_parlour):
        there = opened(fumi)
    page = client_of(None).get("/tables/").content.decode()
    assert here.public_id in page and there.public_id not in page
    page = client_of(None, at=other_parlour).get("/tables/").content.decode()
    assert there.public_id in page and here.public_id not in page


def test_names_are_shown_as_text(client_of: ClientOf, aki: Player, at_home: Parlour) -> None:
    Player.objects.filter(pk=aki.pk).update(name="<b>&amp;")
    opened(aki)
    page = client_of(aki).get("/").content.decode()
    assert "&lt;b&gt;&amp;amp;" in page and "<b>&amp;" not in page


def test_a_parlour_has_its_own_name_over_the_door(
    client_of: ClientOf, other_parlour: Parlour
) -> None:
    page = client_of(None, at=other_parlour).get("/").content.decode()
    assert "Asakusa Games Café</text>" in page and "棋楽軒" not in page


@pytest.mark.parametrize(("theme", "printed"), [("dark", True), ("light", True), ("x", False)])
def test_the_theme_of_the_device_is_printed(client_of: ClientOf, theme: str, printed: bool) -> None:
    browser = client_of(None)
    browser.cookies["kk_theme"] = theme
    assert (f'data-theme="{theme}"' in browser.get("/").content.decode()) == printed


def test_the_language_button_leads_back_to_a_page_that_can_be_got(client_of: ClientOf) -> None:
    answer = client_of(None).post("/code/", {"code": "nonsense"})
    assert 'name="next" value="/"' in answer.content.decode()


def test_try_with_cpus_starts_at_once(client_of: ClientOf, at_home: Parlour) -> None:
    browser = client_of(None)
    answer = browser.post("/try/", {"game": "hokusai", "name": "Quiet Heron 7"})
    table = Table.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.public_id}/")
    assert table.host is not None and table.host.name == "Quiet Heron 7"
    assert (table.phase, table.seats.count(), table.is_listed) == ("playing", 4, False)
    assert "Your seat is still warm." in browser.get("/").content.decode()


@pytest.mark.parametrize("name", ["", "Admin", "x" * 60])
def test_try_with_cpus_always_finds_a_name(
    client_of: ClientOf, at_home: Parlour, name: str
) -> None:
    assert client_of(None).post("/try/", {"game": "hokusai", "name": name}).status_code == 303
    assert Player.objects.get().name not in ("", name)


def test_a_game_that_is_not_there_cannot_be_tried(client_of: ClientOf, at_home: Parlour) -> None:
    assert client_of(None).post("/try/", {"game": "mahjong"}).status_code == 422
    assert not Player.objects.exists()


@pytest.mark.parametrize("address", ["/try/", "/code/"])
def test_addresses_of_forms_lead_to_the_front_when_opened(
    client_of: ClientOf, address: str
) -> None:
    answer = client_of(None).get(address)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("address", ["/try/", "/code/", "/tables/new/"])
def test_forms_want_the_token(client_of: ClientOf, address: str) -> None:
    assert client_of(None, csrf=True).post(address, {}).status_code == 403


def test_the_footer_names_the_source_of_the_rules(client_of: ClientOf) -> None:
    for address in PAGES:
        assert "Based on the standard reference rules" in client_of(None).get(
            address, headers={"accept-language": "en"}
        ).content.decode() or address.startswith("/ja/")


def test_about_tells_how_long_things_are_kept(client_of: ClientOf) -> None:
    page = client_of(None).get("/about/").content.decode()
    assert "400 days" in page and "180 days" in page
    for part in ("manners", "privacy", "source"):
        assert f'id="{part}"' in page
