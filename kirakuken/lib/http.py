"""What every view may count on: the request's type, the client's address, private answers."""

import ipaddress
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from kirakuken.accounts.models import Player, PlayerKey
    from kirakuken.parlours.models import Parlour

# Apps whose pages show what belongs to one person or one seat.
PRIVATE_PAGES = {"tables", "matches", "accounts", "admin"}


class Request(HttpRequest):
    """A request as it arrives at a view: in a parlour, perhaps from somebody known there."""

    parlour: "Parlour"
    player: "Player | None"
    # Who this browser was until they moved to another one; then `player` is None.
    moved_player: "Player | None"
    # By which key this browser is known as `player`.
    player_key: "PlayerKey | None"
    htmx: HtmxDetails
    # Set when this request made a new player: the middleware gives the browser its key.
    new_player_key: str | None
    # Set when this browser was given a device mark (ratings/devices.py): the same for its mark.
    new_device_mark: str | None


def address_of(request: HttpRequest) -> str:
    """Whom limits per address count: see `address_from`."""
    return address_from(
        str(request.META.get("REMOTE_ADDR", "")), request.headers.get("X-Forwarded-For", "")
    )


def address_from(peer: str, forwarded_for: str) -> str:
    """The client's address, given the other end of the connection and X-Forwarded-For.

    Each of `settings.TRUSTED_PROXIES` proxies of ours appended the address it saw; what stands
    further left was written by the client and means nothing. One household has a whole /64 of
    IPv6, so such an address is cut to that.
    """
    seen = [word.strip() for word in forwarded_for.split(",")]
    proxies = settings.TRUSTED_PROXIES
    address = seen[-proxies] if 0 < proxies <= len(seen) else peer
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return peer
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asked: it gets words to show, not a page."""
    if request.headers.get("HX-Request") == "true":
        return True
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def is_path(wanted: str) -> bool:
    """Whether an address that somebody sent is a path of the host they are at, and no way out of
    the house."""
    return wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)


def with_way_back(path: str, on: str) -> str:
    """The address of a page that leads on to the path `on` in the end; "" is nowhere."""
    return f"{path}?{urlencode({'next': on})}" if on else path


def see_other(to: str, *args: object) -> HttpResponseRedirect:
    """After a POST: go and GET that page (303), named as for `redirect`."""
    response = HttpResponseRedirect(resolve_url(to, *args))
    response.status_code = 303
    return response


class HeadersMiddleware:
    """What every answer of ours carries, refusals and errors too. Static files have their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        if "Cache-Control" not in response.headers:
            match = request.resolver_match
            is_private = match is not None and (
                match.app_name in PRIVATE_PAGES or match.route.startswith("you/")
            )
            # Other pages show the reader's name too; a browser may keep them, but asks again.
            response.headers["Cache-Control"] = "no-store" if is_private else "private, no-cache"
        patch_vary_headers(response, ["Host"])
        return response


def is_readable(request: HttpRequest) -> bool:
    """No browser sends a NUL of its own accord, and PostgreSQL answers one with an error. In
    what is posted the forms look after that."""
    texts = [request.path_info, *request.COOKIES.values()]
    return "%00" not in request.META.get("QUERY_STRING", "") and "\0" not in "".join(texts)


class Utf8Middleware:
    """What comes is text in UTF-8, as all our pages have it. Django takes the parts of a form
    for whatever their `charset` says, and fails where that is no text, such as "hex"."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_utf_8 = (request.encoding or "utf-8").lower() in {"utf-8", "utf8"}
        if not (is_utf_8 and is_readable(request)):
            raise BadRequest("Not text in UTF-8.")
        return self.get_response(request)
