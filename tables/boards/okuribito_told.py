"""What happened at an Okuribito table, as sentences for the log and the live region.

A roll, the walk and the fee at its end are one sentence. A round's start is one too. What is
sold to pay a debt is told item by item.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.okuribito import constants as figures
from games.okuribito import events as e
from games.okuribito.board import GATE
from games.okuribito.names import Item, Way
from tables.boards import okuribito_fates as fates
from tables.boards import okuribito_terms as terms
from tables.boards.base import Said
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import place_name, square_name, town_name
from tables.boards.okuribito_rounds import round_summary
from tables.boards.people import Person

_ROUND: Final = (e.RoundStarted, e.Economy, e.FestivalHeld, e.OfferingReturned, e.TakingsPaid)
_SILENT: Final = (e.TurnStarted, e.TurnEnded, e.Noted, e.Asked)


def told(events: Sequence[e.Event], people: Sequence[Person]) -> Iterator[Said]:
    return _Telling(events, people).lines()


class _Telling:
    """One step's events on the way to becoming sentences.

    `rolled` and `way` wait for the square at which the walk ends; `round_events` for the end
    of the round's start.
    """

    def __init__(self, events: Sequence[e.Event], people: Sequence[Person]) -> None:
        self.events = events
        self.people = people
        self.rolled: e.Rolled | None = None
        self.way: Way | None = None
        self.walked: e.Walked | None = None
        self.round_events: list[e.Event] = []
        self.has_arrived = False
        self.has_paid_up_front = False  # the next payment has been told with its cause

    def lines(self) -> Iterator[Said]:
        for place, event in enumerate(self.events):
            if isinstance(event, _SILENT):
                continue
            if isinstance(event, _ROUND):
                self.round_events.append(event)
                continue
            yield from self._round()
            yield from self._line(place, event)
        yield from self._round()
        yield from self._walk()

    def _line(self, place: int, event: Any) -> Iterator[Said]:
        match event:
            case e.Rolled():
                self.rolled = event
            case e.Fork():
                self.way = event.way
            case e.Walked():
                self.walked = event
            case e.Arrived():
                self.has_arrived = True  # told with the walk before it, and what comes of it
            case e.Fee():
                yield self._fee(place, event)
            case e.Paid():
                yield from self._paid(event)
            case _:
                yield from self._walk()
                if isinstance(event, (e.MatchPlayed, e.Slip)):
                    self.has_paid_up_front = self._is_paid_at_once(place)
                words = _words(event, self.people)
                if words:
                    yield self._said(words, _hero(event))

    # --- walking ---

    def _walk(self) -> Iterator[Said]:
        """Where the walk has led, as far as it has not been told."""
        if self.walked is None:
            if self.rolled is not None:
                yield self._said(self._roll_words(), self.rolled.seat)
        else:
            yield self._said(self._walk_words(), self.walked.seat)
        self.rolled = self.way = self.walked = None

    def _roll_words(self) -> str:
        assert self.rolled is not None  # noqa: S101
        name = self.people[self.rolled.seat].called
        return _("%(name)s rolled %(roll)s.") % {"name": name, "roll": sum(self.rolled.dice)}

    def _walk_words(self) -> str:
        assert self.walked is not None  # noqa: S101
        square = self.walked.path[-1]
        words = {"name": self.people[self.walked.seat].called, "place": place_name(square)}
        if self.rolled is not None:
            words["roll"] = str(sum(self.rolled.dice))
            if self.has_arrived:
                return _("%(name)s rolled %(roll)s and reached %(place)s.") % words
            return _("%(name)s rolled %(roll)s and came to %(place)s.") % words
        if self.way is Way.ROAD:
            return _("%(name)s took the road to %(place)s.") % words
        return _("%(name)s went on to %(place)s.") % words

    # --- paying ---

    def _fee(self, place: int, event: e.Fee) -> Said:
        """With the roll that led there, if the fee was paid at once."""
        words = {
            "name": self.people[event.seat].called,
            "owner": self.people[event.owner].called,
            "sum": ryo(event.fee),
            "firm": square_name(event.square),
            "roll": str(sum(self.rolled.dice)) if self.rolled is not None else "",
        }
        self.has_paid_up_front = self._is_paid_at_once(place)
        if not self.has_paid_up_front:
            sentence = _("%(name)s reached %(firm)s and owed %(owner)s %(sum)s.")
        elif self.rolled is not None:
            sentence = _("%(name)s rolled %(roll)s and paid %(owner)s %(sum)s at %(firm)s.")
        else:
            sentence = _("%(name)s paid %(owner)s %(sum)s at %(firm)s.")
        self.rolled = self.way = self.walked = None
        return self._said(sentence % words, event.seat)

    def _is_paid_at_once(self, place: int) -> bool:
        after = self.events[place + 1] if place + 1 < len(self.events) else None
        return isinstance(after, e.Paid) and after.paid == after.owed

    def _paid(self, event: e.Paid) -> Iterator[Said]:
        if self.has_paid_up_front:
            self.has_paid_up_front = False
            return
        if self.walked is not None and self.walked.path[-1] == GATE and event.to is None:
            yield self._said(self._gate_words(event), event.seat)
            self.rolled = self.way = self.walked = None
            return
        yield from self._walk()
        yield self._said(self._payment_words(event), event.seat)

    def _gate_words(self, event: e.Paid) -> str:
        words = {"name": self.people[event.seat].called, "sum": ryo(event.paid)}
        if self.rolled is not None:
            words["roll"] = str(sum(self.rolled.dice))
            return _("%(name)s rolled %(roll)s and reached the Castle Gate: %(sum)s toll.") % words
        return _("%(name)s went through the Castle Gate for %(sum)s.") % words

    def _payment_words(self, event: e.Paid) -> str:
        words = {
            "name": self.people[event.seat].called,
            "paid": ryo(event.paid),
            "owed": ryo(event.owed),
        }
        if event.paid < event.owed:
            return _("%(name)s could pay only %(paid)s of %(owed)s.") % words
        if event.to is not None:
            words["to"] = self.people[event.to].called
            return _("%(name)s paid %(to)s %(paid)s.") % words
        if event.owed == figures.SHRINE:
            return _("%(name)s offered %(paid)s at the Shrine and drew a slip.") % words
        if event.owed == figures.BARRIER:
            return _("%(name)s paid %(paid)s toll at the Barrier.") % words
        return _("%(name)s paid %(paid)s.") % words

    # --- the rest ---

    def _round(self) -> Iterator[Said]:
        if self.round_events:
            yield from self._walk()
            yield Said(round_summary(self.round_events, self.people))
            self.round_events = []

    def _said(self, words: str, seat: int | None) -> Said:
        return Said(words, seat, self.people[seat].mark if seat is not None else "")


def _hero(event: Any) -> int | None:
    """Whose piece stands before the sentence."""
    match event:
        case e.MatchPlayed():
            return event.challenger if event.winner is None else event.winner
        case e.GameOver():
            return event.ranks.index(1)
        case e.FairHeld():
            return None
    seat: int = event.seat
    return seat


def _words(event: Any, people: Sequence[Person]) -> str:
    teller = _TELLERS.get(type(event))
    return teller(event, people) if teller is not None else ""


def _dues(event: e.Dues, people: Sequence[Person]) -> str:
    return _("%(name)s collected dues of %(sum)s from the Money changer.") % {
        "name": people[event.seat].called,
        "sum": ryo(event.got),
    }


def _turn_missed(event: e.TurnMissed, people: Sequence[Person]) -> str:
    return _("%(name)s missed a turn after going bankrupt and starts again with %(sum)s.") % {
        "name": people[event.seat].called,
        "sum": ryo(event.cash),
    }


def _item_used(event: e.ItemUsed, people: Sequence[Person]) -> str:
    name = {"name": people[event.seat].called}
    if event.item is Item.LUCKY_CAT:
        return _("%(name)s used the Lucky cat: three dice this turn.") % name
    return _("%(name)s used the Curse on the square where this turn ends.") % name


def _experience(event: e.Experience, people: Sequence[Person]) -> str:
    return _("%(name)s collected the experience of %(town)s, %(have)s of 4.") % {
        "name": people[event.seat].called,
        "town": town_name(event.town),
        "have": event.have,
    }


def _experience_not_new(event: e.ExperienceNotNew, people: Sequence[Person]) -> str:
    return _("The experience of %(town)s is nothing new to %(name)s this time.") % {
        "name": people[event.seat].called,
        "town": town_name(event.town),
    }


def _ranked(event: e.Ranked, people: Sequence[Person]) -> str:
    return _("%(name)s rose to %(rank)s.") % {
        "name": people[event.seat].called,
        "rank": terms.rank_name(event.rank),
    }


def _stopped(event: e.Stopped, people: Sequence[Person]) -> str:
    return ngettext(
        "%(name)s stopped there and gave up %(pips)s pip.",
        "%(name)s stopped there and gave up %(pips)s pips.",
        event.discarded,
    ) % {"name": people[event.seat].called, "pips": event.discarded}


def _insight(event: e.InsightChosen, people: Sequence[Person]) -> str:
    words = {"name": people[event.seat].called, "insight": terms.insight_name(event.insight)}
    if event.times > 1:
        return _("%(name)s gained %(insight)s, doubled as a master.") % words
    return _("%(name)s gained %(insight)s.") % words


def _foreseen(event: e.Foreseen, people: Sequence[Person]) -> str:
    towns = " → ".join(town_name(town) for town in event.towns)
    return _("Only you see the coming festivals: %(towns)s.") % {"towns": towns}


def _firm_bought(event: e.FirmBought, people: Sequence[Person]) -> str:
    words = {
        "name": people[event.seat].called,
        "firm": place_name(event.square),
        "sum": ryo(event.cost),
    }
    if event.keen_eye:
        return _("%(name)s bought %(firm)s with a Keen eye for half, %(sum)s.") % words
    return _("%(name)s bought %(firm)s for %(sum)s.") % words


def _built(event: e.Built, people: Sequence[Person]) -> str:
    words = {
        "name": people[event.seat].called,
        "firm": square_name(event.square),
        "level": terms.level_name(event.level),
        "sum": ryo(event.cost),
    }
    if event.master_builder:
        return _("%(name)s, a Master builder, built %(firm)s up to a %(level)s for nothing.") % (
            words
        )
    return _("%(name)s built %(firm)s up to a %(level)s for %(sum)s.") % words


def _game_over(event: e.GameOver, people: Sequence[Person]) -> str:
    winners = [person.called for person in people if event.ranks[person.seat] == 1]
    if len(winners) == 1:
        return _("%(name)s takes the house.") % {"name": winners[0]}
    return _("%(names)s share the house.") % {"names": _(", ").join(winners)}


Teller = Callable[[Any, Sequence[Person]], str]
_TELLERS: Final[dict[type[Any], Teller]] = {
    e.Dues: _dues,
    e.TurnMissed: _turn_missed,
    e.ItemUsed: _item_used,
    e.Experience: _experience,
    e.ExperienceNotNew: _experience_not_new,
    e.Ranked: _ranked,
    e.Stopped: _stopped,
    e.InsightChosen: _insight,
    e.Foreseen: _foreseen,
    e.FirmBought: _firm_bought,
    e.Built: _built,
    e.GameOver: _game_over,
    **fates.TELLERS,
}
