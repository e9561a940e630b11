"""Ranked matches of the longer games, by accounts, from the first decision to the last, against
the real house: what the people's pages would show is read, and the first answer is given."""

import asyncio
import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.house import House
from tests.people import Answer, Browser
from tests.ranked_house import NAMES, RankedParlour, furnish

STANDING = re.compile(r'class="rank">([^<]+)<.*?<b>([^<]+)</b>', re.DOTALL)
INVITE = re.compile(r'data-path="([^"]+)"')
MOST_ANSWERS = 6000  # of a match; a few hundred are usual
TO_RATE = 60  # seconds a rating may take on a busy machine


class Forms(HTMLParser):
    """The forms that answer a counter's question, as one press sends them: the first button's,
    or Ready's where points are put down."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.form: dict[str, str] | None = None
        self.buttons: list[tuple[str, str]] = []
        self.select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "form" and "data-move" in given:
            self.form, self.buttons = {}, []
        elif self.form is None:
            return
        elif tag == "button":
            self.buttons.append((name, value))
        elif tag == "select":
            self.select = name
        elif tag == "option":
            self.form.setdefault(self.select, value)
        elif tag == "input" and (given.get("type") != "radio" or "checked" in given):
            self.form[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag != "form" or self.form is None:
            return
        if self.buttons and "decision" in self.form:
            pressed = ("ready", "1") if ("ready", "1") in self.buttons else self.buttons[0]
            self.found.append(self.form | dict([pressed] if pressed[0] else []))
        self.form = None


@dataclass
class Player:
    """Somebody's page of a table, without the picture."""

    name: str
    browser: Browser
    table: str = ""
    room: int = 0
    match: str = ""
    v: int = 0
    kind: str = ""
    counter: str = ""
    answers: int = 0
    put_at: str = ""

    async def look(self) -> None:
        have = urlencode({"room": self.room, "match": self.match, "v": self.v})
        path = f"/t/{self.table}/since/?{have}"
        answer = await self.browser.get(path, Accept="application/json")
        assert answer.status in (200, 204), answer
        if answer.status == 200:
            self._receive(answer)

    async def answer(self) -> bool:
        """The first that is offered; False where nothing is asked."""
        forms = Forms(self.counter).found
        if self.kind != "match" or not forms:
            return False
        # Forms without an action of their own trade, build and offer; the others go on.
        chosen = next((form for form in forms if "action" in form), forms[0])
        if "ready" in chosen and self.put_at != chosen["decision"]:
            del chosen["ready"]  # first of all ten points on a card
            chosen["card"], self.put_at = "kata", chosen["decision"]
        sent = {"have": self.v, "match": self.match, "one_time_id": str(uuid.uuid4())}
        answer = await self.browser.send(f"/t/{self.table}/move/", {**chosen, **sent})
        if answer.status == 429:  # four who never think may be too fast for the house
            await asyncio.sleep(1)
            return True
        assert answer.status in (200, 409), f"{answer.status} after {chosen}: {answer.body[:300]}"
        self.answers += answer.status == 200
        self._receive(answer)
        return True

    def _receive(self, answer: Answer) -> None:
        frame: dict[str, Any] = json.loads(answer.body)
        self.room, self.v, self.match = frame["room"], frame["v"], frame["match"] or ""
        self.kind = frame["kind"]
        self.counter = frame["regions"].get("counter", self.counter)


@pytest.fixture(scope="module")
def parlour(house: House) -> RankedParlour:
    return furnish(house, "banzuke-live")


async def seated(
    house: House, parlour: RankedParlour, names: Sequence[str], game: str
) -> list[Player]:
    """The first opens a ranked table, the others come by its link."""
    house.forget_limits()
    people = []
    for name in names:
        cookies = {"kk_player": parlour.keys[name], "kk_csrf": "t" * 32}
        people.append(Player(name, Browser(house, cookies, parlour.host)))
    host = people[0]
    opened = await host.browser.post("/tables/new/", {"game": game, "ranked": "on"})
    assert opened.status == 303, opened.body
    table = opened.headers["location"]
    link = INVITE.search((await host.browser.get(table)).body)
    assert link is not None
    for guest in people[1:]:
        await guest.browser.get(link[1])
        assert (await guest.browser.post(f"{table}join/", {})).status == 303
    for player in people:
        player.table = table.split("/")[2]
    assert (await host.browser.post(f"{table}start/", {})).status == 303
    return people


async def play(people: Sequence[Player]) -> None:
    """Whoever has answered is asked first whether there is more to answer."""
    for _ in range(MOST_ANSWERS):
        for player in people:
            await player.look()
            while await player.answer():
                pass
        if all(player.kind == "result" for player in people):
            return
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("game", "names"), [("oicho-kabu", NAMES[:2]), ("okuribito", NAMES)], ids=["oicho", "okuribito"]
)
async def test_a_ranked_match_to_its_end(
    house: House, parlour: RankedParlour, game: str, names: Sequence[str]
) -> None:
    people = await seated(house, parlour, names, game)
    await play(people)
    assert all(player.answers for player in people)
    places = {name: place for place, name in STANDING.findall(people[0].counter)}
    assert places.keys() == set(names)
    for player in people:
        page = await profile(player, parlour, game)
        place, _, shared = places[player.name].partition(", ")
        shown = f"{place} of {len(names)}{', ' * bool(shared)}{shared}"
        assert f'class="at">{shown}</td>' in page
        assert '<dt>Ranked matches</dt><dd class="num">1</dd>' in page
        await player.look()
        assert "Your rating is settling" in player.counter


async def profile(player: Player, parlour: RankedParlour, game: str) -> str:
    """Their own page, once the match is rated."""
    path = f"{parlour.profiles[player.name]}?game={game}"
    async with asyncio.timeout(TO_RATE):
        while (answer := await player.browser.get(path)).status == 404:
            await asyncio.sleep(0.2)
    assert answer.status == 200
    return answer.body
