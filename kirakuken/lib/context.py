"""What every page may show, whoever made it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from kirakuken.lib.in_app import in_app_browser

# Chosen in the browser and kept there (static/js/theme.js); printed so that no page flashes.
THEMES = ("light", "dark")


def page(request: HttpRequest) -> dict[str, Any]:
    """The parlour and the player are absent on pages made before they are known."""
    return {
        "parlour": getattr(request, "parlour", None),
        "player": getattr(request, "player", None),
        "LANGUAGES": settings.LANGUAGES,
        "language": get_language(),
        "in_app": in_app_browser(request.headers.get("User-Agent", "")),
        "theme": theme if (theme := request.COOKIES.get("kk_theme")) in THEMES else "",
    }
