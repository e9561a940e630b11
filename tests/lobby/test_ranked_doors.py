"""What stands at the doors of ranked play: why not, the way to mend it, and what will hold."""

import re

from django.test import Client

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables.access import invite_token
from tables.models import Table
from tables.services.opening import do_open_ranked
from tests.accounts.people import make_member
from tests.cast import ClientOf
from tests.ratings.people import members


def at_the_door(browser: Client, table: Table) -> str:
    answer = browser.get(f"/i/{invite_token(table)}/", follow=True)
    return str(answer.content.decode())


def ways(page: str) -> list[str]:
    """Where the buttons and links of the page's own part lead."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.findall(r'<a (?:class="btn[^"]*" )?href="(/you/[^"]*)"', main)


def test_a_strangers_way_to_a_ranked_table(at_home: Parlour, client_of: ClientOf) -> None:
    (host,) = members(at_home, 1)
    table = do_open_ranked(at_home, host, game="hokusai", is_listed=False)
    page = at_the_door(client_of(None), table)
    assert "Ranked tables are for people with an account" in page
    back = f"?next=%2Ft%2F{table.public_id}%2F"
    assert ways(page) == [f"/you/sign-up/{back}", f"/you/sign-in/{back}"]
    assert f'action="/t/{table.public_id}/join/"' not in page, "a door that stays shut"


def test_without_an_address(at_home: Parlour, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    (host,) = members(at_home, 1)
    table = do_open_ranked(at_home, host, game="hokusai", is_listed=False)
    page = at_the_door(client_of(aki), table)
    assert ways(page) == [f"/you/account/address/?next=%2Ft%2F{table.public_id}%2F"]
    assert f'href="/t/{table.public_id}/"' in page


def test_who_may_play_sits_down(at_home: Parlour, client_of: ClientOf) -> None:
    host, guest = members(at_home, 2)
    table = do_open_ranked(at_home, host, game="hokusai", is_listed=False)
    page = at_the_door(client_of(guest), table)
    assert f'action="/t/{table.public_id}/join/"' in page and ways(page) == []


def test_the_way_back_to_the_waiting(at_home: Parlour, client_of: ClientOf) -> None:
    page = client_of(None).get("/find/?game=okuribito").content.decode()
    assert ways(page)[0] == "/you/sign-up/?next=%2Ffind%2F%3Fgame%3Dokuribito"


def test_the_card_of_a_ranked_table_tells_what_will_hold(
    at_home: Parlour, client_of: ClientOf
) -> None:
    chosen = {"game": "hokusai", "getting_home": "bounce_back", "turn_limit": "none"}
    page = client_of(None).get("/tables/new/", chosen).content.decode()
    assert 'id="so-far-getting_home">Bounce back<' in page
    assert 'id="so-far-turn_limit">No limit<' in page
    page = client_of(None).get("/tables/new/", {**chosen, "ranked": "on"}).content.decode()
    assert 'id="so-far-getting_home">As printed<' in page
    assert 'id="so-far-turn_limit">60 seconds<' in page
    assert 'id="so-far-rotate_first">Drawn for every match<' in page


def test_a_ranked_table_takes_no_rules_from_the_form(at_home: Parlour, client_of: ClientOf) -> None:
    """Not even where a page without our styles has let somebody choose, or a script made it up."""
    (host,) = members(at_home, 1)
    words = {"game": "hokusai", "getting_home": "bounce_back", "turn_limit": "30"}
    for typed in (words, dict.fromkeys(words, "x") | {"game": "hokusai"}):
        answer = client_of(host).post("/tables/new/", {**typed, "ranked": "on"})
        assert answer.status_code == 303
    tables = list(Table.objects.all())
    assert [table.options["getting_home"] for table in tables] == ["as_printed"] * 2
    assert {table.turn_limit for table in tables} == {at_home.ranked_turn_limit}
    casual = client_of(host).post("/tables/new/", {**words, "ranked": "off"})
    assert casual.status_code == 303
    assert Table.objects.filter(options__getting_home="bounce_back", turn_limit=30).count() == 1


def test_the_shop_front_leads_to_ranked_tables(at_home: Parlour, client_of: ClientOf) -> None:
    page = client_of(None).get("/").content.decode()
    for game in ("hokusai", "oicho-kabu", "okuribito"):
        assert f'href="/find/?game={game}"' in page
