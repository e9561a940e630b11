"""The settings read the environment, work without any, and refuse nonsense in one sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT, clean_environment

REPORT = """
import django, json
from django.conf import settings
django.setup()
names = [name for name in dir(settings) if name.isupper()]
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def run(var: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", REPORT],
        cwd=ROOT,
        env=clean_environment()
        | {"KIRAKUKEN_VAR": str(var), "DJANGO_SETTINGS_MODULE": "kirakuken.settings"}
        | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def settings(var: Path, **environment: str) -> dict[str, object]:
    done = run(var, **environment)
    assert done.returncode == 0, done.stderr
    read: dict[str, object] = json.loads(done.stdout)
    return read


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    read = settings(tmp_path)
    assert read["DATABASES"]["default"]["NAME"] == str(tmp_path / "db.sqlite3")  # type: ignore[index]
    assert read["REDIS_URL"] == f"unix://{tmp_path}/valkey/valkey.sock"
    assert read["EMBEDDED_VALKEY"] is True
    assert read["DEBUG"] is False
    assert read["BIND"] == "127.0.0.1"


def test_the_secret_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    first = settings(tmp_path)["SECRET_KEY"]
    assert first == settings(tmp_path)["SECRET_KEY"]
    assert len(str(first)) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_other_servers_replace_the_embedded_ones(tmp_path: Path) -> None:
    read = settings(
        tmp_path, DATABASE_URL="postgres://house@db/house", REDIS_URL="redis://cache:6379/2"
    )
    assert read["DATABASES"]["default"]["ENGINE"].endswith("postgresql")  # type: ignore[index]
    assert read["CELERY_BROKER_URL"] == "redis://cache:6379/2"
    assert read["EMBEDDED_VALKEY"] is False


def test_behind_tls_cookies_are_bound_to_the_host(tmp_path: Path) -> None:
    read = settings(tmp_path, BEHIND_TLS="yes")
    for cookie in ("SESSION", "CSRF", "PLAYER"):
        assert str(read[f"{cookie}_COOKIE_NAME"]).startswith("__Host-")
        assert read[f"{cookie}_COOKIE_SECURE"] is True


def test_without_a_mail_server_letters_go_to_the_terminal(tmp_path: Path) -> None:
    assert settings(tmp_path)["EMAIL_BACKEND"] == "kirakuken.lib.mail.ToTerminal"


@pytest.mark.parametrize(
    ("address", "read"),
    [
        ("smtp://me%40x:p%2Fw@mail.example.org", ("mail.example.org", 587, "me@x", "p/w", 1, 0)),
        ("smtps://mail.example.org", ("mail.example.org", 465, "", "", 0, 1)),
        ("smtp+plain://localhost:2525", ("localhost", 2525, "", "", 0, 0)),
    ],
)
def test_a_mail_server_is_one_address(tmp_path: Path, address: str, read: object) -> None:
    found = settings(tmp_path, MAIL_URL=address, MAIL_FROM="house@example.org")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(found[f"EMAIL_{name}"] for name in names) == read
    assert found["DEFAULT_FROM_EMAIL"] == "house@example.org"
    assert "smtp" in str(found["EMAIL_BACKEND"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "８０００"),
        ("BIND", "everywhere"),
        ("DEBUG", "perhaps"),
        ("BEHIND_TLS", "2"),
        ("SECRET_KEY", "short"),
        ("REDIS_URL", "http://cache"),
        ("DATABASE_URL", "mysql://db/house"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "postgres://db:port/house"),
        ("WEB_THREADS", "none"),
        ("TRUSTED_PROXIES", "100"),
        ("SOURCE_URL", "ftp://example.org"),
        ("LOG_LEVEL", "loud"),
        ("MAIL_URL", "mail.example.org"),
        ("MAIL_URL", "http://mail.example.org"),
        ("MAIL_URL", "smtp://:587"),
        ("MAIL_URL", "smtp://mail.example.org:many"),
    ],
)
def test_nonsense_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    done = run(tmp_path, **{name: value})
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert name in last


def test_the_data_folder_may_not_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "must name a folder" in run(file).stderr
