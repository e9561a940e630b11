"""Experiences, ranks and insights (OK-40 to OK-47)."""

from games.okuribito import constants as figures
from games.okuribito.actions import Action, ChooseInsight, Pass, Stop
from games.okuribito.board import TOWN_OF
from games.okuribito.events import (
    Experience,
    ExperienceNotNew,
    Foreseen,
    InsightChosen,
    Ranked,
    Stopped,
)
from games.okuribito.model import Player, State
from games.okuribito.names import RANKS, Insight, Rank, Town
from games.okuribito.play import Play
from games.okuribito.tasks import Arrive, AskExperience, AskInsight

STOP_OR_PASS = (Stop(), Pass())
INSIGHTS = tuple(ChooseInsight(insight) for insight in Insight)


def reach_experience(play: Play, pips: int) -> None:
    """OK-41 to OK-43: an insight is chosen before stopping or passing."""
    has_set = collect(play, TOWN_OF[play.mover.square])
    if pips:
        play.ask(AskExperience, play.turn, pips)
    if has_set:
        play.ask(AskInsight, play.turn, pips)


def collect(play: Play, town: Town) -> bool:
    """OK-40, OK-42: whether this makes a set of four."""
    seat, mover = play.turn, play.mover
    if not is_new(mover, town):
        play.tell(ExperienceNotNew(seat, town))
        return False
    collecting = (*mover.collecting, town)
    play.tell(Experience(seat, town, len(collecting)))
    if len(collecting) < figures.SET_OF_TOWNS:
        play.change(seat, collecting=collecting)
        return False
    rank = RANKS[min(mover.rank.number + 1, Rank.MASTER.number)]
    play.change(seat, collecting=(), last_set=collecting, rank=rank)
    if rank is not mover.rank:
        play.tell(Ranked(seat, rank))
    return True


def is_new(player: Player, town: Town) -> bool:
    """OK-40: whether the experience of this town would be collected."""
    if town in player.collecting:
        return False
    old = sum(each in player.last_set for each in player.collecting)
    return town not in player.last_set or old < figures.OLD_TOWNS_MOST


def legal_stops(state: State, task: AskExperience) -> tuple[Action, ...]:
    """D3"""
    return STOP_OR_PASS


def stop_or_pass(play: Play, task: AskExperience, action: Action) -> None:
    """OK-43: the walk below goes on, or is thrown away."""
    play.agenda.pop()
    if isinstance(action, Stop):
        play.agenda[-1] = Arrive()
        play.tell(Stopped(task.seat, task.pips))


def legal_insights(state: State, task: AskInsight) -> tuple[Action, ...]:
    """D4"""
    return INSIGHTS


def choose_insight(play: Play, task: AskInsight, action: Action) -> None:
    """OK-44 to OK-47"""
    assert isinstance(action, ChooseInsight)  # noqa: S101
    play.agenda.pop()
    seat, player = task.seat, play.players[task.seat]
    times = figures.MASTER_TIMES if player.rank is Rank.MASTER else 1
    play.tell(InsightChosen(seat, action.insight, times))
    if action.insight is Insight.KEEN_EYE:
        play.change(seat, keen_eye=player.keen_eye + times)
    elif action.insight is Insight.MASTER_BUILDER:
        play.change(seat, master_builder=player.master_builder + times)
    else:
        until = min(play.round + times * figures.FORESIGHT_ROUNDS, play.options.limit)
        play.change(seat, foresees_until=until)
        play.tell_only(seat, Foreseen(seat, play.festivals[play.round : until]))
