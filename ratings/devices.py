"""The mark of a browser: whether two seats of a ranked match were played from one.

A browser with which a member goes to a ranked table gets a random cookie, apart from the key of
whoever is signed in, so that it stays when another account signs in. The house keeps its hash
beside the player, for 30 days; no address is kept.
"""

import hashlib
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings

from kirakuken.lib import clock
from kirakuken.lib.http import Request
from ratings.models import Device

KEPT = timedelta(days=30)
_MARK = re.compile(r"[A-Za-z0-9_-]{43}")


def do_note_device(request: Request) -> None:
    """Whoever asks goes to a ranked table with this browser."""
    if request.player is None or request.player.user_id is None:
        return
    mark = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    if not _MARK.fullmatch(mark):
        mark = secrets.token_urlsafe(32)
    request.new_device_mark = mark  # its cookie is renewed
    hashed = hashlib.sha256(mark.encode()).hexdigest()
    Device.objects.update_or_create(
        player=request.player, mark_hash=hashed, defaults={"seen_at": clock.now()}
    )


def do_forget_devices() -> int:
    gone, _by_model = Device.objects.filter(seen_at__lt=clock.now() - KEPT).delete()
    return int(gone)


def sit_at_one(players: Sequence[int]) -> bool:
    """Two of these went to their last ranked table with the same browser."""
    last: dict[int, str] = {}
    for player, mark in _marks(players):
        last.setdefault(player, mark)
    return len(set(last.values())) < len(last)


def sharing(players: Sequence[int]) -> set[int]:
    """Those of them who have used a browser of another's in the last 30 days."""
    rows = _marks(players)
    times = Counter(mark for _player, mark in rows)
    return {player for player, mark in rows if times[mark] > 1}


def _marks(players: Sequence[int]) -> list[tuple[int, str]]:
    """The latest first."""
    rows = Device.objects.filter(player__in=players, seen_at__gt=clock.now() - KEPT)
    return list(rows.order_by("-seen_at", "-pk").values_list("player_id", "mark_hash"))
