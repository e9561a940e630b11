#!/usr/bin/env python3
"""Checks the dice of a finished Kirakuken match. Needs Python 3.9 or newer and nothing else.

    python kirakuken_verify.py game.json [--log log.json …]

`game.json` is the download of the match's proof page, `log.json` (one file or its parts in
order) that of the parlour's public log. Exit code 0: everything is as committed. 1: it is not,
and each wrong line is named. 2: the file cannot be read as what it should be.

The scheme is kirakuken-fair-1. T is that name and a zero byte, hashes are SHA-256:

    commitment of the server   hash(T "server" 00 match 00 secret)
    commitment of a seat       hash(T "seat" 00 match 00 chair 00 nonce)
    key                        HMAC(secret, T "key" 00 hash(transcript))
    bytes of draw e            HMAC(key, T "draw" 00 e as 8 bytes, purpose, 00, block as 4 bytes)

This file is on purpose independent of the code that deals: it shares nothing with it but the
scheme. What it cannot know is whether the rules wanted each draw when it was made; a house's
`manage.py verify_match ID --replay` plays the match again and checks that too.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

SCHEME = "kirakuken-fair-1"
TAG = SCHEME.encode() + b"\0"
NOT_SHOWN = "-"
FIRST_LINK = "0" * 64

HASH = re.compile(r"[0-9a-f]{64}")
NONCE = re.compile(r"(?:[0-9a-f]{2}){16,32}")
LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


class Malformed(Exception):
    """The file is not the record of a match, or not a log."""


class Problem(NamedTuple):
    """`line` names what is wrong (`draw:5`, `share:2`, `transcript:3`), `words` say how."""

    line: str
    words: str


def check(record: Any) -> list[Problem]:
    """Everything in a match's record that is not as committed; empty: all is right."""
    _must_be_record(record)
    problems = [*_secret(record), *_shares(record), *_transcript(record), *_log_row(record)]
    if record["transcript"]:
        key = _made_key(record)
        problems += [*_key(record, key), *_draws(record, key)]
    elif record["key"] or record["draws"]:  # broken off before the dice were made
        problems.append(Problem("key", "there cannot be a key or draws without a transcript"))
    return [*problems, *_moves(record)]


def check_log(rows: Any, record: Any = None) -> list[Problem]:
    """The first row at which a parlour's log breaks, and whether a match stands in it."""
    _must_be_log(rows)
    before = FIRST_LINK
    for expected, row in enumerate(rows, start=1):
        if row["number"] != expected:
            return [Problem(f"chain:{expected}", f"row {expected} of the log is missing")]
        if row["before"] != before or row["link"] != _link(row):
            return [Problem(f"chain:{expected}", f"row {expected} does not fit those before it")]
        before = row["link"]
    if record is None:
        return []
    mine = record["log"]
    if mine is None or not any(all(row[name] == mine[name] for name in mine) for row in rows):
        return [Problem("chain:match", "the match's row does not stand in the log like this")]
    return []


# --- the checks ---------------------------------------------------------------------------


def _secret(record: Any) -> Iterator[Problem]:
    secret = bytes.fromhex(record["secret"])
    made = _hash(TAG + b"server\0" + record["match"].encode() + b"\0" + secret)
    if made != record["commitment"]:
        yield Problem("secret", "the secret is not the one the server committed to")


def _shares(record: Any) -> Iterator[Problem]:
    for share in record["shares"]:
        chair, nonce = share["chair"], share["nonce"]
        if nonce == NOT_SHOWN:
            continue
        label = f"seat\0{record['match']}\0{chair}\0".encode()
        if _hash(TAG + label + bytes.fromhex(nonce)) != share["commitment"]:
            yield Problem(
                f"share:{chair}", f"the nonce of seat {chair} is not the one it committed to"
            )


def _transcript(record: Any) -> Iterator[Problem]:
    """Line by line, so that the one that differs can be named."""
    if not record["transcript"]:
        return
    names = ["scheme", "match", "parlour", "rules", "server"]
    wanted = [
        SCHEME,
        f"game:{record['match']}",
        f"parlour:{record['parlour']}",
        f"rules:{_hash(record['rules'].encode())}",
        f"server:{record['commitment']}",
    ]
    for share in sorted(record["shares"], key=lambda share: int(share["chair"])):
        names.append(f"seat {share['chair']}")
        wanted.append(f"seat:{share['chair']}:{share['commitment']}:{share['nonce']}")
    wanted = [f"{line}\n" for line in wanted]
    found = LINE.findall(record["transcript"])
    for number in range(max(len(wanted), len(found))):
        if wanted[number : number + 1] != found[number : number + 1]:
            name = names[number] if number < len(names) else "one too many"
            yield Problem(f"transcript:{number + 1}", f"line {number + 1} ({name}) differs")


def _log_row(record: Any) -> Iterator[Problem]:
    row = record["log"]
    if row is None:
        yield Problem("log:missing", "the match does not stand in the log")
        return
    if row["match_hash"] != _hash(record["match"].encode()):
        yield Problem("log:match", "the row of the log is another match's")
    if row["commitment"] != record["commitment"]:
        yield Problem("log:commitment", "the log has another commitment")
    if row["link"] != _link(row):
        yield Problem("log:link", "the row of the log does not fit the row before it")
    shown = [share["shown_at"] for share in record["shares"] if share["shown_at"] is not None]
    if shown and min(shown) < row["logged_at"]:
        yield Problem("log:time", "a nonce was shown before the commitment was logged")


def _made_key(record: Any) -> bytes:
    digest = hashlib.sha256(record["transcript"].encode()).digest()
    return hmac.digest(bytes.fromhex(record["secret"]), TAG + b"key\0" + digest, "sha256")


def _key(record: Any, key: bytes) -> Iterator[Problem]:
    if key.hex() != record["key"]:
        yield Problem("key", "the key does not come from this secret and transcript")


def _draws(record: Any, key: bytes) -> Iterator[Problem]:
    draws = record["draws"]
    for place, draw in enumerate(draws):
        if draw["number"] != place:
            words = f"number {draw['number']} stands where number {place} has to be"
            yield Problem(f"draw:{place}", words)
        elif draw["result"] != made_by(key, draw):
            words = f"{draw['purpose']} cannot have been {_spoken(draw['result'])}"
            yield Problem(f"draw:{place}", words)
    if len(draws) != record["draw_count"]:
        words = f"{record['draw_count']} draws were made, {len(draws)} are listed"
        yield Problem("draws:count", words)


def _moves(record: Any) -> Iterator[Problem]:
    """Each move's draws stand under it, made by its own seat."""
    chairs = {0: None}
    for place, move in enumerate(record["moves"], start=1):
        if move["number"] != place:
            yield Problem(f"move:{place}", f"move {place} is missing")
        chairs[move["number"]] = move["chair"]
        listed = sum(draw["move"] == move["number"] for draw in record["draws"])
        if listed != move["draws"]:
            words = f"move {move['number']} made {move['draws']} draws, {listed} are listed"
            yield Problem(f"move:{move['number']}", words)
    before = 0
    for draw in record["draws"]:
        number, move = draw["number"], draw["move"]
        if move not in chairs or move < before:
            yield Problem(f"draw:{number}", f"no move {move} can have made this draw here")
        elif draw["chair"] != chairs[move]:
            yield Problem(f"draw:{number}", f"move {move} was made by another seat")
        before = max(before, move)


# --- the dice -----------------------------------------------------------------------------


def made_by(key: bytes, draw: Any) -> list[int]:
    """What a draw must have come to."""
    uniform = _uniform(key, draw["number"], draw["purpose"])
    if draw["kind"] == "roll":
        return [1 + uniform(draw["bound"]) for _ in draw["result"]]
    order = list(range(draw["bound"]))
    for last in range(draw["bound"] - 1, 0, -1):
        other = uniform(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _uniform(key: bytes, number: int, purpose: str) -> Any:
    """A function that gives a draw's next number below a bound, all equally likely."""
    label = TAG + b"draw\0" + number.to_bytes(8, "big") + purpose.encode() + b"\0"
    stream = _stream(key, label)

    def uniform(bound: int) -> int:
        width = 1 if bound <= 256 else 2 if bound <= 65536 else 4
        limit = 256**width // bound * bound
        while True:
            value = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
            if value < limit:
                return value % bound

    return uniform


def _stream(key: bytes, label: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, label + block.to_bytes(4, "big"), "sha256")
        block += 1


def _link(row: Any) -> str:
    return _hash(
        f"{row['before']}{row['match_hash']}{row['commitment']}{row['logged_at']}".encode()
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _spoken(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers)


# --- the form of the files ----------------------------------------------------------------


def _is_count(value: Any, least: int = 0, most: int = 2**32) -> bool:
    return type(value) is int and least <= value <= most


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_hash(value: Any) -> bool:
    return _is_text(value) and HASH.fullmatch(value) is not None


def _is_time(value: Any) -> bool:
    return _is_text(value) and TIME.fullmatch(value) is not None


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


RECORD = {
    "scheme": lambda value: value == SCHEME,
    "match": _is_text,
    "parlour": _is_text,
    "rules": _is_text,
    "commitment": _is_hash,
    "secret": _is_hash,
    "shares": _is_list,
    "transcript": _is_text,
    "key": lambda value: value == "" or _is_hash(value),
    "draws": _is_list,
    "draw_count": _is_count,
    "moves": _is_list,
    "log": lambda value: value is None or isinstance(value, dict),
}
SHARE = {
    "chair": lambda value: _is_count(value, 1, 99),
    "commitment": lambda value: value == NOT_SHOWN or _is_hash(value),
    "nonce": lambda value: value == NOT_SHOWN or (_is_text(value) and bool(NONCE.fullmatch(value))),
    "shown_at": lambda value: value is None or _is_time(value),
}
DRAW = {
    "number": _is_count,
    "purpose": _is_text,
    "kind": lambda value: value in ("roll", "shuffle"),
    "bound": lambda value: _is_count(value, 1),
    "result": lambda value: _is_list(value) and all(_is_count(each) for each in value),
    "move": _is_count,
    "chair": lambda value: value is None or _is_count(value, 1, 99),
}
MOVE = {
    "number": lambda value: _is_count(value, 1),
    "chair": lambda value: _is_count(value, 1, 99),
    "draws": _is_count,
}
ROW = {
    "number": lambda value: _is_count(value, 1),
    "before": _is_hash,
    "match_hash": _is_hash,
    "commitment": _is_hash,
    "logged_at": _is_time,
    "link": _is_hash,
}


def _must_be_record(record: Any) -> None:
    _must_have(record, RECORD, "the record")
    if record["log"] is not None:
        _must_have(record["log"], ROW, "log")
    for name, form in (("shares", SHARE), ("draws", DRAW), ("moves", MOVE)):
        for place, each in enumerate(record[name]):
            _must_have(each, form, f"{name}[{place}]")
    for place, draw in enumerate(record["draws"]):
        if draw["kind"] == "shuffle" and len(draw["result"]) != draw["bound"]:
            raise Malformed(f"draws[{place}]: a shuffle of {draw['bound']} has another length")


def _must_be_log(rows: Any) -> None:
    if not _is_list(rows):
        raise Malformed("the log is not a list of rows")
    for place, row in enumerate(rows):
        _must_have(row, ROW, f"rows[{place}]")


def _must_have(value: Any, form: dict[str, Any], where: str) -> None:
    if not isinstance(value, dict):
        raise Malformed(f"{where}: no object")
    for name, fits in form.items():
        if name not in value:
            raise Malformed(f"{where}: {name} is missing")
        if not fits(value[name]):
            raise Malformed(f"{where}: {name} is not what it should be")


# --- the command --------------------------------------------------------------------------


def read(path: str) -> Any:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file, object_pairs_hook=_without_repeats)
    except (OSError, ValueError, RecursionError) as error:
        raise Malformed(f"{path}: {error}") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key is given twice")
    return fields


def _read_log(paths: list[str]) -> list[Any]:
    rows: list[Any] = []
    for path in paths:
        part = read(path)
        if not isinstance(part, dict) or not _is_list(part.get("rows")):
            raise Malformed(f"{path}: no log")
        rows += part["rows"]
    return rows


def report(record: Any, problems: list[Problem], rows: list[Any] | None) -> str:
    """What the command says."""
    wrong = [f"WRONG  {problem.line}: {problem.words}" for problem in problems]
    if wrong:
        return "\n".join([*wrong, f"Match {record['match']}: not as committed."])
    lines = [
        "right  the server's secret is the one it committed to",
        "right  every seat's share is the one it committed to",
        "right  transcript and key",
        f"right  {record['draw_count']} draws, numbered without a gap",
        f"right  row {record['log']['number']} of the parlour's log",
    ]
    if rows is not None:
        lines.append(f"right  the whole log, {len(rows)} rows")
    if not record["transcript"]:
        lines.append("note   this match was broken off before its dice were made")
    return "\n".join([*lines, f"Match {record['match']}: every draw is as committed."])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the dice of a finished Kirakuken match.")
    parser.add_argument("record", metavar="game.json", help="download of the proof page")
    parser.add_argument("--log", nargs="+", metavar="log.json", help="the parlour's public log")
    given = parser.parse_args(arguments)
    try:
        record = read(given.record)
        problems = check(record)
        rows = _read_log(given.log) if given.log else None
        if rows is not None:
            problems += check_log(rows, record)
    except Malformed as error:
        sys.stderr.write(f"Malformed: {error}\n")
        return 2
    sys.stdout.write(report(record, problems, rows) + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
