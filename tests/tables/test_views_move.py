"""The post of a move: whose seat it is comes from the cookie, what happened is in the answer."""

import json
import uuid
from typing import Any, ClassVar

import pytest
from django.test import Client
from pytest_django import Settings

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Seat, Table
from tables.services import starting
from tables.services.playing import act_on_due
from tests.cast import ClientOf
from tests.tables.doors import Door, invite, open_table, path_of, started_table
from tests.tables.play import Time

ROLL = '{"type":"roll"}'


def match_at(table: Table) -> Match:
    with with_parlour(table.parlour):
        return Match.objects.filter(table=table).order_by("-number")[0]


@pytest.fixture
def table(aki: Player, botan: Player) -> Table:
    """Aki is to roll."""
    table = started_table(aki, botan)
    with with_parlour(table.parlour):
        # Both have shown their shares, so the match begins at once.
        match = Match.objects.get(table=table)
        Match.objects.filter(pk=match.pk).update(due_at=match.created_at)

        act_on_due(match.pk)
    return table


def post(client: Client, table: Table, script: bool = True, **fields: Any) -> Any:
    body = {
        "decision": "0",
        "action": ROLL,
        "one_time_id": str(uuid.uuid4()),
        "have": "0",
        **fields,
    }
    headers = {"Accept": "application/json"} if script else {}
    return client.post(path_of(table, "move"), body, headers=headers)


class TestMove(Door):
    name: ClassVar[str] = "move"
    body: ClassVar[dict[str, str]] = {"decision": "0", "action": ROLL}


def test_a_script_gets_the_page_as_it_is_then(
    table: Table, aki: Player, client_of: ClientOf
) -> None:
    answer = post(client_of(aki), table)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    frame = answer.json()
    assert (frame["v"], frame["from"], frame["seat"], frame["decision"]) == (1, None, 0, None)
    assert [step["n"] for step in frame["steps"]] == [1]
    assert frame["match"] == match_at(table).public_id


def test_without_a_script_it_leads_back_to_the_page(
    table: Table, aki: Player, client_of: ClientOf
) -> None:
    answer = post(client_of(aki), table, script=False)
    assert (answer.status_code, answer["Location"]) == (303, path_of(table))
    assert match_at(table).version == 1


def test_fifty_copies_of_a_press_count_once(table: Table, aki: Player, client_of: ClientOf) -> None:
    browser, once = client_of(aki), str(uuid.uuid4())
    answers = [post(browser, table, one_time_id=once) for _ in range(50)]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["v"] for answer in answers} == {1}
    assert match_at(table).version == 1


@pytest.mark.parametrize("script", [True, False])
def test_a_late_answer_gets_the_present_question_and_a_word(
    script: bool, table: Table, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    browser = client_of(aki)
    post(browser, table)
    answer = post(browser, table, script=script)  # another press on the same question
    assert answer.status_code == 409
    words = answer.json()["regions"]["counter"] if script else answer.content.decode()
    assert "That choice came too late: the turn had passed to Botan." in words
    assert match_at(table).version == 1


def test_an_answer_to_the_last_match_is_late(
    table: Table, aki: Player, client_of: ClientOf
) -> None:
    answer = post(client_of(aki), table, match="another-match-altogether")
    assert answer.status_code == 409
    assert match_at(table).version == 0


def test_the_seat_comes_from_the_cookie(
    table: Table, botan: Player, daigo: Player, client_of: ClientOf
) -> None:
    assert post(client_of(botan), table, seat="0", player=str(table.host_id)).status_code == 409
    watcher = client_of(daigo)
    assert post(watcher, table).status_code == 404
    invite(watcher, table)
    assert post(watcher, table).status_code == 403
    assert match_at(table).version == 0


def test_before_the_start_there_is_nothing_to_answer(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    answer = post(client_of(aki), table)
    assert (answer.status_code, answer.json()["kind"]) == (409, "waiting")
    assert post(client_of(aki), table, script=False).status_code == 303


@pytest.mark.parametrize(
    "fields",
    [
        {"action": ""},
        {"action": "roll"},
        {"action": '{"type":"roll","type":"roll"}'},
        {"action": '{"type":"roll","die":6}'},
        {"action": '{"type":"fly"}'},
        {"action": "[" * 1500},
        {"action": "NaN"},
        {"action": "roll", "match": "another-match-altogether"},
        {"action": "1e400"},
        {"action": "\udc80".encode("utf-8", "surrogatepass").decode("latin1")},
        {"decision": ""},
        {"decision": "-1"},
        {"decision": "1e3"},
        {"decision": "٣"},
        {"decision": "9" * 10},
        {"one_time_id": "not-a-uuid"},
    ],
)
def test_what_no_page_of_ours_sends_is_refused(
    fields: dict[str, str], table: Table, aki: Player, client_of: ClientOf
) -> None:
    answer = post(client_of(aki), table, **fields)
    assert answer.status_code == 400
    assert answer.json()["refused"] == "bad_request"
    assert match_at(table).version == 0


def test_a_body_of_more_than_four_kilobytes_is_too_large(
    table: Table, aki: Player, client_of: ClientOf
) -> None:
    answer = post(client_of(aki), table, action=ROLL + " " * 4096)
    assert answer.status_code == 413
    assert answer.json()["words"]


def test_whoever_presses_in_vain_without_end_is_slowed_down(
    redis_here: str, table: Table, botan: Player, client_of: ClientOf, settings: Settings
) -> None:
    most, _seconds = settings.LIMITS["move_per_player"]
    settings.LIMITS = settings.LIMITS | {"move_per_player": (most, 3600)}
    browser = client_of(botan)
    answers = [post(browser, table).status_code for _ in range(most + 1)]
    assert answers == [409] * most + [429]


def test_a_refused_action_says_why_and_asks_again(
    table: Table, aki: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hokusai.engine import HokusaiEngine

    monkeypatch.setattr(HokusaiEngine, "refusal", lambda *_: "not_your_turn")
    answer = post(client_of(aki), table)
    assert answer.status_code == 422
    frame = answer.json()
    assert frame["decision"] == 0
    assert "It is not your turn." in frame["regions"]["counter"]


class TestSince:
    def ask(self, client: Client, table: Table, **have: str) -> Any:
        return client.get(path_of(table, "since"), have)

    def test_nothing_new_is_an_empty_answer(
        self, table: Table, aki: Player, client_of: ClientOf
    ) -> None:
        browser = client_of(aki)
        frame = self.ask(browser, table).json()
        have = {"room": str(frame["room"]), "match": frame["match"], "v": str(frame["v"])}
        assert self.ask(browser, table, **have).status_code == 204
        post(browser, table)
        news = self.ask(browser, table, **have)
        assert news.status_code == 200
        assert [step["n"] for step in news.json()["steps"]] == [1]

    def test_nonsense_gets_the_whole_page(
        self, table: Table, aki: Player, client_of: ClientOf
    ) -> None:
        for have in ({"v": "x"}, {"v": "-3", "match": "?"}, {"room": "9" * 400}):
            answer = self.ask(client_of(aki), table, **have)
            assert (answer.status_code, answer.json()["from"]) == (200, None)

    def test_strangers_and_other_parlours_find_nothing(
        self, table: Table, daigo: Player, fumi: Player, client_of: ClientOf
    ) -> None:
        for player in (None, daigo, fumi):
            assert self.ask(client_of(player), table).status_code == 404

    def test_a_guest_with_the_link_watches(
        self, table: Table, daigo: Player, client_of: ClientOf
    ) -> None:
        browser = client_of(daigo)
        invite(browser, table)
        frame = self.ask(browser, table).json()
        assert (frame["seat"], frame["decision"]) == (None, None)
        assert "<form" not in frame["regions"]["counter"]

    def test_asking_is_a_sign_of_presence(
        self, table: Table, aki: Player, botan: Player, client_of: ClientOf, time: Time
    ) -> None:
        with with_parlour(table.parlour):
            table.seats.update(last_seen=time.now)
            time.passes(11)
            Seat.objects.filter(player=botan).update(absent_since=time.now)
            before = table.seats.get(player=aki).last_seen
        for player in (aki, botan):
            self.ask(client_of(player), table)
        with with_parlour(table.parlour):
            assert table.seats.get(player=aki).last_seen > before
            assert table.seats.get(player=botan).absent_since is None


def test_no_frame_holds_a_token_or_another_readers_id(
    table: Table, aki: Player, client_of: ClientOf
) -> None:
    browser = client_of(aki)
    text = browser.get(path_of(table, "since")).content.decode()
    assert "csrfmiddlewaretoken" not in text
    assert "one_time_id" not in text
    assert json.loads(text)["kind"] == "match"


def test_a_match_that_no_database_can_read(table: Table, aki: Player, client_of: ClientOf) -> None:
    assert post(client_of(aki), table, match="\0").status_code == 400


def test_a_move_before_the_match_does_not_spoil_the_match(
    aki: Player, botan: Player, client_of: ClientOf, time: Time
) -> None:
    """Whoever sits knows the next match's id: asking for it early must not be remembered."""
    table = open_table(aki, botan)
    early = post(client_of(botan), table, match=table.next_match_id)
    assert early.status_code == 409
    with with_parlour(table.parlour):
        match = starting.do_start(table, aki)
    time.passes(10)
    with with_parlour(table.parlour):
        act_on_due(match.pk)
    assert post(client_of(aki), table, match=match.public_id).status_code == 200
