"""Everything that changes who somebody is."""

import secrets
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from kirakuken.accounts.access import KEY_LIVES, hash_of_key, is_name_of_a_neighbour
from kirakuken.accounts.models import MARKS, Player, PlayerKey
from kirakuken.accounts.names import clean_name, name_key
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour

KEY_BYTES = 32
SEEN_AGAIN_AFTER = timedelta(days=1)
RENEWED_AFTER = timedelta(days=7)

# Sent with `player` when a renaming is committed, for those who show names.
player_renamed = Signal()
# Sent with `player` when they have moved to another browser: their old keys are dead.
player_moved = Signal()


@transaction.atomic
def do_make_guest(
    parlour: Parlour, name: str, language: str, *, key: str | None = None
) -> tuple[Player, str]:
    """A new player, and the key by which one browser acts as them. The key is not kept.

    A key that is given (tickets.py) is drawn for one form; where it exists already,
    IntegrityError says that the form was sent before."""
    name = clean_name(name, parlour=parlour)
    player = Player.objects.create(
        parlour=parlour, name=name, name_key=name_key(name), language=language
    )
    key = key or secrets.token_urlsafe(KEY_BYTES)
    PlayerKey.objects.create(player=player, key_hash=hash_of_key(key))
    return player, key


@transaction.atomic
def do_rename(player: Player, name: str) -> None:
    """Raises Refused as clean_name does, and name_taken if a neighbour at a table has it."""
    Player.objects.select_for_update().get(pk=player.pk)
    name = clean_name(name, parlour=player.parlour, player=player)
    key = name_key(name)
    if is_name_of_a_neighbour(key, player):
        raise Refused("name_taken")
    player.name, player.name_key = name, key
    player.save(update_fields=["name", "name_key"])
    transaction.on_commit(lambda: player_renamed.send(Player, player=player), robust=True)


def do_choose_piece(player: Player, mark: str) -> None:
    """The piece to sit down with where it is free; "" is any. Raises Refused bad_request."""
    if mark and mark not in MARKS:
        raise Refused("bad_request")
    Player.objects.filter(pk=player.pk).update(mark=mark)


def do_choose_shown(player: Player, *, profile: bool, leaderboards: bool) -> None:
    Player.objects.filter(pk=player.pk).update(
        is_profile_open=profile, is_on_leaderboards=leaderboards
    )


def do_note_use(key: PlayerKey, now: datetime) -> bool:
    """Notes that a key is in use, at most once a day. True if the browser's cookie should
    be renewed, which is once a week."""
    player = key.player
    if now - player.last_seen_at > SEEN_AGAIN_AFTER:
        Player.objects.filter(pk=player.pk).update(last_seen_at=now)
    if now - key.last_used_at <= RENEWED_AFTER:
        return False
    PlayerKey.objects.filter(pk=key.pk).update(last_used_at=now)
    return True


@transaction.atomic
def do_forget_key(key: str) -> None:
    """The browser with this key is nobody from now on. A guest without any other browser, seat
    or match leaves nothing behind."""
    row = PlayerKey.objects.select_related("player").filter(key_hash=hash_of_key(key)).first()
    if row is None:
        return
    row.delete()
    _strangers(Player.objects.filter(pk=row.player_id)).delete()


def do_forget_idle_players(now: datetime | None = None) -> int:
    """Deletes the guests of the parlour in scope who have not come for 400 days, wherever they
    sat; their matches keep the name they bore. Returns how many."""
    before = (now or clock.now()) - KEY_LIVES
    idle = Player.objects.filter(user__isnull=True, erased_at__isnull=True, last_seen_at__lt=before)
    number = idle.count()
    idle.delete()
    return number


def do_forget_sessions() -> None:
    """Sessions that have run out, and what lists them. What they were let into goes as well; who
    somebody plays as is told by their key and stays."""
    Session.objects.filter(expire_date__lt=clock.now()).delete()
    live = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=live).delete()


def _strangers(players: QuerySet[Player]) -> QuerySet[Player]:
    return players.filter(
        user__isnull=True,
        erased_at__isnull=True,
        keys__isnull=True,
        seats__isnull=True,
        match_seats__isnull=True,
    )
