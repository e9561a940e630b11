"""What a game's board tells the pages: a scene, questions in words, sentences, movement.

A board turns what one seat sees into words and attributes. It never sees a state, so it
cannot show what the seat does not know. Words are in the language that is active.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.question import Question
from games.core.result import Result
from tables.boards.people import Person, kanji_number

# Element id -> its attributes; the key "text" is the element's text.
Scene: TypeAlias = dict[str, dict[str, str]]
Hint: TypeAlias = dict[str, Any]

# Seconds for watching what was just told; a deadline includes no more (clocks.LONGEST_MOTION).
LONGEST_MOTION = 3.0

V = TypeVar("V")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741  (house rules, as in the engines' contract)


@dataclass(frozen=True, slots=True)
class Answer:
    """One button of the counter. `action` is the action's JSON; `hint` the price or result."""

    action: str
    label: str
    hint: str = ""
    style: str = "cloth"


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of the counter: a question with its answers, or who is choosing what.

    `lines` are facts one by one. A question that more than a few buttons answer has a `template`
    of its own; what changes in there while it is asked are elements of the scene, so that the
    counter stays as it is, with what somebody has typed, until the next question. `more` is
    what such a template is given beside the words.
    """

    heading: str
    facts: str = ""
    answers: tuple[Answer, ...] = ()
    lines: tuple[str, ...] = ()
    template: str = ""
    more: Hashable = None


@dataclass(frozen=True, slots=True)
class Headline:
    """The turn bar: whose turn it is, with that seat's piece (None: nobody's). `facts`, if any,
    stand there in place of what happened last."""

    words: str
    seat: int | None = None
    mark: str = ""
    facts: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the log, and the seat it is about."""

    words: str
    seat: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A sheet that a board spells out when somebody asks for it; its template gets `more` as
    `look`."""

    title: str
    template: str
    more: Any


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking. `place` is the rank in words, `words` what decided it."""

    rank: int
    seat: int
    place: str
    words: str
    is_shared: bool
    person: Person

    @property
    def seal(self) -> str:
        """The place as the seal has it: 一位."""
        return f"{kanji_number(self.rank)}位"


@dataclass(frozen=True, slots=True)
class OptionField:
    """One house rule: its values in the order of the form, with a sentence for each."""

    name: str
    label: str
    description: str
    choices: tuple[tuple[str, str], ...]
    usual: str
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One house rule as a table has it."""

    label: str
    value: str
    usual: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What the signboard says."""

    name: str
    kanji: str
    sentence: str
    players: str
    minutes: str
    ages: str


class Board(ABC, Generic[V, E, O]):
    """One game's board. `viewer` is the seat that looks on, None for a spectator."""

    key: ClassVar[str]
    template: ClassVar[str]
    place_template: ClassVar[str]  # what the board spells out beside itself
    text_template: ClassVar[str]
    style_sheets: ClassVar[tuple[str, ...]]
    scripts: ClassVar[tuple[str, ...]]
    first_rotates: ClassVar[bool] = True  # whether the table says who goes first next time
    cpus_pause: ClassVar[bool] = False  # between several answers of theirs to one question

    @abstractmethod
    def facts(self) -> Facts: ...

    @abstractmethod
    def before_start(self, options: O, seats: int, first: int) -> V:
        """What the board shows while the dice of a match are being sealed."""

    @abstractmethod
    def scene(self, view: V, people: Sequence[Person], viewer: int | None) -> Scene:
        """Every element of the board's template that can change, but for the common ones."""

    def common_scene(self, view: V, people: Sequence[Person]) -> Scene:
        """The elements that are the same for all eyes, made once for all of them. `view` is a
        spectator's."""
        return {}

    @abstractmethod
    def headline(self, view: V, people: Sequence[Person], viewer: int | None) -> Headline: ...

    @abstractmethod
    def asked(
        self, view: V, question: Question, people: Sequence[Person], viewer: int | None
    ) -> Asked:
        """The question put to the viewer."""

    @abstractmethod
    def waiting(
        self, view: V, people: Sequence[Person], viewer: int | None, owing: Sequence[int]
    ) -> Asked:
        """Nobody asks the viewer: which seats are choosing, and what."""

    @abstractmethod
    def told(self, events: Sequence[E], people: Sequence[Person]) -> tuple[Said, ...]:
        """What one step told, as sentences for the log and the live region."""

    def is_decided(self, events: Sequence[E]) -> bool:
        """Whether this step decided something, so that it is told who did in a seat's place."""
        return True

    @abstractmethod
    def motion(self, events: Sequence[E]) -> list[Hint]:
        """How the browser may move from the scene before these events to the one after."""

    @abstractmethod
    def motion_seconds(self, events: Sequence[E]) -> float:
        """How long that takes to watch, at most LONGEST_MOTION."""

    @abstractmethod
    def standings(self, view: V, result: Result | None, people: Sequence[Person]) -> list[Standing]:
        """Best first. Without a result (a game that was broken off): as things stand."""

    @abstractmethod
    def ranks_now(self, view: V) -> tuple[int, ...]:
        """The places by seat as things stand, for a match that is stopped early. From what
        everybody sees: `view` is a spectator's."""

    def put_away(self, view: V) -> V:
        """What the board shows when a match was stopped early: the same, and nobody's turn."""
        return view

    @abstractmethod
    def option_fields(self) -> tuple[OptionField, ...]: ...

    def describe_options(self, options: O) -> list[OptionLine]:
        """The house rules as a table has them."""
        lines = []
        for each in self.option_fields():
            word = word_of(getattr(options, each.name))
            lines.append(OptionLine(each.label, self.option_words(each, word), word == each.usual))
        return lines

    def option_words(self, field: OptionField, word: str) -> str:
        """A chosen value where it stands without the form around it."""
        return dict(field.choices)[word]

    @abstractmethod
    def refusal_words(self, code: str) -> str | None:
        """Why an answer was refused; None for codes that are not this game's."""

    def action_of(self, fields: Mapping[str, str]) -> Any:
        """The action that the fields of a form say, where a page cannot know its JSON before
        it is pressed. None: these fields are no action."""
        return None

    def look(self, view: V, people: Sequence[Person], viewer: int | None, what: str) -> Look | None:
        """What the board spells out about `what`, a word of its own links; None: nothing."""
        return None

    def preparing(self, viewer: int | None) -> Asked:
        """The counter while the seats' shares of the dice are gathered."""
        return Asked(
            _("The dice are being sealed"),
            _("Every seat adds its share, so that nobody can know a roll beforehand."),
        )

    def options_summary(self, options: O) -> str:
        """The house rules in one line: those that differ from the usual ones, else the first."""
        lines = self.describe_options(options)
        unusual = [line.value for line in lines if not line.usual]
        return " · ".join(unusual or [line.value for line in lines[:1]])


AnyBoard: TypeAlias = Board[Any, Any, Any]


def word_of(value: Any) -> str:
    """How a form spells one value: `on`, `off`, the word of an enum, or a number."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value.value if isinstance(value, Enum) else value)


def place_words(rank: int, *, is_shared: bool) -> str:
    """A rank as people say it: "2nd", "2nd, shared"."""
    place = {
        1: _("1st"),
        2: _("2nd"),
        3: _("3rd"),
        4: _("4th"),
        5: _("5th"),
        6: _("6th"),
    }[rank]
    return _("%(place)s, shared") % {"place": place} if is_shared else place


def players_words(counts: range) -> str:
    """Seat counts for a signboard: "2–6 players"."""
    return _("%(fewest)s–%(most)s players") % {"fewest": counts.start, "most": counts.stop - 1}


def minutes_words(minutes: int) -> str:
    return ngettext("about %(count)s minute", "about %(count)s minutes", minutes) % {
        "count": minutes
    }


def step_words(by: str, person: Person) -> Said | None:
    """Who decided a move, where it was not the seat's own player (values of `Move.By`)."""
    name = {"name": person.called}
    if by == "clock":
        words = _("%(name)s’s time ran out, so the house answered.") % name
    elif by == "stand_in":
        words = _("%(name)s is away, so the house answered.") % name
    else:
        return None
    return Said(words, person.seat, person.mark)
