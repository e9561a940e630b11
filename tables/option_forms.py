"""House rules as words: from a game's options to the fields of a form, and back.

The options struct says which rules there are and what is usual, the board says them in
words. Choices travel as words too (`getting_home=as_printed`, `rank_everyone=on`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.core import codec
from games.registry import Game
from kirakuken.parlours.models import Parlour
from tables.boards.base import word_of
from tables.boards.registry import board_for


class BadRules(ValueError):
    """Words that no house rule knows; `said` has a sentence for each field of the form."""

    def __init__(self, said: dict[str, str]) -> None:
        super().__init__(", ".join(said))
        self.said = said


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a house rule as a radio button."""

    word: str
    label: str
    hint: str
    is_usual: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RuleField:
    """One house rule as a row of radio buttons."""

    name: str
    label: str
    description: str
    choices: tuple[Choice, ...]

    @property
    def chosen(self) -> Choice:
        return next(choice for choice in self.choices if choice.is_chosen)

    @property
    def has_hints(self) -> bool:
        return any(choice.hint for choice in self.choices)

    @property
    def usual(self) -> Choice:
        return next(choice for choice in self.choices if choice.is_usual)


def usual_options(game: Game, parlour: Parlour | None = None) -> Any:
    """The options of a table where nobody changes anything.

    What a parlour prefers comes before the game's own defaults. A preference that the game
    does not know (it is typed by hand) is passed over, so that a table can always be opened.
    """
    plain = codec.plain(game.options_type())
    for name, value in _preferences(game, parlour).items():
        tried = plain | {name: value}
        if name in plain and _is_known(game, tried):
            plain = tried
    return codec.from_plain(game.options_type, plain)


def usual_rotation(game: Game, parlour: Parlour | None = None) -> bool:
    """HS-60: whether the first turn moves on when people play again; on unless the parlour
    says otherwise."""
    preferred = _preferences(game, parlour).get("rotate_first", True)
    return preferred if isinstance(preferred, bool) else True


def rule_fields(game: Game, usual: Any, words: Mapping[str, str]) -> tuple[RuleField, ...]:
    """The fields of the form, with what was chosen in `words`; where that says nothing the
    game knows, the usual value is chosen."""
    fields = []
    for field in board_for(game.key).option_fields():
        usual_word = word_of(getattr(usual, field.name))
        known = [word for word, _label in field.choices]
        chosen = words.get(field.name, usual_word)
        chosen = chosen if chosen in known else usual_word
        choices = tuple(
            Choice(word, label, field.hints.get(word, ""), word == usual_word, word == chosen)
            for word, label in field.choices
        )
        fields.append(RuleField(field.name, field.label, field.description, choices))
    return tuple(fields)


def options_from_words(game: Game, usual: Any, words: Mapping[str, str]) -> Any:
    """The options that a posted form means. A rule it does not name stays usual.

    Raises BadRules for a value that is not on offer.
    """
    plain = codec.plain(usual)
    said = {}
    for field in msgspec.structs.fields(game.options_type):
        word = words.get(field.name)
        if word is None:
            continue
        values = {word_of(value): value for value in _values(game, field.name)}
        if word in values:
            plain[field.name] = codec.plain(values[word])
        else:
            said[field.name] = _("The house does not know this rule. Choose one of these.")
    if said:
        raise BadRules(said)
    return codec.from_plain(game.options_type, plain)


def _values(game: Game, name: str) -> tuple[Any, ...]:
    """Every value of a rule that the form offers, as the options struct holds it."""
    kind = next(f.type for f in msgspec.structs.fields(game.options_type) if f.name == name)
    if kind is bool:
        return (False, True)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    field = next(each for each in board_for(game.key).option_fields() if each.name == name)
    return tuple(codec.from_plain(kind, int(word)) for word, _label in field.choices)


def _preferences(game: Game, parlour: Parlour | None) -> dict[str, Any]:
    rules = parlour.house_rules if parlour else {}
    preferred = rules.get(game.key, {}) if isinstance(rules, dict) else {}
    return preferred if isinstance(preferred, dict) else {}


def _is_known(game: Game, plain: dict[str, Any]) -> bool:
    try:
        codec.from_plain(game.options_type, plain)
    except codec.Malformed:
        return False
    return True
