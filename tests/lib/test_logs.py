import json
import logging
import sys
from typing import Any

import pytest

from kirakuken.lib.logs import JsonLines, clean

TOKEN = "Zk3vJ8s_Qw1nB5xT0pLr7YdC"


def line(message: str, *values: object, **fields: Any) -> dict[str, Any]:
    record = logging.makeLogRecord({"msg": message, "args": values, "levelname": "INFO", **fields})
    text = JsonLines().format(record)
    assert "\n" not in text
    read: dict[str, Any] = json.loads(text)
    return read


def test_a_line_tells_time_level_source_and_message() -> None:
    said = line("Move %s of match %d", 7, 12, name="tables", match=12)
    assert said["message"] == "Move 7 of match 12"
    assert said["level"] == "INFO"
    assert said["logger"] == "tables"
    assert said["match"] == 12
    assert said["time"].endswith("+00:00")


def test_what_is_not_plain_is_left_out() -> None:
    assert "request" not in line("Oops", request=object())


@pytest.mark.parametrize(
    "name",
    ["cookie", "player_token", "password", "secret_key", "authorization", "csrf", "body", "nonce"],
)
def test_fields_that_sound_secret_are_blanked(name: str) -> None:
    assert line("Hello", **{name: "hunter2"})[name] == "…"


def test_status_codes_stay() -> None:
    assert line("Hello", status_code=500)["status_code"] == 500


@pytest.mark.parametrize(
    "text",
    [
        f"Internal Server Error: /join/{TOKEN}/",
        f"GET /join/?t={TOKEN}",
        "GET /sign-in/?next=/t/hunter2/",
        "Cookie: kk_player=hunter2",
        "{'csrfmiddlewaretoken': 'hunter2'}",
        "password=hunter2",
        "Error connecting to redis://house:hunter2@cache:6379",
    ],
)
def test_secrets_in_a_message_are_cut(text: str) -> None:
    assert TOKEN not in clean(text)
    assert "hunter2" not in clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "The worker ended with exit code 1.",
        "Is this a question? Yes.",
        'File "/srv/kirakuken/tables/services/playing.py", line 120, in do_move',
        "django.db.utils.OperationalError: database is locked",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert clean(text) == text


def test_a_traceback_is_one_clean_field() -> None:
    try:
        raise ValueError(f"bad token={TOKEN}")
    except ValueError:
        said = line("Oops", exc_info=sys.exc_info())
    assert "ValueError" in said["trace"]
    assert TOKEN not in json.dumps(said)


def test_what_a_stranger_sent_leaves_no_trace() -> None:
    """One line for each, or whoever likes fills the log."""
    try:
        raise ValueError("too many fields")
    except ValueError:
        fault = sys.exc_info()
    assert "trace" not in line("Too many", name="django.security.TooManyFieldsSent", exc_info=fault)
    assert "trace" in line("Broken", name="django.request", exc_info=fault)
