"""What proves the dice of a match: the record to check, and what may be shown before the end.

The record is what `verifier/kirakuken_verify.py`, the proof page's script and `verify_match`
check. It exists only for matches that are over; until then there are commitments.
"""

from dataclasses import dataclass, field
from typing import Any

from games.core import codec, fairness
from tables import fair, store
from tables.commitment_log import log_row_of
from tables.lists import people_of
from tables.models import CommitmentLog, Match, Nonce
from verifier import kirakuken_verify as verifier

NOT_SHOWN = verifier.NOT_SHOWN


@dataclass(frozen=True, slots=True)
class Share:
    """A person's part in the dice. `nonce` is "-" if it did not come, and None as long as it
    is not known whether it does."""

    chair: int
    commitment: str
    nonce: str | None
    shown_at: str | None


@dataclass(frozen=True, slots=True)
class Commitments:
    """What everybody may know of a match at any time: no secret, no key, no draw."""

    commitment: str
    log: dict[str, Any] | None
    rules: str
    shares: tuple[Share, ...]
    transcript: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The record of a match that is over and the lines in it that are wrong."""

    record: dict[str, Any] = field(repr=False)
    wrong: tuple[str, ...]


def commitments(match: Match) -> Commitments:
    transcript = match.key.transcript
    return Commitments(
        commitment=match.key.commitment,
        log=_log_row(match),
        rules=codec.dump(store.options_of(match)).decode(),
        # Nonces only when the transcript is made: before, they could help to choose another.
        shares=tuple(
            _share(seat, nonce, is_frozen=bool(transcript) or match.is_over)
            for seat, nonce in fair.shares_of(match)
        ),
        transcript=transcript,
    )


def proof(match: Match) -> Proof | None:
    """None as long as the match is not over and its secret not shown."""
    record = record_of(match)
    if record is None:
        return None
    return Proof(record, tuple(problem.line for problem in verifier.check(record)))


def record_of(match: Match) -> dict[str, Any] | None:
    """game.json of a match that is over; its form is the verifier's."""
    secret = fair.revealed_secret(match)
    if secret is None:
        return None
    known = commitments(match)
    made = store.moves_made(match)
    key = fairness.game_key(secret, known.transcript.encode()).hex() if known.transcript else ""
    return {
        "scheme": fairness.SCHEME,
        "match": match.public_id,
        "parlour": match.parlour.slug,
        "game": match.game,
        "rules_version": match.rules_version,
        "rules": known.rules,
        "seats": len(people_of(match)),
        "first": match.first + 1,
        "commitment": known.commitment,
        "secret": secret.hex(),
        "shares": [
            {
                "chair": share.chair,
                "commitment": share.commitment,
                "nonce": share.nonce,
                "shown_at": share.shown_at,
            }
            for share in known.shares
        ],
        "transcript": known.transcript,
        "key": key,
        "draws": [draw for move in made for draw in _draws(move)],
        "draw_count": match.draws,
        "moves": [_move(move) for move in made[1:]],
        "log": known.log,
        "ended": match.status,
        "result": match.ranks and {"ranks": match.ranks, "scores": match.scores},
    }


def log_row(before: str, row: CommitmentLog) -> dict[str, Any]:
    """One row of the public log as the downloads have it."""
    return {
        "number": row.number,
        "before": before,
        "match_hash": row.match_hash,
        "commitment": row.commitment,
        "logged_at": fair.stamp(row.logged_at),
        "link": row.link,
    }


def _log_row(match: Match) -> dict[str, Any] | None:
    found = log_row_of(match)
    return log_row(*found) if found else None


def _share(seat: int, nonce: Nonce | None, *, is_frozen: bool) -> Share:
    if nonce is None:
        return Share(seat + 1, NOT_SHOWN, NOT_SHOWN, None)
    if not is_frozen:
        return Share(seat + 1, nonce.commitment, None, None)
    at = fair.stamp(nonce.revealed_at) if nonce.revealed_at else None
    return Share(seat + 1, nonce.commitment, nonce.revealed or NOT_SHOWN, at)


def _draws(move: store.MoveMade) -> list[dict[str, Any]]:
    return [
        {
            **codec.plain(drawn),
            "move": move.number,
            "chair": None if move.seat is None else move.seat + 1,
        }
        for drawn in move.drawn
    ]


def _move(move: store.MoveMade) -> dict[str, Any]:
    return {
        "number": move.number,
        "chair": (move.seat or 0) + 1,
        "by": move.by,
        "action": codec.plain(move.action),
        "draws": len(move.drawn),
        "at": fair.stamp(move.made_at),
    }
