"""What table cards, last digits and hands are called, in the language that is active."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.oichokabu.cards import CARD_NAMES, DIGIT_NAMES
from games.oichokabu.worth import Hand, Kind


def card_name(card: int) -> str:
    """OC-16, by card order."""
    return {
        "Kata": pgettext("table card", "Kata"),
        "Niban": pgettext("table card", "Niban"),
        "Sanban": pgettext("table card", "Sanban"),
        "Hiki": pgettext("table card", "Hiki"),
    }[CARD_NAMES[card].english]


def digit_name(digit: int) -> str:
    """OC-41"""
    return {
        "Buta": pgettext("last digit", "Buta"),
        "Pin": pgettext("last digit", "Pin"),
        "Nizō": pgettext("last digit", "Nizō"),
        "Santa": pgettext("last digit", "Santa"),
        "Yotsuya": pgettext("last digit", "Yotsuya"),
        "Goke": pgettext("last digit", "Goke"),
        "Roppō": pgettext("last digit", "Roppō"),
        "Shichiken": pgettext("last digit", "Shichiken"),
        "Oicho": pgettext("last digit", "Oicho"),
        "Kabu": pgettext("last digit", "Kabu"),
    }[DIGIT_NAMES[digit].english]


def hand_name(hand: Hand) -> str:
    """A plain value goes by its last digit's name."""
    if hand.kind is Kind.VALUE:
        return digit_name(hand.digit)
    if hand.is_arashi_kabu:
        return _("Arashi-Kabu")
    return {
        Kind.ARASHI: _("Arashi"),
        Kind.KUPPIN: _("Kuppin"),
        Kind.SHIPPIN: _("Shippin"),
    }[hand.kind]
