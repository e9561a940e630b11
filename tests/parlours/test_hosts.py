"""Which parlour a host is, and what a host that is none gets."""

from unittest.mock import patch

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings

from kirakuken.parlours import middleware
from kirakuken.parlours.middleware import ParlourMiddleware, parlour_of_host
from kirakuken.parlours.models import Domain, Parlour
from kirakuken.parlours.scope import current_parlour
from kirakuken.parlours.services import do_add_domain, do_open_first_parlours, do_open_parlour


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:8123",
        "[::1]",
        "[::1]:8000",
        "kirakuken.localhost",
    ],
)
def test_the_installations_own_hosts_are_the_first_parlour(
    host: str, parlour: Parlour, other_parlour: Parlour
) -> None:
    assert parlour_of_host(host) == parlour


@override_settings(BASE_HOST="games.example.org", FIRST_PARLOUR_HOSTS=["192.168.1.7", "Pi.local"])
def test_an_installation_has_hosts_of_its_own(parlour: Parlour, other_parlour: Parlour) -> None:
    assert parlour_of_host("games.example.org") == parlour
    assert parlour_of_host("192.168.1.7:8000") == parlour
    assert parlour_of_host("pi.local") == parlour
    assert parlour_of_host("asakusa.games.example.org") == other_parlour
    assert parlour_of_host("asakusa.localhost") == other_parlour


@pytest.mark.parametrize(
    "host", ["asakusa.localhost", "asakusa.localhost:8000", "ASAKUSA.localhost"]
)
def test_other_parlours_have_their_word_before_the_host(host: str, other_parlour: Parlour) -> None:
    assert parlour_of_host(host) == other_parlour


@pytest.mark.parametrize(
    "host",
    [
        "ueno.localhost",
        "x.asakusa.localhost",
        "asakusalocalhost",
        "asakusa.localhost.example.org",
        "example.org",
        "127.0.0.2",
        "",
        "a b",
        "localhost:x",
        "-",
        "asakusa.localhost/",
        "asakusa.localhost@evil.example",
    ],
)
def test_any_other_host_is_none(host: str, other_parlour: Parlour) -> None:
    assert parlour_of_host(host) is None


def test_a_parlour_may_have_a_domain_of_its_own(other_parlour: Parlour) -> None:
    assert parlour_of_host("play.example.net") is None
    do_add_domain(other_parlour, "Play.Example.net.")
    assert parlour_of_host("play.example.net:443") == other_parlour, "the old answer is forgotten"


def test_nobody_can_take_a_host_of_the_installation_or_of_a_neighbour(
    parlour: Parlour, other_parlour: Parlour
) -> None:
    Domain.objects.create(parlour=other_parlour, host="localhost")
    Domain.objects.create(parlour=other_parlour, host="kirakuken.localhost")
    assert parlour_of_host("localhost") == parlour
    assert parlour_of_host("kirakuken.localhost") == parlour


def test_a_closed_parlour_is_at_no_host(parlour: Parlour, other_parlour: Parlour) -> None:
    do_add_domain(other_parlour, "play.example.net")
    assert parlour_of_host("play.example.net") == other_parlour
    other_parlour.is_active = False
    other_parlour.save()
    assert parlour_of_host("play.example.net") is None
    assert parlour_of_host("asakusa.localhost") is None
    parlour.is_active = False
    parlour.save()
    assert parlour_of_host("localhost") is None


def test_hosts_are_looked_up_once_a_minute_found_or_not(
    other_parlour: Parlour, django_assert_num_queries: object
) -> None:
    with patch.object(middleware, "find_parlour", wraps=middleware.find_parlour) as look_up:
        with patch("time.monotonic", return_value=1000.0):
            for _ in range(3):
                parlour_of_host("asakusa.localhost")
                parlour_of_host("nobody.localhost")
        assert look_up.call_count == 2
        with patch("time.monotonic", return_value=1061.0):
            parlour_of_host("asakusa.localhost")
        assert look_up.call_count == 3


def test_invented_hosts_do_not_fill_the_memory(parlour: Parlour) -> None:
    with patch.object(middleware, "find_parlour", return_value=None):
        for number in range(3 * middleware.MOST_KNOWN):
            parlour_of_host(f"h{number}.example.org")
    assert len(middleware._known) <= middleware.MOST_KNOWN


def test_whoever_changes_the_parlour_of_a_request_changes_no_other(parlour: Parlour) -> None:
    mine = parlour_of_host("localhost")
    assert mine is not None
    mine.name = "Mine"
    again = parlour_of_host("localhost")
    assert again is not None and again.name == "Kirakuken"


def test_the_parlour_is_in_scope_while_a_request_is_answered(
    parlour: Parlour, other_parlour: Parlour
) -> None:
    seen: list[Parlour] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(current_parlour())
        return HttpResponse()

    ask = ParlourMiddleware(view)
    ask(RequestFactory().get("/", headers={"host": "asakusa.localhost"}))
    ask(RequestFactory().get("/", headers={"host": "localhost"}))
    assert seen == [other_parlour, parlour]
    with pytest.raises(LookupError):
        current_parlour()


def test_the_scope_ends_when_a_view_breaks(parlour: Parlour) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ParlourMiddleware(view)(RequestFactory().get("/", headers={"host": "localhost"}))
    with pytest.raises(LookupError):
        current_parlour()


@pytest.mark.parametrize("host", ["ueno.localhost", "example.org"])
def test_an_unknown_host_gets_a_page_that_tells_nothing(
    host: str, parlour: Parlour, other_parlour: Parlour
) -> None:
    answer = Client(SERVER_NAME=host).get("/you/")
    assert answer.status_code == 404
    said = answer.content.decode()
    for word in ("kirakuken", "棋楽軒", "asakusa", "浅草"):
        assert word not in said.lower()
    assert not answer.cookies


def test_the_page_of_an_unknown_host_is_in_the_readers_language(parlour: Parlour) -> None:
    answer = Client(SERVER_NAME="example.org").get("/", headers={"accept-language": "ja"})
    assert 'lang="ja"' in answer.content.decode()


@pytest.mark.parametrize("host", ["a b", "localhost:x", "local/host", "a@b", "\u2028"])
def test_a_malformed_host_is_a_bad_request(host: str, parlour: Parlour) -> None:
    answer = Client(headers={"host": host}).get("/")
    assert answer.status_code == 400
    assert "Kirakuken" not in answer.content.decode()


def test_a_forwarded_host_is_not_believed(parlour: Parlour, other_parlour: Parlour) -> None:
    seen: list[Parlour] = []
    ask = ParlourMiddleware(lambda request: seen.append(current_parlour()) or HttpResponse())  # type: ignore[func-returns-value]
    headers = {
        "host": "localhost",
        "x-forwarded-host": "asakusa.localhost",
        "x-host": "asakusa.localhost",
        "forwarded": "host=asakusa.localhost",
    }
    ask(RequestFactory().get("/", headers=headers))
    assert seen == [parlour]


def test_the_first_parlours_are_opened_once(db: None) -> None:
    call_command("open_parlours", verbosity=0)
    assert [parlour.slug for parlour in Parlour.objects.all()] == ["kirakuken", "asakusa"]
    assert Parlour.objects.all()[1].name_ja == "浅草 遊戯茶屋"
    assert do_open_first_parlours() == []
    assert Parlour.objects.count() == 2


@pytest.mark.parametrize("slug", ["", "A", "a_b", "-a", "a-", "a.b", "x" * 41, "あ"])
def test_an_address_word_must_be_one(slug: str, db: None) -> None:
    with pytest.raises(ValidationError):
        do_open_parlour(slug, "A")
    assert not Parlour.objects.exists()
