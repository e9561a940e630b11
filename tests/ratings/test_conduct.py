"""How somebody leaves, and how often two meet, where matches were struck from the record."""

from datetime import timedelta

import pytest

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import selectors, services
from ratings.models import RatedGame
from tests.ratings.people import START, members, played

COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED


@pytest.fixture
def people(at_home: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(minutes=1))
    return members(at_home, 2)


def test_a_struck_match_is_nobodys_conduct(
    at_home: Parlour, people: list[Player], omi: User
) -> None:
    left = [played(at_home, people, [2, 1], abandoned=[0]) for _ in range(3)]
    played(at_home, people, [1, 2])
    assert selectors.conduct_of(people[0]) == (1, 4)
    assert selectors.locked_until(people[0]) == START + selectors.FIRST_WAIT
    services.do_rule(left[:1], VOIDED, omi, "the house stood still")
    assert selectors.conduct_of(people[0]) == (1, 3)
    assert selectors.locked_until(people[0]) is None
    services.do_rule(left[:1], COUNTED, omi, "it did not")
    assert selectors.conduct_of(people[0]) == (1, 4)
    assert selectors.locked_until(people[0]) is not None


def test_older_matches_move_up_where_one_was_struck(
    at_home: Parlour, people: list[Player], omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "CONDUCT_OF", 2)
    *_, newest = (
        played(at_home, people, [2, 1], abandoned=gone, at=START + timedelta(seconds=at))
        for at, gone in enumerate(([0], [], []))
    )
    assert selectors.conduct_of(people[0]) == (2, 2)
    services.do_rule([newest], VOIDED, omi, "why")
    assert selectors.conduct_of(people[0]) == (1, 2)


def test_a_struck_match_gives_a_pair_no_new_one(
    at_home: Parlour, people: list[Player], omi: User
) -> None:
    games = [played(at_home, people, [1, 2]) for _ in range(3)]
    services.do_rule(games, VOIDED, omi, "they played for each other")
    both = [each.pk for each in people]
    assert selectors.pair_over_cap("hokusai", both) == tuple(both)
