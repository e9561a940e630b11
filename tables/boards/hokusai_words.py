"""The sugoroku's sentences, in the language that is active."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.hokusai.board import HOME, INNS, SQUARES, START, square
from games.hokusai.model import (
    Event,
    GameOver,
    GettingHome,
    Home,
    Inn,
    Moved,
    Rolled,
    TurnMissed,
    View,
)
from kirakuken.lib.writing import in_a_row
from tables.boards.base import Said
from tables.boards.hokusai_places import READINGS
from tables.boards.people import Person


def is_japanese() -> bool:
    return (get_language() or "").startswith("ja")


def place_name(number: int) -> str:
    """Nihonbashi is Nihonbashi, as the start and as the goal."""
    there = square(START if number == HOME else number)
    return there.japanese if is_japanese() else there.english


@dataclass(frozen=True, slots=True)
class Place:
    """A square as its slip and its card tell of it."""

    number: int
    name: str
    kanji: str
    reading: str
    about: str
    is_inn: bool


def places() -> tuple[Place, ...]:
    """All 52, in playing order."""
    return tuple(
        Place(
            number=each.number,
            name=place_name(each.number),
            kanji=each.japanese,
            reading=READINGS[each.number],
            about=each.about_japanese if is_japanese() else each.about,
            is_inn=each.inn,
        )
        for each in SQUARES
        if each.number != HOME
    )


def far_words(number: int) -> str:
    left = HOME - number
    if not left:
        return _("The journey is done.")
    return ngettext("%(count)s square from home.", "%(count)s squares from home.", left) % {
        "count": left
    }


def inn_words(number: int, *, is_resting: bool) -> str:
    """What the next inn means to a piece that stands here."""
    if is_resting:
        return _("Rests one turn at this inn.")
    ahead = [inn for inn in sorted(INNS) if inn > number]
    if not ahead:
        return _("No more inns on the way.") if number < HOME else ""
    return ngettext(
        "The inn at %(place)s is %(count)s square ahead.",
        "The inn at %(place)s is %(count)s squares ahead.",
        ahead[0] - number,
    ) % {"place": place_name(ahead[0]), "count": ahead[0] - number}


def roll_facts(number: int, getting_home: GettingHome) -> str:
    """What the six faces can bring from this square, as far as it is not plain road."""
    facts = [
        _("A %(die)s stops at the inn of %(place)s.")
        % {"die": inn - number, "place": place_name(inn)}
        for inn in sorted(INNS)
        if 0 < inn - number <= 6
    ]
    left = HOME - number
    if left <= 6:
        facts.append(_home_fact(left, getting_home))
    return in_a_row(facts) or _("Open road: no inn within reach.")


def _home_fact(left: int, getting_home: GettingHome) -> str:
    die = {"die": left}
    if left == 6:
        return _("A %(die)s brings you home.") % die
    if getting_home is GettingHome.OVER_IS_FINE:
        return _("A %(die)s or more brings you home.") % die
    if getting_home is GettingHome.BOUNCE_BACK:
        return _("A %(die)s brings you home; more bounces back.") % die
    return _("A %(die)s brings you home; more sends you back as the preface says.") % die


def takes_the_house(view: View, people: Sequence[Person]) -> str:
    """Only one piece can be first."""
    winner = people[view.places.index(1)]
    return _("%(name)s takes the house.") % {"name": winner.called}


def told(events: Sequence[Event], people: Sequence[Person]) -> Iterator[Said]:
    """A roll and the walk after it are one sentence."""
    die = 0
    for event in events:
        if isinstance(event, Rolled):
            die = event.die
            continue
        words = _words(event, die, people)
        if words:
            seat = people.index(_hero(event, people))
            yield Said(words, seat, people[seat].mark)


def _hero(event: Event, people: Sequence[Person]) -> Person:
    if isinstance(event, GameOver):
        return people[event.places.index(1)]
    return people[event.seat]


def _words(event: Event, die: int, people: Sequence[Person]) -> str:
    match event:
        case Moved():
            return _moved_words(event, die, people[event.seat])
        case Inn(seat=seat, square=number):
            return _("%(name)s stays at the inn of %(place)s and rests one turn.") % {
                "name": people[seat].called,
                "place": place_name(number),
            }
        case TurnMissed(seat=seat, square=number):
            return _("%(name)s rests this turn at %(place)s.") % {
                "name": people[seat].called,
                "place": place_name(number),
            }
        case Home(seat=seat, place=place):
            return _home_words(place) % {"name": people[seat].called}
        case GameOver(places=places):
            winner = people[places.index(1)]
            return _("%(name)s takes the house.") % {"name": winner.called}
        case _:
            return ""


def _moved_words(event: Moved, die: int, person: Person) -> str:
    words = {
        "name": person.called,
        "die": die,
        "extra": event.extra,
        "number": event.square,
        "place": place_name(event.square),
    }
    if event.square == HOME:
        return _("%(name)s rolled %(die)s and walked home to %(place)s.") % words
    if event.extra:
        return _("%(name)s rolled %(die)s, %(extra)s too many: back to %(number)s, %(place)s.") % (
            words
        )
    return _("%(name)s rolled %(die)s and walked to %(number)s, %(place)s.") % words


def _home_words(place: int) -> str:
    return {
        1: _("%(name)s is home first."),
        2: _("%(name)s is home second."),
        3: _("%(name)s is home third."),
        4: _("%(name)s is home fourth."),
        5: _("%(name)s is home fifth."),
    }[place]


def standing_words(number: int) -> str:
    """What decided a place in the ranking."""
    if number == HOME:
        return pgettext("standing", "home")
    left = HOME - number
    return ngettext("%(count)s square from home", "%(count)s squares from home", left) % {
        "count": left
    }
