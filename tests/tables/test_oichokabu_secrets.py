"""OC-100 at the bytes. Two matches are played by the same presses; their cards differ only in
what a pair of eyes may not know. Whatever leaves the house for these eyes must be the same.
"""

import itertools
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.core.codec import dump
from games.core.dice import KeyedDice
from games.core.seats import Seat
from games.oichokabu.engine import DRAW, STAND
from games.oichokabu.model import Stake, State
from games.oichokabu.staking import READY
from kirakuken.accounts.models import Player
from tables.frames import frame
from tables.models import Match, Move
from tables.pages import Reading, page_for
from tables.selectors import snapshot
from tests.cast import ClientOf
from tests.rules.oichokabu.table import ENGINE, laid
from tests.tables.oichokabu import CARDS, from_the_start, lay_anew, match_with, state_of
from tests.tables.play import Time, press

pytestmark = pytest.mark.usefixtures("at_home")

# Aki deals; Botan and Chiyo share Kata, Niban is Chiyo's, nobody has the other two.
MOVES: list[tuple[int, Any]] = [
    (1, Stake("kata", 50)),
    (2, Stake("kata", 10)),
    (2, Stake("niban", 20)),
    (1, READY),
    (2, READY),
    (1, DRAW),
    (2, STAND),
]
MOMENTS = {"staking": 3, "thirds": 5, "niban": 6, "dealer": 7}
VIEWERS = (0, 1, 2, None)
TWINS = 2
# What differs from one answer to the next whatever the cards are; always of the same length.
_OURS = re.compile(
    rb"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
)

Sent = dict[str, bytes]


@pytest.fixture
def match(time: Time, aki: Player, botan: Player, chiyo: Player) -> Match:
    state = laid(*CARDS, seats=3)
    return match_with(aki, botan, chiyo, state=state, is_listed=True, turn_limit=60)


@pytest.fixture
def looked_at(
    match: Match,
    aki: Player,
    botan: Player,
    chiyo: Player,
    daigo: Player,
    omi: Any,
    client_of: ClientOf,
    admin_of: Any,
    caplog: pytest.LogCaptureFixture,
) -> Callable[[State, int, int | None], Sent]:
    """Plays the first moves on these cards, and everything that is sent to these eyes then."""
    players = {0: aki, 1: botan, 2: chiyo, None: daigo}
    caplog.set_level(logging.DEBUG)

    def look(state: State, moves: int, viewer: int | None) -> Sent:
        lay_anew(match, state)
        caplog.clear()
        sent: Sent = {}
        seen = page_for(snapshot(match.table_id), viewer, "en").seen()
        for number, (seat, action) in enumerate(MOVES[:moves]):
            press(match, seat, action, one_time_id=f"00000000-0000-4000-8000-{number:012}")
            page = page_for(Reading(snapshot(match.table_id)), viewer, "en", since=number)
            sent[f"pushed frame {number}"] = frame(seen, page)
            seen = page.seen()
        sent |= _asked_for(match, client_of(players[viewer]), viewer)
        if viewer is None:
            sent |= _administered(match, admin_of(omi, match.parlour))
        sent["log lines"] = "\n".join(
            record.getMessage() for record in caplog.records if "cache" not in record.name
        ).encode()
        return {name: _OURS.sub(b"-", text) for name, text in sent.items()}

    return look


def _asked_for(match: Match, client: Any, viewer: int | None) -> Sent:
    table, sent = match.table.public_id, {}
    for language in ("en", "ja"):
        page = page_for(snapshot(match.table_id), viewer, language, since=-1)
        sent[f"first frame {language}"] = frame(None, page, -1)
        client.cookies["kk_language"] = language
        for name, address in {
            "page": f"/t/{table}/",
            "text": f"/t/{table}/?view=text",
            "news": f"/t/{table}/since/?v=0",
            "replay": f"/m/{match.public_id}/replay",
            "replay frame": f"/m/{match.public_id}/replay/frame?move=5&eyes=open",
            "proof": f"/m/{match.public_id}/fair",
            "record": f"/m/{match.public_id}/game.json",
            "my matches": "/you/matches/",
        }.items():
            answer = client.get(address, headers={"accept-language": language})
            sent[f"{name} {language}"] = bytes([answer.status_code % 256]) + answer.content
    fields = {"decision": "0", "match": match.public_id, "action": dump(STAND).decode()}
    for headers in ({"Accept": "application/json"}, {}):
        answer = client.post(f"/t/{table}/move/", fields, headers=headers)
        sent[f"refusal {headers}"] = bytes([answer.status_code % 256]) + answer.content
    if viewer is not None:
        legal = snapshot(match.table_id).legal_actions(viewer)
        sent["legal actions"] = b" ".join(dump(action) for action in legal)
    return sent


def _administered(match: Match, client: Any) -> Sent:
    moves = Move.objects.filter(match=match).order_by("number")
    addresses = [
        "/admin/tables/match/",
        f"/admin/tables/match/{match.pk}/change/",
        f"/admin/tables/table/{match.table_id}/change/",
        "/admin/tables/move/",
    ]
    sent = {address: client.get(address) for address in addresses}
    # Every press makes a row anew, with a number of its own.
    ids = re.compile(rb"/move/\d+/|value=\"\d+\"")
    sent["a move"] = client.get(f"/admin/tables/move/{moves[0].pk}/change/")
    return {name: ids.sub(b"/move/", answer.content) for name, answer in sent.items()}


def twins(state: State, viewer: int | None) -> Iterator[State]:
    """The start of matches that lead to what these eyes cannot tell from `state`."""
    seat = None if viewer is None else Seat(viewer)
    found = 0
    for number in itertools.count():
        other = ENGINE.imagine(state, seat, KeyedDice(bytes([number % 256] * 32)))
        if other != state:
            found += 1
            yield from_the_start(other)
        if found == TWINS:
            return


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nobody_is_sent_what_they_may_not_know(match, looked_at, moment, viewer) -> None:
    start, moves = laid(*CARDS, seats=3), MOMENTS[moment]
    real = looked_at(start, moves, viewer)
    state = state_of(match)
    for twin in twins(state, viewer):
        other = looked_at(twin, moves, viewer)
        assert state_of(match) != state, "the cards do differ"
        differing = {name for name in real | other if real.get(name) != other.get(name)}
        assert differing == set()
        assert {n: len(t) for n, t in real.items()} == {n: len(t) for n, t in other.items()}


def test_what_a_seat_may_know_it_is_sent(match, looked_at) -> None:
    """Or the test above could not fail: Kata's second card is Botan's and Chiyo's to see."""
    start = laid(*CARDS, seats=3)
    differing = laid(*CARDS[:5], 9, *CARDS[6:], seats=3)  # Kata 5 and 9: a choice, too
    for viewer in VIEWERS:
        real, other = looked_at(start, 5, viewer), looked_at(differing, 5, viewer)
        names = {name for name in real if real[name] != other[name]}
        if viewer in (1, 2):
            assert {"page en", "page ja", "text en", "news en", "pushed frame 4"} <= names
        else:
            assert names == set()


def test_a_face_down_card_is_a_back_and_nothing_else(match, looked_at) -> None:
    page = looked_at(laid(*CARDS, seats=3), 5, None)["page en"][1:].decode()
    (second,) = re.findall(r'<img[^>]*id="c-kata-1"[^>]*>', page)
    assert 'src="/static/img/cards/card-back.svg"' in second and 'alt="face down"' in second
    assert set(re.findall(r'([a-z-]+)="', second)) == {
        "class", "width", "height", "id", "src", "alt",
    }  # fmt: skip
