"""How the house says no."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation

from kirakuken.lib.errors import Busy, NotAllowed, Refused, TooLate, TooMany
from kirakuken.lib.refusals import WORDS, RefusalMiddleware, refusal, words_for
from kirakuken.parlours.models import Parlour
from tests.cast import ClientOf

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = {"Refused", "NotAllowed", "TooLate", "TooMany"}


def codes_in_the_source() -> set[str]:
    """Every code written down as `Refused("…")` outside of the rules of games."""
    found: set[str] = set()
    for folder in ("kirakuken", "lobby", "tables"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else None
                name = node.func.id if isinstance(node.func, ast.Name) else name
                code = node.args[0]
                if name in KINDS and isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found.add(code.value)
    return found


def test_every_code_has_words() -> None:
    codes = codes_in_the_source()
    assert {"name_long", "bad_request", "too_late"} <= codes
    assert codes - set(WORDS) - set(settings.LIMITS) == set()


def test_every_limit_has_the_same_words() -> None:
    assert {words_for(limit) for limit in settings.LIMITS} == {words_for("too_many")}


def test_an_unknown_code_has_words_too() -> None:
    assert words_for("no such code") == words_for("not_allowed")


@pytest.mark.parametrize("code", WORDS)
def test_the_words_are_translated(code: str) -> None:
    with translation.override("ja"):
        assert re.search("[ぁ-んァ-ヶ一-龠]", words_for(code)), words_for(code)
    with translation.override("en"):
        assert re.fullmatch(r"[A-Z][^ぁ-ん]*[.]", words_for(code))


@pytest.mark.parametrize(
    ("refused", "status", "retry_after"),
    [
        (Refused("table_full"), 422, None),
        (TooLate("too_late"), 409, None),
        (NotAllowed("not_seated"), 403, None),
        (TooMany("code_per_player", 17), 429, "17"),
        (Busy(), 503, "1"),
    ],
)
def test_a_refusal_becomes_an_answer(
    refused: Refused, status: int, retry_after: str | None, parlour: Parlour
) -> None:
    request = RequestFactory().get("/", headers={"accept": "application/json"})
    answer = refusal(request, refused)
    assert isinstance(answer, HttpResponse)
    assert answer.status_code == status
    assert answer.headers.get("Retry-After") == retry_after
    assert answer.headers["Content-Type"] == "application/json"

    page = refusal(RequestFactory().get("/"), refused)
    assert isinstance(page, HttpResponse)
    assert page.status_code == status
    assert page.headers.get("Retry-After") == retry_after
    said = page.content.decode()
    assert words_for(refused.code) in said and "<h1>" in said


def test_scripts_get_the_code_and_the_words(client_of: ClientOf) -> None:
    for headers in ({"accept": "application/json"}, {"hx-request": "true"}):
        answer = client_of(None).post(
            "/language/", {"language": "xx"}, headers={"accept-language": "ja", **headers}
        )
        with translation.override("ja"):
            words = words_for("bad_request")
        assert answer.json() == {"refused": "bad_request", "words": words}
        assert words in answer.content.decode(), "as it is read, not as escapes"


def test_other_errors_are_left_alone() -> None:
    middleware = RefusalMiddleware(lambda request: HttpResponse())
    assert middleware.process_exception(HttpRequest(), ValueError()) is None


# --- forms that are not ours ---------------------------------------------------------------


def test_a_form_without_a_token_is_refused_with_words(client_of: ClientOf) -> None:
    browser = client_of(None, csrf=True)
    answer = browser.post("/you/name/", {"name": "Hana"}, headers={"accept-language": "ja"})
    assert answer.status_code == 403
    said = answer.content.decode()
    assert 'lang="ja"' in said and "<h1>" in said and "CSRF" not in said


def test_a_form_of_ours_is_taken(client_of: ClientOf) -> None:
    browser = client_of(None, csrf=True)
    said = browser.get("/you/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', said)
    assert token
    posted = {"name": "Hana", "csrfmiddlewaretoken": token[1]}
    assert browser.post("/you/name/", posted).status_code == 303


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://asakusa.localhost",
        "http://localhost:81",
        "https://localhost",
        "null",
    ],
)
def test_a_form_of_another_sites_is_refused_though_it_has_our_token(
    origin: str, other_parlour: Parlour, client_of: ClientOf
) -> None:
    browser = client_of(None, csrf=True)
    said = browser.get("/you/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', said)
    assert token
    posted = {"name": "Hana", "csrfmiddlewaretoken": token[1]}
    answer = browser.post("/you/name/", posted, headers={"origin": origin})
    assert answer.status_code == 403 and "<h1>" in answer.content.decode()


# --- what is not there ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/nonsense/",
        "/nonsense",
        "/t/",
        "/t//",
        "/t/x/y/z/",
        "/i/",
        "/static/no.css",
        "/%ff",
    ],
)
def test_what_is_not_there_is_a_page(path: str, client_of: ClientOf) -> None:
    answer = client_of(None).get(path, follow=True)
    assert answer.status_code == 404
    assert "<h1>" in answer.content.decode()


def test_pages_that_are_not_there_look_alike(client_of: ClientOf) -> None:
    browser = client_of(None)
    one = browser.get("/nonsense/one/").content.decode()
    two = browser.get("/t/two/").content.decode()
    token = r'name="csrfmiddlewaretoken" value="\w+"'
    assert re.sub(token, "", one) == re.sub(token, "", two)


def test_a_request_too_large_is_refused_and_not_an_error(client_of: ClientOf) -> None:
    browser: Client = client_of(None)
    assert browser.post("/you/name/", {"name": "x" * 100_000}).status_code in (400, 413)
    many = {f"f{number}": "1" for number in range(200)}
    assert browser.post("/you/name/", many).status_code == 400
