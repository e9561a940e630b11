"""Whose dice these are: the server's sealed secret, the seats' nonces, the key made of both.

docs/mechanisms/dice.md tells the protocol. The key itself is never stored: it comes anew
from the sealed secret and the frozen transcript.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from games.core import codec, fairness
from kirakuken.parlours.models import Parlour
from tables import store
from tables.models import CommitmentLog, Key, Match, MatchSeat, Nonce

FIRST_LINK = "0" * 64
# In ranked matches the first draw of all, before the game's own: the seat that goes first.
WHO_BEGINS = "who begins"


@sensitive_variables("secret")
def make_key(match: Match, now: datetime) -> None:
    """Make and seal the server's secret, and log its commitment before any nonce is shown."""
    secret = secrets.token_bytes(32)
    commitment = fairness.server_commit(match.public_id, secret)
    log_commitment(match, commitment, now)
    match.key = Key.objects.create(match=match, sealed=seal(secret), commitment=commitment)


def log_commitment(match: Match, commitment: str, now: datetime) -> CommitmentLog:
    """Append to the parlour's chain; its row is locked so that the chain stays one."""
    Parlour.objects.select_for_update(no_key=True).get(pk=match.parlour_id)
    last = CommitmentLog.objects.filter(parlour_id=match.parlour_id).order_by("-number").first()
    match_hash = hash_of_match(match)
    return CommitmentLog.objects.create(
        parlour_id=match.parlour_id,
        number=last.number + 1 if last else 1,
        match_hash=match_hash,
        commitment=commitment,
        logged_at=now,
        link=_link(last.link if last else FIRST_LINK, match_hash, commitment, now),
    )


def hash_of_match(match: Match) -> str:
    """How the public log names a match, so that nobody finds one through it."""
    return hashlib.sha256(match.public_id.encode()).hexdigest()


def broken_link(parlour: Parlour) -> int | None:
    """The number of the first row at which the parlour's chain does not hold."""
    before, expected = FIRST_LINK, 1
    for row in CommitmentLog.objects.filter(parlour=parlour).order_by("number").iterator():
        link = _link(before, row.match_hash, row.commitment, row.logged_at)
        if row.number != expected or not hmac.compare_digest(row.link, link):
            return expected
        before, expected = row.link, expected + 1
    return None


def freeze_transcript(match: Match, human_seats: Iterable[int]) -> None:
    """Write down what the key depends on. A person who committed to nothing gets dashes."""
    nonces = {nonce.seat: nonce for nonce in Nonce.objects.filter(match=match)}
    parts = []
    for seat in human_seats:
        nonce = nonces.get(seat)
        parts.append(
            fairness.SeatPart(
                chair=seat + 1,
                commitment=nonce.commitment if nonce else "-",
                nonce=bytes.fromhex(nonce.revealed) if nonce and nonce.revealed else None,
            )
        )
    match.key.transcript = fairness.transcript(
        match.public_id,
        match.parlour.slug,
        fairness.rules_digest(codec.dump(store.options_of(match))),
        match.key.commitment,
        parts,
    ).decode()
    match.key.save(update_fields=["transcript"])


@sensitive_variables("secret")
def match_key(match: Match) -> bytes:
    """The key of the match's dice; the transcript must be frozen."""
    if not match.key.transcript:
        raise ValueError("The transcript is not frozen yet.")
    secret = unseal(match.key.sealed)
    return fairness.game_key(secret, match.key.transcript.encode())


def shares_of(match: Match) -> list[tuple[int, Nonce | None]]:
    """The seats that people took at the start, each with its part if it committed to one."""
    nonces = {nonce.seat: nonce for nonce in Nonce.objects.filter(match=match)}
    people = MatchSeat.objects.filter(match=match, cpu_number=None).order_by("number")
    return [(seat, nonces.get(seat)) for seat in people.values_list("number", flat=True)]


def fits_commitment(match: Match, nonce: Nonce, revealed: bytes) -> bool:
    made = fairness.seat_commit(match.public_id, nonce.seat + 1, revealed)
    return hmac.compare_digest(made, nonce.commitment)


def reveal(match: Match, now: datetime) -> None:
    """From now on everybody may check the dice of this match."""
    Key.objects.filter(match=match, revealed_at=None).update(revealed_at=now)
    CommitmentLog.objects.filter(
        parlour_id=match.parlour_id, match_hash=hash_of_match(match), revealed_at=None
    ).update(revealed_at=now)


def revealed_secret(match: Match) -> bytes | None:
    """The server's secret of a match that is over; None as long as it is not revealed."""
    return unseal(match.key.sealed) if match.key.revealed_at and match.is_over else None


def seal(secret: bytes) -> str:
    return _fernet(settings.SECRET_KEY).encrypt(secret).decode()


def unseal(sealed: str) -> bytes:
    """Raises InvalidToken when the secret key of the installation is not the one it had."""
    return _fernet(settings.SECRET_KEY).decrypt(sealed)


@cache
def _fernet(secret_key: str) -> Fernet:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"kirakuken seal of match keys")
    return Fernet(base64.urlsafe_b64encode(derive.derive(secret_key.encode())))


def stamp(at: datetime) -> str:
    """A time as the log and the records write it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _link(before: str, match_hash: str, commitment: str, logged_at: datetime) -> str:
    content = f"{before}{match_hash}{commitment}{stamp(logged_at)}"
    return hashlib.sha256(content.encode()).hexdigest()
