"""The player of a browser. A row is made when somebody first takes a name, never by looking."""

from django.conf import settings
from django.db import IntegrityError
from django.http import HttpResponseBase
from django.utils.translation import get_language

from kirakuken.accounts.access import KEY_LIVES, access_key
from kirakuken.accounts.models import Player
from kirakuken.accounts.services import do_make_guest, do_rename
from kirakuken.accounts.tickets import key_of_ticket
from kirakuken.lib import limits
from kirakuken.lib.http import Request, address_of


def player_of_key(key: str) -> Player | None:
    """Whose key this is in the parlour in scope; None for foreign, old and invented keys."""
    row = access_key(key)
    return row.player if row is not None else None


def player_of_ticket(request: Request, ticket: str) -> Player | None:
    """The guest whom this form of this browser has made already."""
    key = key_of_ticket(request, ticket)
    return player_of_key(key) if key else None


def player_for_name(request: Request, name: str, *, ticket: str = "") -> Player:
    """Who this request is from now on: its player, renamed if another name was typed, or a new
    guest, whose key the answer carries. Raises Refused for a name that will not do.

    A form with a ticket that is sent twice makes one guest."""
    key = key_of_ticket(request, ticket)
    if request.player is None and key and (player := player_of_key(key)):
        request.player, request.new_player_key = player, key
        return player
    if request.player is not None:
        if name.strip() and name.strip() != request.player.name:
            do_rename(request.player, name)
        return request.player
    limits.use("player_per_address", address_of(request), parlour=request.parlour.pk)
    language = get_language() or request.parlour.language
    try:
        made = do_make_guest(request.parlour, name, language, key=key)
    except IntegrityError:
        if key is None or (player := player_of_key(key)) is None:
            raise
        made = player, key
    request.player, request.new_player_key = made
    return made[0]


def keep_key(response: HttpResponseBase, key: str) -> None:
    _keep(response, settings.PLAYER_COOKIE_NAME, key)


def keep_device(response: HttpResponseBase, mark: str) -> None:
    _keep(response, settings.DEVICE_COOKIE_NAME, mark)


def _keep(response: HttpResponseBase, name: str, secret: str) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=int(KEY_LIVES.total_seconds()),
        path="/",
        secure=settings.PLAYER_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def drop_key(response: HttpResponseBase) -> None:
    response.delete_cookie(settings.PLAYER_COOKIE_NAME, path="/", samesite="Lax")
