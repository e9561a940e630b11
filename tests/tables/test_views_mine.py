"""/you/matches/: what this browser's player plays and has played."""

from datetime import timedelta

from django.urls import reverse

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Match
from tables.services.seating import do_remove_seat
from tests.cast import ClientOf
from tests.tables.finished import closed, finished_match, running_match

ADDRESS = "/you/matches/"


def test_a_stranger_has_none(parlour: Parlour, client_of: ClientOf) -> None:
    answer = client_of(None).get(ADDRESS)
    assert answer.status_code == 200
    assert "No matches yet." in answer.content.decode()
    assert "180 days" in answer.content.decode()


def test_running_and_over(aki: Player, botan: Player, client_of: ClientOf) -> None:
    on, over = running_match(aki, botan), finished_match(aki, botan)
    off = closed(running_match(botan, aki))
    answer = client_of(aki).get(ADDRESS)
    assert [each["match"] for each in answer.context["running"]] == [on]
    assert [each["match"] for each in answer.context["over"]] == [off, over]
    words = answer.content.decode()
    assert reverse("tables:table", args=[on.table.public_id]) in words
    for name in ("replay", "fair"):
        assert reverse(f"matches:{name}", args=[over.public_id]) in words
    assert answer.headers["Cache-Control"] == "no-store"


def test_nobody_is_sent_back_to_a_table_they_were_taken_from(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    hidden, listed = running_match(aki, botan), running_match(aki, botan, is_listed=True)
    with with_parlour(aki.parlour):
        for match in (hidden, listed):
            do_remove_seat(match.table, aki, 1)
    words = client_of(botan).get(ADDRESS).content.decode()
    assert reverse("tables:table", args=[hidden.table.public_id]) not in words
    assert "The host took you from this table" in words
    assert reverse("tables:table", args=[listed.table.public_id]) in words, "all may watch that one"


def test_ones_place(aki: Player, botan: Player, client_of: ClientOf) -> None:
    match = finished_match(aki, botan)
    assert match.ranks is not None
    places = {
        player.name: client_of(player).get(ADDRESS).context["over"][0]["place"]
        for player in (aki, botan)
    }
    assert places["Aki"].startswith("1st" if match.ranks[0] == 1 else "2nd")
    assert places["Botan"].startswith("1st" if match.ranks[1] == 1 else "2nd")


def test_not_those_of_others(
    aki: Player, botan: Player, daigo: Player, fumi: Player, client_of: ClientOf
) -> None:
    finished_match(aki, botan, is_listed=True)
    for player in (daigo, fumi):
        answer = client_of(player).get(ADDRESS)
        assert (answer.context["running"], answer.context["over"]) == ([], [])


def test_not_what_is_too_old(aki: Player, botan: Player, client_of: ClientOf) -> None:
    match = finished_match(aki, botan)
    with with_parlour(match.parlour):
        Match.objects.filter(pk=match.pk).update(ended_at=clock.now() - timedelta(days=181))
    assert client_of(aki).get(ADDRESS).context["over"] == []


def test_many_matches_take_no_more_queries(
    aki: Player, botan: Player, client_of: ClientOf, django_assert_max_num_queries: object
) -> None:
    for _ in range(5):
        closed(running_match(aki, botan))
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client_of(aki).get(ADDRESS)
