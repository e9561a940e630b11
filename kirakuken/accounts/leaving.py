"""Deleting an account: out at once, gone after a week in which it can be taken back.

What is left is a player without a name, whom ladders and old matches still count as one and
the same person. Nobody may ever take the user name again.
"""

from datetime import timedelta
from functools import partial

from django.db import transaction

from kirakuken.accounts.access import hash_of_name
from kirakuken.accounts.account_words import last_letter
from kirakuken.accounts.everywhere import do_forget_browsers, is_sole_owner, players_of
from kirakuken.accounts.letters import do_write
from kirakuken.accounts.models import Player, SeatMove, TakenName, User
from kirakuken.accounts.names import FORMER
from kirakuken.accounts.parts import parts
from kirakuken.accounts.selectors import address_of_account, sessions_of
from kirakuken.lib import clock
from kirakuken.lib.attempts import attempt
from kirakuken.lib.errors import Refused
from kirakuken.parlours.scope import with_parlour

REGRET = timedelta(days=7)
AT_ONCE = 20


def do_ask_to_leave(user: User) -> None:
    """Signed out everywhere and out of every match; a computer player takes the seats. Raises
    Refused sole_owner for somebody without whom a parlour would have no owner."""
    if is_sole_owner(user):
        raise Refused("sole_owner")
    with transaction.atomic():
        user.leaving_at = clock.now()
        user.save(update_fields=["leaving_at"])
        for session in sessions_of(user):
            session.end()
        do_forget_browsers(user)
        address = address_of_account(user.pk)
        if address:
            do_write(address, *last_letter(user.username))
    _get_up(user)


def do_stay(user: User) -> None:
    """Taken back in time. Seats that were left stay left."""
    user.leaving_at = None
    user.save(update_fields=["leaving_at"])


def do_erase_due() -> int:
    """Erases the accounts whose week has passed; how many."""
    before = clock.now() - REGRET
    due = User.objects.filter(leaving_at__lte=before).order_by("leaving_at")[:AT_ONCE]
    return sum(bool(attempt("deletion", partial(do_erase, user))) for user in due)


def do_erase(user: User) -> bool:
    """For good. False if it was taken back in the last moment, or is gone already."""
    _get_up(user)  # they may have come back in the week, and sat down
    with transaction.atomic():
        return _erase(user)


def _get_up(user: User) -> None:
    for player in players_of(user):
        with with_parlour(player.parlour):
            for part in parts():
                part.leave(player)


def _erase(user: User) -> bool:
    locked = User.objects.select_for_update().filter(pk=user.pk).first()
    if locked is None or locked.leaving_at is None:
        return False
    for player in players_of(locked):
        with with_parlour(player.parlour):
            _erase_player(player)
    TakenName.objects.get_or_create(name_hash=hash_of_name(locked.name_key))
    locked.delete()  # with its addresses, second steps, sessions and roles
    return True


def _erase_player(player: Player) -> None:
    for part in parts():
        part.erase(player)
    player.keys.all().delete()
    SeatMove.objects.filter(player=player).delete()
    player.user = None
    player.name, player.name_key, player.mark = FORMER, "", ""
    player.is_profile_open = player.is_on_leaderboards = False
    player.erased_at = clock.now()
    player.save()
