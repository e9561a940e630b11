"""The board of Oicho-Kabu: a cushion with the dealer's card, four table cards, and the points
that everybody has put on them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.core.question import Question
from games.core.result import Result
from games.oichokabu.cards import CARDS
from games.oichokabu.events import Event, GoneOn
from games.oichokabu.knowing import nothing_laid
from games.oichokabu.model import Options, Stake, TakeBack, View
from games.oichokabu.staking import READY
from games.registry import game_for
from tables.boards import oichokabu_counter as counter
from tables.boards import oichokabu_motion as motions
from tables.boards import oichokabu_options as house_rules
from tables.boards import oichokabu_words as words
from tables.boards.base import (
    Asked,
    Board,
    Facts,
    Headline,
    Hint,
    OptionField,
    Said,
    Scene,
    Standing,
    minutes_words,
    place_words,
    players_words,
)
from tables.boards.oichokabu_names import card_name
from tables.boards.oichokabu_scene import common_scene, own_scene
from tables.boards.people import Person

_MOST_DIGITS = 9
_FULL_WIDTH = {ord("０") + digit: str(digit) for digit in range(10)}


class OichoKabuBoard(Board[View, Event, Options]):
    key = "oicho-kabu"
    template = "tables/oichokabu/board.html"
    place_template = "tables/oichokabu/place.html"
    text_template = "tables/oichokabu/text.html"
    style_sheets = ("css/oichokabu.css",)
    scripts = ("js/boards/oichokabu.js",)
    first_rotates = False  # OC-14
    cpus_pause = True  # OC-120: points come one by one, Ready a while after them

    def facts(self) -> Facts:
        game = game_for(self.key)
        return Facts(
            name=_("Oicho-Kabu"),
            kanji="おいちょかぶ",
            sentence=_(
                "Flower cards against the dealer: put points on any of four cards and bring the "
                "last digit as near to nine as it goes. Points only, never money."
            ),
            players=players_words(game.seat_counts),
            minutes=minutes_words(game.minutes),
            ages=_("all ages"),
        )

    def columns(self) -> list[tuple[str, str, str]]:
        """For the templates: each table card with its name, and that in the other language."""
        here = [card_name(place) for place in range(len(CARDS))]
        with translation.override("en" if (get_language() or "").startswith("ja") else "ja"):
            there = [card_name(place) for place in range(len(CARDS))]
        return list(zip(CARDS, here, there, strict=True))

    def before_start(self, options: Options, seats: int, first: int) -> View:
        return nothing_laid(options, seats)

    # --- the scene -----------------------------------------------------------------------

    def common_scene(self, view: View, people: Sequence[Person]) -> Scene:
        return common_scene(view, people)

    def scene(self, view: View, people: Sequence[Person], viewer: int | None) -> Scene:
        return own_scene(view, people, viewer)

    # --- the counter and the turn bar ----------------------------------------------------

    def headline(self, view: View, people: Sequence[Person], viewer: int | None) -> Headline:
        return counter.headline(view, people, viewer)

    def asked(
        self, view: View, question: Question, people: Sequence[Person], viewer: int | None
    ) -> Asked:
        return counter.asked(view, question, people, viewer)

    def waiting(
        self, view: View, people: Sequence[Person], viewer: int | None, owing: Sequence[int]
    ) -> Asked:
        return counter.waiting(view, people, viewer, owing)

    def action_of(self, fields: Mapping[str, str]) -> Any:
        """The form of the counter: a card with a tally, or with an amount that was typed."""
        if "ready" in fields:
            return READY
        if "take_back" in fields:
            return TakeBack(fields["take_back"])
        if "card" in fields:
            return Stake(fields["card"], _amount(fields.get("typed") or fields.get("points", "")))
        return None

    # --- what happened -------------------------------------------------------------------

    def told(self, events: Sequence[Event], people: Sequence[Person]) -> tuple[Said, ...]:
        return tuple(words.told(events, people))

    def is_decided(self, events: Sequence[Event]) -> bool:
        """OC-87: going on is no decision."""
        return not any(isinstance(event, GoneOn) for event in events)

    def motion(self, events: Sequence[Event]) -> list[Hint]:
        return motions.motion(events)

    def motion_seconds(self, events: Sequence[Event]) -> float:
        return motions.seconds(events)

    def standings(
        self, view: View, result: Result | None, people: Sequence[Person]
    ) -> list[Standing]:
        ranks = result.ranks if result else self.ranks_now(view)
        sharing = Counter(ranks)
        order = sorted(people, key=lambda person: (ranks[person.seat], person.seat))
        return [
            Standing(
                rank=ranks[person.seat],
                seat=person.seat,
                place=place_words(ranks[person.seat], is_shared=sharing[ranks[person.seat]] > 1),
                words=_("%(points)s points")
                % {"points": words.points_words(view.points[person.seat])},
                is_shared=sharing[ranks[person.seat]] > 1,
                person=person,
            )
            for person in order
        ]

    def ranks_now(self, view: View) -> tuple[int, ...]:
        """OC-83"""
        return tuple(1 + sum(other > mine for other in view.points) for mine in view.points)

    def put_away(self, view: View) -> View:
        cards = tuple(replace(card, asked=False) for card in view.cards)
        return replace(view, cards=cards, dealer_asked=False, ready=(True,) * len(view.ready))

    # --- house rules and refusals --------------------------------------------------------

    def option_fields(self) -> tuple[OptionField, ...]:
        return house_rules.option_fields()

    def refusal_words(self, code: str) -> str | None:
        return words.refusals().get(code)

    def preparing(self, viewer: int | None) -> Asked:
        return Asked(
            _("The cards are being shuffled"),
            _("Every seat adds its share, so that nobody can know a card beforehand."),
        )


def _amount(written: str) -> int:
    """What somebody wrote as points, in digits of any width. What is no whole number is no
    amount: 0, which the rules refuse as they refuse any other."""
    digits = written.translate(_FULL_WIDTH)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        return 0
    return int(digits)
