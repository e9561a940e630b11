"""Ladders in the database: rated once, struck and restored without a trace."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kirakuken.accounts.models import User
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings import boards, maths, selectors, services
from ratings.models import Ladder, RatedGame, RatingEvent, Ruling, SeasonStanding, Standing
from ratings.replay import Rated
from ratings.seasons import Quarter, quarter_of
from tests.ratings.people import START, ladder, members, played, rule, settle, stored

COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED


def test_a_match_is_rated(at_home: Parlour) -> None:
    people = members(at_home, 2)
    game = played(at_home, people, [1, 2], game="oicho-kabu")
    events = list(RatingEvent.objects.filter(game=game).order_by("player"))
    assert [round(event.mu_after, 6) for event in events] == [1519.300100, 1480.699900]
    assert (game.number, game.beta, game.model) == (1, 705.0, maths.MODEL)
    assert Standing.objects.get(player=people[0]).wins == 1


def test_a_match_is_rated_once(at_home: Parlour) -> None:
    people = members(at_home, 2)
    game = played(at_home, people, [1, 2])
    before = stored(ladder())
    again = services.Over(
        game.match,
        "hokusai",
        START,
        [
            services.Placed(0, people[0], 2),
            services.Placed(1, people[1], 1),
        ],
    )
    assert services.rate(at_home, again) is False
    assert stored(ladder()) == before


def test_each_parlour_has_a_ladder_of_its_own(parlour: Parlour, other_parlour: Parlour) -> None:
    for home in (parlour, other_parlour):
        with with_parlour(home):
            played(home, members(home, 2), [1, 2])
            assert Ladder.objects.count() == 1
            assert Standing.objects.count() == 2


def test_rest_makes_less_certain(at_home: Parlour) -> None:
    people = members(at_home, 2)
    for _ in range(30):
        played(at_home, people, [1, 2], game="okuribito")
    last = played(at_home, people, [1, 2], game="okuribito", at=START + timedelta(days=100))
    event = RatingEvent.objects.get(game=last, player=people[0])
    before = RatingEvent.objects.filter(player=people[0], game__number=30).get()
    assert event.sigma_before == pytest.approx((before.sigma_after**2 + 2500) ** 0.5)


def test_a_struck_match_leaves_no_trace_of_a_newcomer(at_home: Parlour, omi: User) -> None:
    people = members(at_home, 3)
    played(at_home, people[:2], [1, 2])
    game = played(at_home, people[1:], [2, 1])
    rule([game], VOIDED, omi, "two seats, one person")
    assert set(stored(ladder())) == {people[0].pk, people[1].pk}
    ruling = Ruling.objects.get()
    assert (ruling.by, ruling.reason, ruling.state) == (omi, "two seats, one person", VOIDED)


def test_old_events_stay_with_their_revision(at_home: Parlour, omi: User) -> None:
    people = members(at_home, 2)
    games = [played(at_home, people, [1, 2]) for _ in range(3)]
    rule(games[1:2], VOIDED, omi, "a reason")
    assert RatingEvent.objects.filter(game=games[0]).count() == 2  # before it nothing changes
    assert RatingEvent.objects.filter(game=games[1]).count() == 2
    assert RatingEvent.objects.filter(game=games[2]).count() == 4
    assert [event.game for event in selectors.history_of(ladder(), people[0])] == [
        games[0],
        games[2],
    ]


@pytest.mark.parametrize("reason", ["", "   "])
def test_nothing_is_struck_without_a_reason(at_home: Parlour, omi: User, reason: str) -> None:
    game = played(at_home, members(at_home, 2), [1, 2])
    with pytest.raises(Refused, match="reason_missing"):
        rule([game], VOIDED, omi, reason)
    assert RatedGame.objects.get().state == COUNTED


def test_struck_twice_is_struck_once(at_home: Parlour, omi: User) -> None:
    game = played(at_home, members(at_home, 2), [1, 2])
    assert rule([game], VOIDED, omi, "a reason") == 1
    assert rule([game], VOIDED, omi, "a reason") == 0
    assert Ruling.objects.count() == 1


def test_a_wrong_bit_is_found(at_home: Parlour) -> None:
    people = members(at_home, 2)
    played(at_home, people, [1, 2])
    Standing.objects.filter(player=people[0]).update(mu=1500.0)
    assert len(list(selectors.differences(ladder()))) == 1
    services.do_recompute(ladder())
    assert list(selectors.differences(ladder())) == []


# --- seasons --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "quarter"),
    [
        ("Asia/Tokyo", Quarter(2027, 1)),
        ("UTC", Quarter(2026, 4)),
        ("America/Los_Angeles", Quarter(2026, 4)),
    ],
)
def test_a_season_turns_at_the_parlours_own_midnight(zone: str, quarter: Quarter) -> None:
    assert quarter_of(datetime(2026, 12, 31, 15, 0, tzinfo=UTC), zone) == quarter
    assert quarter.begins(zone) <= datetime(2026, 12, 31, 15, 0, tzinfo=UTC) < quarter.ends(zone)


def test_quarters_follow_one_another() -> None:
    assert Quarter(2026, 4).after == Quarter(2027, 1)
    assert Quarter(2027, 1).before == Quarter(2026, 4)
    assert Quarter(2026, 2).after == Quarter(2026, 3) == Quarter(2026, 4).before


def test_a_season_is_frozen_by_the_parlours_clock(
    at_home: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Tokyo the year turns at 15:00 UTC: what was played after that is of the next season,
    and what is played later changes nothing of the frozen one."""
    Parlour.objects.filter(pk=at_home.pk).update(time_zone="Asia/Tokyo")
    at_home.refresh_from_db()
    people = members(at_home, 6)
    turn = datetime(2026, 12, 31, 15, 0, tzinfo=UTC)
    settle(at_home, people, at=turn - timedelta(hours=10))
    monkeypatch.setattr(clock, "now", lambda: turn - timedelta(seconds=1))
    assert services.do_freeze_seasons(at_home) is False  # the summer had no matches
    before = stored(ladder())
    played(at_home, people, [6, 5, 4, 3, 2, 1], at=turn)
    monkeypatch.setattr(clock, "now", lambda: turn)
    assert services.do_freeze_seasons(at_home) is True
    assert services.do_freeze_seasons(at_home) is False
    frozen = SeasonStanding.objects.order_by("place")
    assert [row.player for row in frozen] == people
    assert [row.mu for row in frozen] == [before[each.pk][0] for each in people]
    assert {row.games for row in frozen} == {10}
    assert boards.seasons_of(ladder()) == [Quarter(2026, 4)]


def test_a_ladder_at_rest_is_not_read_through(
    at_home: Parlour, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody played in the quarter that is over, or in vain: every tidying asks, for months."""

    def read_through(*_: object) -> None:
        raise AssertionError

    people = members(at_home, 2)
    played(at_home, people, [1, 2])
    struck = played(at_home, people, [1, 2], at=START + timedelta(days=100))
    rule([struck], VOIDED, omi, "a reason")
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=200))
    monkeypatch.setattr(selectors, "matches", read_through)
    assert services.do_freeze_seasons(at_home) is False
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    with pytest.raises(AssertionError):
        services.do_freeze_seasons(at_home)


def test_nobody_who_is_provisional_has_a_place_in_a_season(
    at_home: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(at_home, members(at_home, 2), [1, 2])
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    assert services.do_freeze_seasons(at_home) is True
    assert not SeasonStanding.objects.exists()


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Somebody else does this while a season's matches are read."""
    read, pending = selectors.matches, [happens]

    def matches(*asked: Any) -> Iterator[Rated]:
        found = list(read(*asked))
        if pending:
            pending.pop()()
        return iter(found)

    monkeypatch.setattr(selectors, "matches", matches)


def test_a_ruling_while_a_season_is_frozen_is_in_it(
    at_home: Parlour, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = members(at_home, 6)
    settle(at_home, people)
    game = played(at_home, people, [6, 5, 4, 3, 2, 1], at=START + timedelta(days=1))
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    meanwhile(monkeypatch, lambda: services.do_rule([game], VOIDED, omi, "a reason"))
    assert services.do_freeze_seasons(at_home) is False
    assert services.do_freeze_seasons(at_home) is True
    assert {row.games for row in SeasonStanding.objects.all()} == {10}
    assert [row.wins for row in SeasonStanding.objects.order_by("place")] == [10, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("ended", "is_frozen"), [(-1, False), (0, True)])
def test_a_match_of_the_last_second_is_in_its_season(
    at_home: Parlour, monkeypatch: pytest.MonkeyPatch, ended: int, is_frozen: bool
) -> None:
    """What ended in the quarter may be rated after it, while its season is being frozen."""
    people = members(at_home, 6)
    settle(at_home, people)
    at = Quarter(2026, 4).ends(at_home.time_zone) + timedelta(seconds=ended)
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    meanwhile(monkeypatch, lambda: played(at_home, people, [1, 2, 3, 4, 5, 6], at=at))
    assert services.do_freeze_seasons(at_home) is is_frozen
    services.do_freeze_seasons(at_home)
    assert {row.games for row in SeasonStanding.objects.all()} == {10 if is_frozen else 11}
