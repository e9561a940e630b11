"""What somebody may be called, and when two names are taken for the same one.

Scripts may be mixed, as Japanese names do. Names that look alike share a key: letters are
folded by the look-alike data of the installed confusable-homoglyphs, which is data about
Unicode, and by pairs of our own for Japanese, which it lacks.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from string import ascii_uppercase

from kirakuken.accounts.access import is_name_of_an_account, is_user_name
from kirakuken.accounts.models import Player
from kirakuken.accounts.offered_names import offered_name
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour

LONGEST = 16  # letters as a reader counts them
LONGEST_BYTES = 48
LONGEST_KEY = 160
MOST_MARKS = 2  # combining marks on one letter

# Stands where the name of a former player stood; nobody can take it for a name.
FORMER = "†"

__all__ = [
    "FORMER",
    "clean_name",
    "clean_user_name",
    "is_reserved",
    "name_key",
    "offered_name",
    "same_name",
    "tidy",
]

_PUNCTUATION = set("-_'・")
# Letters and marks by Unicode's book that nobody can see: fillers and selectors.
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_JAPANESE_PAIRS = ("ミ三", "オ才", "チ千", "リり", "ソン", "シツ", "ヌ又")
# Two letters that together look like one.
_JOINED = (("rn", "m"), ("vv", "w"))

# Whole words that would pass for the house or a computer player, with a number behind or not.
_RESERVED_WORDS = (
    "admin",
    "administrator",
    "cpu",
    "host",
    "karakuri",
    "kirakuken",
    "moderator",
    "official",
    "operator",
    "owner",
    "referee",
    "root",
    "staff",
    "support",
    "system",
    "コンピュータ",
    "コンピューター",
    "シーピーユー",
    "スタッフ",
    "ホスト",
    "モデレーター",
)
# Words that would do so anywhere in a name.
_RESERVED_PARTS = (
    "からくり",
    "カラクリ",
    "亭主",
    "公式",
    "卓主",
    "審判",
    "店主",
    "席亭",
    "棋楽軒",
    "管理",
    "運営",
)


def clean_name(typed: str, *, parlour: Parlour, player: Player | None = None) -> str:
    """The name as it is kept. Raises Refused: name_empty, name_long, name_letters,
    name_reserved, or name_taken (it passes for somebody's who has an account here).
    `player` is who wants it, if known."""
    name = _readable(typed, parlour)
    if is_name_of_an_account(name_key(name), parlour, but_not=player):
        raise Refused("name_taken")
    return name


def clean_user_name(typed: str, *, parlour: Parlour) -> str:
    """The user name of an account to be, which obeys the same rules and looks like no other of
    the whole deployment. Raises Refused as clean_name does, or user_name_taken."""
    name = _readable(typed, parlour)
    if is_user_name(name_key(name)):
        raise Refused("user_name_taken")
    return name


def name_key(name: str) -> str:
    """What two names have in common that a reader would take for one another."""
    classes = _look_alikes()
    letters = [
        classes.get(letter, letter)
        for letter in unicodedata.normalize("NFKC", name)
        if letter not in _PUNCTUATION and unicodedata.category(letter) not in {"Zs", "Cf"}
    ]
    key = "".join(letters).casefold()
    for two, one in _JOINED:
        key = key.replace(classes[two[0]] + classes[two[1]], classes[one])
    return key[:LONGEST_KEY]


def same_name(one: str, other: str) -> bool:
    return name_key(one) == name_key(other)


def is_reserved(name: str, parlour: Parlour) -> bool:
    key = name_key(name)
    words = {name_key(word) for word in _words(name)} | {key}
    if words & _reserved_words() or any(part in key for part in _reserved_parts()):
        return True
    for own in filter(None, map(name_key, (parlour.name, parlour.name_ja))):
        # Bytes, not letters: three characters of Japanese already say a house's name.
        is_telling = len(own.encode()) > 4
        if key == own or (is_telling and own in key):
            return True
    return False


def _readable(typed: str, parlour: Parlour) -> str:
    name = tidy(typed)
    if not name:
        raise Refused("name_empty")
    _check_letters(name)
    _check_length(name)
    if is_reserved(name, parlour):
        raise Refused("name_reserved")
    return name


def tidy(typed: str) -> str:
    """Typed the way phones do: wide spaces, curly apostrophes, selectors of a letter's variant."""
    letters: list[str] = []
    for letter in typed[:400]:
        if letter == "’":
            letters.append("'")
        elif unicodedata.category(letter) == "Zs":
            letters.append(" ")
        elif not _is_variant_selector(letter):
            letters.append(letter)
    return unicodedata.normalize("NFC", re.sub(" +", " ", "".join(letters)).strip(" "))


def _is_variant_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _check_letters(name: str) -> None:
    marks = MOST_MARKS  # so that a name cannot begin with one
    for letter in name:
        category = unicodedata.category(letter)
        if letter in _BLANK:
            raise Refused("name_letters")
        if category in {"Mn", "Mc"}:
            marks += 1
            if marks > MOST_MARKS:
                raise Refused("name_letters")
        elif category[0] in "LN" or letter in _PUNCTUATION or letter == " ":
            # No mark may stand on a space or a dot: it would hang in the air.
            marks = 0 if category[0] in "LN" else MOST_MARKS
        else:
            raise Refused("name_letters")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refused("name_letters")


def _check_length(name: str) -> None:
    letters = sum(unicodedata.category(letter)[0] != "M" for letter in name)
    # Some letters are whole sayings; written out they would fill a line.
    spelled_out = unicodedata.normalize("NFKC", name)
    if letters > LONGEST or max(len(name.encode()), len(spelled_out)) > LONGEST_BYTES:
        raise Refused("name_long")


def _words(name: str) -> Iterator[str]:
    """The words of a name, each also without the number at its end: CPU3, CPU③, Karakuri三号."""
    for word in re.split(r"[\s_'・-]+", name):
        yield word
        counted = word.rstrip("号番")
        while counted and unicodedata.numeric(counted[-1], None) is not None:
            counted = counted[:-1]
        yield counted


@cache
def _reserved_words() -> frozenset[str]:
    return frozenset(map(name_key, _RESERVED_WORDS))


@cache
def _reserved_parts() -> frozenset[str]:
    return frozenset(map(name_key, _RESERVED_PARTS))


@cache
def _look_alikes() -> dict[str, str]:
    """Letter → the letter that stands for its class, the first of the class in Unicode's order,
    so that a class with a letter or digit of ASCII is led by one."""
    leader: dict[str, str] = {}

    def lead(letter: str) -> str:
        while (above := leader.setdefault(letter, letter)) != letter:
            letter = above
        return letter

    def join(one: str, other: str) -> None:
        first, second = sorted((lead(one), lead(other)))
        leader[second] = first

    for one, other in _pairs():
        join(one, other)
    for large, small in _cases():
        # Greek Ν is like N and ν like v: joined, they would make N and v one letter.
        if not (lead(large).isascii() and lead(small).isascii()):
            join(large, small)
    return {letter: lead(letter).casefold() for letter in leader}


def _pairs() -> Iterable[tuple[str, str]]:
    """Letters that look alike; and large and small Latin letters, so that a capital I and a
    small L meet whichever way a name is written."""
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    for letter, others in json.loads(data).items():
        for other in others:
            one, two = _without_direction(letter), _without_direction(other["c"])
            if len(one) == len(two) == 1:
                yield one, two
    for pair in _JAPANESE_PAIRS:
        yield pair[0], pair[1]
    for letter in ascii_uppercase:
        yield letter, letter.lower()


def _cases() -> Iterable[tuple[str, str]]:
    """Large letters of all scripts with their small ones."""
    for number in range(0x80, 0x1F000):
        small = chr(number).lower()
        if len(small) == 1 and small != chr(number):
            yield chr(number), small


def _without_direction(letters: str) -> str:
    return letters.replace("\u200e", "")
