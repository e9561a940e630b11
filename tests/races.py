"""For races: programs of ours that wait for a word on their input, so that all go off together,
on SQLite and on PostgreSQL. The fixtures `database` and `clerk` are for all live tests."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.house import ROOT, clean_environment

# What every program begins with: the parlour in scope, no Redis to wait for.
GROUND = """
import json, os, sys, threading, time, uuid
from django.core.management import call_command
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused, TooLate
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import name_key
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from kirakuken.parlours.services import do_open_parlour
from tables import clocks, notify, tasks
from tables.models import CommitmentLog, Match, Move, Seat, Table
from tables.services import opening, playing, presence, seating, starting
from games.hokusai.model import Roll
notify.post.send = lambda *message: None
notify._hint = lambda *hint: None

def player(name):
    home = Parlour.objects.get()
    return Player.objects.create(parlour=home, name=name, name_key=name_key(name))

def table_of(*people, **settings):
    usual = {"game": "hokusai", "options": {}, "turn_limit": None, "is_listed": False}
    table = opening.do_open(people[0].parlour, people[0], **usual | settings)
    for each in people[1:]:
        seating.do_join(table, each)
    return table

def decision_of(match):
    asked = [each for each in match.decisions if each]
    return match.decisions.index(asked[0]), asked[0]["number"]

def go():
    "Says that this process is ready, and waits until all are."
    print("ready", flush=True)
    sys.stdin.readline()

def say(value):
    print(json.dumps(value), flush=True)

def in_scope(work):
    with with_parlour(Parlour.objects.get()):
        work()
"""

READ_ON = """
for line in sys.stdin:
    code, *sys.argv[1:] = json.loads(line)
    exec(code)
"""


class Database(Protocol):
    def start(self, code: str, *arguments: str) -> "subprocess.Popen[str]": ...


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.environment = clean_environment() | {
            "KIRAKUKEN_VAR": str(folder),
            "DJANGO_SETTINGS_MODULE": "kirakuken.settings",
        }
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=self.environment,
            check=True,
        )

    def start(self, code: str, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", "import django; django.setup()\n" + code, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgres":
        yield request.getfixturevalue("postgres")
    else:
        yield Sqlite(tmp_path / "var")


class Clerk:
    """A process that prepares and inspects: starting one costs more than what it does."""

    def __init__(self, database: Database) -> None:
        self.process = database.start(GROUND + READ_ON)

    def ask(self, code: str, *arguments: str) -> Any:
        """Runs code with `sys.argv[1:]`; what it said."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([code, *arguments]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, self.process.communicate()[1]
        return json.loads(answer)


@pytest.fixture
def clerk(database: Database) -> Iterator[Clerk]:
    clerk = Clerk(database)
    yield clerk
    clerk.process.kill()
    clerk.process.communicate()


def together(database: Database, programs: list[str], *arguments: str) -> list[Any]:
    """Runs programs at the same time, released together; what each said last."""
    processes = [database.start(GROUND + program, *arguments) for program in programs]
    try:
        for process, program in zip(processes, programs, strict=True):
            if "go()" in program:
                assert process.stdout is not None
                assert process.stdout.readline() == "ready\n", process.communicate()[1]
        said = []
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            out, complaints = process.communicate(timeout=120)
            assert process.returncode == 0, complaints
            said.append(json.loads(out.strip().splitlines()[-1]))
        return said
    finally:
        for process in processes:
            process.kill()
            process.wait()
