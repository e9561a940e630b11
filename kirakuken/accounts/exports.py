"""Everything the house has of an account, in one ZIP of JSON files, packed by a worker.

Each parlour has a folder. What was played is told as its player saw it: the apps that hold it
say so in their Part.
"""

import io
import json
import zipfile
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress

from kirakuken.accounts.everywhere import players_of
from kirakuken.accounts.models import Export, Player, User
from kirakuken.accounts.parts import parts
from kirakuken.accounts.selectors import second_steps_of, sessions_of
from kirakuken.lib import clock
from kirakuken.lib.attempts import attempt
from kirakuken.lib.workers import hint
from kirakuken.parlours.access import role_of
from kirakuken.parlours.scope import with_parlour

KEPT = timedelta(days=1)
AT_ONCE = 5


def do_ask(user: User) -> None:
    """A fresh export; an older one is gone."""
    anew = {"asked_at": clock.now(), "made_at": None, "file": None}
    export, _made = Export.objects.update_or_create(user=user, defaults=anew)
    hint("accounts.pack", export.pk)


def do_pack(export_id: int) -> bool:
    """Packs what was asked for. Twice at once packs the same twice, which does no harm."""
    export = Export.objects.select_related("user").filter(pk=export_id, made_at=None).first()
    if export is None:
        return False
    export.file, export.made_at = zip_of(export.user), clock.now()
    return bool(
        Export.objects.filter(pk=export_id).update(file=export.file, made_at=export.made_at)
    )


def do_pack_due() -> int:
    """Exports that no worker has heard of, and an end to old ones."""
    Export.objects.filter(asked_at__lt=clock.now() - KEPT).delete()
    waiting = list(Export.objects.filter(made_at=None).values_list("pk", flat=True)[:AT_ONCE])
    return sum(bool(attempt("packing", partial(do_pack, export_id))) for export_id in waiting)


def file_of(user: User) -> bytes | None:
    export = Export.objects.filter(user=user).exclude(made_at=None).first()
    return bytes(export.file) if export is not None and export.file is not None else None


def zip_of(user: User) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        _put(file, "account.json", _account(user))
        _put(file, "sessions.json", _sessions(user))
        for player in players_of(user):
            folder = player.parlour.slug
            with with_parlour(player.parlour):
                _put(file, f"{folder}/player.json", _player(user, player))
                for part in parts():
                    for name, content in part.export(player).items():
                        _put(file, f"{folder}/{name}.json", content)
    return packed.getvalue()


def _account(user: User) -> dict[str, Any]:
    """Passwords, keys and seeds of codes are secrets against the reader of a file, too."""
    steps = second_steps_of(user)
    return {
        "user_name": user.username,
        "since": user.date_joined,
        "last_sign_in": user.last_login,
        "deletion_asked_at": user.leaving_at,
        "addresses": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "second_steps": [
            {"kind": kind, "since": one.created_at, "last_used": one.last_used_at}
            for kind, ones in steps.items()
            for one in ones
        ],
    }


def _sessions(user: User) -> list[dict[str, Any]]:
    return [{"since": one.created_at, "browser": one.user_agent} for one in sessions_of(user)]


def _player(user: User, player: Player) -> dict[str, Any]:
    return {
        "parlour": player.parlour.name,
        "name": player.name,
        "language": player.language,
        "piece": player.mark,
        "others_may_see_profile": player.is_profile_open,
        "on_leaderboards": player.is_on_leaderboards,
        "since": player.created_at,
        "last_seen": player.last_seen_at,
        "role": role_of(user.pk),
    }


def _put(file: zipfile.ZipFile, name: str, content: Any) -> None:
    file.writestr(name, json.dumps(content, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: Any) -> str:
    return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)
