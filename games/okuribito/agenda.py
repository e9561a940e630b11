"""The agenda: each task to the file of its subject, until somebody must answer.

What a task or an answer does is one whole, after which OK-98 looks at the fortunes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from games.okuribito import (
    duels,
    experiences,
    firms,
    fortune,
    investing,
    seasons,
    squares,
    turns,
    walking,
)
from games.okuribito import tasks as t
from games.okuribito.actions import DONE, Action, ChooseInsight, ChooseRoad, Pass
from games.okuribito.model import State
from games.okuribito.names import Insight
from games.okuribito.play import Play

CARRIED_OUT_BY: Final[dict[type[t.Task], Callable[[Play, Any], None]]] = {
    t.StartRound: seasons.start_round,
    t.Festival: seasons.hold_festival,
    t.Takings: seasons.pay_takings,
    t.TakeTurn: turns.take_turn,
    t.BookedSales: investing.settle_booked,
    t.Walk: walking.walk,
    t.Arrive: walking.arrive,
    t.Meet: duels.meet,
    t.Business: squares.do_business,
    t.EndTurn: turns.end_turn,
}


@dataclass(frozen=True, slots=True)
class Point:
    """A decision point of OK-27: its answers, what an answer does, what the clock plays.

    Without a `refuse` the answers are few, and whatever is not among them is refused.
    """

    legal: Callable[[State, Any], tuple[Action, ...]]
    answer: Callable[[Play, Any, Action], None]
    on_timeout: Callable[[Any], Action]
    refuse: Callable[[State, Any, Action], str | None] | None = None

    def refusal(self, state: State, task: t.Asked, action: Action) -> str | None:
        if self.refuse is not None:
            return self.refuse(state, task, action)
        return None if action in self.legal(state, task) else "not_now"


def _plays(action: Action) -> Callable[[Any], Action]:
    return lambda task: action


POINTS: Final[dict[type[t.Asked], Point]] = {
    t.AskBeforeRoll: Point(
        turns.legal_before_roll,
        turns.before_roll,
        _plays(turns.ROLL),
        turns.refuse_before_roll,
    ),
    t.AskFork: Point(walking.legal_ways, walking.take_way, _plays(ChooseRoad())),
    t.AskExperience: Point(experiences.legal_stops, experiences.stop_or_pass, _plays(Pass())),
    t.AskInsight: Point(
        experiences.legal_insights,
        experiences.choose_insight,
        _plays(ChooseInsight(Insight.KEEN_EYE)),
    ),
    t.AskInvest: Point(
        investing.legal_investing,
        investing.invest,
        _plays(DONE),
        investing.refuse_investing,
    ),
    t.AskFortuneTeller: Point(fortune.legal_at_fortune_teller, fortune.tell_fortune, _plays(DONE)),
    t.AskMatch: Point(duels.legal_challenges, duels.challenge, _plays(DONE)),
    t.AskGuess: Point(
        duels.legal_guesses, duels.guess, lambda task: duels.likelier_guess(task.number)
    ),
    t.AskBuy: Point(firms.legal_buying, firms.buy_firm, _plays(DONE)),
    t.AskBuild: Point(firms.legal_building, firms.build, _plays(DONE), firms.refuse_building),
    t.AskBuildAny: Point(
        firms.legal_any_building, firms.build, _plays(DONE), firms.refuse_building
    ),
}


def go_on(play: Play) -> None:
    """Carry out what is on the agenda until a seat is asked or the match is over."""
    while play.over is None:
        task = play.agenda[-1]
        carry_out = CARRIED_OUT_BY.get(type(task))
        if carry_out is None:
            break
        play.agenda.pop()
        carry_out(play, task)
        play.moment()
    play.tell_question()
