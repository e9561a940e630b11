"""What an export says of ratings, and what goes with an account."""

from datetime import timedelta

import pytest

from kirakuken.accounts.models import User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import services
from ratings.belongings import Ratings
from ratings.models import Correction, RatedGame, RatedSeat, Standing
from tests.ratings.people import START, members, played, rule, settle


def test_everything_rated_is_in_the_export(
    at_home: Parlour, omi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = members(at_home, 6)
    settle(at_home, people, game="oicho-kabu")
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    services.do_freeze_seasons(at_home)
    upset = played(at_home, people[:2], [2, 1], game="oicho-kabu", abandoned=[0])
    rule([upset], RatedGame.State.VOIDED, omi, "a reason of ours")
    files = Ratings().export(people[0])
    assert set(files) == {"ratings", "seasons", "rating_corrections"}
    *counted, struck = files["ratings"]
    assert [row["rank"] for row in counted] == [1] * 10
    assert counted[0]["rating_before"] == 1500.0
    assert counted[-1]["rating_after"] == Standing.objects.get(player=people[0]).mu
    assert (struck["match"], struck["state"], struck["abandoned"]) == (upset.match, "voided", True)
    assert struck["rating_before"] is struck["rating_after"] is None
    (season,) = files["seasons"]
    assert (season["season"], season["place"], season["first_places"]) == ("2026-4", 1, 10)
    (told,) = files["rating_corrections"]
    assert told["after"] == round(counted[-1]["rating_after"]) and told["seen_at"] is None
    assert "a reason of ours" not in str(files)


def test_who_never_played_ranked_has_no_such_files(at_home: Parlour) -> None:
    (one,) = members(at_home, 1)
    assert Ratings().export(one) == {}


def test_ladders_keep_whom_the_rest_forgets(at_home: Parlour, omi: User) -> None:
    people = members(at_home, 2)
    games = [played(at_home, people, [1, 2], game="oicho-kabu") for _ in range(3)]
    rule(games[:1], RatedGame.State.VOIDED, omi, "why")
    assert Correction.objects.filter(player=people[0]).exists()
    Ratings().erase(people[0])
    assert not Correction.objects.filter(player=people[0]).exists()
    assert RatedSeat.objects.filter(player=people[0]).count() == 3
    assert Standing.objects.filter(player=people[0]).exists()
