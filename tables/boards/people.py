"""The people around a board, and how they are called."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from games.core.cpu import USUAL, Level
from kirakuken.accounts.names import FORMER
from kirakuken.accounts.pieces import mark_name as mark_name
from kirakuken.lib.writing import set_apart

_KANJI: Final = "〇一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a chair: a guest, a member or a CPU, with the piece they play."""

    seat: int
    name: str
    mark: str
    is_cpu: bool
    is_away: bool
    is_host: bool = False

    def __post_init__(self) -> None:
        name = gettext("former player") if self.name == FORMER else set_apart(self.name)
        object.__setattr__(self, "name", name)

    @property
    def called(self) -> str:
        """The name as sentences use it; CPUs are called by their bare names."""
        if self.is_cpu:
            return self.name
        return pgettext("how a player is called", "%(name)s") % {"name": self.name}


def cpu_name(number: int) -> str:
    """The name of a table's CPU number 1, 2, …: Karakuri 3, からくり三号."""
    if (get_language() or "").startswith("ja"):
        return f"からくり{kanji_number(number)}号"
    return f"Karakuri {number}"


def level_name(level: str) -> str:
    """How well a CPU plays, in a word; "" is the usual level."""
    return {
        Level.GENTLE: pgettext("level of a CPU", "gentle"),
        Level.SOUND: pgettext("level of a CPU", "sound"),
        Level.STRONG: pgettext("level of a CPU", "strong"),
    }[Level(level or USUAL)]


def kanji_number(number: int) -> str:
    """1 to 99 as it is written in upright text: 三, 十二, 二十."""
    tens, ones = divmod(number, 10)
    written = "" if not tens else ("" if tens == 1 else _KANJI[tens]) + "十"
    return written + (_KANJI[ones] if ones or not tens else "")


def example_names() -> tuple[str, ...]:
    """Of the people in the examples of the rules pages."""
    return (
        pgettext("player in an example", "Haru"),
        pgettext("player in an example", "Aoi"),
        pgettext("player in an example", "Ren"),
        pgettext("player in an example", "Mio"),
    )
