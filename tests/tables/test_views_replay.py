"""GET /m/<id>/replay and its frames: who may, and what they show."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from kirakuken.accounts.models import Player
from kirakuken.lib.ids import new_public_id
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Move
from tables.services import opening, seating
from tests.cast import ClientOf
from tests.tables.doors import invite
from tests.tables.finished import closed, finished_match, running_match, shuffling_match


def path(match: Match | str, name: str = "replay", **query: Any) -> str:
    public_id = match if isinstance(match, str) else match.public_id
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return reverse(f"matches:{name}", args=[public_id]) + (f"?{asked}" if asked else "")


def frame(client: Client, match: Match, **query: Any) -> Any:
    answer = client.get(
        path(match, "replay_frame", **query), headers={"Accept": "application/json"}
    )
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return finished_match(aki, botan)


class TestWhoMay:
    @pytest.mark.parametrize("name", ["replay", "fair", "record"])
    def test_those_who_sat_in_it(
        self, match: Match, botan: Player, client_of: ClientOf, name: str
    ) -> None:
        assert client_of(botan).get(path(match, name)).status_code == 200

    @pytest.mark.parametrize("name", ["replay", "replay_frame", "fair", "record"])
    def test_nobody_else_without_the_link(
        self, match: Match, daigo: Player, client_of: ClientOf, name: str
    ) -> None:
        for who in (None, daigo):
            assert client_of(who).get(path(match, name)).status_code == 404

    @pytest.mark.parametrize("name", ["replay", "replay_frame", "fair", "record"])
    def test_another_parlour_gets_the_same_404(
        self, match: Match, fumi: Player, client_of: ClientOf, name: str
    ) -> None:
        foreign, unknown = (
            client_of(fumi).get(path(one, name)) for one in (match, new_public_id())
        )
        assert foreign.status_code == unknown.status_code == 404
        for answer in (foreign, unknown):
            assert match.public_id not in answer.content.decode()

    def test_who_has_opened_the_present_link(
        self, match: Match, daigo: Player, client_of: ClientOf
    ) -> None:
        browser = client_of(daigo)
        invite(browser, match.table)
        assert browser.get(path(match)).status_code == 200
        with with_parlour(match.parlour):
            opening.do_new_link(match.table, match.table.host)
        assert browser.get(path(match)).status_code == 404

    def test_everybody_of_the_parlour_for_a_listed_table(
        self, aki: Player, botan: Player, fumi: Player, client_of: ClientOf
    ) -> None:
        match = finished_match(aki, botan, is_listed=True)
        assert client_of(None).get(path(match)).status_code == 200
        assert client_of(fumi).get(path(match)).status_code == 404

    def test_who_left_the_table_keeps_the_replay(
        self, match: Match, botan: Player, client_of: ClientOf
    ) -> None:
        with with_parlour(match.parlour):
            seating.do_leave(match.table, botan)
            opening.do_new_link(match.table, match.table.host)
        assert client_of(botan).get(path(match)).status_code == 200

    def test_when_the_table_is_closed(self, match: Match, aki: Player, client_of: ClientOf) -> None:
        closed(match)
        answer = client_of(aki).get(path(match))
        assert answer.status_code == 200
        assert reverse("tables:table", args=[match.table.public_id]) not in answer.content.decode()

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
    def test_rejects_other_methods(
        self, match: Match, aki: Player, client_of: ClientOf, method: str
    ) -> None:
        for name in ("replay", "replay_frame", "fair", "record"):
            assert getattr(client_of(aki), method)(path(match, name)).status_code == 405


class TestPage:
    def test_it_begins_at_the_start_with_ones_own_eyes(
        self, match: Match, botan: Player, client_of: ClientOf
    ) -> None:
        answer = client_of(botan).get(path(match))
        assert answer.context["number"] == 0
        assert answer.context["eyes"] == "2"
        assert f"Move 0 of {match.version}" in answer.content.decode()
        assert answer.headers["Cache-Control"] == "no-store"

    @pytest.mark.parametrize("eyes", ["1", "2", "beside", "open"])
    def test_a_move_with_any_eyes(
        self, match: Match, aki: Player, client_of: ClientOf, eyes: str
    ) -> None:
        answer = client_of(aki).get(path(match, move=3, eyes=eyes))
        assert answer.context["number"] == 3
        assert answer.context["eyes"] == eyes
        assert f"move=4&amp;eyes={eyes}" in answer.content.decode()

    def test_the_standings_only_at_the_end(
        self, match: Match, aki: Player, client_of: ClientOf
    ) -> None:
        browser = client_of(aki)
        before = browser.get(path(match, move=match.version - 1)).content.decode()
        end = browser.get(path(match, move=match.version)).content.decode()
        assert "How it ended" not in before
        assert "How it ended" in end

    @pytest.mark.parametrize(
        "query",
        [
            {"move": -1},
            {"move": "x"},
            {"move": "9" * 400},
            {"eyes": 9},
            {"eyes": "0"},
            {"eyes": "１"},
            {"move": "", "eyes": ""},
        ],
    )
    def test_nonsense_is_passed_over(
        self, match: Match, aki: Player, client_of: ClientOf, query: dict[str, Any]
    ) -> None:
        answer = client_of(aki).get(path(match, **query))
        assert answer.status_code == 200
        assert answer.context["eyes"] == "1"

    def test_beyond_the_end_is_the_end(
        self, match: Match, aki: Player, client_of: ClientOf
    ) -> None:
        answer = client_of(aki).get(path(match, move=100_000))
        assert answer.context["number"] == match.version

    def test_who_decided_each_move(self, match: Match, aki: Player, client_of: ClientOf) -> None:
        with with_parlour(match.parlour):
            for number, by in enumerate((Move.By.CLOCK, Move.By.STAND_IN, Move.By.CPU), start=1):
                Move.objects.filter(match=match, number=number).update(by=by)
        moves = client_of(aki).get(path(match)).context["moves"]
        assert [move.decider for move in moves[:4]] == [
            "the clock",
            "CPU standing in",
            "CPU",
            "the player",
        ]

    def test_in_japanese(self, match: Match, aki: Player, client_of: ClientOf) -> None:
        browser = client_of(None)
        invite(browser, match.table)
        answer = browser.get(path(match, move=1), headers={"Accept-Language": "ja"})
        assert f"1手目(全{match.version}手)" in answer.content.decode()

    def test_a_match_that_is_being_played(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = running_match(aki, botan)
        answer = client_of(aki).get(path(match))
        words = answer.content.decode()
        assert "still being played" in words
        assert reverse("tables:table", args=[match.table.public_id]) in words

    def test_a_void_match(self, match: Match, aki: Player, client_of: ClientOf) -> None:
        with with_parlour(match.parlour):
            Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
        assert "is void" in client_of(aki).get(path(match)).content.decode()

    def test_a_match_that_never_began(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = closed(shuffling_match(aki, botan)[0])
        assert "nothing to replay" in client_of(aki).get(path(match)).content.decode()

    def test_a_match_that_was_broken_off(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = closed(running_match(aki, botan))
        words = client_of(aki).get(path(match)).content.decode()
        assert "was broken off" in words

    def test_when_the_rules_have_changed_the_words_are_left(
        self, match: Match, aki: Player, client_of: ClientOf
    ) -> None:
        with with_parlour(match.parlour):
            told = Move.objects.get(match=match, number=2).told
            Move.objects.filter(match=match, number=1).update(told=told)
        answer = client_of(aki).get(path(match))
        assert "The rules have changed" in answer.content.decode()
        assert len(answer.context["moves"]) == match.version


class TestFrame:
    def test_one_move_on(self, match: Match, aki: Player, client_of: ClientOf) -> None:
        got = frame(client_of(aki), match, move=1, have=0, eyes=1)
        assert (got["v"], got["from"], got["match"]) == (1, [0, 0], match.public_id)
        assert got["steps"][0]["motion"][0]["do"] == "roll"
        assert "rolled" in got["steps"][0]["log"][0]
        assert 0 < len(got["scene"]) < 60
        assert "turnbar" in got["regions"]

    def test_the_frames_lead_to_what_the_page_shows(
        self, match: Match, aki: Player, client_of: ClientOf
    ) -> None:
        """Step by step, and back again in one."""
        browser = client_of(aki)
        scene = frame(browser, match, move=0, eyes="beside")["scene"]
        shown = 0
        for number in [*range(1, match.version + 1), 0, match.version]:
            got = frame(browser, match, move=number, have=shown, eyes="beside")
            for element, change in got["scene"].items():
                attributes = {**scene.get(element, {}), **change}
                scene[element] = {k: v for k, v in attributes.items() if v is not None}
            shown = number
            whole = frame(browser, match, move=number, eyes="beside")["scene"]
            assert {k: v for k, v in scene.items() if v} == {k: v for k, v in whole.items() if v}

    def test_a_jump_tells_no_move_but_the_last(
        self, match: Match, aki: Player, client_of: ClientOf
    ) -> None:
        got = frame(client_of(aki), match, move=5, have=1, eyes="1")
        assert [step["n"] for step in got["steps"]] == [5]
        assert frame(client_of(aki), match, move=1, have=5, eyes="1")["steps"] == []

    @pytest.mark.parametrize(
        "query",
        [
            {},
            {"move": 1},
            {"eyes": "1"},
            {"move": 1, "eyes": "7"},
            {"move": -1, "eyes": "1"},
            {"move": 100_000, "eyes": "1"},
            {"move": 1, "eyes": "1", "have": 100_000},
            {"move": 1, "eyes": "1", "have": "x"},
        ],
    )
    def test_nonsense_is_refused(
        self, match: Match, aki: Player, client_of: ClientOf, query: dict[str, Any]
    ) -> None:
        answer = client_of(aki).get(
            path(match, "replay_frame", **query), headers={"Accept": "application/json"}
        )
        assert answer.status_code == 422
        assert answer.json()["refused"] == "bad_request"

    def test_a_running_match_has_none(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = running_match(aki, botan)
        answer = client_of(aki).get(path(match, "replay_frame", move=0, eyes="1"))
        assert answer.status_code == 422
