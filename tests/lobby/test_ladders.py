"""Leaderboards, profiles, the page about ratings, and opening a ranked table."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kirakuken.accounts.models import Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings import boards, services
from ratings.graph import Point, graph
from ratings.models import RatedGame, Standing
from tables.models import Table
from tables.ranked_words import signed
from tests.cast import ClientOf
from tests.ratings.people import START, members, played, settle, text_of


@pytest.fixture
def settled(at_home: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Six people in order, a day after the last of ten matches."""
    people = members(at_home, 6)
    settle(at_home, people)
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=1))
    return people


def order(answer: object) -> list[Player]:
    return [line.player for line in answer.context["lines"]]  # type: ignore[attr-defined]


def test_the_best_come_first(settled: list[Player], client_of: ClientOf) -> None:
    answer = client_of(None).get("/ladders/hokusai/")
    assert answer.status_code == 200
    assert order(answer) == settled
    assert [line.place for line in answer.context["lines"]] == [1, 2, 3, 4, 5, 6]
    assert "almost all luck" in answer.content.decode()


def test_ties_share_a_place(settled: list[Player], client_of: ClientOf) -> None:
    best = Standing.objects.get(player=settled[0])
    Standing.objects.filter(player=settled[1]).update(mu=best.mu, sigma=best.sigma, sure=best.sure)
    places = [line.place for line in client_of(None).get("/ladders/hokusai/").context["lines"]]
    assert places == [1, 1, 3, 4, 5, 6]


def test_a_place_that_goes_over_the_edge_of_a_page(
    settled: list[Player], client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PAGE", 2)
    second = Standing.objects.get(player=settled[1])
    Standing.objects.filter(player__in=settled[2:4]).update(sure=second.sure)
    places = []
    for page in (1, 2, 3):
        answer = client_of(None).get(f"/ladders/hokusai/?page={page}")
        places += [line.place for line in answer.context["lines"]]
    assert places == [1, 2, 2, 2, 5, 6]


def test_who_is_new_is_not_listed_and_told_what_is_missing(
    settled: list[Player], at_home: Parlour, client_of: ClientOf
) -> None:
    (newcomer,) = members(at_home, 1)
    for _ in range(3):
        played(at_home, [newcomer, settled[5]], [1, 2], at=START + timedelta(hours=20))
    answer = client_of(newcomer).get("/ladders/hokusai/")
    assert newcomer not in order(answer)
    assert "3 of 10 matches, against 1 of 5 people" in text_of(answer)


def test_who_has_not_played_for_a_month_is_not_listed(
    settled: list[Player], client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=40))
    answer = client_of(settled[0]).get("/ladders/hokusai/")
    assert order(answer) == []
    assert "too old" in text_of(answer)


def test_who_does_not_want_to_be_listed_still_sees_their_own_place(
    settled: list[Player], client_of: ClientOf
) -> None:
    Player.objects.filter(pk=settled[2].pk).update(is_on_leaderboards=False)
    assert settled[2] not in order(client_of(settled[0]).get("/ladders/hokusai/"))
    assert "You are in place 3" in text_of(client_of(settled[2]).get("/ladders/hokusai/"))


def test_ones_own_place_is_shown_on_every_page(
    settled: list[Player], client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ratings.boards.PAGE", 2)
    for page in (1, 2, 3):
        answer = client_of(settled[4]).get(f"/ladders/hokusai/?page={page}")
        assert order(answer) == settled[2 * page - 2 : 2 * page]
        assert [line.place for line in answer.context["lines"]] == [2 * page - 1, 2 * page]
        assert "You are in place 5" in text_of(answer)


def test_a_season_is_shown_as_it_ended(
    settled: list[Player], at_home: Parlour, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=90))
    services.do_freeze_seasons(at_home)
    played(at_home, settled, [6, 5, 4, 3, 2, 1], at=START + timedelta(days=90))
    answer = client_of(None).get("/ladders/hokusai/?season=2026-4")
    assert order(answer) == settled
    assert "2026, quarter 4" in text_of(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/ladders/chess/",
        "/ladders/hokusai/?page=0",
        "/ladders/hokusai/?page=-1",
        "/ladders/hokusai/?page=x",
        "/ladders/hokusai/?page=９",
        "/ladders/hokusai/?page=99999999999",
        "/ladders/hokusai/?season=2026-4",
        "/ladders/hokusai/?season=x",
        "/people/nobody/",
    ],
)
def test_what_is_not_there(at_home: Parlour, client_of: ClientOf, path: str) -> None:
    assert client_of(None).get(path).status_code == 404


def test_pages_ask_little_however_many_there_are(
    settled: list[Player], client_of: ClientOf
) -> None:
    for path in ("/ladders/hokusai/", f"/people/{settled[0].public_id}/"):
        browser = client_of(settled[0])
        browser.get(path)
        with CaptureQueriesContext(connection) as made:
            assert browser.get(path).status_code == 200
        assert len(made) <= 24, [query["sql"] for query in made]


def test_a_profile(settled: list[Player], client_of: ClientOf) -> None:
    answer = client_of(None).get(f"/people/{settled[1].public_id}/")
    text = text_of(answer)
    assert "Finished 10 of the last 10 ranked matches" in text
    assert "2nd of 6" in text
    assert 'class="band"' in answer.content.decode()
    assert [row[3:] for row in answer.context["against"]].count((0, 0, 10)) == 1
    assert [row[3:] for row in answer.context["against"]].count((10, 0, 0)) == 4


def test_a_left_match_is_counted_on_the_profile(
    settled: list[Player], at_home: Parlour, client_of: ClientOf
) -> None:
    played(at_home, settled[:2], [2, 1], at=START + timedelta(hours=12), abandoned=[0])
    text = text_of(client_of(None).get(f"/people/{settled[0].public_id}/"))
    assert "Finished 10 of the last 11 ranked matches" in text


def test_a_struck_match_is_shown_as_such_to_both(
    settled: list[Player], at_home: Parlour, client_of: ClientOf, omi: User
) -> None:
    game = played(at_home, settled[:2], [2, 1], at=START + timedelta(hours=12))
    services.do_rule([game], RatedGame.State.VOIDED, omi, "a reason of ours")
    for player in settled[:2]:
        text = text_of(client_of(None).get(f"/people/{player.public_id}/"))
        assert "struck from the record" in text
        assert "a reason of ours" not in text


def test_a_profile_is_its_owners_to_show(settled: list[Player], client_of: ClientOf) -> None:
    Player.objects.filter(pk=settled[0].pk).update(is_profile_open=False)
    path = f"/people/{settled[0].public_id}/"
    assert client_of(settled[1]).get(path).status_code == 404
    assert client_of(settled[0]).get(path).status_code == 200


def test_without_a_piece_a_profile_has_the_first_letter(
    settled: list[Player], client_of: ClientOf
) -> None:
    path = f"/people/{settled[0].public_id}/"
    letter = '<span class="crest"><b aria-hidden="true">H</b></span>'
    assert letter in client_of(None).get(path).content.decode()
    Player.objects.filter(pk=settled[0].pk).update(mark="lantern")
    page = client_of(None).get(path).content.decode()
    assert letter not in page and "img/marks/lantern.svg" in page


def test_a_guest_has_no_page(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).get(f"/people/{aki.public_id}/").status_code == 404


def test_no_page_in_another_parlour(
    settled: list[Player], other_parlour: Parlour, client_of: ClientOf
) -> None:
    browser = client_of(None, at=other_parlour)
    assert browser.get(f"/people/{settled[0].public_id}/").status_code == 404
    assert order(browser.get("/ladders/hokusai/")) == []


def test_the_page_about_ratings_says_how_much_luck_there_is(
    at_home: Parlour, client_of: ClientOf
) -> None:
    text = text_of(client_of(None).get("/ratings/"))
    for percent in ("63.8", "55.0", "51.5"):
        assert percent in text


# --- opening --------------------------------------------------------------------------------


def test_a_member_opens_a_ranked_table(at_home: Parlour, client_of: ClientOf) -> None:
    (host,) = members(at_home, 1)
    answer = client_of(host).post(
        "/tables/new/", {"game": "hokusai", "ranked": "on", "turn_limit": "none"}
    )
    assert answer.status_code == 303
    table = Table.objects.get()
    assert (table.is_ranked, table.turn_limit) == (True, 60)
    page = client_of(host).get(f"/t/{table.public_id}/").content.decode()
    assert "This table is ranked" in page
    assert "Call a CPU" not in page


@pytest.mark.parametrize("who", ["guest", "nobody"])
def test_others_are_told_why_not(
    at_home: Parlour, aki: Player, client_of: ClientOf, who: str
) -> None:
    browser = client_of(aki if who == "guest" else None)
    before = Player.objects.count()
    answer = browser.post("/tables/new/", {"game": "hokusai", "ranked": "on", "name": "Fumiko"})
    assert answer.status_code == 422
    assert "Ranked tables are for people with an account" in text_of(answer)
    assert not Table.objects.exists()
    assert Player.objects.count() == before


# --- drawing and words ----------------------------------------------------------------------


def test_a_line_goes_through_its_points() -> None:
    drawn = graph(
        [Point(START + timedelta(days=n), mu, 20) for n, mu in enumerate((1500, 1550, 1480))]
    )
    assert (drawn.low.value, drawn.high.value, drawn.now.value) == (1480, 1550, 1480)
    assert drawn.line.startswith("M60.0 ") and drawn.line.count(" ") == 5
    assert float(drawn.high.y) < float(drawn.low.y)
    assert drawn.band.endswith("Z")
    assert all(30 <= float(line.y) <= 225 for line in drawn.grid)


def test_numbers_at_the_edges_stay_inside_the_picture() -> None:
    mus = (1500, 1550, 1480)
    drawn = graph([Point(START + timedelta(days=n), mu, 20) for n, mu in enumerate(mus)])
    assert (drawn.high.anchor, drawn.low.anchor) == ("middle", "end")
    drawn = graph([Point(START + timedelta(days=n), mu, 20) for n, mu in enumerate(mus[1:])])
    assert (drawn.high.anchor, drawn.low.anchor) == ("start", "end")


@pytest.mark.parametrize(("points", "words"), [(12, "+12"), (-8, "−8"), (0, "±0")])
def test_changes_have_a_sign(points: int, words: str) -> None:
    assert signed(points) == words


def test_a_scope_is_needed(settled: list[Player], other_parlour: Parlour) -> None:
    with with_parlour(other_parlour):
        assert not Standing.objects.exists()
