"""GET /m/<id>/fair, game.json and the verifier's file: nothing before the end, everything after."""

import json
from typing import Any

import pytest
from django.urls import reverse

from games.core import fairness
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import fair, proof, store
from tables.models import CommitmentLog, Key, Match, Move, Nonce
from tables.proof_words import problem_words
from tables.services import starting
from tests.cast import ClientOf
from tests.fair.records import TAMPERINGS
from tests.tables.finished import closed, finished_match, running_match, shuffling_match
from tests.tables.play import match_of, play_to_the_end, press
from verifier import kirakuken_verify as verifier


def page(client_of: ClientOf, who: Player | None, match: Match) -> Any:
    answer = client_of(who).get(reverse("matches:fair", args=[match.public_id]))
    assert answer.status_code == 200
    return answer


def record(client_of: ClientOf, who: Player, match: Match) -> Any:
    answer = client_of(who).get(reverse("matches:record", args=[match.public_id]))
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return json.loads(answer.content)


def secrets_of(match: Match) -> list[str]:
    """All that must not be seen before the end, as it might be written."""
    secret = fair.unseal(match.key.sealed)
    found = [secret]
    if match.key.transcript:
        found.append(fairness.game_key(secret, match.key.transcript.encode()))
    return [form for each in found for form in (each.hex(), repr(each), str(list(each)))]


class TestBeforeTheEnd:
    def test_the_commitments_and_the_frozen_transcript(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = running_match(aki, botan)
        words = page(client_of, aki, match).content.decode()
        assert "revealed at the end" in words
        assert match.key.commitment in words
        with with_parlour(match.parlour):
            for nonce in Nonce.objects.filter(match=match):
                assert nonce.commitment in words
        assert "kirakuken-fair-1\ngame:" in words

    @pytest.mark.parametrize("moves", [0, 4])
    def test_neither_secret_nor_key_nor_draws(
        self, aki: Player, botan: Player, client_of: ClientOf, moves: int
    ) -> None:
        match = running_match(aki, botan)
        with with_parlour(match.parlour):
            for _ in range(moves):
                press(match)
        answer = page(client_of, aki, match)
        for secret in secrets_of(match):
            assert secret not in answer.content.decode()
        assert answer.context["proof"] is None
        assert answer.context["draws"] == []

    def test_no_nonce_before_the_transcript_is_frozen(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match, nonces = shuffling_match(aki, botan)
        with with_parlour(match.parlour):
            starting.do_reveal_nonce(match.table, aki, nonces[0].hex())
        words = page(client_of, botan, match).content.decode()
        assert nonces[0].hex() not in words
        assert "not shown yet" in words

    def test_there_is_no_record(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        match = running_match(aki, botan)
        address = reverse("matches:record", args=[match.public_id])
        answer = client_of(aki).get(address, headers={"Accept": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["refused"] == "match_not_over"
        with with_parlour(match.parlour):
            assert proof.record_of(match) is None


class TestAfterTheEnd:
    def test_one_green_line_and_the_whole_chain(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = finished_match(aki, botan)
        answer = page(client_of, botan, match)
        words = answer.content.decode()
        assert answer.context["is_right"]
        assert "Every draw of this match is as committed." in words
        for secret in (secrets_of(match)[0], secrets_of(match)[3], match.key.commitment):
            assert secret in words
        with with_parlour(match.parlour):
            assert len(answer.context["draws"]) == match.draws == Move.objects.count()
        assert "after the commitment was logged" in words
        assert "row 1 of the public log" in words

    def test_the_record_is_right_by_the_stand_alone_verifier(
        self, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
    ) -> None:
        match = finished_match(aki, botan, chiyo, silent=(1,))
        found = record(client_of, aki, match)
        assert verifier.check(found) == []
        assert [share["nonce"] == "-" for share in found["shares"]] == [False, True, False]
        assert found["seats"] == 3
        assert "Aki" not in json.dumps(found)

    def test_every_kind_of_tampering_with_it_is_found(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        """Those of a made-up record, wherever they can be done to a real one."""
        match = finished_match(aki, botan)
        whole = json.dumps(record(client_of, aki, match))
        done = 0
        for tampering in TAMPERINGS:
            if tampering.name in ("a purpose", "sides"):
                continue  # may by chance come to the same single die
            changed = json.loads(whole)
            try:
                changed = tampering.do(changed) or changed
            except (IndexError, KeyError, ValueError):
                continue
            if changed == json.loads(whole):
                continue
            assert verifier.check(changed), tampering.name
            done += 1
        assert done > 20

    def test_no_script_no_share(
        self, at_home: Parlour, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = play_to_the_end(match_of(aki, botan))
        answer = page(client_of, aki, match)
        assert answer.context["is_right"]
        assert "without a script there is no share" in answer.content.decode()

    def test_a_match_broken_off_is_revealed(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = closed(running_match(aki, botan))
        assert page(client_of, aki, match).context["is_right"]
        assert verifier.check(record(client_of, aki, match)) == []

    def test_a_match_broken_off_before_its_dice_were_made_is_revealed_too(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        match = closed(shuffling_match(aki, botan)[0])
        assert (
            "broken off before its dice were made" in page(client_of, aki, match).content.decode()
        )
        found = record(client_of, aki, match)
        assert verifier.check(found) == []
        assert (found["key"], found["draws"]) == ("", [])

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("draw:1", "Draw 1 is not"),
            ("log:missing", "has no row for this match"),
            ("share:2", "share of seat 2"),
            ("transcript:3", "Line 3 of the transcript"),
            ("log:link", "does not fit the row before it"),
        ],
    )
    def test_what_was_changed_in_the_database_is_named(
        self, aki: Player, botan: Player, client_of: ClientOf, line: str, words: str
    ) -> None:
        match = finished_match(aki, botan)
        with with_parlour(match.parlour):
            _change(match, line)
        answer = page(client_of, aki, match)
        assert not answer.context["is_right"]
        assert "This match is not as committed." in answer.content.decode()
        assert any(words in each for each in answer.context["wrong_words"])

    def test_again_shares_nothing(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        first = finished_match(aki, botan)
        with with_parlour(first.parlour):
            second = play_to_the_end(starting.do_again(first.table, aki))
        one, other = (record(client_of, aki, match) for match in (first, second))
        for part in ("match", "commitment", "secret", "key", "transcript"):
            assert one[part] != other[part]
        assert other["log"]["before"] == one["log"]["link"]


def _change(match: Match, line: str) -> None:
    if line == "draw:1":
        move = Move.objects.get(match=match, number=2)
        move.drawn[0]["result"] = [move.drawn[0]["result"][0] % 6 + 1]
        move.save()
    elif line == "log:missing":
        CommitmentLog.objects.all().delete()
    elif line == "log:link":
        CommitmentLog.objects.update(link="0" * 64)
    elif line == "share:2":
        Nonce.objects.filter(match=match, seat=1).update(revealed="ab" * 32)
    else:
        written = match.key.transcript.replace("parlour:kirakuken", "parlour:asakusa")
        Key.objects.filter(match=match).update(transcript=written)


def test_every_problem_has_words() -> None:
    for line in ("secret", "share:1", "transcript:2", "key", "draw:3", "draws:count", "move:4"):
        assert "{n}" not in problem_words(line)
    for tampering in TAMPERINGS:
        assert problem_words(tampering.line)


def test_the_rules_in_the_record_are_the_ones_it_was_played_by(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = finished_match(aki, botan, rank_everyone=True)
    found = record(client_of, aki, match)
    assert json.loads(found["rules"])["rank_everyone"] is True
    with with_parlour(match.parlour):
        assert store.options_of(match).rank_everyone


def test_the_verifier_can_be_taken_away(client_of: ClientOf, parlour: Parlour) -> None:
    answer = client_of(None).get(reverse("matches:verifier"))
    assert answer.status_code == 200
    assert answer.content.startswith(b"#!/usr/bin/env python3")
    assert "kirakuken_verify.py" in answer.headers["Content-Disposition"]
