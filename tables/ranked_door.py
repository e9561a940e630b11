"""Why somebody may not play ranked now, and the way to where that is mended."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import with_way_back
from kirakuken.lib.refusals import words_for
from tables.services.ranked import check_player


@dataclass(frozen=True, slots=True)
class Way:
    """A link: what it says and where it leads."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """`ways` are empty where only time helps."""

    words: str
    ways: tuple[Way, ...] = ()


def why_not_ranked(player: Player | None, come_back: str) -> WhyNot | None:
    """None for whoever may play. `come_back` is the path that they are on."""
    try:
        check_player(player)
    except Refused as refused:
        return WhyNot(words_for(refused.code), _ways(refused.code, player, come_back))
    return None


def _ways(code: str, player: Player | None, come_back: str) -> tuple[Way, ...]:
    def way(words: str, page: str) -> Way:
        return Way(words, with_way_back(reverse(page), come_back))

    if code == "ranked_members":
        is_guest = player is not None
        keep = _("Keep this as an account") if is_guest else _("Open an account")
        return way(keep, "account_signup"), way(_("Sign in"), "account_login")
    if code == "ranked_address":
        return (
            way(_("E-mail address"), "account_email"),
            Way(_("It is confirmed now"), come_back),
        )
    return ()
