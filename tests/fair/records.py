"""A match's record as the proof page gives it out, and everything that can be done to it.

Made with the house's own dice; checked by three programs that share nothing with them.
"""

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from games.core import fairness
from games.core.dice import KeyedDice

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "rules/fair_vectors.json").read_text("utf-8")
)
Record = dict[str, Any]
FIRST_LINK = "0" * 64


def record_of(
    *,
    match: str = VECTORS["game"],
    parlour: str = VECTORS["parlour"],
    rules: str = VECTORS["rules"],
    secret: str = VECTORS["secret"],
    nonces: dict[str, str] = VECTORS["nonces"],
    withheld: tuple[int, ...] = (3,),
    before: str = FIRST_LINK,
) -> Record:
    """Four seats, a shuffled deck at the start, then each of 12 moves a roll."""
    commitment = fairness.server_commit(match, bytes.fromhex(secret))
    shares = [_share(match, int(chair), nonce, withheld) for chair, nonce in nonces.items()]
    transcript = fairness.transcript(
        match,
        parlour,
        fairness.rules_digest(rules.encode()),
        commitment,
        [
            fairness.SeatPart(s["chair"], s["commitment"], _bytes_or_none(s["nonce"]))
            for s in shares
        ],
    )
    key = fairness.game_key(bytes.fromhex(secret), transcript)
    moves = [{"number": number, "chair": (number - 1) % 4 + 1, "draws": 1} for number in range(13)]
    draws = _draws(key, moves[1:])
    return {
        "scheme": fairness.SCHEME,
        "match": match,
        "parlour": parlour,
        "rules": rules,
        "commitment": commitment,
        "secret": secret,
        "shares": shares,
        "transcript": transcript.decode(),
        "key": key.hex(),
        "draws": draws,
        "draw_count": len(draws),
        "moves": moves[1:],
        "log": row_of(1, before, match, commitment),
    }


def row_of(number: int, before: str, match: str, commitment: str) -> Record:
    match_hash = hashlib.sha256(match.encode()).hexdigest()
    logged_at = "2026-11-30T10:00:00.000000Z"
    link = f"{before}{match_hash}{commitment}{logged_at}".encode()
    return {
        "number": number,
        "before": before,
        "match_hash": match_hash,
        "commitment": commitment,
        "logged_at": logged_at,
        "link": hashlib.sha256(link).hexdigest(),
    }


def log_with(record: Record) -> tuple[Record, list[Record]]:
    """The record in the middle of a log of five rows, and those rows."""
    rows: list[Record] = []
    for number in range(1, 6):
        before = rows[-1]["link"] if rows else FIRST_LINK
        match = record["match"] if number == 3 else f"another-{number}"
        commitment = record["commitment"] if number == 3 else f"{number:064x}"
        rows.append(row_of(number, before, match, commitment))
    return {**record, "log": rows[2]}, rows


class Tampering(NamedTuple):
    """`line` is the first that a check must name."""

    name: str
    do: Callable[[Record], Record | None]
    line: str


def tampered(tampering: Tampering) -> Record:
    record = deepcopy(record_of())
    return tampering.do(record) or record


def _share(match: str, chair: int, nonce: str, withheld: tuple[int, ...]) -> Record:
    commitment = fairness.seat_commit(match, chair, bytes.fromhex(nonce))
    is_shown = chair not in withheld
    return {
        "chair": chair,
        "commitment": commitment,
        "nonce": nonce if is_shown else "-",
        "shown_at": "2026-11-30T10:00:01.000000Z" if is_shown else None,
    }


def _bytes_or_none(nonce: str) -> bytes | None:
    return None if nonce == "-" else bytes.fromhex(nonce)


def _draws(key: bytes, moves: list[Record]) -> list[Record]:
    dice = KeyedDice(key)
    dice.shuffle("deck", range(40))
    for _ in moves:
        dice.roll("die", 6, 2)
    made_by = [{"number": 0, "chair": None}, *moves]
    return [
        {
            "number": drawn.number,
            "purpose": drawn.purpose,
            "kind": drawn.kind,
            "bound": drawn.bound,
            "result": list(drawn.result),
            "move": move["number"],
            "chair": move["chair"],
        }
        for drawn, move in zip(dice.log, made_by, strict=True)
    ]


# --- what somebody might do to it -----------------------------------------------------------


def _flip(text: str) -> str:
    """The same hex with one bit changed."""
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


def _an_hour_on(time: str) -> str:
    return time.replace("T10:", "T11:")


def _an_hour_back(time: str) -> str:
    return time.replace("T10:", "T09:")


def _set(path: str, value: Callable[[Any], Any]) -> Callable[[Record], None]:
    """`draws.5.result.0` becomes what `value` makes of it."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]

    def change(record: Any) -> None:
        for part in way:
            record = record[part]
        record[last] = value(record[last])

    return change


def _drop(part: str, place: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        del record[part][place]

    return change


def _swap(record: Record) -> None:
    draws = record["draws"]
    draws[4], draws[5] = draws[5], draws[4]


def _swap_results(record: Record) -> None:
    one, other = record["draws"][4], record["draws"][6]
    one["result"], other["result"] = other["result"], one["result"]


def _skip(record: Record) -> None:
    """A bad roll is left out, and the house's numbers go on without a gap."""
    del record["draws"][5]
    for place, draw in enumerate(record["draws"]):
        draw["number"] = place
    record["draw_count"] -= 1


def _add(record: Record) -> None:
    """One more with the right key: only the count and the moves can tell."""
    dice = KeyedDice(bytes.fromhex(record["key"]), done=len(record["draws"]))
    dice.roll("die", 6, 2)
    last = record["draws"][-1]
    (drawn,) = dice.log
    record["draws"].append({**last, "number": drawn.number, "result": list(drawn.result)})


def _forge_whole(record: Record) -> Record:
    """Another secret, everything recomputed; but the log has the old commitment."""
    forged = record_of(secret=_flip(record["secret"]))
    return {**forged, "log": record["log"]}


def _forge_share(record: Record) -> Record:
    """Another nonce and everything after it recomputed, but not what was rolled."""
    forged = record_of(nonces={**VECTORS["nonces"], "2": "55" * 16})
    return {**forged, "draws": record["draws"]}


def _late(record: Record) -> None:
    """The house shows a nonce as late that was in time, and rolls anew."""
    record["shares"][0]["nonce"] = "-"


TAMPERINGS = (
    Tampering("secret", _set("secret", _flip), "secret"),
    Tampering("server commitment", _set("commitment", _flip), "secret"),
    Tampering("a nonce", _set("shares.1.nonce", _flip), "share:2"),
    Tampering("a seat's commitment", _set("shares.1.commitment", _flip), "share:2"),
    Tampering("commitment of a silent seat", _set("shares.2.commitment", _flip), "transcript:8"),
    Tampering("a nonce called late", _late, "transcript:6"),
    Tampering("other rules", _set("rules", lambda r: r.replace("4", "5")), "transcript:4"),
    Tampering("other parlour", _set("parlour", lambda p: p + "x"), "transcript:3"),
    Tampering("other match", _set("match", lambda m: m + "0"), "secret"),
    Tampering("other seat's share", _set("shares.0.chair", lambda c: 5), "share:5"),
    Tampering("a seat more", _set("transcript", lambda t: t + "seat:5:-:-\n"), "transcript:10"),
    Tampering("a line less", _set("transcript", lambda t: t.rsplit("seat", 1)[0]), "transcript:9"),
    Tampering("no last line feed", _set("transcript", lambda t: t[:-1]), "transcript:9"),
    Tampering("key", _set("key", _flip), "key"),
    Tampering("one result", _set("draws.5.result.0", lambda d: d % 6 + 1), "draw:5"),
    Tampering("a shuffled card", _set("draws.0.result.0", lambda c: (c + 1) % 40), "draw:0"),
    Tampering("a purpose", _set("draws.5.purpose", lambda p: "walk"), "draw:5"),
    Tampering("sides", _set("draws.5.bound", lambda b: 20), "draw:5"),
    Tampering("order of draws", _swap, "draw:4"),
    Tampering("results exchanged", _swap_results, "draw:4"),
    Tampering("last draw missing", _drop("draws", -1), "draws:count"),
    Tampering("first draw missing", _drop("draws", 0), "draw:0"),
    Tampering("a draw skipped", _skip, "draw:5"),
    Tampering("a draw too many", _add, "draws:count"),
    Tampering("a draw's seat", _set("draws.5.chair", lambda c: c % 4 + 1), "draw:5"),
    Tampering("a move's seat", _set("moves.4.chair", lambda c: c % 4 + 1), "draw:5"),
    Tampering("a move missing", _drop("moves", 4), "move:5"),
    Tampering("log: commitment", _set("log.commitment", _flip), "log:commitment"),
    Tampering("log: match", _set("log.match_hash", _flip), "log:match"),
    Tampering("log: link", _set("log.link", _flip), "log:link"),
    Tampering("log: row before", _set("log.before", _flip), "log:link"),
    Tampering("log: row removed", _set("log", lambda _: None), "log:missing"),
    Tampering("log: time", _set("log.logged_at", _an_hour_on), "log:link"),
    Tampering("a nonce shown too early", _set("shares.0.shown_at", _an_hour_back), "log:time"),
    Tampering("another secret throughout", _forge_whole, "log:commitment"),
    Tampering("another nonce throughout", _forge_share, "draw:0"),
)  # fmt: skip
