"""One account in all its parlours. Signing out everywhere, packing everything and leaving are
the account's own business, so they alone of all that people do reach across parlours."""

from collections.abc import Iterable

from django.db import transaction

from kirakuken.accounts.models import Player, PlayerKey, SeatMove, User
from kirakuken.accounts.services import player_moved
from kirakuken.parlours.models import Membership
from kirakuken.parlours.scope import across_parlours, with_parlour


def players_of(user: User) -> list[Player]:
    """Who the account is, with the parlour of each."""
    with across_parlours():
        return list(Player.objects.filter(user=user).select_related("parlour").order_by("pk"))


@transaction.atomic
def do_forget_browsers(
    user: User, *, only: Iterable[int] | None = None, but: int | None = None
) -> None:
    """Browsers that act as the account's players do so no more: all of them, or `only` those
    with these keys; the key `but` stays good. Open tables are told."""
    with across_parlours():
        keys = PlayerKey.objects.filter(player__user=user)
        if only is not None:
            keys = keys.filter(pk__in=list(only))
        if but is not None:
            keys = keys.exclude(pk=but)
        keys.delete()
        SeatMove.objects.filter(player__user=user).delete()
    transaction.on_commit(lambda: tell_tables(user), robust=True)


def tell_tables(user: User) -> None:
    """Pages of browsers that were let go find out that they are nobody's any more."""
    for player in players_of(user):
        with with_parlour(player.parlour):
            player_moved.send(Player, player=player)


def is_sole_owner(user: User) -> bool:
    """Whether some parlour has no other owner than this account."""
    owner = Membership.Role.OWNER
    with across_parlours():
        owned = list(Membership.objects.filter(user=user, role=owner).values_list("parlour_id"))
        for (parlour_id,) in owned:
            others = Membership.objects.filter(parlour_id=parlour_id, role=owner)
            if not others.exclude(user=user).filter(user__leaving_at=None).exists():
                return True
    return False
