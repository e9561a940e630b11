"""Logs as lines of JSON, without anything by which somebody could play for somebody else.

Secrets are kept out where they arise; this is the second net. Fields whose name sounds like a
secret are blanked, query strings are cut off, and long random words, as they occur in
invitations and keys, are cut to their first characters, which is enough to find them again.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

_SECRET_NAME = re.compile(
    r"cookie|token|passw|secret|auth|csrf|session|credential|invite|code|key|body|nonce|otp", re.I
)
_HARMLESS_NAMES = {"status_code", "exit_code", "error_code"}
_ASSIGNED_SECRET = re.compile(
    r"(?i)\b([\w-]*(?:cookie|token|passw\w*|secret|authorization|csrf\w*|sessionid)"
    r"[\w-]*[\"']?\s*[:=]\s*)(\"[^\"]*\"|'[^']*'|[^\s,;)}\]]+)"
)
_QUERY = re.compile(r"(?<=[\w/])\?[^\s\"'<>)]+")
_CREDENTIALS = re.compile(r"(?<=://)[^/\s@]+@")
_RANDOM_WORD = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w-])")
# What a stranger's request did wrong: the message says it, and a trace each would fill the log.
_OTHERS_FAULT = "django.security."
_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        for name, value in vars(record).items():
            if name not in _OWN and isinstance(value, str | int | float | bool | None):
                line[name] = _clean_field(name, value)
        if record.exc_info and not str(record.name).startswith(_OTHERS_FAULT):
            line["trace"] = clean(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = clean(record.stack_info)
        return json.dumps(line, ensure_ascii=False)


def clean(text: str) -> str:
    text = _CREDENTIALS.sub("…@", text)
    text = _QUERY.sub("?…", text)
    text = _ASSIGNED_SECRET.sub(r"\1…", text)
    return _RANDOM_WORD.sub(lambda word: f"{word[0][:4]}…", text)


def _clean_field(name: str, value: Any) -> Any:
    if _SECRET_NAME.search(name) and name not in _HARMLESS_NAMES:
        return "…"
    return clean(value) if isinstance(value, str) else value
