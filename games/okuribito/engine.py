"""The engine contract for Okuribito; what happens is in the files of its subjects."""

from games.core.dice import Dice
from games.core.engine import Engine, Step
from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat, all_seats
from games.okuribito import constants as figures
from games.okuribito import knowing
from games.okuribito.actions import Action
from games.okuribito.agenda import POINTS, go_on
from games.okuribito.events import Event
from games.okuribito.model import Options, State, View
from games.okuribito.play import Play
from games.okuribito.setup import set_out
from games.okuribito.tasks import Asked, Asking


class OkuribitoEngine(Engine[Options, State, Action, Event, View]):
    key = "okuribito"
    rules_version = 1
    seat_counts = range(figures.SEATS_LEAST, figures.SEATS_MOST + 1)  # OK-1
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View

    def _set_out(self, seats: int, options: Options, first: Seat, dice: Dice) -> Step[State, Event]:
        return _step(Play(set_out(all_seats(seats), options, first, dice), dice))

    def seats(self, state: State) -> int:
        return len(state.players)

    def question(self, state: State, seat: Seat) -> Question | None:
        """OK-27: one question from its first answer to the one that closes it."""
        task = _asked(state, seat)
        return None if task is None else Question(task.point, task.ask)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """In the order of OK-27, the closing answers last."""
        task = _asked(state, seat)
        return () if task is None else POINTS[type(task)].legal(state, task)

    def refusal(self, state: State, seat: Seat, action: Action) -> str | None:
        if state.over is not None:
            return "game_over"
        task = _asked(state, seat)
        if task is None:
            return "not_asked"
        return POINTS[type(task)].refusal(state, task, action)

    def on_timeout(self, state: State, seat: Seat) -> Action:
        """OK-28: what was done so far stands, and the question is closed."""
        task = _asked(state, seat)
        if task is None:
            raise ValueError(f"the match does not wait for seat {seat}")
        return POINTS[type(task)].on_timeout(task)

    def view(self, state: State, seat: Seat | None) -> View:
        return knowing.view(state, seat)

    def open_view(self, state: State) -> View:
        return knowing.open_view(state)

    def result(self, state: State) -> Result | None:
        """OK-100"""
        over = state.over
        return None if over is None else Result(over.ranks, over.fortunes, over.why)

    def imagine(self, state: State, seat: Seat | None, dice: Dice) -> State:
        return knowing.imagine(state, seat, dice)

    def _resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step[State, Event]:
        play, task = Play(state, dice), state.agenda[-1]
        POINTS[type(task)].answer(play, task, action)  # type: ignore[index]
        play.moment()
        return _step(play)


def _asked(state: State, seat: Seat) -> Asked | None:
    """The question on top of the agenda, if it is this seat's."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, Asking) or task.seat != seat:
        return None
    return task


def _step(play: Play) -> Step[State, Event]:
    go_on(play)
    return Step(play.state(), tuple(play.told))
