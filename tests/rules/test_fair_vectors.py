"""The test vectors of kirakuken-fair-1, and what tampering does to them."""

import hashlib
import hmac
import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from games.core.dice import KeyedDice
from games.core.fairness import (
    SeatPart,
    game_key,
    rules_digest,
    seat_commit,
    server_commit,
    transcript,
)

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "fair_vectors.json").read_text("utf-8")
)
SECRET = bytes.fromhex(VECTORS["secret"])
GAME = VECTORS["game"]
NONCES = {int(chair): bytes.fromhex(nonce) for chair, nonce in VECTORS["nonces"].items()}
KEY = bytes.fromhex(VECTORS["key"])


def parts(nonces: dict[int, bytes], withheld: tuple[int, ...]) -> list[SeatPart]:
    return [
        SeatPart(chair, seat_commit(GAME, chair, nonce), None if chair in withheld else nonce)
        for chair, nonce in nonces.items()
    ]


def frozen(
    nonces: dict[int, bytes] = NONCES,
    withheld: tuple[int, ...] = (3,),
    secret: bytes = SECRET,
    rules: str = VECTORS["rules"],
) -> bytes:
    return transcript(
        GAME,
        VECTORS["parlour"],
        rules_digest(rules.encode()),
        server_commit(GAME, secret),
        parts(nonces, withheld),
    )


def two_dice(key: bytes, draws: int) -> list[list[int]]:
    dice = KeyedDice(key)
    return [list(dice.roll("dice", 6, 2)) for _ in range(draws)]


def test_commitments() -> None:
    assert rules_digest(VECTORS["rules"].encode()) == VECTORS["rules_digest"]
    assert server_commit(GAME, SECRET) == VECTORS["server_commitment"]
    assert {str(part.chair): part.commitment for part in parts(NONCES, ())} == VECTORS[
        "commitments"
    ]


def test_transcript_and_key() -> None:
    text = frozen()
    assert len(text) == VECTORS["transcript_bytes"]
    assert hashlib.sha256(text).hexdigest() == VECTORS["transcript_digest"]
    assert game_key(SECRET, text).hex() == VECTORS["key"]


def test_the_order_in_which_seats_are_given_does_not_matter() -> None:
    backwards = dict(reversed(NONCES.items()))
    assert frozen(nonces=backwards) == frozen()


def test_the_transcript_can_be_read() -> None:
    lines = frozen().decode().splitlines()
    assert lines[0] == "kirakuken-fair-1"
    assert lines[1] == f"game:{GAME}"
    assert [line.split(":")[:2] for line in lines[5:]] == [["seat", str(n)] for n in range(1, 5)]
    assert lines[7].endswith(":-")


def test_the_first_block_of_a_draw() -> None:
    """The bytes as the scheme describes them, without our dice."""
    label = b"kirakuken-fair-1\x00draw\x00" + bytes(8) + b"dice\x00" + bytes(4)
    assert hmac.digest(KEY, label, "sha256").hex() == VECTORS["first_block"]


def test_two_dice() -> None:
    assert two_dice(KEY, 6) == VECTORS["two_dice"]


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: vector["purpose"])
def test_draw(vector: dict[str, Any]) -> None:
    dice = KeyedDice(KEY, vector["number"])
    if vector["kind"] == "shuffle":
        found = dice.shuffle(vector["purpose"], range(vector["bound"]))
    else:
        found = dice.roll(vector["purpose"], vector["bound"], len(vector["result"]))
    assert list(found) == vector["result"]
    (drawn,) = dice.log
    assert list(drawn.result) == vector["result"]
    assert (drawn.number, drawn.kind, drawn.bound) == (
        vector["number"],
        vector["kind"],
        vector["bound"],
    )
    assert dice.done == vector["number"] + 1


def test_one_bit_of_a_nonce_changes_everything() -> None:
    changed = NONCES | {4: bytes([NONCES[4][0] ^ 1]) + NONCES[4][1:]}
    key = game_key(SECRET, frozen(nonces=changed))
    assert key.hex() == VECTORS["bit_changed"]["key"]
    assert two_dice(key, 3) == VECTORS["bit_changed"]["two_dice"]


def test_a_nonce_shown_in_time_changes_everything() -> None:
    key = game_key(SECRET, frozen(withheld=()))
    assert key.hex() == VECTORS["seat_3_revealed"]["key"]
    assert two_dice(key, 3) == VECTORS["seat_3_revealed"]["two_dice"]


def test_another_secret_or_other_rules_give_another_key_and_another_commitment() -> None:
    other = bytes([SECRET[0] ^ 1]) + SECRET[1:]
    assert server_commit(GAME, other) != VECTORS["server_commitment"]
    keys = {
        KEY,
        game_key(other, frozen()),
        game_key(other, frozen(secret=other)),
        game_key(SECRET, frozen(rules='{"game":"okuribito","seats":5}')),
    }
    assert len(keys) == 4


def test_another_chair_or_another_match_gives_another_commitment() -> None:
    nonce = NONCES[1]
    assert seat_commit(GAME, 1, nonce) != seat_commit(GAME, 2, nonce)
    assert seat_commit(GAME, 1, nonce) != seat_commit(GAME + "0", 1, nonce)
    assert server_commit(GAME, nonce) != seat_commit(GAME, 1, nonce)


def test_600_000_dice_are_as_even_as_dice_are() -> None:
    """One draw of 600,000 dice, with the bytes of the scheme thinned out and counted at
    once instead of one by one; test_draw_by_draw ties this to our dice."""
    accepted = dice_bytes(KEY, 99, "stat", 600_000)
    faces = [0] * 6
    for byte in range(252):
        faces[byte % 6] += accepted.count(byte)
    assert faces == VECTORS["statistics"]["faces"]
    chi_squared_times_100_000 = sum((count - 100_000) ** 2 for count in faces)
    assert round(chi_squared_times_100_000 / 100_000, 2) == VECTORS["statistics"]["chi_squared"]


def test_draw_by_draw() -> None:
    accepted = dice_bytes(KEY, 99, "stat", 6_000)
    faces = KeyedDice(KEY, 99).roll("stat", 6, 6_000)
    assert faces == tuple(1 + byte % 6 for byte in accepted)


def dice_bytes(key: bytes, number: int, purpose: str, count: int) -> bytes:
    """The first `count` bytes of a draw that a die accepts (those below 252)."""
    keyed = hmac.new(key, b"kirakuken-fair-1\x00draw\x00", "sha256")
    keyed.update(number.to_bytes(8, "big") + purpose.encode() + b"\x00")
    ragged = bytes(range(252, 256))

    def block(counter: int) -> bytes:
        one = keyed.copy()
        one.update(counter.to_bytes(4, "big"))
        return one.digest()

    blocks = count * 256 // (252 * 32) + 400
    stream = bytes(chain.from_iterable(map(block, range(blocks))))
    accepted = stream.translate(None, ragged)
    assert len(accepted) >= count
    return accepted[:count]
