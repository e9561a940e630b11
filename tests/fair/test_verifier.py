"""The stand-alone verifier: right, wrong (and where), malformed."""

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.fair.records import (
    TAMPERINGS,
    VECTORS,
    Record,
    Tampering,
    log_with,
    record_of,
    tampered,
)
from verifier import kirakuken_verify as verifier

COMMAND = Path(verifier.__file__)


def run(*arguments: Path | str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Alone: without our packages, our folder or the environment."""
    return subprocess.run(
        [sys.executable, "-I", "-S", COMMAND, *arguments], capture_output=True, text=True, cwd=cwd
    )


def written(folder: Path, value: Any, name: str = "game.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(value), "utf-8")
    return path


def lines(record: Record) -> list[str]:
    return [problem.line for problem in verifier.check(record)]


def test_it_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    done = run(written(tmp_path, record_of()), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "every draw is as committed" in done.stdout


def test_its_key_is_the_one_of_the_vectors() -> None:
    assert record_of()["key"] == VECTORS["key"]
    assert lines(record_of()) == []


def test_every_nonce_shown() -> None:
    assert lines(record_of(withheld=())) == []


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: vector["purpose"])
def test_draw(vector: dict[str, Any]) -> None:
    assert verifier.made_by(bytes.fromhex(VECTORS["key"]), vector) == vector["result"]


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda each: each.name)
def test_tampering_is_found_and_named(tampering: Tampering) -> None:
    assert lines(tampered(tampering))[0] == tampering.line


def test_the_command_names_every_wrong_line(tmp_path: Path) -> None:
    record = record_of()
    record["draws"][5]["result"][0] = record["draws"][5]["result"][0] % 6 + 1
    done = run(written(tmp_path, record))
    assert done.returncode == 1
    assert "WRONG  draw:5" in done.stdout
    assert "not as committed" in done.stdout


def test_a_match_broken_off_before_its_dice_were_made() -> None:
    record = record_of()
    record |= {"transcript": "", "key": "", "draws": [], "draw_count": 0, "moves": []}
    assert lines(record) == []
    record["key"] = VECTORS["key"]
    assert lines(record) == ["key"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "not json",
        '{"scheme": "kirakuken-fair-1"}',
        '{"scheme": "kirakuken-fair-1", "scheme": "kirakuken-fair-1"}',
        "[" * 100_000,
        "\udcff",
    ],
)
def test_malformed_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Malformed")


def test_no_file(tmp_path: Path) -> None:
    assert run(tmp_path / "nothing.json").returncode == 2


def test_no_arguments() -> None:
    assert run().returncode == 2


@pytest.mark.parametrize("name", sorted(verifier.RECORD))
def test_a_missing_part(tmp_path: Path, name: str) -> None:
    record = record_of()
    del record[name]
    done = run(written(tmp_path, record))
    assert done.returncode == 2
    assert f"{name} is missing" in done.stderr


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("secret", "xy" * 32),
        ("secret", "00" * 31),
        ("scheme", "kirakuken-fair-2"),
        ("draw_count", True),
        ("draw_count", -1),
        ("draw_count", "12"),
        ("key", 5),
        ("shares", {}),
    ],
)
def test_a_part_of_the_wrong_kind(part: str, value: Any) -> None:
    with pytest.raises(verifier.Malformed, match=part):
        verifier.check(record_of() | {part: value})


def test_a_shuffle_of_another_length() -> None:
    record = deepcopy(record_of())
    record["draws"][0]["result"].pop()
    with pytest.raises(verifier.Malformed, match="shuffle"):
        verifier.check(record)


class TestLog:
    def test_right(self, tmp_path: Path) -> None:
        record, rows = log_with(record_of())
        assert lines(record) == []
        parts = [
            written(tmp_path, {"rows": rows[:2]}, "1.json"),
            written(tmp_path, {"rows": rows[2:]}, "2.json"),
        ]
        done = run(written(tmp_path, record), "--log", *parts)
        assert done.returncode == 0, done.stdout
        assert "the whole log, 5 rows" in done.stdout

    def test_a_row_is_missing(self, tmp_path: Path) -> None:
        record, rows = log_with(record_of())
        del rows[1]
        done = run(
            written(tmp_path, record), "--log", written(tmp_path, {"rows": rows}, "log.json")
        )
        assert done.returncode == 1
        assert "WRONG  chain:2" in done.stdout

    def test_a_missing_row_with_the_others_numbered_anew(self) -> None:
        record, rows = log_with(record_of())
        del rows[1]
        for number, row in enumerate(rows, start=1):
            row["number"] = number
        assert verifier.check_log(rows, record)[0].line == "chain:2"

    def test_a_changed_row(self) -> None:
        record, rows = log_with(record_of())
        rows[3]["commitment"] = rows[0]["commitment"]
        assert verifier.check_log(rows, record)[0].line == "chain:4"

    def test_the_match_does_not_stand_in_it(self) -> None:
        record, _ = log_with(record_of())
        _, rows = log_with(record_of(secret="ff" * 32))
        assert verifier.check_log(rows, record)[0].line == "chain:match"

    def test_a_record_without_a_row(self) -> None:
        record, rows = log_with(record_of())
        assert verifier.check_log(rows, record | {"log": None})[0].line == "chain:match"

    def test_no_log(self, tmp_path: Path) -> None:
        done = run(
            written(tmp_path, record_of()), "--log", written(tmp_path, {"row": []}, "log.json")
        )
        assert done.returncode == 2
