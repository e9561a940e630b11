"""Moving a player with all their seats to another browser: six digits or a link, good once.

The digits are few, so they live for ten minutes and bear five tries. A wrong code cannot say
at whom it was aimed; it counts as a try at every open code that begins with the same two
digits. Somebody who guesses at random thus kills a code before they can have tried more than
five of ten thousand, and mistyping one's own code spoils hardly anybody else's.
"""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from kirakuken.accounts.access import hash_of_key
from kirakuken.accounts.models import Player, PlayerKey, SeatMove
from kirakuken.accounts.services import KEY_BYTES, player_moved
from kirakuken.lib import clock
from kirakuken.lib.errors import Busy, Refused
from kirakuken.parlours.models import Parlour

CODE_LIVES = timedelta(minutes=10)
MOST_TRIES = 5
DIGITS = 6
TOLD_FOR = timedelta(days=1)  # so long the old browser is told where its player went
_SALT = "kirakuken.accounts.moving"
_DRAWS = 10


@dataclass(frozen=True, slots=True)
class Offer:
    """What the player is shown, once: nobody can read it again."""

    code: str
    token: str


@dataclass(frozen=True, slots=True)
class Moved:
    player: Player
    key: str
    leads_to: str


@transaction.atomic
def do_offer_move(player: Player, leads_to: str = "") -> Offer:
    """A new code for this player; an older one is good no more."""
    Player.objects.select_for_update().get(pk=player.pk)
    SeatMove.objects.filter(player=player).delete()
    SeatMove.objects.filter(made_at__lte=clock.now() - CODE_LIVES).delete()
    token = secrets.token_urlsafe(KEY_BYTES)
    for _ in range(_DRAWS):
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        try:
            with transaction.atomic():
                SeatMove.objects.create(
                    player=player,
                    group=code[:2],
                    code_hash=_hash_of_code(player.parlour, code),
                    token_hash=hashlib.sha256(token.encode()).hexdigest(),
                    leads_to=leads_to,
                    made_at=clock.now(),
                )
        except IntegrityError:
            continue  # somebody else's at the moment
        return Offer(code, token)
    raise Busy


@transaction.atomic
def do_try_code(parlour: Parlour, typed: str) -> SeatMove | None:
    """The move with the code that somebody typed. A wrong one is counted; the count comes first,
    so that tries at the same moment are not one."""
    code = read_code(typed)
    if code is None:
        return None
    _open().filter(group=code[:2]).update(tries=F("tries") + 1)
    found = _open().filter(code_hash=_hash_of_code(parlour, code), tries__lte=MOST_TRIES).first()
    if found is not None:
        SeatMove.objects.filter(pk=found.pk).update(tries=F("tries") - 1)
    return found


def move_of_token(token: str) -> SeatMove | None:
    """The move to which a link leads. It cannot be guessed, so nothing is counted."""
    return _open().filter(token_hash=hashlib.sha256(token.encode()).hexdigest()).first()


@transaction.atomic
def do_move_here(move: SeatMove, leaving: str = "") -> Moved:
    """The player of `move` is in the asking browser from now on, and in no other. `leaving` is
    the key which that browser had; whose it was stays who they are. Raises Refused bad_move if
    another browser was faster."""
    found = _open().select_for_update(of=("self",)).filter(pk=move.pk).first()
    if found is None:
        raise Refused("bad_move")
    player, leads_to = found.player, found.leads_to
    found.delete()
    PlayerKey.objects.filter(player=player, moved_at=None).update(moved_at=clock.now())
    PlayerKey.objects.filter(key_hash=hash_of_key(leaving)).delete()
    key = secrets.token_urlsafe(KEY_BYTES)
    PlayerKey.objects.create(player=player, key_hash=hash_of_key(key))
    transaction.on_commit(lambda: player_moved.send(Player, player=player), robust=True)
    return Moved(player, key, leads_to)


def do_forget_moves() -> None:
    """In a parlour's scope: codes that nobody used, and dead keys that have told their story."""
    now = clock.now()
    SeatMove.objects.filter(made_at__lte=now - CODE_LIVES).delete()
    PlayerKey.objects.filter(moved_at__lte=now - TOLD_FOR).delete()


def read_code(typed: str) -> str | None:
    """The six digits in what somebody typed (spaces, dashes, full-width digits)."""
    plain = unicodedata.normalize("NFKC", typed[:40])
    digits = "".join(letter for letter in plain if not letter.isspace() and letter != "-")
    return digits if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else None


def _open() -> QuerySet[SeatMove]:
    still = SeatMove.objects.filter(made_at__gt=clock.now() - CODE_LIVES)
    return still.select_related("player__parlour")


def _hash_of_code(parlour: Parlour, code: str) -> str:
    """A million codes are quickly hashed; without the house's secret key that leads nowhere."""
    return salted_hmac(_SALT, f"{parlour.pk}:{code}", algorithm="sha256").hexdigest()
