"""Pieces of pages as HTML, made without a request: they are the same for everybody with these
eyes. Their forms get token and one-time ids from `frames.filled`, or from the script."""

import re
from typing import Any

from django.template import Context, Template
from django.template.loader import get_template

_INDENTED = re.compile(r"\s*\n\s*")  # lines of templates, which nobody sees


def fragment(template: str, context: dict[str, Any]) -> str:
    """As plain text, which frames are made of."""
    made: Template = get_template(template).template  # type: ignore[attr-defined]
    return _INDENTED.sub("\n", made.render(Context(context, use_l10n=False))).strip()
