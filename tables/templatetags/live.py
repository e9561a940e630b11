"""What an open page needs to stay fresh, printed into its first version (see pages.py)."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tables.frames import Page, filled

register = template.Library()


@register.simple_tag
def live_root(page: Page) -> SafeString:
    """The attributes of the element that static/js/live.js reads: which table, match and
    version the page shows, and where to ask for more."""
    table = page.table
    facts = {
        "table": table,
        "seat": page.viewer,
        "room": page.room,
        "match": page.match,
        "v": page.v,
        "kind": page.kind,
        "lang": page.language,
        "decision": page.decision,
        "left": page.left,
        "socket": f"/ws/t/{table}/",
        "since": reverse("tables:since", args=[table]),
        "title": page.title,
        "marks": " ".join(f"{name}:{mark}" for name, mark in page.marks.items()),
        "scene": " ".join(sorted({name for shown in page.scene.values() for name in shown})),
        "next": page.next_match,
        "chair": page.chair,
        "nonce": None
        if page.viewer is page.chair is None
        else reverse("tables:nonce", args=[table]),
    }
    return format_html_join(
        " ",
        'data-{}="{}"',
        ((name, "" if value is None else value) for name, value in facts.items()),
    )


@register.simple_tag
def region_mark(page: Page, name: str) -> SafeString:
    """Tells the script which HTML a region shows, so that it replaces only what differs."""
    return format_html('data-mark="{}"', page.marks.get(name, ""))


@register.simple_tag(takes_context=True)
def region(context: dict[str, Any], page: Page, name: str) -> SafeString:
    """A region's HTML, its forms with this reader's token and fresh one-time ids."""
    request = context["request"]
    return filled(
        page.regions.get(name, ""),
        token=str(context.get("csrf_token") or ""),
        origin=f"{request.scheme}://{request.get_host()}",
    )
