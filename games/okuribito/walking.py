"""Moving square by square, forks and the Gate, arriving (OK-22 to OK-26)."""

from games.okuribito import constants as figures
from games.okuribito.actions import Action, ChooseCastle, ChooseRoad
from games.okuribito.board import FORKS, GATE, KINDS, RING, entrance, opposite
from games.okuribito.duels import whom_to_meet
from games.okuribito.events import Arrived, Dues, Entered, Fork, Paid
from games.okuribito.experiences import reach_experience
from games.okuribito.fortune import visit_fortune_teller
from games.okuribito.investing import open_investing
from games.okuribito.model import State
from games.okuribito.names import Kind, Way
from games.okuribito.play import Play
from games.okuribito.tasks import Arrive, AskFork, Business, Meet, Walk

WAYS = (ChooseRoad(), ChooseCastle())


def walk(play: Play, task: Walk) -> None:
    """OK-22: one pip of the roll."""
    mover, way = play.mover, task.way
    if mover.square in FORKS and way is None:
        if mover.cash >= figures.TOLL:
            play.agenda.append(task)
            play.ask(AskFork, play.turn, task.pips)
            return
        way = Way.ROAD
    if way is Way.CASTLE:
        square, gate_from = GATE, FORKS[mover.square]
    elif mover.gate_from is not None:  # OK-26
        square, gate_from = entrance(opposite(mover.gate_from)), None
    else:
        square, gate_from = (mover.square + 1) % RING, None
    play.change(play.turn, square=square, gate_from=gate_from)
    play.tell(Entered(play.turn, square))
    pips = task.pips - 1
    play.agenda.append(Walk(pips) if pips else Arrive())
    enter(play, KINDS[square], pips)


def enter(play: Play, kind: Kind, pips: int) -> None:
    """OK-22: the passing effect of a square, with so many pips left."""
    if kind is Kind.EXPERIENCE:
        reach_experience(play, pips)
    elif kind is Kind.MONEY_CHANGER:  # OK-39
        got = play.ledger.dues(play.turn)
        play.pay(got, None, play.turn)
        play.tell(Dues(play.turn, got))
    elif kind is Kind.GATE:  # OK-83
        play.pay(figures.TOLL, play.turn, None)
        play.tell(Paid(play.turn, figures.TOLL, figures.TOLL, None))
    elif kind is Kind.EXCHANGE and pips:
        open_investing(play, pips)
    elif kind is Kind.FORTUNE_TELLER and pips:
        visit_fortune_teller(play, pips)


def legal_ways(state: State, task: AskFork) -> tuple[Action, ...]:
    """D2"""
    return WAYS


def take_way(play: Play, task: AskFork, action: Action) -> None:
    """OK-24"""
    way = Way.CASTLE if isinstance(action, ChooseCastle) else Way.ROAD
    play.agenda[-2:] = [Walk(task.pips, way)]
    play.tell(Fork(task.seat, way))


def arrive(play: Play, task: Arrive) -> None:
    """OK-23: matches, then the business of the square."""
    play.tell(Arrived(play.turn, play.mover.square))
    play.agenda.append(Business())
    if opponents := whom_to_meet(play):
        play.agenda.append(Meet(opponents))
