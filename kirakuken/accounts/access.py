"""From a browser's key to its player, and what must be asked about other people's names."""

import hashlib
from datetime import timedelta

from django.utils.crypto import salted_hmac

from kirakuken.accounts.models import Player, PlayerKey, TakenName, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour

# From the last use. Whoever has not come for so long is a stranger again.
KEY_LIVES = timedelta(days=400)
_LONGEST_KEY = 64


def hash_of_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def access_key(key: str) -> PlayerKey | None:
    """The row, with its player, of a key that is good in the parlour in scope."""
    row = known_key(key)
    return row if row is not None and row.moved_at is None else None


def known_key(key: str) -> PlayerKey | None:
    """The same, also for a key whose player has moved to another browser."""
    if not key or len(key) > _LONGEST_KEY:
        return None
    return (
        PlayerKey.objects.select_related("player")
        .filter(key_hash=hash_of_key(key), last_used_at__gt=clock.now() - KEY_LIVES)
        .first()
    )


def is_good_still(key_id: int) -> bool:
    """Whether a key that was good a while ago is so now."""
    return PlayerKey.objects.filter(pk=key_id, moved_at=None).exists()


def is_name_of_an_account(key: str, parlour: Parlour, *, but_not: Player | None) -> bool:
    others = Player.objects.filter(parlour=parlour, name_key=key, user__isnull=False)
    if but_not is not None:
        others = others.exclude(pk=but_not.pk)
    return others.exists()


def is_user_name(key: str) -> bool:
    """Whether an account has a user name with this key, or had it when it was deleted."""
    if User.objects.filter(name_key=key).exists():
        return True
    return TakenName.objects.filter(name_hash=hash_of_name(key)).exists()


def hash_of_name(key: str) -> str:
    """Names are short and soon guessed; without the house's secret key that leads nowhere."""
    return salted_hmac("kirakuken.accounts.taken", key, algorithm="sha256").hexdigest()


def is_name_of_a_neighbour(key: str, player: Player) -> bool:
    """Whether somebody at a table where `player` sits bears a name with this key."""
    neighbours = Player.objects.filter(name_key=key, seats__table__seats__player=player)
    return neighbours.exclude(pk=player.pk).exists()
