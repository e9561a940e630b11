"""replay_all, verify_match and verify_log: silent when all is right, loud otherwise."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.core.dice import KeyedDice
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import fair
from tables.models import CommitmentLog, Key, Match, Move
from tests.cast import make_player
from tests.tables.finished import closed, finished_match, running_match, shuffling_match


def run(*arguments: Any) -> tuple[int, str]:
    """Exit code and everything said."""
    said = StringIO()
    try:
        call_command(*arguments, stdout=said, stderr=said)
    except CommandError as error:
        return error.returncode, said.getvalue() + str(error)
    return 0, said.getvalue()


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return finished_match(aki, botan)


def spoil(match: Match) -> None:
    with with_parlour(match.parlour):
        move = Move.objects.get(match=match, number=2)
        move.drawn[0]["result"] = [move.drawn[0]["result"][0] % 6 + 1]
        move.save()


class TestReplayAll:
    def test_nothing_there(self, parlour: Parlour) -> None:
        assert run("replay_all") == (0, "0 matches replayed, 0 with differences.\n")

    def test_all_parlours(self, match: Match, aki: Player, botan: Player, fumi: Player) -> None:
        finished_match(fumi, make_player(fumi.parlour, "Goro"))
        closed(running_match(aki, botan))
        closed(shuffling_match(aki, botan)[0])
        running_match(aki, botan)
        assert run("replay_all") == (0, "4 matches replayed, 0 with differences.\n")
        assert run("replay_all", "--parlour", "asakusa")[1].startswith("1 matches")

    def test_a_difference(self, match: Match) -> None:
        spoil(match)
        code, said = run("replay_all")
        assert code == 1
        assert f"kirakuken {match.public_id} hokusai, rules 1: move 2: other draws" in said

    def test_a_lost_secret(self, match: Match) -> None:
        with with_parlour(match.parlour):
            Key.objects.update(sealed="x")
        code, said = run("replay_all")
        assert code == 1
        assert "SECRET_KEY" in said

    def test_no_such_parlour(self, parlour: Parlour) -> None:
        assert run("replay_all", "--parlour", "nowhere")[0] == 1


class TestVerifyMatch:
    def test_right(self, match: Match) -> None:
        code, said = run("verify_match", match.public_id, "--replay")
        assert code == 0
        assert "every draw is as committed" in said
        assert "played again by the rules" in said

    def test_wrong(self, match: Match) -> None:
        spoil(match)
        code, said = run("verify_match", match.public_id)
        assert code == 1
        assert "WRONG  draw:1" in said

    def test_a_draw_the_rules_did_not_want_is_found_by_the_replay_alone(self, match: Match) -> None:
        """The last roll of the match, said to be two dice: the key gives the first die too."""
        with with_parlour(match.parlour):
            move = Move.objects.filter(match=match).order_by("number").last()
            assert move is not None
            first = move.drawn[0]["result"]

            dice = KeyedDice(fair.match_key(match), match.draws - 1)
            two = dice.roll("die", 6, 2)
            assert [two[0]] == first
            move.drawn[0]["result"] = list(two)
            move.save()
        assert run("verify_match", match.public_id)[0] == 0
        code, said = run("verify_match", match.public_id, "--replay")
        assert code == 1
        assert "other draws" in said

    def test_not_over(self, aki: Player, botan: Player) -> None:
        assert run("verify_match", running_match(aki, botan).public_id)[0] == 2

    def test_unknown(self, parlour: Parlour) -> None:
        assert run("verify_match", "nonsense")[0] == 2

    def test_a_lost_secret(self, match: Match) -> None:
        with with_parlour(match.parlour):
            Key.objects.update(sealed="x")
        assert run("verify_match", match.public_id)[0] == 2


class TestVerifyLog:
    def test_right(self, match: Match, aki: Player, botan: Player) -> None:
        running_match(aki, botan)
        code, said = run("verify_log")
        assert (code, said) == (0, "kirakuken: 2 rows, 1 being played, 0 never revealed\n")

    def test_a_changed_row(self, match: Match) -> None:
        with with_parlour(match.parlour):
            CommitmentLog.objects.update(commitment="0" * 64)
        code, said = run("verify_log")
        assert code == 1
        assert "BROKEN at row 1" in said
        assert "1 matches NOT LOGGED" in said

    def test_a_removed_row(self, aki: Player, botan: Player) -> None:
        match = finished_match(aki, botan)
        finished_match(aki, botan)
        with with_parlour(match.parlour):
            CommitmentLog.objects.filter(number=1).delete()
        code, said = run("verify_log")
        assert code == 1
        assert "BROKEN at row 1" in said

    def test_a_match_that_was_made_to_vanish(self, aki: Player, botan: Player) -> None:
        match = running_match(aki, botan)
        with with_parlour(match.parlour):
            Match.objects.all().delete()
        code, said = run("verify_log")
        assert code == 1
        assert "1 never revealed" in said
