"""Host → parlour → scope, for every request. The only way a parlour gets into a request.

Sockets do the same look-up with `parlour_of_host`. X-Forwarded-Host is never read.
"""

import copy
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils import translation

from kirakuken.lib.languages import language_of
from kirakuken.parlours.access import find_parlour
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour

KNOWN_FOR = 60  # seconds a look-up is remembered in this process, found or not
MOST_KNOWN = 1000  # hosts remembered; somebody who invents hosts must not fill the memory
PARLOUR_IN_SESSION = "parlour_id"

_known: dict[str, tuple[float, Parlour | None]] = {}


class ParlourMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            host = request.get_host()
        except DisallowedHost:
            return _page_without_parlour(request, 400)
        parlour = parlour_of_host(host)
        if parlour is None:
            return _page_without_parlour(request, 404)
        request.parlour = parlour  # type: ignore[attr-defined]
        with with_parlour(parlour):
            return self.get_response(request)


def parlour_of_host(host: str) -> Parlour | None:
    """The open parlour of a Host header's value, with or without port; None: there is none.

    A copy for the caller alone: whoever changes it changes nothing for other requests.
    """
    name, _port = split_domain_port(host)  # lower case, without a trailing dot; "" is malformed
    if not name:
        return None
    now = time.monotonic()
    until, parlour = _known.get(name, (0.0, None))
    if until <= now:
        parlour = find_parlour(name)
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[name] = (now + KNOWN_FOR, parlour)
    return copy.copy(parlour)


def forget_hosts(**_kwargs: Any) -> None:
    """After a change of parlours or domains; other processes learn of it within a minute."""
    _known.clear()


class SessionOfThisParlour:
    """A session belongs to the parlour it was begun in. One table of sessions serves all hosts,
    so a cookie carried to another parlour's host would otherwise be good there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        parlour: Parlour = request.parlour  # type: ignore[attr-defined]
        session = request.session
        if session.session_key and session.get(PARLOUR_IN_SESSION) != parlour.pk:
            # Nobody's session here. The row is left alone: it is the other parlour's.
            request.session = type(session)()
        response = self.get_response(request)
        if request.session.modified and not request.session.is_empty():
            request.session[PARLOUR_IN_SESSION] = parlour.pk
        return response


def session_of(session_key: str | None, parlour: Parlour) -> Mapping[str, Any]:
    """What a session of this parlour holds, to be read only; for sockets. Empty if foreign."""
    if not session_key:
        return {}
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    held: dict[str, Any] = store.load()
    return held if held.get(PARLOUR_IN_SESSION) == parlour.pk else {}


def _page_without_parlour(request: HttpRequest, status: int) -> HttpResponse:
    """Says that nobody is at home here, and nothing about any parlour."""
    language = language_of(request)
    with translation.override(language):
        words = render_to_string("unknown_host.html", {"language": language, "status": status})
    return HttpResponse(words, status=status, headers={"Content-Language": language})
