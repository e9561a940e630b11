"""Which language a page is in, and the one place where it is chosen.

Rules pages say it in their address. Elsewhere: the cookie that the switch sets, then the
language the player is known to read, then what the browser asks for, then the parlour's.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.views.decorators.http import require_POST

from kirakuken.lib.errors import Refused
from kirakuken.lib.http import is_path, see_other

CODES = tuple(code for code, _name in settings.LANGUAGES)
COOKIE_AGE = 400 * 24 * 3600


class LanguageMiddleware:
    """Stands after the parlour and the player are known, and around everything with words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        language = language_of(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


def language_of(request: HttpRequest) -> str:
    first = request.path_info.split("/", 2)[1:2]
    if first and first[0] in CODES:
        return first[0]
    known = [
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME),
        getattr(getattr(request, "player", None), "language", None),
        accepted_language(request.headers.get("Accept-Language", "")),
        getattr(getattr(request, "parlour", None), "language", None),
    ]
    return next((code for code in known if code in CODES), CODES[0])


def accepted_language(header: str) -> str | None:
    """The most wanted of our languages in an Accept-Language header: "ja-JP,en;q=0.5" is ja.

    Django's own choice would fall back on LANGUAGE_CODE before the parlour's is asked.
    """
    wanted: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        tag, _, weight = part.strip().partition(";")
        code = tag.strip().lower().split("-")[0]
        if code in CODES and (quality := _quality(weight)) > 0:
            wanted.append((quality, code))
    return max(wanted, key=lambda one: one[0])[1] if wanted else None


def _quality(weight: str) -> float:
    number = weight.strip().removeprefix("q=").strip()
    if not number:
        return 1.0
    return float(number) if number.replace(".", "", 1).isdecimal() and number.isascii() else 0.0


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """POST language, next: remembers the language and goes back to the page."""
    language = request.POST.get("language", "")
    if language not in CODES:
        raise Refused("bad_request")
    player = getattr(request, "player", None)
    if player is not None and player.language != language:
        player.language = language
        player.save(update_fields=["language"])
    response = see_other(_in(language, safe_next(request)))
    keep_language(response, language)
    return response


def keep_language(response: HttpResponseBase, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=COOKIE_AGE,
        secure=settings.BEHIND_TLS,
        httponly=True,
        samesite="Lax",
    )


def safe_next(request: HttpRequest, otherwise: str = "/") -> str:
    """The posted `next` if it is a path on this very host, else the front page."""
    wanted = request.POST.get("next", "")
    return wanted if is_path(wanted) else otherwise


def _in(language: str, path: str) -> str:
    """The same page in `language`, where the address names one."""
    for code in CODES:
        if path.startswith(f"/{code}/"):
            return f"/{language}/{path.removeprefix(f'/{code}/')}"
    return path
