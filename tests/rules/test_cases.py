"""The owner's conformance cases, as they stand in cases/<game>.json."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules.hokusai.cases import RUNNERS as HOKUSAI
from tests.rules.oichokabu.cases import RUNNERS as OICHO_KABU
from tests.rules.okuribito.cases import RUNNERS as OKURIBITO

# Per game: how each kind of case is run, and how many cases there are.
GAMES: dict[str, tuple[dict[str, Callable[[Any, Any], None]], int]] = {
    "hokusai": (HOKUSAI, 18),
    "oichokabu": (OICHO_KABU, 43),
    "okuribito": (OKURIBITO, 72),
}


def cases_of(game: str) -> list[dict[str, Any]]:
    return json.loads((Path(__file__).parent / "cases" / f"{game}.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{case['id']} {case['title']}")
        for game in GAMES
        for case in cases_of(game)
    ],
)
def test_case(game: str, case: dict[str, Any]) -> None:
    runners, _ = GAMES[game]
    runners[case["kind"]](case["given"], case["expect"])


@pytest.mark.parametrize("game", GAMES)
def test_no_case_is_lost(game: str) -> None:
    _, count = GAMES[game]
    assert len({case["id"] for case in cases_of(game)}) == count
