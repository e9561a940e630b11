"""The pieces people play with, by their names."""

from django.utils.translation import pgettext

from kirakuken.accounts.models import MARKS


def mark_name(mark: str) -> str:
    """What a piece is: hat, lantern, fan, daruma, top, gourd."""
    return {
        "hat": pgettext("piece", "hat"),
        "lantern": pgettext("piece", "lantern"),
        "fan": pgettext("piece", "fan"),
        "daruma": pgettext("piece", "daruma"),
        "top": pgettext("piece", "top"),
        "gourd": pgettext("piece", "gourd"),
    }[mark]


def pieces() -> list[dict[str, str]]:
    """All of them, for a form: key, name and picture."""
    return [
        {"key": mark, "name": mark_name(mark), "image": f"img/marks/{mark}.svg"} for mark in MARKS
    ]
