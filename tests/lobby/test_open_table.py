"""Opening a table: what is chosen beforehand, what is kept, what is refused."""

import re
from typing import Any

import pytest
from pytest_django import Settings

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables.models import Table
from tests.cast import ClientOf

ADDRESS = "/tables/new/"
EVERYTHING = {
    "game": "hokusai",
    "name": "Mio",
    "getting_home": "bounce_back",
    "rank_everyone": "on",
    "rotate_first": "off",
    "turn_limit": "60",
    "door": "listed",
}


def chosen(page: str) -> dict[str, str]:
    """The radio buttons that are checked."""
    inputs = re.findall(r'<input type="radio" name="(\w+)" value="(\w+)"[^>]* checked', page)
    return dict(inputs)


def test_the_usual_rules_are_chosen_and_say_so(client_of: ClientOf) -> None:
    page = client_of(None).get(ADDRESS).content.decode()
    assert chosen(page) == {
        "game": "hokusai",
        "getting_home": "as_printed",
        "rank_everyone": "off",
        "rotate_first": "on",
        "turn_limit": "none",
        "door": "link",
        "ranked": "off",
    }
    usual = re.findall(r'value="(\w+)" data-says="[^"]*"[^>]*><span>[^<]* · usual', page)
    assert usual == ["off", "as_printed", "off", "on", "none", "link"]
    assert len(re.findall(r'class="btn go', page)) == 1


def test_a_stranger_is_asked_for_a_name_and_a_player_is_not(
    client_of: ClientOf, aki: Player
) -> None:
    assert re.search(r'name="name" value="[^"]+"', client_of(None).get(ADDRESS).text)
    assert 'name="name"' not in client_of(aki).get(ADDRESS).text


def test_the_address_fills_the_form_in(client_of: ClientOf) -> None:
    page = client_of(None).get(ADDRESS, EVERYTHING).content.decode()
    filled = {key: word for key, word in EVERYTHING.items() if key != "name"}
    assert chosen(page) == filled | {"ranked": "off"}
    assert 'value="Mio"' in page
    assert 'id="so-far-getting_home">Bounce back<' in page


def test_nonsense_in_the_address_is_passed_over(client_of: ClientOf) -> None:
    nonsense = dict.fromkeys(EVERYTHING, "<x>")
    answer = client_of(None).get(ADDRESS, nonsense)
    assert answer.status_code == 200
    assert chosen(answer.content.decode())["getting_home"] == "as_printed"
    assert "<x>" not in answer.content.decode()


def test_a_stranger_opens_a_table_in_one_step(client_of: ClientOf, at_home: Parlour) -> None:
    browser = client_of(None)
    answer = browser.post(ADDRESS, EVERYTHING)
    table = Table.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.public_id}/")
    assert table.options == {"getting_home": "bounce_back", "rank_everyone": True}
    assert (table.turn_limit, table.is_listed, table.rotate_first) == (60, True, False)
    assert table.host is not None and table.host.name == "Mio"
    assert table.seats.get().player_id == table.host_id
    assert "Your seat is still warm." in browser.get("/").content.decode()


def test_a_player_opens_a_usual_table(client_of: ClientOf, aki: Player, at_home: Parlour) -> None:
    assert client_of(aki).post(ADDRESS, {}).status_code == 303
    table = Table.objects.get()
    assert table.options == {"getting_home": "as_printed", "rank_everyone": False}
    assert (table.turn_limit, table.is_listed, table.rotate_first) == (None, False, True)
    assert table.host_id == aki.pk


@pytest.mark.parametrize(
    "field",
    ["game", "getting_home", "rank_everyone", "rotate_first", "turn_limit", "door", "ranked"],
)
@pytest.mark.parametrize("word", ["", "mahjong", "True", "1", "30.0", "９", "<b>"])
def test_an_unknown_rule_is_refused_beside_its_field(
    client_of: ClientOf, at_home: Parlour, field: str, word: str
) -> None:
    answer = client_of(None).post(ADDRESS, EVERYTHING | {field: word})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'class="err"' in page and 'value="Mio"' in page
    kept = {key: chosen(page)[key] for key in EVERYTHING if key not in (field, "name")}
    assert kept == {key: EVERYTHING[key] for key in kept}
    assert not Table.objects.exists() and not Player.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "Admin", "<script>", "x" * 17])
def test_a_name_that_will_not_do_keeps_everything_else(
    client_of: ClientOf, at_home: Parlour, name: str
) -> None:
    answer = client_of(None).post(ADDRESS, EVERYTHING | {"name": name})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in page and 'id="name-error"' in page
    assert chosen(page)["getting_home"] == "bounce_back"
    assert "<script>" not in page.split("<main")[1]
    assert not Table.objects.exists() and not Player.objects.exists()


def test_too_many_waiting_tables_are_said_on_the_page(
    client_of: ClientOf, aki: Player, at_home: Parlour
) -> None:
    browser = client_of(aki)
    answer: Any = None
    for _time in range(40):
        answer = browser.post(ADDRESS, EVERYTHING)
        if answer.status_code != 303:
            break
    assert answer.status_code == 422
    assert 'class="notice bad" role="alert"' in answer.text
    assert chosen(answer.text)["door"] == "listed"


def test_a_parlour_may_have_its_own_usual_rules(client_of: ClientOf, at_home: Parlour) -> None:
    at_home.house_rules = {
        "hokusai": {"getting_home": "over_is_fine", "rotate_first": False, "rank_everyone": "x"},
        "go": {"size": 19},
    }
    at_home.save()
    browser = client_of(None)
    page = browser.get(ADDRESS).content.decode()
    assert chosen(page)["getting_home"] == "over_is_fine"
    assert chosen(page)["rotate_first"] == "off"
    assert "Over is fine · usual" in page
    browser.post(ADDRESS, {"name": "Mio"})
    table = Table.objects.get()
    assert table.options == {"getting_home": "over_is_fine", "rank_everyone": False}
    assert table.rotate_first is False


@pytest.mark.parametrize("house_rules", [[], {"hokusai": 5}, {"hokusai": {"first": 1}}, "x"])
def test_a_parlours_mistaken_rules_close_no_table(
    client_of: ClientOf, at_home: Parlour, house_rules: object
) -> None:
    at_home.house_rules = house_rules
    at_home.save()
    assert client_of(None).get(ADDRESS).status_code == 200
    assert client_of(None).post(ADDRESS, {"name": "Mio"}).status_code == 303


def test_the_limit_for_one_player(
    client_of: ClientOf, aki: Player, botan: Player, redis_here: str, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {"open_table_per_player": (2, 60)}
    assert [client_of(aki).post(ADDRESS, {}).status_code for _ in range(3)] == [303, 303, 429]
    assert client_of(botan).post(ADDRESS, {}).status_code == 303, "others are not in the way"


def test_forty_pupils_behind_one_address_can_all_open_a_table(
    client_of: ClientOf, redis_here: str, at_home: Parlour
) -> None:
    for number in range(40):
        answer = client_of(None).post(ADDRESS, {"name": f"Pupil {number}"})
        assert answer.status_code == 303
    assert Table.objects.count() == 40
