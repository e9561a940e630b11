"""Tags that draw a board from its scene, so that page and later frames cannot differ."""

from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tables.boards.base import Scene

register = template.Library()


@register.simple_tag(takes_context=True)
def scene(context: Context, element: str, number: Any = "", ending: str = "") -> SafeString:
    """`id` and attributes of one element: `{% scene "lens" %}`, `{% scene "pc-" seat %}`."""
    name = f"{element}{number}{ending}"
    attributes = _element(context, name)
    pairs = [("id", name), *((key, attributes[key]) for key in attributes if key != "text")]
    return format_html_join(" ", '{}="{}"', pairs)


@register.simple_tag(takes_context=True)
def scene_image(
    context: Context, element: str, number: Any = "", ending: str = "", *, width: int, height: int
) -> SafeString:
    """A picture whose file and words (src, alt) are the scene's."""
    attributes = scene(context, element, number, ending)
    return format_html('<img class="c" width="{}" height="{}" {}>', width, height, attributes)


@register.simple_tag(takes_context=True)
def scene_text(context: Context, element: str, number: Any = "", ending: str = "") -> str:
    """The text of one element; `number` and `ending` make up ids such as `seat-0-at`."""
    return _element(context, f"{element}{number}{ending}").get("text", "")


@register.simple_tag
def mark_url(mark: str) -> str:
    """Where the drawing of a piece lies."""
    return static(f"img/marks/{mark}.svg")


@register.simple_tag
def mark(mark: str, alt: str = "") -> SafeString:
    """The drawing of a piece; without words where the name stands beside it."""
    return format_html('<img src="{}" alt="{}" width="48" height="48">', mark_url(mark), alt)


@register.filter
def seconds(milliseconds: int) -> int:
    """Whole seconds left, counting the one that has begun."""
    return -(-milliseconds // 1000)


def _element(context: Context, name: str) -> dict[str, str]:
    drawn: Scene = context["scene"]
    return drawn.get(name, {})
