"""Find me a ranked table: who waits, who is seated with whom, what the page says."""

import re

import pytest
from allauth.account.models import EmailAddress
from pytest_django import DjangoAssertNumQueries

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Seat, Table, Waiting
from tables.services import waiting
from tables.services.opening import do_seat_those_who_wait
from tests.cast import ClientOf
from tests.ratings.people import members, played
from tests.tables.play import Time

FIND = "/find/"


def wait(client_of: ClientOf, player: Player | None, size: int = 2, game: str = "hokusai") -> str:
    answer = client_of(player).post(FIND, {"game": game, "size": size}, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def test_two_who_wait_are_seated(at_home: Parlour, client_of: ClientOf) -> None:
    one, other = members(at_home, 2)
    assert "1 more is needed" in wait(client_of, one)
    assert not Table.objects.exists()
    assert "This table is ranked" in wait(client_of, other)
    table = Table.objects.get()
    assert (table.is_ranked, table.host, table.phase) == (True, one, Table.Phase.WAITING)
    assert {seat.player for seat in Seat.objects.all()} == {one, other}
    found = client_of(one).get(FIND + "?wait", headers={"HX-Request": "true"})
    assert found.headers["HX-Redirect"] == f"/t/{table.public_id}/"
    assert client_of(other).get(FIND).status_code == 200  # and may wait for another


@pytest.mark.parametrize("who", ["guest", "nobody"])
def test_others_are_told_why_not(
    at_home: Parlour, aki: Player, client_of: ClientOf, who: str
) -> None:
    assert "Ranked tables are for people with an account" in wait(
        client_of, aki if who == "guest" else None
    )
    assert not Waiting.objects.exists()


def test_one_waits_for_one_thing(at_home: Parlour, client_of: ClientOf) -> None:
    (one,) = members(at_home, 1)
    wait(client_of, one, 3)
    since = Waiting.objects.get().since
    wait(client_of, one, 3)
    assert Waiting.objects.get().since == since
    wait(client_of, one, 4)
    assert [row.size for row in Waiting.objects.filter(ended_at=None)] == [4]
    client_of(one).post(FIND, {"stop": "yes"})
    assert not Waiting.objects.filter(ended_at=None).exists()


def test_who_has_gone_is_passed_over(at_home: Parlour, time: Time) -> None:
    gone, one, other = members(at_home, 3)
    waiting.do_wait(at_home, gone, "hokusai", 2)
    time.passes(31)
    waiting.do_wait(at_home, one, "hokusai", 2)
    assert do_seat_those_who_wait(at_home, "hokusai", 2) is None
    waiting.do_wait(at_home, other, "hokusai", 2)
    table = do_seat_those_who_wait(at_home, "hokusai", 2)
    assert table is not None
    assert {seat.player for seat in Seat.objects.filter(table=table)} == {one, other}


def test_a_look_where_too_few_wait_holds_nothing(
    at_home: Parlour, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Neither the parlour's row nor, on SQLite, the whole database: it only counts."""
    one, other = members(at_home, 2)
    waiting.do_wait(at_home, one, "hokusai", 2)
    with django_assert_num_queries(1) as asked:
        assert do_seat_those_who_wait(at_home, "hokusai", 2) is None
    assert asked[0]["sql"].startswith("SELECT COUNT(*)")
    waiting.do_wait(at_home, other, "hokusai", 2)
    assert do_seat_those_who_wait(at_home, "hokusai", 2) is not None


def test_who_may_not_play_any_more_may_stop_waiting(at_home: Parlour, client_of: ClientOf) -> None:
    (one,) = members(at_home, 1)
    wait(client_of, one)
    EmailAddress.objects.all().delete()
    assert client_of(one).post(FIND, {"stop": "yes"}).status_code == 303
    assert waiting.waiting_of(one) is None


def test_two_who_met_too_often_are_not_seated_together(
    at_home: Parlour, time: Time, client_of: ClientOf
) -> None:
    one, other, third = members(at_home, 3)
    for _ in range(3):
        played(at_home, [one, other], [1, 2], at=time.now)
    for player in (one, other):
        waiting.do_wait(at_home, player, "hokusai", 2)
    assert do_seat_those_who_wait(at_home, "hokusai", 2) is None
    page = client_of(one).get(FIND).content.decode()
    assert "Not all who wait can be seated together" in page and "0 more" not in page
    waiting.do_wait(at_home, third, "hokusai", 2)
    assert do_seat_those_who_wait(at_home, "hokusai", 2) is not None
    assert {seat.player for seat in Seat.objects.all()} == {one, third}


def test_names_that_look_alike_are_not_seated_together(at_home: Parlour) -> None:
    one, other = members(at_home, 2)
    Player.objects.filter(pk=other.pk).update(name_key=one.name_key)
    for player in (one, other):
        waiting.do_wait(at_home, player, "hokusai", 2)
    assert do_seat_those_who_wait(at_home, "hokusai", 2) is None


def test_each_parlour_has_a_list_of_its_own(parlour: Parlour, other_parlour: Parlour) -> None:
    for home in (parlour, other_parlour):
        with with_parlour(home):
            waiting.do_wait(home, members(home, 1)[0], "hokusai", 2)
            assert do_seat_those_who_wait(home, "hokusai", 2) is None


def test_the_waiting_time_is_an_honest_one(
    at_home: Parlour, time: Time, client_of: ClientOf
) -> None:
    one, other, third = members(at_home, 3)
    page = wait(client_of, one)
    assert "nobody was seated in the last day" in page
    time.passes(240)
    waiting.hear(one)
    waiting.do_wait(at_home, other, "hokusai", 2)
    do_seat_those_who_wait(at_home, "hokusai", 2)
    assert "half waited less than 2 minutes" in wait(client_of, third)
    time.passes(24 * 3600 + 1)
    waiting.do_forget()
    assert Waiting.objects.count() == 1  # the third, of whom nothing was heard, is over
    assert not Waiting.objects.filter(ended_at=None).exists()


def test_after_a_while_another_size_is_offered(
    at_home: Parlour, time: Time, client_of: ClientOf
) -> None:
    one, other = members(at_home, 2)
    wait(client_of, one, 4)
    wait(client_of, other, 2)
    assert "rather sit down there" not in client_of(one).get(FIND).content.decode()
    time.passes(120)
    waiting.hear(other)
    assert "rather sit down there" in client_of(one).get(FIND).content.decode()
    assert "This table is ranked" in wait(client_of, one, 2)


@pytest.mark.parametrize(
    ("game", "size"), [("hokusai", 7), ("hokusai", 1), ("okuribito", 2), ("hokusai", "x")]
)
def test_nonsense_is_refused(
    at_home: Parlour, client_of: ClientOf, game: str, size: int | str
) -> None:
    (one,) = members(at_home, 1)
    answer = client_of(one).post(FIND, {"game": game, "size": size})
    assert answer.status_code == 422
    assert client_of(one).post(FIND, {"game": "chess", "size": 2}).status_code == 422
    assert client_of(one).get(FIND + "?game=chess").status_code == 404
    if isinstance(size, int):
        with pytest.raises(Refused):
            waiting.do_wait(at_home, one, game, size)
