"""The program that measures ratings, on little: it goes on fitting what it measures."""

import pytest

from bench import ratings


@pytest.mark.parametrize("people", [2, 6])
def test_matches_are_rated_in_memory(people: int, capsys: pytest.CaptureFixture[str]) -> None:
    ratings.in_memory(people, 20)
    assert f"in memory, {people} players" in capsys.readouterr().out
