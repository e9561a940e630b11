"""An account and the browsers it is used in.

Signing up keeps the guest: the same player, with seats and history, has an account from then on.
Signing in makes the browser the account's player of this parlour; a guest whom it held waits
behind until they are brought along, or until the account signs out again. Who plays is told by
the player's cookie as before, so that a session's end takes nobody's seat.
"""

import secrets
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import get_language

from kirakuken.accounts.access import hash_of_key
from kirakuken.accounts.everywhere import do_forget_browsers
from kirakuken.accounts.models import Player, PlayerKey, SeatMove, User
from kirakuken.accounts.names import clean_name, name_key, offered_name
from kirakuken.accounts.parts import parts
from kirakuken.accounts.services import KEY_BYTES, player_moved, player_renamed
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request
from kirakuken.parlours.models import Parlour

KEY = "player_key"  # in the session: the id of the key that this sign-in gave the browser
GUEST = "guest_key"  # in the session: the id of the key of the guest who waits behind
_TRIES = 20


@transaction.atomic
def do_keep(user: User, guest: Player, name: str) -> Player:
    """The guest has this account from now on, under the name they bear or another one. Raises
    Refused for a name that will not do, and nothing_to_bring if they have an account by now."""
    player = Player.objects.select_for_update().get(pk=guest.pk)
    if player.user_id is not None:
        raise Refused("nothing_to_bring")
    player.name = clean_name(name, parlour=player.parlour, player=player)
    player.name_key = name_key(player.name)
    player.user = user
    player.save(update_fields=["user", "name", "name_key"])
    SeatMove.objects.filter(player=player).delete()
    transaction.on_commit(lambda: player_renamed.send(Player, player=player), robust=True)
    return player


@transaction.atomic
def do_come_in(request: Request, user: User) -> Player:
    """This browser acts as the account's player, under a key that nobody can have had before."""
    here, held = request.player, request.player_key
    mine = _player_of(user, request.parlour)
    key = secrets.token_urlsafe(KEY_BYTES)
    if held is not None and held.player_id == mine.pk:
        # The same row, so that the sockets of its open pages stay.
        PlayerKey.objects.filter(pk=held.pk).update(key_hash=hash_of_key(key))
        row = held
    else:
        if here is not None and held is not None:
            _set_aside(request, here, held)
        row = PlayerKey.objects.create(player=mine, key_hash=hash_of_key(key))
    request.session[KEY] = row.pk
    request.player, request.player_key, request.new_player_key = mine, row, key
    return mine


def do_go_out(request: Request, user: User, guest_key: int | None) -> None:
    """After signing out: the browser is the guest again whom it held before, or a stranger."""
    held = request.player_key
    request.player = request.player_key = request.new_player_key = None
    if held is not None and held.player.user_id == user.pk:
        held.delete()
        player = held.player
        transaction.on_commit(lambda: player_moved.send(Player, player=player), robust=True)
    row = _row_of_guest(guest_key)
    if row is not None:
        key = secrets.token_urlsafe(KEY_BYTES)
        PlayerKey.objects.filter(pk=row.pk).update(key_hash=hash_of_key(key))
        request.player, request.player_key, request.new_player_key = row.player, row, key


def waiting_guest(request: Request) -> Player | None:
    """The guest whom this browser held before the account came in."""
    row = _row_of_guest(request.session.get(GUEST))
    return row.player if row is not None else None


def do_bring(request: Request, member: Player) -> None:
    """The waiting guest's seats and matches become the member's, and the guest is no more. Raises
    Refused where that cannot be, with nothing changed."""
    guest = waiting_guest(request)
    if guest is None:
        raise Refused("nothing_to_bring")
    for part in parts():
        part.check_bring(guest, member)
    for part in parts():
        part.bring(guest, member)
    guest.delete()
    request.session.pop(GUEST, None)
    # Pages that were open as the guest find out, and load themselves anew as the member.
    player_moved.send(Player, player=member)


def what_they_have(player: Player) -> dict[str, int]:
    """How many "seats" at tables and "matches" are a player's."""
    counts: dict[str, int] = {}
    for part in parts():
        for what, number in part.counts(player).items():
            counts[what] = counts.get(what, 0) + number
    return counts


def forget_other_browsers(request: Request, user: User, **_signal: Any) -> None:
    """Hears that a password is new: django-allauth ends the other sessions, and where they were
    nobody plays as the account any more."""
    here = request.session.get(KEY) if request.user.pk == user.pk else None
    do_forget_browsers(user, but=here)


def _player_of(user: User, parlour: Parlour) -> Player:
    """Made at the account's first coming to this parlour."""
    known = Player.objects.filter(user=user).first()
    if known is not None:
        return known
    language = get_language() or parlour.language
    name = _free_name(user.username, parlour, language)
    try:
        with transaction.atomic():
            return Player.objects.create(
                parlour=parlour, user=user, name=name, name_key=name_key(name), language=language
            )
    except IntegrityError:  # two sign-ins at once
        return Player.objects.get(user=user)


def _free_name(wanted: str, parlour: Parlour, language: str) -> str:
    """The user name if it will do here, else one that nobody has."""
    for name in [wanted, *(offered_name(language) for _ in range(_TRIES))]:
        try:
            return clean_name(name, parlour=parlour)
        except Refused:
            continue
    raise Refused("name_taken")


def _set_aside(request: Request, here: Player, held: PlayerKey) -> None:
    """Whom the browser was until now: another account goes, a guest with anything waits."""
    if here.user_id is None and any(what_they_have(here).values()):
        request.session[GUEST] = held.pk
        return
    held.delete()
    if here.user_id is None:
        here.delete()


def _row_of_guest(key_id: object) -> PlayerKey | None:
    if not isinstance(key_id, int):
        return None
    rows = PlayerKey.objects.select_related("player__parlour").filter(pk=key_id, moved_at=None)
    return rows.filter(player__user=None, player__erased_at=None).first()
