"""Six people and an upset among them, for what rulings do to a ladder."""

from datetime import timedelta

import pytest

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import reckoning
from ratings.models import RatedGame
from tests.ratings.people import START, UPSET_IN, members, played, settle


@pytest.fixture
def people(at_home: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Six of whom the first always won, in ten matches."""
    found = members(at_home, 6)
    settle(at_home, found, game=UPSET_IN)
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=1))
    return found


@pytest.fixture
def upset(at_home: Parlour, people: list[Player]) -> RatedGame:
    """The eleventh match: the second of them beat the first."""
    return played(at_home, people[:2], [2, 1], game=UPSET_IN, at=START + timedelta(hours=12))


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten matches are five slices of a reckoning."""
    monkeypatch.setattr(reckoning, "SLICE", 2)
