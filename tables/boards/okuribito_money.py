"""Sums of money in words. Money is whole ryō; nothing is rounded where a sentence names it."""

from typing import Final

from django.utils.translation import gettext as _

from tables.boards.okuribito_places import is_japanese

_MAN: Final = 10_000
_MILLION: Final = 1_000_000
_OKU: Final = 100_000_000


def ryo(amount: int) -> str:
    """For sentences, exactly: "2.2 million ryō", "540,000 ryō", 220万両."""
    return _("%(number)s ryō") % {"number": number(amount)}


def number(amount: int) -> str:
    """The same without the unit: "2.2 million", "1,234,567", 123万4,567."""
    if is_japanese():
        return _japanese(amount)
    if abs(amount) >= _MILLION and amount % _MAN == 0:
        return _("%(number)s million") % {
            "number": f"{amount / _MILLION:.2f}".rstrip("0").rstrip(".")
        }
    return f"{amount:,}"


def short(amount: int) -> str:
    """At most five characters for squares and tags, the rest dropped: "2.2M", "540k", 220万."""
    sign, amount = ("-" if amount < 0 else ""), abs(amount)
    return sign + (_short_japanese(amount) if is_japanese() else _short_english(amount))


def _short_english(amount: int) -> str:
    if amount >= 100 * _MILLION:
        return f"{amount // _MILLION}M"
    if amount >= _MILLION:
        return f"{amount // (_MILLION // 10) / 10}M"
    return f"{amount // 1000}k" if amount >= 1000 else str(amount)


def _short_japanese(amount: int) -> str:
    if amount >= _OKU:
        return f"{amount // (_OKU // 100) / 100:g}億"
    return f"{amount // _MAN}万" if amount >= _MAN else f"{amount:,}"


def _japanese(amount: int) -> str:
    sign, amount = ("-" if amount < 0 else ""), abs(amount)
    oku, rest = divmod(amount, _OKU)
    man, ones = divmod(rest, _MAN)
    written = f"{oku}億" if oku else ""
    written += f"{man:,}万" if man else ""
    return sign + (written + (f"{ones:,}" if ones or not written else ""))
