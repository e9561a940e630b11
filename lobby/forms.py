"""The form that opens a table: read from an address or a post, shown again with what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.registry import GAMES, Game, UnknownGame, game_for
from kirakuken.parlours.models import Parlour
from tables.boards.base import Facts, word_of
from tables.boards.registry import board_for
from tables.option_forms import (
    BadRules,
    Choice,
    RuleField,
    options_from_words,
    rule_fields,
    usual_options,
    usual_rotation,
)
from tables.ranked_door import WhyNot

# Seconds for a decision that a host may choose; None is no limit (section 8 of the rules).
TURN_LIMITS: Final = (None, 30, 60)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of slips and what is wrong with it."""

    field: RuleField
    error: str = ""
    at_ranked: str = ""  # what holds at a ranked table, whatever is chosen


@dataclass(frozen=True, slots=True)
class Opening:
    """What the form asks for: the arguments of `opening.do_open`."""

    game: str
    options: Any
    turn_limit: int | None
    is_listed: bool
    rotate_first: bool
    is_ranked: bool = False


@dataclass
class OpenTableForm:
    """`words` is what the address or the post says; what it leaves out is usual."""

    parlour: Parlour
    words: Mapping[str, str]
    why_not: WhyNot | None = None  # why this visitor cannot open a ranked table; None if they can
    said: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            self.game: Game = game_for(self.words.get("game", GAMES[0].key))
        except UnknownGame:
            self.game = GAMES[0]
            self.said["game"] = _("This game is not on offer. Choose one of these.")
        self.usual = usual_options(self.game, self.parlour)
        self.name = self.words.get("name", "")

    @property
    def facts(self) -> Facts:
        return board_for(self.game.key).facts()

    @property
    def rules(self) -> list[Row]:
        """The game's own rules, then the table's."""
        fields = [*rule_fields(self.game, self.usual, self.words), *self._table_fields()]
        return [Row(each, self.said.get(each.name, ""), self._at_ranked(each)) for each in fields]

    @property
    def door(self) -> Row:
        return Row(door_field(self.words.get("door")), self.said.get("door", ""))

    @property
    def ranked(self) -> Row:
        return Row(ranked_field(self.words.get("ranked")), self.said.get("ranked", ""))

    @property
    def is_ranked(self) -> bool:
        return self.ranked.field.chosen.word == "on"

    def read(self) -> Opening | None:
        """What the post asks for, or None when `said` tells what is wrong with it."""
        options = self.usual
        fields = [door_field(None), ranked_field(None)]
        if not self.is_ranked:  # there the usual rules hold, whatever a post says of them
            fields += self._table_fields()
            try:
                options = options_from_words(self.game, self.usual, self.words)
            except BadRules as bad:
                self.said |= bad.said
        for each in fields:
            word = self.words.get(each.name)
            if word is not None and word not in [choice.word for choice in each.choices]:
                self.said[each.name] = _("The house does not know this rule. Choose one of these.")
        if self.is_ranked and self.why_not is not None:
            self.said["ranked"] = self.why_not.words
        if self.said:
            return None
        chosen = {each.name: each.chosen.word for each in self._table_fields()}
        limits = {_limit_word(limit): limit for limit in TURN_LIMITS}
        return Opening(
            game=self.game.key,
            options=options,
            turn_limit=limits[chosen["turn_limit"]],
            is_listed=self.door.field.chosen.word == "listed",
            rotate_first=self._rotation().chosen.word == "on",
            is_ranked=self.is_ranked,
        )

    def _at_ranked(self, field: RuleField) -> str:
        if field.name == "rotate_first":
            return _("Drawn for every match")
        if field.name == "turn_limit":
            return limit_label(self.parlour.ranked_turn_limit)
        return field.usual.label

    def _table_fields(self) -> tuple[RuleField, ...]:
        limit = turn_limit_field(self.words.get("turn_limit"))
        return (self._rotation(), limit) if board_for(self.game.key).first_rotates else (limit,)

    def _rotation(self) -> RuleField:
        usual = usual_rotation(self.game, self.parlour)
        return rotation_field(self.words.get("rotate_first"), is_usual=usual)


def rotation_field(chosen: str | None, *, is_usual: bool) -> RuleField:
    """HS-60, for every game whose house rules do not say who goes first."""
    return _row(
        "rotate_first",
        _("Rotate first player on Again"),
        _("Whether the next seat goes first when the same people play again."),
        {"on": _("Next seat goes first"), "off": _("Same seat goes first")},
        chosen,
        word_of(is_usual),
    )


def turn_limit_field(chosen: str | None) -> RuleField:
    labels = {_limit_word(limit): limit_label(limit) for limit in TURN_LIMITS}
    about = _("When it runs out, a CPU plays that one turn.")
    return _row("turn_limit", _("Time for a turn"), about, labels, chosen, _limit_word(None))


def door_field(chosen: str | None) -> RuleField:
    labels = {"link": _("Only with the link"), "listed": _("Anyone in the shop")}
    about = _("A table for anyone stands in the list on the shop front, and anyone may watch it.")
    return _row("door", _("Door"), about, labels, chosen, "link")


def ranked_field(chosen: str | None) -> RuleField:
    labels = {"off": _("Casual"), "on": _("Ranked")}
    about = _(
        "A ranked match counts for the ladder. It plays by this parlour’s usual house rules and "
        "time for a turn; only members with a confirmed address sit down, no CPUs; seats and the "
        "first turn are drawn."
    )
    return _row("ranked", _("Ranked or casual"), about, labels, chosen, "off")


def limit_label(limit: int | None) -> str:
    if limit is None:
        return _("No limit")
    return ngettext("%(count)s second", "%(count)s seconds", limit) % {"count": limit}


def _limit_word(limit: int | None) -> str:
    return "none" if limit is None else str(limit)


def _row(
    name: str, label: str, about: str, labels: dict[str, str], chosen: str | None, usual: str
) -> RuleField:
    chosen = chosen if chosen in labels else usual
    choices = tuple(
        Choice(word, each, "", word == usual, word == chosen) for word, each in labels.items()
    )
    return RuleField(name, label, about, choices)
