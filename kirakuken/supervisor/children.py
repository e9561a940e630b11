"""Processes that are kept running, and what they print."""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

BASE_DIR = Path(__file__).resolve().parent.parent.parent
LONGEST_WAIT = 30  # seconds between two starts of something that keeps ending
STEADY_AFTER = 60  # seconds of running until earlier ends are forgotten
KEEPS_ENDING = 3  # ends in a row
LARGEST_LOG = 10 * 1024 * 1024  # bytes; then it becomes <name>.log.1
SHOWN_LEVELS = {"ERROR", "CRITICAL"}
SAID_AGAIN_AFTER = 600  # seconds; whoever looks at the terminal reads the same words once


def _die_with_parent() -> None:
    """Runs in the new process: Linux then kills it when we die, `kill -9` included."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


DIE_WITH_PARENT = _die_with_parent if sys.platform == "linux" else None


class CannotStart(Exception):
    """Why there can be no house; said to the person as it is."""


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module and ends when we end, however that comes about."""
    return [sys.executable, "-m", "kirakuken.supervisor.leash", module, *arguments]


class Output:
    """One log file per process; errors also reach the terminal, in plain words."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read_to: dict[str, int] = {}  # bytes, by name
        self._said: dict[tuple[str, str], float] = {}  # when, in monotonic seconds

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def file(self, name: str) -> IO[bytes]:
        """Opened for appending; what an earlier house wrote is set aside at its first use."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.path(name)
        if name not in self._read_to:
            if path.exists():
                path.replace(path.with_suffix(".log.1"))
            self._read_to[name] = 0
        return path.open("ab")

    def note(self, name: str, words: str) -> None:
        print(f"{name}: {words}", file=sys.stderr, flush=True)

    def note_once(self, name: str, words: str) -> None:
        """As `note`, but not the same words again and again."""
        now = time.monotonic()
        self._said = {said: at for said, at in self._said.items() if now - at < SAID_AGAIN_AFTER}
        if (name, words) not in self._said:
            self._said[name, words] = now
            self.note(name, words)

    def tail(self, name: str, lines: int = 15) -> str:
        path = self.path(name)
        text = path.read_text(errors="replace") if path.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def pass_on_errors(self) -> None:
        for name, start in self._read_to.items():
            path = self.path(name)
            if not path.exists() or path.stat().st_size <= start:
                continue
            with path.open("rb") as log:
                log.seek(start)
                new = log.read()
            whole = new[: new.rfind(b"\n") + 1]  # the last line may still be being written
            self._read_to[name] = start + len(whole)
            for line in whole.decode(errors="replace").splitlines():
                if words := _error_in(line):
                    self.note_once(name, f"{words} (more in {path})")
                elif letter := _letter_in(line):
                    self.note("mail", letter)
            if self._read_to[name] > LARGEST_LOG:
                shutil.copyfile(path, path.with_suffix(".log.1"))
                os.truncate(path, 0)  # the writer appends, so it goes on at the new end
                self._read_to[name] = 0


class Child:
    """A process that is started again when it ends by itself, ever more slowly if it persists."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        output: Output,
        *,
        pass_fds: tuple[int, ...] = (),
        before_start: Callable[[], None] | None = None,
        patience: float = 8,
    ) -> None:
        """`patience` is in seconds: how long a polite request to end may take."""
        self.name = name
        self.command = command
        self.output = output
        self.pass_fds = pass_fds
        self.before_start = before_start
        self.patience = patience
        self.process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._ends = 0
        self._start_at: float | None = None  # when the next start is due; monotonic seconds

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def keeps_ending(self) -> bool:
        return self._ends >= KEEPS_ENDING

    def start(self) -> None:
        if self.before_start is not None:
            self.before_start()
        with self.output.file(self.name) as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,  # never written to: its end tells the child of ours
                stdout=log,
                stderr=log,
                cwd=BASE_DIR,
                pass_fds=self.pass_fds,
                start_new_session=True,  # Ctrl-C is for us; we end the others in order
                preexec_fn=DIE_WITH_PARENT,
            )
        self._started = time.monotonic()
        self._start_at = None

    def look_after(self) -> None:
        """Starts it again if it ended. To be called often; never waits."""
        now = time.monotonic()
        if self._start_at is not None:
            if now >= self._start_at:
                self.start()
            return
        if self.process is None:
            return
        if self.process.poll() is None:
            if now - self._started > STEADY_AFTER:
                self._ends = 0
            return
        _let_go(self.process)
        self._ends += 1
        wait = 0 if self._ends == 1 else min(2 ** (self._ends - 2), LONGEST_WAIT)
        self._start_at = now + wait
        how, log = _how(self.process.returncode), self.output.path(self.name)
        if self._ends > KEEPS_ENDING:
            self.output.note_once(self.name, f"still failing ({how}). See {log}")
        elif self.keeps_ending:
            self.output.note(
                self.name, f"keeps ending ({how}); trying again, ever more seldom. See {log}"
            )
        else:
            again = f"trying again in {wait} s" if wait else "starting it again"
            self.output.note(self.name, f"ended ({how}); {again}. See {log}")

    def wait(self, limit: float) -> int:
        """Its exit code, once it has ended by itself; `limit` is in seconds."""
        assert self.process is not None, "started before"  # noqa: S101
        return self.process.wait(limit)

    def stop(self) -> None:
        self._start_at = None
        process, self.process = self.process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(self.patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _let_go(process)


def _let_go(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def _error_in(line: str) -> str | None:
    """What an error line of our JSON logs says; None for everything else."""
    if not line.startswith("{"):
        return None
    try:
        record = json.loads(line)
    except ValueError:
        return None
    if record.get("level") not in SHOWN_LEVELS:
        return None
    return str(record.get("message", ""))


def _letter_in(line: str) -> str | None:
    """A letter that was not sent but printed (kirakuken/lib/mail.py)."""
    if not line.startswith('{"letter":'):
        return None
    try:
        letter = json.loads(line)["letter"]
        return f"to {letter['to']}: {letter['subject']}\n\n{letter['body']}\n"
    except (ValueError, KeyError, TypeError):
        return None


def _how(code: int) -> str:
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"exit code {code}"
