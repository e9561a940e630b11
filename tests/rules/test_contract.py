"""Every engine keeps every law, for every seat count and every set of house rules."""

from typing import Any

import pytest

from games.registry import GAMES
from tests.rules.contract import LAWS, Law, Subject
from tests.rules.subjects import SUBJECTS

MATCHES = 2


def each_table() -> list[Any]:
    return [
        pytest.param(subject, seats, options, id=f"{subject.engine.key}-{seats}-{number}")
        for subject in SUBJECTS
        for seats in subject.engine.seat_counts
        for number, options in enumerate(subject.option_sets)
    ]


def test_every_game_of_the_registry_is_under_the_laws() -> None:
    assert [subject.engine.key for subject in SUBJECTS] == [game.key for game in GAMES]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("subject", "seats", "options"), each_table())
def test_law(law: Law, subject: Subject, seats: int, options: Any) -> None:
    for seed in range(MATCHES):
        law(subject, seats, options, 1000 * seats + seed)
