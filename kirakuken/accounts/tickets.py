"""One form, one guest: what makes a form that is sent twice find the same new player.

Somebody without a cookie who presses twice sends two requests, neither of which knows of the
other. The page's form therefore carries a ticket, and the new player's key is derived from it
and from the browser's CSRF secret: the same form from the same browser has the same key, and
the ticket alone is worth nothing.
"""

import secrets

from django.core import signing
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

_SALT = "kirakuken.accounts.ticket"
GOOD_FOR = 24 * 3600  # seconds


def new_ticket() -> str:
    return signing.TimestampSigner(salt=_SALT).sign(secrets.token_urlsafe(16))


def key_of_ticket(request: HttpRequest, ticket: str) -> str | None:
    """The key of the player that this form makes; None for a ticket that is not good here."""
    browser = request.META.get("CSRF_COOKIE")
    if not ticket or not browser:
        return None
    try:
        signing.TimestampSigner(salt=_SALT).unsign(ticket, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return salted_hmac(_SALT, f"{ticket}\0{browser}", algorithm="sha256").hexdigest()
