"""The pieces of the supervisor by themselves; tests/live/test_house.py sees it as a whole."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kirakuken.supervisor import address, children
from kirakuken.supervisor.children import Child, Output, python
from tests.house import ROOT, wait_for


@pytest.fixture
def output(tmp_path: Path) -> Output:
    return Output(tmp_path / "log")


@pytest.fixture
def short_lived(output: Output) -> Iterator[Child]:
    child = Child("mayfly", [sys.executable, "-c", "raise SystemExit(3)"], output)
    yield child
    child.stop()


def test_a_leashed_module_runs_as_if_called_by_itself() -> None:
    with subprocess.Popen(
        python("json.tool", "--compact"), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read() == b""  # it read from nothing, not from the leash
        assert process.wait(5) == 1


def test_a_leashed_module_ends_when_its_parent_lets_go() -> None:
    process = subprocess.Popen(
        python("http.server", "--bind", "127.0.0.1", "0"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(0.3)
    assert process.poll() is None
    assert process.stdin is not None
    process.stdin.close()  # as when the parent dies
    assert process.wait(5) == 1


def test_the_first_end_is_followed_by_a_start_at_once(
    short_lived: Child, capsys: pytest.CaptureFixture[str]
) -> None:
    short_lived.start()
    first = short_lived.process
    assert short_lived.wait(5) == 3
    short_lived.look_after()
    short_lived.look_after()
    assert short_lived.process is not first
    assert "mayfly: ended (exit code 3); starting it again." in capsys.readouterr().err


def test_what_keeps_ending_is_started_ever_more_seldom(
    short_lived: Child, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    monkeypatch.setattr(children.time, "monotonic", lambda: now)
    waits = []
    short_lived.start()
    for _ in range(8):
        assert short_lived.wait(5) == 3
        short_lived.look_after()
        before = now
        while short_lived._start_at is not None:
            now += 1
            short_lived.look_after()
        waits.append(now - before)
    assert waits == [1, 1, 2, 4, 8, 16, 30, 30]
    assert short_lived.keeps_ending
    said = capsys.readouterr().err
    assert [line.split(". See")[0] for line in said.splitlines()] == [
        "mayfly: ended (exit code 3); starting it again",
        "mayfly: ended (exit code 3); trying again in 1 s",
        "mayfly: keeps ending (exit code 3); trying again, ever more seldom",
        "mayfly: still failing (exit code 3)",
    ], "and the same words not every half a minute"


def test_errors_reach_the_terminal_once_and_in_words(
    output: Output, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.file("web") as log:
        for level, message in [("INFO", "listening"), ("ERROR", "out of tea")]:
            log.write(json.dumps({"level": level, "message": message}).encode() + b"\n")
        log.write(b'plain words\n{"level": "ERROR", "mess')
        log.flush()
        output.pass_on_errors()
        output.pass_on_errors()
        shown = capsys.readouterr().err
        assert shown == f"web: out of tea (more in {output.path('web')})\n"
        log.write(b'age": "and of cups"}\n')
        log.flush()
        output.pass_on_errors()
        assert "and of cups" in capsys.readouterr().err


def test_the_same_error_is_told_once_in_ten_minutes(
    output: Output, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    monkeypatch.setattr(children.time, "monotonic", lambda: now)
    with output.file("web") as log:
        for _ in range(3):
            for message in ("out of tea", "out of cups"):
                log.write(json.dumps({"level": "ERROR", "message": message}).encode() + b"\n")
            log.flush()
            output.pass_on_errors()
            now += 30
        said = [line.split(" (")[0] for line in capsys.readouterr().err.splitlines()]
        assert said == ["web: out of tea", "web: out of cups"]
        now += 600
        log.write(b'{"level": "ERROR", "message": "out of tea"}\n')
        log.flush()
        output.pass_on_errors()
        assert "out of tea" in capsys.readouterr().err


def test_logs_of_an_earlier_house_are_set_aside(tmp_path: Path) -> None:
    for text in (b"yesterday", b"today"):
        with Output(tmp_path).file("web") as log:
            log.write(text)
    assert (tmp_path / "web.log").read_bytes() == b"today"
    assert (tmp_path / "web.log.1").read_bytes() == b"yesterday"


def test_a_log_does_not_grow_for_ever(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "LARGEST_LOG", 100)
    with output.file("web") as log:
        log.write(b"x" * 100 + b"\n")
        log.flush()
        output.pass_on_errors()
        log.write(b"new\n")
        log.flush()
        output.pass_on_errors()
    assert output.path("web").read_bytes() == b"new\n"
    assert output.path("web").with_suffix(".log.1").stat().st_size == 101


def test_a_child_that_ignores_polite_requests_is_ended(output: Output) -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)"
    )
    deaf = Child("deaf", [sys.executable, "-c", f"{code}; time.sleep(60)"], output, patience=0.2)
    deaf.start()
    process = deaf.process
    assert process is not None
    wait_for(lambda: output.path("deaf").read_text() == "1\n")
    deaf.stop()
    assert process.returncode == -9


def test_addresses() -> None:
    assert address.url("127.0.0.1", 8000) == "http://localhost:8000/"
    assert address.url("0.0.0.0", 80) == "http://localhost/"  # noqa: S104
    assert address.url("192.168.1.5", 8000) == "http://192.168.1.5:8000/"
    assert address.reach("0.0.0.0") == "127.0.0.1"  # noqa: S104
    assert address.lan_hosts("127.0.0.1") == []
    assert address.lan_hosts("192.168.1.5") == ["192.168.1.5"]


def test_an_invitation_shows_address_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(address.invitation("127.0.0.1", 8000)) == []
    words, *code = address.invitation("192.168.1.5", 8000)
    assert words == "From other devices in this network: http://192.168.1.5:8000/"
    if code:  # where the terminal can show it
        widths = {len(line) for line in code[0].splitlines()}
        assert len(widths) == 1
