"""Words of others among ours."""

import unicodedata
from collections.abc import Iterable

from django.utils.translation import get_language

_FENCE, _END = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_LEFTWARD = {"R", "AL", "AN"}


def set_apart(name: str) -> str:
    """A name in letters that run from right to left, fenced off: next to "שלום" a bare "3"
    would change sides, and with it the words and scores of our sentences."""
    if any(unicodedata.bidirectional(letter) in _LEFTWARD for letter in name):
        return f"{_FENCE}{name}{_END}"
    return name


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other; in Japanese no space follows a full stop."""
    return ("" if get_language() == "ja" else " ").join(each for each in sentences if each)
