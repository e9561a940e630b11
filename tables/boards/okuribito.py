"""The board of Okuribito: eight towns around the castle, firms, seasons and a ledger."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat
from games.okuribito import events as e
from games.okuribito.board import GATE, RING
from games.okuribito.constants import ECONOMY_START
from games.okuribito.ledger import starting_funds
from games.okuribito.model import Options, View
from games.okuribito.names import INDUSTRIES
from games.okuribito.setup import newcomer
from games.registry import game_for
from tables.boards import okuribito_asked as questions
from tables.boards import okuribito_map, okuribito_motion, okuribito_scene, okuribito_trade
from tables.boards import okuribito_options as house_rules
from tables.boards.base import (
    Asked,
    Board,
    Facts,
    Headline,
    Hint,
    Look,
    OptionField,
    Said,
    Scene,
    Standing,
    minutes_words,
    place_words,
    players_words,
)
from tables.boards.okuribito_cards import card
from tables.boards.okuribito_glossary import term
from tables.boards.okuribito_ledger import turn_steps, whole_ledger
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_refusals import refusal_words
from tables.boards.okuribito_told import told
from tables.boards.okuribito_waiting import waiting
from tables.boards.people import Person


class OkuribitoBoard(Board[View, e.Event, Options]):
    key = "okuribito"
    template = "tables/okuribito/map.html"
    place_template = "tables/okuribito/place.html"
    text_template = "tables/okuribito/text.html"
    style_sheets = ("css/okuribito.css", "css/okuribito-places.css")
    scripts = ("js/boards/okuribito.js", "js/boards/okuribito-motion.js")

    def facts(self) -> Facts:
        game = game_for(self.key)
        return Facts(
            name=_("Okuribito"),
            kanji="億り人",
            sentence=_(
                "Eight towns around Edo Castle, firms to buy, seasons to read and a festival in "
                "every one of them. The first to own a hundred million ryō takes the house."
            ),
            players=players_words(game.seat_counts),
            minutes=minutes_words(game.minutes),
            ages=_("age %(years)s and up") % {"years": 10},
        )

    def before_start(self, options: Options, seats: int, first: int) -> View:
        """Round 0: everybody stands at the Money changer, and no firm has its industry yet."""
        starts = [starting_funds(options, Seat(first), seats, Seat(each)) for each in range(seats)]
        return View(
            options=options,
            first=Seat(first),
            round=0,
            turn=Seat(first),
            players=tuple(newcomer(cash) for cash in starts),
            industries=(None,) * RING,
            owners=(None,) * RING,
            levels=(0,) * RING,
            economy=(ECONOMY_START,) * len(INDUSTRIES),
            festivals=(),
            fairs=(),
            cards_left=0,
            cards_ahead=(),
            drawn=(),
            thrown=(),
            using=(),
            history=(),
            asked=None,
            over=None,
        )

    def fields(self) -> Any:
        """For the template: the nine fields of the map with their squares."""
        return okuribito_map.fields()

    def scene(self, view: View, people: Sequence[Person], viewer: int | None) -> Scene:
        return okuribito_scene.own_scene(view, people, viewer)

    def common_scene(self, view: View, people: Sequence[Person]) -> Scene:
        return okuribito_scene.common_scene(view, people)

    # --- the counter and the turn bar ----------------------------------------------------

    def headline(self, view: View, people: Sequence[Person], viewer: int | None) -> Headline:
        if view.over is not None:
            winner = people[view.over.ranks.index(1)]
            return Headline(takes_the_house(view, people), winner.seat, winner.mark)
        if view.asked is None:
            return Headline(_("Setting the board"))
        person = people[view.asked.seat]
        if view.asked.seat == viewer and view.turn != viewer:
            return Headline(_("You are challenged"), person.seat, person.mark)
        person = people[view.turn]
        said = _("Your turn, %(name)s") if view.turn == viewer else _("%(name)s’s turn")
        return Headline(said % {"name": person.called}, person.seat, person.mark)

    def asked(
        self, view: View, question: Question, people: Sequence[Person], viewer: int | None
    ) -> Asked:
        return questions.asked(view, people, viewer if viewer is not None else view.turn)

    def waiting(
        self, view: View, people: Sequence[Person], viewer: int | None, owing: Sequence[int]
    ) -> Asked:
        if view.over is not None:
            return Asked(takes_the_house(view, people), _ending(view))
        if view.asked is None:
            return self.preparing(viewer)
        return waiting(view, people, viewer)

    def action_of(self, fields: Mapping[str, str]) -> Any:
        return okuribito_trade.action_of(fields)

    # --- what happened -------------------------------------------------------------------

    def told(self, events: Sequence[e.Event], people: Sequence[Person]) -> tuple[Said, ...]:
        return tuple(told(events, people))

    def motion(self, events: Sequence[e.Event]) -> list[Hint]:
        return okuribito_motion.motion(events)

    def motion_seconds(self, events: Sequence[e.Event]) -> float:
        return okuribito_motion.motion_seconds(events)

    def standings(
        self, view: View, result: Result | None, people: Sequence[Person]
    ) -> list[Standing]:
        ranks = result.ranks if result else okuribito_scene.ranks_now(view)
        fortunes = okuribito_scene.fortunes_now(view)
        sharing = Counter(ranks)
        order = sorted(people, key=lambda person: (ranks[person.seat], person.seat))
        return [
            Standing(
                rank=ranks[person.seat],
                seat=person.seat,
                place=place_words(ranks[person.seat], is_shared=sharing[ranks[person.seat]] > 1),
                words=ryo(fortunes[person.seat]),
                is_shared=sharing[ranks[person.seat]] > 1,
                person=person,
            )
            for person in order
        ]

    def ranks_now(self, view: View) -> tuple[int, ...]:
        return okuribito_scene.ranks_now(view)

    def put_away(self, view: View) -> View:
        return msgspec.structs.replace(view, asked=None)

    def look(
        self, view: View, people: Sequence[Person], viewer: int | None, what: str
    ) -> Look | None:
        if what.isascii() and what.isdigit() and len(what) <= 2 and int(what) <= GATE:
            found = card(view, people, viewer, int(what))
            return Look(found.title, "tables/okuribito/look_square.html", found)
        if what == "ledger":
            ledger = whole_ledger(view, people, viewer)
            return Look(_("Fortune ledger"), "tables/okuribito/look_ledger.html", ledger)
        if what.startswith("word-"):
            word = term(what.removeprefix("word-").replace("-", "_"))
            return Look(word.word, "tables/okuribito/look_word.html", word) if word else None
        if what == "turn":
            title = _("What can I do on my turn?")
            return Look(title, "tables/okuribito/look_turn.html", turn_steps(view))
        return None

    # --- house rules and refusals --------------------------------------------------------

    def option_fields(self) -> tuple[OptionField, ...]:
        return house_rules.option_fields()

    def option_words(self, field: OptionField, word: str) -> str:
        return house_rules.option_words(field, word)

    def refusal_words(self, code: str) -> str | None:
        return refusal_words(code)


def takes_the_house(view: View, people: Sequence[Person]) -> str:
    assert view.over is not None  # noqa: S101
    winners = [person.called for person in people if view.over.ranks[person.seat] == 1]
    if len(winners) > 1:
        return _("%(names)s share the house.") % {"names": _(", ").join(winners)}
    return _("%(name)s takes the house.") % {"name": winners[0]}


def _ending(view: View) -> str:
    if max(okuribito_scene.fortunes_now(view)) >= view.options.target:
        return _("The winning fortune of %(sum)s is reached.") % {"sum": ryo(view.options.target)}
    return _("The last festival has come: the greatest fortune wins.")
