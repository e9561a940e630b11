"""The page of a match: everything of the scene is drawn once, and nothing that the content
policy would refuse."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from kirakuken.accounts.models import Player
from tables.boards.registry import board_for
from tables.models import Match
from tables.selectors import snapshot
from tests.cast import ClientOf
from tests.tables.finished import finished_match, running_match, shuffling_match
from tests.tables.play import play_to_the_end, press

pytestmark = pytest.mark.usefixtures("at_home")

Get = Callable[..., str]


class Seen(HTMLParser):
    """The ids, attributes and script texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.inline_scripts = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes |= set(given)
        self.inline_scripts += tag in {"script", "style"} and "src" not in given
        if given.get("id"):
            self.ids[str(given["id"])] += 1


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running_match(aki, botan, cpus=2, turn_limit=60)


@pytest.fixture
def get(client_of: ClientOf) -> Get:
    def get_page(match: Match, player: Player | None, query: str = "", **headers: Any) -> str:
        answer = client_of(player).get(f"/t/{match.table.public_id}/{query}", **headers)
        assert answer.status_code == 200
        return str(answer.content.decode())

    return get_page


def scene_of(match: Match, viewer: int | None) -> set[str]:
    shown = snapshot(match.table_id)
    return set(board_for("hokusai").scene(shown.view(viewer), shown.people, viewer))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_of_the_scene_is_drawn_once(match, aki, get, language):
    seen = Seen(get(match, aki, HTTP_ACCEPT_LANGUAGE=language))
    assert scene_of(match, 0) <= set(seen.ids)
    assert [name for name, times in seen.ids.items() if times > 1] == []


@pytest.mark.parametrize("query", ["", "?view=text"])
def test_nothing_on_the_page_is_inline(match, aki, botan, get, query):
    for page in (get(match, aki, query), get(finished_match(aki, botan), aki, query)):
        seen = Seen(page)
        assert "style" not in seen.attributes and seen.inline_scripts == 0
        assert not [name for name in seen.attributes if name.startswith("on")]
        assert [name for name, times in seen.ids.items() if times > 1] == []


def test_whoever_is_asked_has_one_thing_to_press(match, aki, botan, get):
    assert get(match, aki).count('class="btn wide big go"') == 1
    assert "What will the die say?" in get(match, aki)
    waiting = get(match, botan)
    assert "btn wide big go" not in waiting
    assert "Aki is rolling" in waiting and "Your turn is next." in waiting


def test_the_page_shows_the_countdown_without_a_script(match, aki, get):
    page = get(match, aki)
    assert re.search(r'id="time-no">\d+ s<', page)


def test_while_the_dice_are_sealed_the_board_is_there(aki, botan, get):
    match, _ = shuffling_match(aki, botan)
    page = get(match, aki)
    assert "The dice are being sealed" in page
    assert re.search(r'id="pc-1" data-at="1"', page)


def test_the_text_view_has_the_same_words_and_no_picture(match, aki, get):
    press(match)
    page = get(match, aki, "?view=text")
    assert "hokusai-print.svg" not in page and 'id="lens"' not in page
    for element in ("counter", "turnbar", "log", "seat-0-at", "you-name"):
        assert f'id="{element}"' in page
    assert "Aki rolled" in page


def test_the_result_ranks_everybody_and_offers_again(aki, botan, chiyo, get):
    page = get(finished_match(aki, botan, chiyo), aki)
    assert page.count('class="rank"') == 3
    assert "hanko" in page and "/again/" in page and "goes first" in page
    assert 'id="lens"' in page


def test_spectators_watch_and_are_not_offered_again(aki, botan, daigo, get):
    match = running_match(aki, botan, is_listed=True)
    page = get(match, daigo)
    assert "You are watching." in page and "/leave/" not in page
    play_to_the_end(match)
    page = get(match, daigo)
    assert 'class="rank"' in page and "sits-next" not in page
    # Who sits in the next match alone is shown these (tables.css).
    for_newcomers = r'<div class="two of-newcomers">.*?</div>'
    rest, found = re.subn(for_newcomers, "", page, flags=re.DOTALL)
    assert found == 1 and "/again/" not in rest and "/leave/" not in rest


def test_names_cannot_become_markup(match, aki, botan, get):
    Player.objects.filter(pk=aki.pk).update(name="<i>\"'&")
    for query in ("", "?view=text"):
        page = get(match, botan, query)
        assert '<i>"' not in page and "&lt;i&gt;&quot;&#x27;&amp;" in page


def test_a_page_is_small(match, aki, get):
    page = get(match, aki)
    assert len(page.encode()) < 60_000
