"""A throw-away PostgreSQL for what SQLite cannot show: rows locked by two writers at once.

    def test_two_at_once(postgres):                    # a fresh database, migrated
        one = postgres.start("code that sets up Django and moves")
        two = postgres.start("…")

`python -m tests.postgres COMMAND …` runs a command with DATABASE_URL set to such a server.
It listens on a unix socket only. Without PostgreSQL these tests are skipped, but fail in CI.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kirakuken.supervisor.children import DIE_WITH_PARENT

ROOT = Path(__file__).resolve().parent.parent
START_LIMIT = 30  # seconds
DJANGO = "import django; django.setup(); "


class NoPostgres(Exception):
    pass


@dataclass
class Postgres:
    url: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": self.url,
            "DJANGO_SETTINGS_MODULE": "kirakuken.settings",
            "KIRAKUKEN_VAR": str(self.folder / "var"),
        }

    def start(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        """Python code in a process of its own, with Django set up against this database."""
        return subprocess.Popen(
            [sys.executable, "-c", DJANGO + code, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, *arguments: str) -> str:
        """As `start`, to its end; what it prints."""
        process = self.start(code, *arguments)
        said, complaints = process.communicate()
        assert process.returncode == 0, complaints
        return said

    def manage(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, check=True
        )


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Path]:
    try:
        tools = find_tools()
    except NoPostgres as problem:
        if os.environ.get("CI"):
            pytest.fail(str(problem))
        pytest.skip(str(problem))
    with server(tools) as folder:
        yield folder


@pytest.fixture
def postgres(postgres_server: Path) -> Iterator[Postgres]:
    """A database of this test's own, migrated and empty."""
    with database(postgres_server, f"test_{secrets.token_hex(6)}") as fresh:
        fresh.manage("migrate", "--verbosity", "0")
        yield fresh


def find_tools() -> Path:
    """The folder with initdb and postgres."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])
    )
    if versions:
        return versions[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    raise NoPostgres("These tests need PostgreSQL (on Debian: apt-get install postgresql).")


@contextlib.contextmanager
def server(tools: Path) -> Iterator[Path]:
    """A server for as long as the context; gives the folder of its socket."""
    # Under /tmp by name: a unix socket's path may have a hundred bytes only.
    folder = Path(tempfile.mkdtemp(prefix="kk-pg-", dir="/tmp"))
    as_somebody = _not_root(folder)
    data = folder / "data"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, **as_somebody}
    process = None
    try:
        subprocess.run(
            [tools / "initdb", "-D", data, "-U", "kirakuken", "-A", "trust", "-E", "UTF8"]
            + ["--no-sync", "--locale=C"],
            check=True,
            **quiet,
        )
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                [tools / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="]
                + ["-c", "fsync=off", "-c", "max_connections=60"],
                **{**quiet, "stderr": log, "stdout": log, "preexec_fn": DIE_WITH_PARENT},
            )
        _wait_until_up(folder, process)
        yield folder
    finally:
        if process is not None:
            process.send_signal(2)  # SIGINT: ends sessions, then the server
            process.wait(START_LIMIT)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def database(folder: Path, name: str) -> Iterator[Postgres]:
    admin = f"postgresql://kirakuken@/postgres?host={folder}"
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            # Escaped, as the settings' reader of such addresses wants a socket's folder.
            host = str(folder).replace("/", "%2F")
            yield Postgres(f"postgresql://kirakuken@{host}/{name}", folder)
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _not_root(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root; then somebody else gets the folder and runs it."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            os.chown(folder, user.pw_uid, user.pw_gid)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgres("PostgreSQL does not run as root, and there is nobody else to run it as.")


def _wait_until_up(folder: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_LIMIT
    while True:
        try:
            psycopg.connect(f"postgresql://kirakuken@/postgres?host={folder}").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise NoPostgres((folder / "log").read_text()) from None
            time.sleep(0.1)


def main(command: list[str]) -> int:
    with server(find_tools()) as folder, database(folder, "kirakuken") as fresh:
        environment = {**os.environ, "DATABASE_URL": fresh.url}
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
