"""The board of Hokusai's sugoroku: one print, a piece for each seat, a die."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core import codec
from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat
from games.hokusai.board import HOME, START, square
from games.hokusai.engine import ROLL
from games.hokusai.model import Event, Home, Inn, Moved, Options, Rolled, TurnMissed, View
from games.hokusai.rules import next_turn
from games.registry import game_for
from tables.boards import hokusai_options as house_rules
from tables.boards import hokusai_words as words
from tables.boards.base import (
    LONGEST_MOTION,
    Answer,
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
from tables.boards.hokusai_places import READINGS, Slip, slips
from tables.boards.people import Person

# Seconds to watch: static/js/boards/hokusai.js plays at the same pace.
_ROLL, _STEP, _WALK_AT_MOST, _STOP, _MISS = 0.7, 0.22, 2.4, 0.4, 1.0


class HokusaiBoard(Board[View, Event, Options]):
    key = "hokusai"
    template = "tables/hokusai/board.html"
    place_template = "tables/hokusai/place.html"
    text_template = "tables/hokusai/text.html"
    style_sheets = ("css/hokusai.css", "css/hokusai-places.css")
    scripts = ("js/boards/hokusai.js",)

    def facts(self) -> Facts:
        game = game_for(self.key)
        return Facts(
            name=_("Hokusai’s sugoroku"),
            kanji="北斎の往来双六",
            sentence=_(
                "Fifty-two squares after a print by Hokusai: out from Nihonbashi to Kamakura, "
                "Enoshima and Mount Oyama, and home again on the exact roll."
            ),
            players=players_words(game.seat_counts),
            minutes=minutes_words(game.minutes),
            ages=_("all ages"),
        )

    def before_start(self, options: Options, seats: int, first: int) -> View:
        return View(
            options=options,
            first=Seat(first),
            positions=(START,) * seats,
            waiting=(False,) * seats,
            finished=(),
            turn=None,
            rolls=0,
            last=None,
            places=(),
        )

    def squares(self) -> list[tuple[Slip, words.Place]]:
        """For the template: each slip of the print with what its card says."""
        return list(zip(slips(), words.places(), strict=True))

    # --- the scene -----------------------------------------------------------------------

    def scene(self, view: View, people: Sequence[Person], viewer: int | None) -> Scene:
        shown = _shown_seat(view, viewer)
        here = _looked_at(view)
        scene: Scene = {
            f"sq{each}": {"data-now": ""} if each == (START if here == HOME else here) else {}
            for each in range(START, HOME)
        }
        scene["lens"] = {"data-at": str(here), "data-turn": str(view.rolls)}
        scene["die"] = {"data-face": str(view.last.die) if view.last else ""}
        for person in people:
            scene |= _seat_scene(view, person, viewer)
        scene |= _pieces(view, people)
        return scene | _place_scene(view, people[shown], is_own=shown == viewer)

    # --- the counter and the turn bar ----------------------------------------------------

    def headline(self, view: View, people: Sequence[Person], viewer: int | None) -> Headline:
        if view.places:
            winner = people[view.places.index(1)]
            return Headline(words.takes_the_house(view, people), winner.seat, winner.mark)
        if view.turn is None:
            return Headline(_("Setting the board"))
        person = people[view.turn]
        mine = view.turn == viewer
        said = _("Your turn, %(name)s") if mine else _("%(name)s’s turn")
        return Headline(said % {"name": person.called}, person.seat, person.mark)

    def asked(
        self, view: View, question: Question, people: Sequence[Person], viewer: int | None
    ) -> Asked:
        at = view.positions[viewer if viewer is not None else view.first]
        roll = Answer(
            action=codec.dump(ROLL).decode(),
            label=_("Roll the die"),
            hint=_("and walk on from %(place)s") % {"place": words.place_name(at)},
            style="go",
        )
        facts = words.roll_facts(at, view.options.getting_home)
        return Asked(_("What will the die say?"), facts, (roll,))

    def waiting(
        self, view: View, people: Sequence[Person], viewer: int | None, owing: Sequence[int]
    ) -> Asked:
        if view.places:
            return Asked(words.takes_the_house(view, people), _("The journey is over."))
        if view.turn is None:
            return self.preparing(viewer)
        heading = _("%(name)s is rolling") % {"name": people[view.turn].called}
        return Asked(heading, _meanwhile(view, viewer))

    # --- what happened -------------------------------------------------------------------

    def told(self, events: Sequence[Event], people: Sequence[Person]) -> tuple[Said, ...]:
        return tuple(words.told(events, people))

    def motion(self, events: Sequence[Event]) -> list[Hint]:
        hints = [_hint(event) for event in events]
        return [hint for hint in hints if hint]

    def motion_seconds(self, events: Sequence[Event]) -> float:
        return min(LONGEST_MOTION, sum(_seconds(hint) for hint in self.motion(events)))

    def standings(
        self, view: View, result: Result | None, people: Sequence[Person]
    ) -> list[Standing]:
        ranks = result.ranks if result else _ranks_so_far(view)
        sharing = Counter(ranks)
        order = sorted(people, key=lambda person: (ranks[person.seat], person.seat))
        return [
            Standing(
                rank=ranks[person.seat],
                seat=person.seat,
                place=place_words(ranks[person.seat], is_shared=sharing[ranks[person.seat]] > 1),
                words=words.standing_words(view.positions[person.seat]),
                is_shared=sharing[ranks[person.seat]] > 1,
                person=person,
            )
            for person in order
        ]

    def ranks_now(self, view: View) -> tuple[int, ...]:
        return _ranks_so_far(view)

    def put_away(self, view: View) -> View:
        return msgspec.structs.replace(view, turn=None)

    # --- house rules and refusals --------------------------------------------------------

    def option_fields(self) -> tuple[OptionField, ...]:
        return house_rules.option_fields()

    def refusal_words(self, code: str) -> str | None:
        return {
            "not_your_turn": _("It is not your turn."),
            "game_over": _("The journey is over."),
        }.get(code)


def _looked_at(view: View) -> int:
    """The square the lens follows: where the turn is, at the end where it was won."""
    if view.turn is not None:
        return view.positions[view.turn]
    if view.places:
        return view.positions[view.places.index(1)]
    return START


def _shown_seat(view: View, viewer: int | None) -> int:
    """Whose place the slip spells out: the viewer's own, for spectators the one in turn."""
    if viewer is not None:
        return viewer
    if view.turn is not None:
        return view.turn
    return view.places.index(1) if view.places else view.first


def _pieces(view: View, people: Sequence[Person]) -> Scene:
    """Where the pieces stand. Those that share a place are numbered, so that all are seen."""
    crowd = Counter(_spot(at) for at in view.positions)
    stacked: Counter[int] = Counter()
    scene: Scene = {}
    for person in people:
        at = view.positions[person.seat]
        piece = {"data-at": str(at), "data-mark": person.mark}
        piece["data-stack"] = f"{stacked[_spot(at)]}-{crowd[_spot(at)]}"
        stacked[_spot(at)] += 1
        if at == HOME:
            piece["data-home"] = ""
        if view.waiting[person.seat]:
            piece["data-resting"] = ""
        if view.turn == person.seat:
            piece["data-turn"] = ""
        scene[f"pc-{person.seat}"] = piece
    return scene


def _spot(number: int) -> int:
    """Start and goal are one place on the print."""
    return START if number == HOME else number


def _seat_scene(view: View, person: Person, viewer: int | None) -> Scene:
    """The seat's line in the list, and its mark in the strip of a small screen."""
    seat, at = person.seat, view.positions[person.seat]
    flags = {
        "data-away": person.is_away,
        "data-cpu": person.is_cpu,
        "data-you": seat == viewer,
        "data-resting": view.waiting[seat],
        "data-home": at == HOME,
    }
    marks = {name: "" for name, is_set in flags.items() if is_set}
    if view.turn == seat:
        marks["data-turn"] = (
            pgettext("seat tag", "your turn") if seat == viewer else pgettext("seat tag", "rolling")
        )
    number = "✓" if at == HOME else str(at)
    return {
        f"seat-{seat}": marks,
        f"strip-{seat}": dict(marks),
        f"seat-{seat}-name": {"text": person.name},
        f"seat-{seat}-at": {"text": number},
        f"strip-{seat}-at": {"text": number},
        f"seat-{seat}-place": {"text": words.place_name(at)},
        f"seat-{seat}-tag": {"text": _tag(view, person, viewer)},
    }


def _tag(view: View, person: Person, viewer: int | None) -> str:
    """In words what colour and dashes say too."""
    tags = []  # only what holds is put into words: this is asked of every seat with every move
    if person.seat == viewer:
        tags.append(pgettext("seat tag", "you"))
    if person.is_cpu:
        tags.append(pgettext("seat tag", "CPU"))
    if person.is_away:
        tags.append(pgettext("seat tag", "away"))
    if person.is_host:
        tags.append(pgettext("seat tag", "host"))
    if view.positions[person.seat] == HOME:
        tags.append(pgettext("seat tag", "home"))
    if view.waiting[person.seat]:
        tags.append(pgettext("seat tag", "rests one turn"))
    return " · ".join(tags)


def _place_scene(view: View, person: Person, *, is_own: bool) -> Scene:
    at = view.positions[person.seat]
    label = _("You are at") if is_own else _("%(name)s is at") % {"name": person.called}
    there = square(START if at == HOME else at)
    return {
        "you-label": {"text": label},
        "you-link": {"href": f"#place-{there.number}"},
        "you-no": {"text": "✓", "data-home": ""} if at == HOME else {"text": str(at)},
        "you-name": {"text": words.place_name(at)},
        "you-reading": {"text": READINGS[there.number]},
        "you-kanji": {"text": there.japanese},
        "you-far": {"text": words.far_words(at)},
        "you-inn": {"text": words.inn_words(at, is_resting=view.waiting[person.seat])},
    }


def _meanwhile(view: View, viewer: int | None) -> str:
    """What somebody who is not asked may want to know."""
    if viewer is None or view.turn is None:
        return _("You are watching.")
    if view.positions[viewer] == HOME:
        return _("You are home; the others walk on.")
    if view.waiting[viewer]:
        place = words.place_name(view.positions[viewer])
        return _("You rest one turn at the inn of %(place)s.") % {"place": place}
    if next_turn(view.turn, view.waiting, view.finished).seat == viewer:
        return _("Your turn is next.")
    return _("You may look around the print meanwhile.")


def _ranks_so_far(view: View) -> tuple[int, ...]:
    return view.places or tuple(
        1 + sum(other > mine for other in view.positions) for mine in view.positions
    )


def _hint(event: Event) -> Hint:
    match event:
        case Rolled(seat=seat, die=die):
            return {"do": "roll", "seat": seat, "die": die}
        case Moved(seat=seat, start=start, square=end):
            path = list(range(start, end + 1))
            if event.extra:  # HS-71: to Nihonbashi first, and on from there
                path = [*range(start, HOME), *range(HOME, end - 1, -1)]
            return {"do": "walk", "id": f"pc-{seat}", "seat": seat, "path": path}
        case Inn(seat=seat, square=number):
            return {"do": "inn", "id": f"pc-{seat}", "seat": seat, "square": number}
        case TurnMissed(seat=seat, square=number):
            return {"do": "miss", "id": f"pc-{seat}", "seat": seat, "square": number}
        case Home(seat=seat, place=place):
            return {"do": "home", "id": f"pc-{seat}", "seat": seat, "place": place}
        case _:
            return {}


def _seconds(hint: Hint) -> float:
    if hint["do"] == "walk":
        return min(_WALK_AT_MOST, _STEP * (len(hint["path"]) - 1))
    return {"roll": _ROLL, "miss": _MISS}.get(hint["do"], _STOP)
