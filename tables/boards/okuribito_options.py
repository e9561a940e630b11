"""Okuribito's house rules in words, for forms, summaries and the rules page."""

from typing import Final

from django.utils.translation import gettext as _

from games.okuribito.model import Options
from tables.boards.base import OptionField
from tables.boards.okuribito_money import ryo

_USUAL: Final = Options()
_LIMITS: Final = (40, 64, 96)
_STARTS: Final = (5_000_000, 10_000_000, 20_000_000)
_TARGETS: Final = (50_000_000, 100_000_000, 200_000_000)


def option_fields() -> tuple[OptionField, ...]:
    return (_limit(), _start(), _target(), _gentle())


def _limit() -> OptionField:
    return OptionField(
        name="limit",
        label=_("Time limit"),
        description=_("With which festival the game ends if nobody has the winning fortune."),
        choices=tuple(
            (str(limit), _("%(count)s festivals") % {"count": limit}) for limit in _LIMITS
        ),
        usual=str(_USUAL.limit),
    )


def _start() -> OptionField:
    return OptionField(
        name="start",
        label=_("Starting funds"),
        description=_("Of the first in turn order; each later seat has 3% more."),
        choices=tuple((str(sum), ryo(sum)) for sum in _STARTS),
        usual=str(_USUAL.start),
    )


def _target() -> OptionField:
    return OptionField(
        name="target",
        label=_("Winning fortune"),
        description=_("Whoever reaches it first wins at that moment."),
        choices=tuple((str(sum), ryo(sum)) for sum in _TARGETS),
        usual=str(_USUAL.target),
    )


def _gentle() -> OptionField:
    return OptionField(
        name="gentle",
        label=_("Gentle table"),
        description=_("Fewer rules for a first game."),
        choices=(("off", _("All rules")), ("on", _("Gentle"))),
        usual="on" if _USUAL.gentle else "off",
        hints={
            "off": _("With tax and booked sales, matches and the Fortune teller."),
            "on": _(
                "No tax, no booked sales, no matches; a teahouse instead of the Fortune teller."
            ),
        },
    )


def option_words(field: OptionField, word: str) -> str:
    """The values of forms say little without their labels."""
    value = dict(field.choices)[word]
    if field.name == "gentle":
        return _("gentle table") if word == "on" else _("all rules")
    if field.name == "limit":
        return value
    return _("%(label)s %(value)s") % {"label": field.label, "value": value}
