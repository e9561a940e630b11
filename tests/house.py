"""The real house, as `make play` starts it, in a folder and on a port of its own.

    def test_something(house):                 # one house for all live and browser tests
        httpx_or_urllib_get(house.url)
        house.query("select count(*) from tables_match")
        house.python("from tables.models import Table; print(Table.objects.count())")

Tests that kill parts of it use `running_house(folder)` instead and get one for themselves.
"""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest
import redis

ROOT = Path(__file__).resolve().parent.parent
# Seconds. Generous, as a busy machine is slow: whoever has to wait so long has found a fault.
OPEN_LIMIT = 180
CLOSE_LIMIT = 60
PATIENCE = 60
# What a developer may have set for their own house must not reach the one under test.
SETTINGS = {
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BASE_HOST", "BEHIND_TLS", "BIND", "DEBUG"),
    *("MAIL_URL", "MAIL_FROM"),
    *("DJANGO_SETTINGS_MODULE", "KIRAKUKEN_VAR", "PORT"),
    *("FIRST_PARLOUR_HOSTS", "TRUSTED_PROXIES", "WEB_THREADS", "CHANNEL_PREFIX", "LOG_LEVEL"),
}


@dataclass
class House:
    var: Path
    port: int
    process: subprocess.Popen[bytes]
    environment: dict[str, str]
    host: str = "localhost"

    @property
    def url(self) -> str:
        """The first parlour, without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    def url_of(self, slug: str) -> str:
        """Another parlour. Chromium finds `<slug>.localhost` by itself; for anything else connect
        to 127.0.0.1 and send the Host header."""
        return f"http://{slug}.{self.host}:{self.port}"

    @property
    def said(self) -> str:
        """What the terminal has shown so far."""
        return (self.var / "terminal").read_text()

    def logs(self) -> str:
        """All that its processes wrote, for messages of failing tests and for leak tests."""
        return "".join(path.read_text() for path in sorted((self.var / "log").glob("*.log*")))

    def get(self, path: str, host: str = "localhost") -> tuple[int, str]:
        """Status and body, without cookies and without following redirects."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Host": f"{host}:{self.port}"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def readiness(self) -> dict[str, Any]:
        status, body = self.get("/readyz")
        return {"code": status, **json.loads(body)}

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Reads (or, seldom, writes) the database directly. PostgreSQL houses: use `python`."""
        with contextlib.closing(
            sqlite3.connect(self.var / "db.sqlite3", timeout=PATIENCE)
        ) as database:
            rows = database.execute(sql, values).fetchall()
            database.commit()
            return rows

    def manage(self, *arguments: str) -> str:
        """`manage.py …` against this house; its output. Takes a second or two."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        """Runs code with Django set up against this house; what it prints."""
        return self.manage("shell", "--no-imports", "--command", code)

    def forget_limits(self) -> None:
        """All visitors of all tests come from one address; each test counts from nothing."""
        with redis.Redis(unix_socket_path=str(self.var / "valkey" / "valkey.sock")) as valkey:
            if counts := valkey.keys("*:rl:*"):
                valkey.delete(*counts)

    def children(self) -> dict[str, int]:
        """Process ids by name: valkey, daphne, worker, beat."""
        found = {}
        for pid, parent, command in _processes():
            if parent == self.process.pid:
                for name in ("valkey", "daphne", "worker", "beat"):
                    if f" {name}" in command or f"{name}-server" in command:
                        found[name] = pid
        return found

    def wait_until_open(self) -> None:
        _until(lambda: "Kirakuken is open" in self.said or self._has_ended(), OPEN_LIMIT)
        assert not self._has_ended(), f"The house did not open:\n{self.said}"

    def wait_until_ready(self) -> None:
        """All parts at work: database, Redis, clock."""
        _until(lambda: self._readiness_or_none() == "ok", OPEN_LIMIT)

    def close(self, by: signal.Signals = signal.SIGINT) -> int:
        """As by Ctrl-C; its exit code."""
        if not self._has_ended():
            self.process.send_signal(by)
        code = self.process.wait(CLOSE_LIMIT)
        if self.process.stdin is not None:
            self.process.stdin.close()
        return code

    def _has_ended(self) -> bool:
        return self.process.poll() is not None

    def _readiness_or_none(self) -> str | None:
        try:
            return str(self.readiness()["status"])
        except (OSError, http.client.HTTPException, ValueError):
            return None


def start_house(var: Path, *, port: int | None = None, **settings: str) -> House:
    """Starts without waiting. Keywords are environment variables, such as DATABASE_URL."""
    var.mkdir(parents=True, exist_ok=True)
    port = port or free_port()
    environment = clean_environment()
    environment |= {"KIRAKUKEN_VAR": str(var), "PORT": str(port), "PYTHONUNBUFFERED": "1"}
    environment |= settings
    terminal: IO[bytes]
    with (var / "terminal").open("wb") as terminal:
        process = subprocess.Popen(
            # On a leash, so that not even a killed test run leaves a house behind.
            [sys.executable, "-m", "kirakuken.supervisor.leash", "kirakuken.supervisor"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=terminal,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return House(var, port, process, environment)


def clean_environment() -> dict[str, str]:
    """Ours, without what would change the house."""
    return {name: value for name, value in os.environ.items() if name not in SETTINGS}


@contextlib.contextmanager
def running_house(var: Path, *, port: int | None = None, **settings: str) -> Iterator[House]:
    """An open house; closed at the end."""
    house = start_house(var, port=port, **settings)
    try:
        house.wait_until_open()
        yield house
    finally:
        house.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests that only use it. Make tables and players of your own in it."""
    folder = tmp_path_factory.mktemp("house")
    with running_house(folder) as house:
        yield house
    shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_alive(pid: int) -> bool:
    """Whether a process exists and is more than a name in the table."""
    return any(pid == other for other, _, _ in _processes())


def wait_for(condition: Any, seconds: float = PATIENCE) -> None:
    """Waits until `condition()` is true; fails otherwise."""
    _until(condition, seconds)


def _until(condition: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"Waited {seconds} s in vain.")
        time.sleep(0.1)


def _processes() -> Iterator[tuple[int, int, str]]:
    """Process id, parent's id and command line of all that run."""
    if not Path("/proc/self/stat").exists():
        listed = subprocess.run(
            ["ps", "-axo", "pid=,ppid=,command="], stdout=subprocess.PIPE, text=True, check=True
        )
        for line in listed.stdout.splitlines():
            pid, parent, command = line.split(None, 2)
            yield int(pid), int(parent), command
        return
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if state != "Z":
                yield int(folder.name), int(parent), command
