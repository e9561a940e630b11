"""Moving square by square, forks and the Gate, arriving (OK-22 to OK-26)."""

from games.okuribito import constants as figures
from games.okuribito.actions import Action, ChooseCastle, ChooseRoad
from games.okuribito.board import FORKS, GATE, KINDS, RING, entrance, opposite
from games.okuribito.duels import whom_to_meet
from games.okuribito.events import Arrived, Dues, Fork, Paid, Walked
from games.okuribito.experiences import reach_experience
from games.okuribito.fortune import visit_fortune_teller
from games.okuribito.investing import open_investing
from games.okuribito.model import State
from games.okuribito.names import Kind, Town, Way
from games.okuribito.play import Play
from games.okuribito.tasks import Arrive, AskFork, Business, Meet, Walk

WAYS = (ChooseRoad(), ChooseCastle())
WITH_PASSING_EFFECT = frozenset(
    {Kind.MONEY_CHANGER, Kind.GATE, Kind.EXPERIENCE, Kind.EXCHANGE, Kind.FORTUNE_TELLER}
)


def walk(play: Play, task: Walk) -> None:
    """OK-22, OK-24: on to the next square where something happens, or to the end of the roll."""
    mover, pips, way = play.mover, task.pips, task.way
    square, gate_from = mover.square, mover.gate_from
    path: list[int] = []
    while pips:
        if square in FORKS and way is None:
            if mover.cash >= figures.TOLL:
                break
            way = Way.ROAD
        square, gate_from = one_step(square, gate_from, way)
        path.append(square)
        pips, way = pips - 1, None
        if KINDS[square] in WITH_PASSING_EFFECT:
            break
    if path:
        play.change(play.turn, square=square, gate_from=gate_from)
        play.tell(Walked(play.turn, tuple(path)))
    play.agenda.append(Walk(pips) if pips else Arrive())
    if pips and square in FORKS:
        play.ask(AskFork, play.turn, pips)
    else:
        enter(play, KINDS[square], pips)


def one_step(square: int, gate_from: Town | None, way: Way | None) -> tuple[int, Town | None]:
    """OK-11, OK-12, OK-26: the next square, and where a piece on the Gate came from."""
    if way is Way.CASTLE:
        return GATE, FORKS[square]
    if gate_from is not None:
        return entrance(opposite(gate_from)), None
    return (square + 1) % RING, None


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
