"""Commitments, transcript and key of a match's dice: `kirakuken-fair-1`.

docs/mechanisms/dice.md tells what they are for. Chairs count from 1 here, as people see
them. Every hash is written as lower-case hex.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final, NamedTuple

SCHEME: Final = "kirakuken-fair-1"

_TAG: Final = SCHEME.encode() + b"\x00"


class SeatPart(NamedTuple):
    """A person's share in the key. `nonce` is None if it did not come, came late or did
    not fit the commitment."""

    chair: int
    commitment: str
    nonce: bytes | None


def server_commit(game: str, secret: bytes) -> str:
    """What the server publishes before any nonce is shown; `game` is the match's id."""
    return _sha256(_TAG + b"server\x00" + game.encode() + b"\x00" + secret)


def seat_commit(game: str, chair: int, nonce: bytes) -> str:
    """What a seat's browser sends on sitting down."""
    return _sha256(_TAG + f"seat\x00{game}\x00{chair}\x00".encode() + nonce)


def rules_digest(canonical: bytes) -> str:
    """Of the rules' one JSON text (`codec.dump`)."""
    return _sha256(canonical)


def transcript(
    game: str, parlour: str, rules: str, server: str, seats: Iterable[SeatPart]
) -> bytes:
    """Everything the key depends on beside the server's secret, shown to all at the start.

    `rules` is a `rules_digest`, `server` a `server_commit`; seats may come in any order.
    """
    lines = [SCHEME, f"game:{game}", f"parlour:{parlour}", f"rules:{rules}", f"server:{server}"]
    for chair, commitment, nonce in sorted(seats, key=lambda seat: seat.chair):
        lines.append(f"seat:{chair}:{commitment}:{'-' if nonce is None else nonce.hex()}")
    return "".join(f"{line}\n" for line in lines).encode()


def game_key(secret: bytes, frozen_transcript: bytes) -> bytes:
    """The key of the match's dice: never stored in the clear, logged or sent before the end."""
    digest = hashlib.sha256(frozen_transcript).digest()
    return hmac.digest(secret, _TAG + b"key\x00" + digest, "sha256")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
