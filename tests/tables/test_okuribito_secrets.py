"""OK-103 at the bytes. Two matches stand alike but for what a pair of eyes may not know: festivals
to come and cards to come. Whatever leaves the house for these eyes must be the same.
"""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.codec import dump
from games.core.dice import KeyedDice
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito.model import State
from games.okuribito.names import Insight
from kirakuken.accounts.models import Player
from tables.frames import frame
from tables.models import Match
from tables.pages import Reading, page_for
from tables.selectors import snapshot
from tests.cast import ClientOf
from tests.rules.okuribito.positions import ENGINE, position
from tests.tables.finished import running_match
from tests.tables.okuribito import laid
from tests.tables.play import Time, fresh, press

pytestmark = pytest.mark.usefixtures("at_home")

VIEWERS = (0, 1, 3, None)
LOOKS = ("ledger", "turn", "0", "28", "63", "72", "word-festival")
FORESEES = 5
Sent = dict[str, bytes]


@pytest.fixture
def match(time: Time, aki: Player, botan: Player) -> Match:
    return running_match(aki, botan, cpus=2, game="okuribito", is_listed=True)


def start() -> State:
    """Aki takes the fourth experience with whatever comes; Botan foresees rounds 2 to 5 already."""
    return position(
        festivals={"2": "honjo", "3": "ueno", "4": "kanda", "5": "honjo", "6": "asakusa"},
        seats={
            "0": {"square": 3, "collecting": ["ueno", "kanda", "honjo"]},
            "1": {"foresees_until": FORESEES},
        },
    )


def sent(match: Match, client: Any, state: State, moves: list[Any], viewer: int | None) -> Sent:
    """Everything these eyes are sent while the moves are made, and what they can ask for then."""
    laid(fresh(match), state)
    seen = page_for(snapshot(match.table_id), viewer, "en").seen()
    told: Sent = {}
    for place, action in enumerate(moves):
        one_time_id = f"00000000-0000-4000-8000-{place:012}"
        press(match, 0, action, one_time_id=one_time_id)
        page = page_for(Reading(snapshot(match.table_id)), viewer, "en", since=place)
        told[f"frame {place}"] = frame(seen, page)
        seen = page.seen()
    table = match.table.public_id
    for language in ("en", "ja"):
        page = page_for(snapshot(match.table_id), viewer, language, since=-1)
        told[f"whole {language}"] = frame(None, page, -1)
        headers = {"accept-language": language, "X-Look": "1"}
        for what in LOOKS:
            answer = client.get(f"/t/{table}/look/{what}/", headers=headers)
            assert answer.status_code == 200
            told[f"look {what} {language}"] = answer.content
    if viewer is not None:
        legal = snapshot(match.table_id).legal_actions(viewer)
        told["legal"] = b" ".join(dump(action) for action in legal)
    return told


def twins(state: State, viewer: int | None) -> list[State]:
    seat = None if viewer is None else Seat(viewer)
    imagined = [ENGINE.imagine(state, seat, KeyedDice(bytes([n]) * 32)) for n in (1, 2)]
    assert all(other != state for other in imagined)
    return imagined


MOVES = [a.Roll(), a.ChooseInsight(Insight.KEEN_EYE), a.Stop()]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_is_sent_a_festival_or_card_to_come(
    match: Match,
    viewer: int | None,
    aki: Player,
    botan: Player,
    daigo: Player,
    client_of: ClientOf,
) -> None:
    # Seat 3 is a CPU's: its page is made, though nobody can ask for it.
    client = client_of({0: aki, 1: botan}.get(viewer, daigo))  # type: ignore[arg-type]
    real = sent(match, client, start(), MOVES, viewer)
    for twin in twins(start(), viewer):
        assert sent(match, client, twin, MOVES, viewer) == real


def test_what_a_foresight_shows_is_sent_to_its_owner(
    match: Match, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    """Or the test above could not fail."""
    other = replace(start(), festivals=position(festivals={"2": "fukagawa"}).festivals)
    for viewer, player in ((0, aki), (1, botan)):
        client = client_of(player)
        real = sent(match, client, start(), MOVES, viewer)
        differs = sent(match, client, other, MOVES, viewer)
        names = {name for name in real if real[name] != differs[name]}
        expected = {"whole en", "whole ja", "look ledger en", "look ledger ja"}
        assert names == (expected if viewer == 1 else set())


def test_a_new_foresight_goes_to_one_seat_alone(
    match: Match, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    moves = [a.Roll(), a.ChooseInsight(Insight.FORESIGHT)]
    other = replace(
        start(),
        festivals=(*start().festivals[:1], *position().festivals[1:]),
        players=tuple(replace(player, foresees_until=0) for player in start().players),
    )
    plain = replace(other, festivals=start().festivals)
    for viewer, player in ((0, aki), (1, botan), (None, botan)):
        client = client_of(player)
        one = sent(match, client, plain, moves, viewer)
        two = sent(match, client, other, moves, viewer)
        assert (one != two) is (viewer == 0)
    mine = json.loads(sent(match, client_of(aki), plain, moves, 0)["frame 1"])
    assert "Honjo" in mine["scene"]["only-you"]["text"]
    assert "Only you see" in mine["steps"][-1]["log"][-1]
