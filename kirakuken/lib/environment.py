"""Reading settings from the environment: typed, and loud about nonsense."""

import hashlib
import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off"}
_LONGEST_SOCKET_PATH = 100  # bytes; Linux allows 107, macOS 103


def text(name: str, default: str) -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    word = text(name, "yes" if default else "no").lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {word!r}.")


def whole(name: str, default: int, low: int, high: int) -> int:
    """A whole number within `low` to `high`, both allowed."""
    word = text(name, str(default))
    if not (word.isascii() and word.isdigit()) or not low <= int(word) <= high:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {low} to {high}, not {word!r}."
        )
    return int(word)


def choice(name: str, default: str, choices: list[str]) -> str:
    """One of some words, all in capitals; small letters are taken as well."""
    word = text(name, default).upper()
    if word not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {word!r}.")
    return word


def folder(name: str, default: Path) -> Path:
    """An absolute folder; it is made by whoever writes into it."""
    path = Path(text(name, str(default))).expanduser().resolve()
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"{name} must name a folder; {path} is a file.")
    return path


def socket_file(wanted: Path) -> Path:
    """Where to put a unix socket meant for `wanted`: there, or, as the system allows such paths
    about a hundred bytes, in a short folder of this user's that belongs to that path alone."""
    if len(os.fsencode(wanted)) <= _LONGEST_SOCKET_PATH:
        return wanted
    mark = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:16]
    return Path(f"/tmp/kirakuken-{os.getuid()}-{mark}") / wanted.name  # noqa: S108


def words(name: str) -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def mail_server(address: str) -> tuple[str, int, str, str, bool, bool]:
    """What ``smtp://user:password@host:port`` says: host, port, user, password, and whether it
    begins in the clear and turns to TLS (smtp), or is TLS at once (smtps). ``smtp+plain`` never
    is TLS: for a server on the same machine."""
    split = urlsplit(address)
    ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
    try:
        port = split.port or ports[split.scheme]
        host = split.hostname or ""
    except (KeyError, ValueError):
        host, port = "", 0
    if not host:
        raise ImproperlyConfigured("MAIL_URL must read smtp://user:password@host:port.")
    user, password = unquote(split.username or ""), unquote(split.password or "")
    return host, port, user, password, split.scheme == "smtp", split.scheme == "smtps"
