"""The counter of somebody who is not asked: who is choosing what."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.okuribito import tasks as t
from games.okuribito.model import View
from tables.boards.base import Asked
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import firm_name
from tables.boards.people import Person


def waiting(view: View, people: Sequence[Person], viewer: int | None) -> Asked:
    task = view.asked
    assert task is not None  # noqa: S101  (the match goes on)
    return Asked(_choosing(task, people), _meanwhile(view, viewer))


def _choosing(task: t.Asked, people: Sequence[Person]) -> str:
    words = {"name": people[task.seat].called}
    match task:
        case t.AskBeforeRoll():
            return _("%(name)s is about to roll") % words
        case t.AskFork():
            return _("%(name)s chooses between the road and the Castle Gate") % words
        case t.AskExperience():
            return _("%(name)s may stop here or pass on") % words
        case t.AskInsight():
            return _("%(name)s chooses an insight") % words
        case t.AskInvest():
            return _("%(name)s is investing") % words
        case t.AskFortuneTeller():
            return _("%(name)s is at the Fortune teller") % words
        case t.AskMatch():
            words["other"] = people[task.opponent].called
            return _("%(name)s may challenge %(other)s to a match") % words
        case t.AskGuess():
            words |= {"number": str(task.number), "other": people[task.challenger].called}
            return _("%(name)s is challenged: more or less than %(number)s?") % words
        case t.AskBuy():
            words |= {"firm": firm_name(task.square), "sum": ryo(task.cost)}
            return _("%(name)s may buy %(firm)s for %(sum)s") % words
        case t.AskBuild():
            words["firm"] = firm_name(task.square)
            return _("%(name)s may build %(firm)s up") % words
        case _:
            return _("%(name)s may build up a firm") % words


def _meanwhile(view: View, viewer: int | None) -> str:
    if viewer is None:
        return _("You are watching.")
    if view.players[viewer].sitting_out:
        return _("You are bankrupt and miss your next turn; then you start again.")
    if (view.turn + 1) % len(view.players) == viewer:
        return _("Your turn is next.")
    return _("You may look around the map meanwhile.")
