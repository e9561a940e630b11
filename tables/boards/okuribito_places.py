"""What the towns, firms and other squares around the castle are called.

Squares are numbered as the rules have it, from 0; people read them from 1. Which industry a
firm belongs to is drawn anew for every match, so that the names say nothing about it.
"""

from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.okuribito.board import FIRM_SQUARES, GATE, KINDS, TOWN_OF
from games.okuribito.names import Kind, Town

# English and Japanese, in the order of the road.
TOWN_NAMES: Final[dict[Town, tuple[str, str]]] = {
    Town.NIHONBASHI: ("Nihonbashi", "日本橋"),
    Town.KANDA: ("Kanda", "神田"),
    Town.UENO: ("Ueno", "上野"),
    Town.ASAKUSA: ("Asakusa", "浅草"),
    Town.HONJO: ("Honjo", "本所"),
    Town.FUKAGAWA: ("Fukagawa", "深川"),
    Town.SHINAGAWA: ("Shinagawa", "品川"),
    Town.YOTSUYA: ("Yotsuya", "四谷"),
}

_FIRMS: Final[dict[Town, tuple[tuple[str, str], ...]]] = {
    Town.NIHONBASHI: (
        ("Hinoya", "日野屋"),
        ("Tsuruya", "鶴屋"),
        ("Tamaya", "玉屋"),
        ("Matsuya", "松屋"),
        ("Umeya", "梅屋"),
        ("Takeya", "竹屋"),
    ),
    Town.KANDA: (
        ("Kikuya", "菊屋"),
        ("Sakuraya", "桜屋"),
        ("Minatoya", "湊屋"),
        ("Iseya", "伊勢屋"),
        ("Ōmiya", "近江屋"),
        ("Hiranoya", "平野屋"),
    ),
    Town.UENO: (
        ("Shimaya", "島屋"),
        ("Mineya", "峰屋"),
        ("Sawaya", "沢屋"),
        ("Isoya", "磯屋"),
        ("Hamaya", "浜屋"),
        ("Tokiwaya", "常盤屋"),
    ),
    Town.ASAKUSA: (
        ("Wakabaya", "若葉屋"),
        ("Fukuya", "福屋"),
        ("Ebiya", "海老屋"),
        ("Kameya", "亀屋"),
        ("Koiya", "鯉屋"),
        ("Tawaraya", "俵屋"),
    ),
    Town.HONJO: (
        ("Hagiya", "萩屋"),
        ("Fujiya", "藤屋"),
        ("Kaedeya", "楓屋"),
        ("Yanagiya", "柳屋"),
        ("Ayameya", "菖蒲屋"),
        ("Kikyōya", "桔梗屋"),
    ),
    Town.FUKAGAWA: (
        ("Takaya", "鷹屋"),
        ("Suzuya", "鈴屋"),
        ("Tsuchiya", "土屋"),
        ("Nagiya", "凪屋"),
        ("Namiya", "波屋"),
        ("Ikariya", "碇屋"),
    ),
    Town.SHINAGAWA: (
        ("Awajiya", "淡路屋"),
        ("Iwakiya", "岩城屋"),
        ("Sagamiya", "相模屋"),
        ("Izuya", "伊豆屋"),
        ("Kazusaya", "上総屋"),
        ("Mikawaya", "三河屋"),
    ),
    Town.YOTSUYA: (
        ("Hoshiya", "星屋"),
        ("Tsukiya", "月屋"),
        ("Yukiya", "雪屋"),
        ("Kumoya", "雲屋"),
        ("Sugiya", "杉屋"),
        ("Asahiya", "旭屋"),
    ),
}
_NAMES: Final = dict(zip(FIRM_SQUARES, (f for t in Town for f in _FIRMS[t]), strict=True))

# One character on the square for what is not a firm.
KANJI: Final = {
    Kind.EXPERIENCE: "験",
    Kind.MONEY_CHANGER: "両",
    Kind.EXCHANGE: "株",
    Kind.FORTUNE_TELLER: "占",
    Kind.SHRINE: "社",
    Kind.BARRIER: "関",
    Kind.NEWS: "瓦",
    Kind.GATE: "門",
}


def is_japanese() -> bool:
    return (get_language() or "").startswith("ja")


def town_name(town: Town) -> str:
    return TOWN_NAMES[town][is_japanese()]


def firm_name(square: int) -> str:
    return _NAMES[square][is_japanese()]


def kind_name(kind: Kind, *, is_gentle: bool = False) -> str:
    """What kind of square this is; at a gentle table the fortune teller keeps a teahouse."""
    if kind is Kind.FORTUNE_TELLER and is_gentle:
        return _("Teahouse")
    return {
        Kind.FIRM: _("Firm"),
        Kind.EXPERIENCE: _("Experience"),
        Kind.MONEY_CHANGER: _("Money changer"),
        Kind.EXCHANGE: _("Exchange"),
        Kind.FORTUNE_TELLER: _("Fortune teller"),
        Kind.SHRINE: _("Shrine"),
        Kind.BARRIER: _("Barrier"),
        Kind.NEWS: _("News sheet"),
        Kind.GATE: _("Castle Gate"),
    }[kind]


def square_name(square: int, *, is_gentle: bool = False) -> str:
    """A square's own name: "Kameya", "Exchange", "Castle Gate"."""
    if square in _NAMES:
        return firm_name(square)
    return kind_name(KINDS[square], is_gentle=is_gentle)


def place_name(square: int, *, is_gentle: bool = False) -> str:
    """The same with its town, in a sentence: "Kameya in Asakusa", "the Shrine in Kanda"."""
    if square == GATE:
        return _("the Castle Gate")
    words = {
        "square": square_name(square, is_gentle=is_gentle),
        "town": town_name(TOWN_OF[square]),
    }
    if square in _NAMES:
        return _("%(square)s in %(town)s") % words
    return _("the %(square)s in %(town)s") % words
