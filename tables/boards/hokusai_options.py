"""The sugoroku's house rules in words, for forms, summaries and the rules page."""

from typing import Final

from django.utils.translation import gettext as _

from games.hokusai.model import GettingHome, Options
from tables.boards.base import OptionField

_USUAL: Final = Options()


def option_fields() -> tuple[OptionField, ...]:
    return (_getting_home(), _rank_everyone())


def _getting_home() -> OptionField:
    return OptionField(
        name="getting_home",
        label=_("Getting home"),
        description=_("What happens when a roll is larger than the way home."),
        choices=(
            (GettingHome.AS_PRINTED.value, _("As printed")),
            (GettingHome.BOUNCE_BACK.value, _("Bounce back")),
            (GettingHome.OVER_IS_FINE.value, _("Over is fine")),
        ),
        usual=_USUAL.getting_home.value,
        hints={
            GettingHome.AS_PRINTED.value: _(
                "Extra pips send the piece to the places the preface names: "
                "Shibuya, Sangenjaya, Futago, Mizonokuchi, Nagatsuta."
            ),
            GettingHome.BOUNCE_BACK.value: _(
                "Extra pips are walked back from Nihonbashi, one square each."
            ),
            GettingHome.OVER_IS_FINE.value: _("Any roll that reaches Nihonbashi is good enough."),
        },
    )


def _rank_everyone() -> OptionField:
    return OptionField(
        name="rank_everyone",
        label=_("Rank everyone"),
        description=_("Whether the game goes on after the first piece is home."),
        choices=(("off", _("Ends with the first piece home")), ("on", _("Everyone plays on"))),
        usual="on" if _USUAL.rank_everyone else "off",
        hints={
            "off": _("The others are placed by how far they have come; equal squares share."),
            "on": _("Places go by the order of getting home; the last piece need not play on."),
        },
    )
