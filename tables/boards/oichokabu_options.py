"""Oicho-Kabu's house rules in words, for forms, summaries and the rules page."""

from typing import Final

from django.utils.translation import gettext as _

from games.oichokabu.model import (
    Arashi,
    EqualValues,
    FirstDealer,
    KuppinShippin,
    Options,
    Passing,
)
from tables.boards.base import OptionField

_USUAL: Final = Options()


def option_fields() -> tuple[OptionField, ...]:
    return (
        _equal_values(),
        _arashi(),
        _kuppin_shippin(),
        _first_dealer(),
        _passing(),
        _length(),
    )


def _equal_values() -> OptionField:
    return OptionField(
        name="equal_values",
        label=_("Equal values"),
        description=_("What happens when a card and the dealer have the same last digit."),
        choices=(
            (EqualValues.DRAW.value, _("Draw")),
            (EqualValues.DEALER.value, _("Dealer wins")),
        ),
        usual=_USUAL.equal_values.value,
        hints={
            EqualValues.DRAW.value: _("No points move."),
            EqualValues.DEALER.value: _(
                "Every tie is the dealer’s. That is a large advantage for whoever deals."
            ),
        },
    )


def _arashi() -> OptionField:
    return OptionField(
        name="arashi",
        label=_("Arashi"),
        description=_("Who can have three cards of one month."),
        choices=(
            (Arashi.BOTH.value, _("Dealer and players")),
            (Arashi.PLAYERS_ONLY.value, _("Players only")),
        ),
        usual=_USUAL.arashi.value,
        hints={
            Arashi.BOTH.value: _("The dealer’s Arashi takes the points three or five times too."),
            Arashi.PLAYERS_ONLY.value: _(
                "A dealer’s three of a kind counts by its last digit, nothing more."
            ),
        },
    )


def _kuppin_shippin() -> OptionField:
    return OptionField(
        name="kuppin_shippin",
        label=_("Kuppin and Shippin"),
        description=_("Whether 9 and 1, or 4 and 1, have to come in that order."),
        choices=(
            (KuppinShippin.ANY_ORDER.value, _("In any order")),
            (KuppinShippin.IN_ORDER.value, _("9 or 4 first")),
        ),
        usual=_USUAL.kuppin_shippin.value,
        hints={
            KuppinShippin.ANY_ORDER.value: _("1 and 9 is a Kuppin, 1 and 4 a Shippin."),
            KuppinShippin.IN_ORDER.value: _(
                "1 and 9 is a plain 0, 1 and 4 a plain 5. Both hands become rarer."
            ),
        },
    )


def _first_dealer() -> OptionField:
    return OptionField(
        name="first_dealer",
        label=_("First dealer"),
        description=_("How the first dealer of a game is found."),
        choices=(
            (FirstDealer.TURN_CARD.value, _("Everybody turns a card")),
            (FirstDealer.HOST.value, _("The host")),
            (FirstDealer.RANDOM.value, _("By lot")),
        ),
        usual=_USUAL.first_dealer.value,
        hints={
            FirstDealer.TURN_CARD.value: _(
                "The card nearest to 9 deals; those who tie turn again."
            ),
            FirstDealer.HOST.value: _("Whoever opened the table deals first."),
            FirstDealer.RANDOM.value: _("Every seat is equally likely."),
        },
    )


def _passing() -> OptionField:
    return OptionField(
        name="passing",
        label=_("Passing the deal"),
        description=_("When the next seat becomes the dealer."),
        choices=(
            (Passing.GOKE.value, _("On Goke, or after three hands")),
            (Passing.EVERY_HAND.value, _("After every hand")),
        ),
        usual=_USUAL.passing.value,
        hints={
            Passing.GOKE.value: _(
                "A dealer with 5 or less passes on. Kuppin and Arashi do not count for that."
            ),
            Passing.EVERY_HAND.value: _("Everybody deals equally often."),
        },
    )


def _length() -> OptionField:
    return OptionField(
        name="length",
        label=_("Length"),
        description=_("How often the deal goes round the table."),
        choices=(("1", _("Once round")), ("2", _("Twice round")), ("3", _("Three times round"))),
        usual=str(_USUAL.length),
    )
