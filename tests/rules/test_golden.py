"""Matches on file go today as they went then.

If one does not and that is meant, raise the engine's `rules_version` if stored matches
would go on differently, write the files anew (`python -m tests.rules.golden_matches`) and
say in the commit what changed for whom.
"""

import json
from pathlib import Path

import pytest

from tests.rules.golden_matches import FOLDER, WANTED, outcome, readable, record, written

FILES = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_match_on_file_goes_as_it_went(file: Path) -> None:
    match = json.loads(file.read_text("utf-8"))
    found = outcome(match)
    assert found["result"] == match["result"]
    for number, (now, then) in enumerate(zip(found["digests"], match["digests"], strict=True)):
        assert now == then, f"step {number} looks different"
    assert file.with_suffix(".txt").read_text("utf-8") == readable(match)


@pytest.mark.parametrize("game", WANTED)
def test_every_wanted_match_is_on_file(game: str) -> None:
    names = {name for name, *_ in WANTED[game]}
    assert {file.stem for file in FILES if file.parent.name == game} == names


def test_writing_them_anew_changes_nothing() -> None:
    name, seats, options, seed = WANTED["hokusai"][0]
    file = FOLDER / "hokusai" / f"{name}.json"
    assert written(record("hokusai", seats, options, seed)) == file.read_text("utf-8")
