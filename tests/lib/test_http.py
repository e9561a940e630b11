"""Whose address counts, and what every answer carries."""

from collections.abc import Callable

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings

from kirakuken.accounts.models import Player, User
from kirakuken.lib.http import address_from, address_of, wants_json
from kirakuken.parlours.models import Parlour
from tests.cast import ClientOf


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.0.0.9"),
        (0, "203.0.113.7", "10.0.0.9"),  # without a proxy the header is only words
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),  # the first was written by the client
        (1, "", "10.0.0.9"),
        (1, "nonsense", "10.0.0.9"),
        (1, "203.0.113.7, ", "10.0.0.9"),
        (2, "203.0.113.7", "10.0.0.9"),  # one of the proxies was gone round
        (2, "203.0.113.7, 10.0.0.1", "203.0.113.7"),
        (2, "1.1.1.1,203.0.113.7,10.0.0.1", "203.0.113.7"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "::ffff:203.0.113.7", "203.0.113.7"),
        (1, "203.0.113.7:1234", "10.0.0.9"),
    ],
)
def test_the_address_of_a_client(proxies: int, forwarded: str, address: str) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        assert address_from("10.0.0.9", forwarded) == address
        request = RequestFactory().get(
            "/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR="10.0.0.9"
        )
        assert address_of(request) == address


def test_without_an_address_all_are_one() -> None:
    assert address_of(HttpRequest()) == ""


@pytest.mark.parametrize(
    ("headers", "json"),
    [
        ({}, False),
        ({"accept": "*/*"}, False),
        ({"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, False),
        ({"accept": "application/json"}, True),
        ({"accept": "text/html;q=0.1, application/json"}, True),
        ({"hx-request": "true"}, True),
    ],
)
def test_who_wants_json(headers: dict[str, str], json: bool) -> None:
    assert wants_json(RequestFactory().get("/", headers=headers)) is json


def check_headers(answer: object) -> None:
    headers = answer.headers  # type: ignore[attr-defined]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    policy = headers["Content-Security-Policy"]
    for rule in (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ):
        assert rule in policy
    assert "unsafe" not in policy
    assert "Host" in headers["Vary"]
    assert headers["Cache-Control"]
    assert "Server" not in headers and "X-Powered-By" not in headers


@pytest.mark.parametrize(
    ("method", "path", "host", "status"),
    [
        ("get", "/you/", "localhost", 200),
        ("get", "/", "localhost", 200),
        ("get", "/nonsense/", "localhost", 404),
        ("get", "/t/nonsense/", "localhost", 404),
        ("get", "/you/name/", "localhost", 405),
        ("post", "/you/name/", "localhost", 422),
        ("get", "/admin/", "localhost", 302),
        ("get", "/you/sign-in/", "localhost", 200),
        ("get", "/", "nobody.example", 404),
        ("get", "/", "a b", 400),
    ],
)
def test_every_answer_carries_the_headers(
    method: str, path: str, host: str, status: int, parlour: Parlour
) -> None:
    answer = getattr(Client(headers={"host": host}), method)(path)
    assert answer.status_code == status
    check_headers(answer)


def test_an_error_carries_the_headers_and_tells_nothing(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_kwargs: object) -> str:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("kirakuken.accounts.views.offered_name", broken)
    browser = client_of(None)
    browser.raise_request_exception = False
    answer = browser.get("/you/", headers={"accept-language": "ja"})
    assert answer.status_code == 500
    check_headers(answer)
    said = answer.content.decode()
    assert "secret" not in said and "Traceback" not in said and 'lang="ja"' in said


def test_behind_tls_browsers_are_told_to_stay_there(client_of: ClientOf) -> None:
    with override_settings(
        SECURE_HSTS_SECONDS=3600, SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")
    ):
        answer = client_of(None).get("/you/", headers={"x-forwarded-proto": "https"})
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=3600")


def test_private_pages_are_not_kept(
    parlour: Parlour,
    aki: Player,
    omi: User,
    client_of: ClientOf,
    admin_of: Callable[[User, Parlour], Client],
) -> None:
    for path in ("/you/", "/t/nonsense/", "/t/nonsense/since/", "/admin/login/"):
        assert "no-store" in client_of(aki).get(path).headers["Cache-Control"], path
    assert "no-store" in admin_of(omi, parlour).get("/admin/").headers["Cache-Control"]
    assert client_of(aki).get("/about/").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("charset", ["hex", "rot13", "utf-16", "utf-7"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain"])
def test_only_utf_8_is_read(charset: str, kind: str, client_of: ClientOf) -> None:
    form = '--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nen\r\n--x--\r\n'
    browser = client_of(None)
    answer = browser.generic("POST", "/language/", form, f"{kind}; charset={charset}")
    assert answer.status_code == 400
    good = browser.generic("POST", "/language/", form, "multipart/form-data; boundary=x")
    assert good.status_code == 303


@pytest.mark.parametrize(
    ("path", "cookie"),
    [
        ("/t/%00/", ""),
        ("/m/%00/fair", ""),
        ("/admin/tables/table/?phase__exact=%00", ""),
        ("/", 'kk_session="aaaaaaaaaa\\000"'),
    ],
)
def test_what_no_database_can_read_is_refused(path: str, cookie: str, client_of: ClientOf) -> None:
    """PostgreSQL fails where it is asked for text with a NUL; SQLite does not."""
    assert client_of(None).get(path, headers={"cookie": cookie}).status_code == 400


@pytest.mark.parametrize("path", ["/", "/tables/", "/about/", "/en/rules/hokusai/", "/i/no/"])
def test_whoever_asks_for_the_headers_alone_gets_them(path: str, client_of: ClientOf) -> None:
    """As previews of links and watchers do."""
    browser = client_of(None)
    assert browser.head(path).status_code == browser.get(path).status_code
