"""The engine contract for the sugoroku."""

from typing import Final

from games.core.dice import Dice
from games.core.engine import Engine, Step
from games.core.events import Told
from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat
from games.hokusai.board import HOME, INNS, START
from games.hokusai.model import (
    Action,
    Event,
    GameOver,
    Home,
    Inn,
    Moved,
    Options,
    Roll,
    Rolled,
    State,
    Turn,
    TurnMissed,
    View,
)
from games.hokusai.rules import is_over, landing, must_wait, next_turn, places

ROLL: Final = Roll()


class HokusaiEngine(Engine[Options, State, Action, Event, View]):
    key = "hokusai"
    rules_version = 1
    seat_counts = range(2, 7)  # HS-1
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View

    def _set_out(self, seats: int, options: Options, first: Seat, dice: Dice) -> Step[State, Event]:
        """HS-10, HS-61: everybody on Nihonbashi and nobody waiting."""
        state = State(
            options=options,
            first=first,
            positions=(START,) * seats,
            waiting=(False,) * seats,
            finished=(),
            turn=first,
            rolls=0,
            last=None,
            places=(),
        )
        return Step(state, (Told(Turn(first)),))

    def seats(self, state: State) -> int:
        return len(state.positions)

    def question(self, state: State, seat: Seat) -> Question | None:
        """HS-70. The count of rolls tells two turns in a row of one seat apart."""
        if state.places or seat != state.turn:
            return None
        return Question("turn", state.rolls)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """HS-21: rolling, and nothing else."""
        return () if state.places or seat != state.turn else (ROLL,)

    def refusal(self, state: State, seat: Seat, action: Action) -> str | None:
        """HS-70"""
        if state.places:
            return "game_over"
        return None if seat == state.turn else "not_your_turn"

    def on_timeout(self, state: State, seat: Seat) -> Action:
        """HS-22"""
        return ROLL

    def view(self, state: State, seat: Seat | None) -> View:
        """HS-71: everything is public."""
        return View(
            options=state.options,
            first=state.first,
            positions=state.positions,
            waiting=state.waiting,
            finished=state.finished,
            turn=None if state.places else state.turn,
            rolls=state.rolls,
            last=state.last,
            places=state.places,
        )

    def result(self, state: State) -> Result | None:
        """HS-50 to HS-54. With two players both endings are the same one."""
        if not state.places:
            return None
        reason = "first_home" if len(state.finished) == 1 else "one_left"
        return Result(state.places, state.positions, reason)

    def imagine(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """There is nothing a seat does not know."""
        return state

    def _resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step[State, Event]:
        """HS-72: roll and move; home or inn; then the turn goes on, or the game is over."""
        (die,) = dice.roll("die", 6)  # HS-20, HS-23
        start = state.positions[seat]
        square, extra = landing(start, die, state.options.getting_home)
        rolled = Rolled(seat, die)
        told: list[Told[Event]] = [Told(rolled), Told(Moved(seat, start, square, extra))]

        positions = (*state.positions[:seat], square, *state.positions[seat + 1 :])
        waiting, finished, over = state.waiting, state.finished, False
        if square == HOME:
            finished = (*finished, seat)
            told.append(Told(Home(seat, len(finished))))
            over = is_over(len(positions), finished, rank_everyone=state.options.rank_everyone)
        elif square in INNS:  # HS-30, HS-32, HS-42
            waiting = must_wait(waiting, seat)
            told.append(Told(Inn(seat, square)))

        taken: tuple[int, ...] = ()
        if over:
            taken = places(positions, finished, rank_everyone=state.options.rank_everyone)
            told.append(Told(GameOver(taken)))
            turn = seat
        else:
            turn, missed, waiting = next_turn(seat, waiting, finished)
            told += [Told(TurnMissed(each, positions[each])) for each in missed]
            told.append(Told(Turn(turn)))
        return Step(
            State(
                options=state.options,
                first=state.first,
                positions=positions,
                waiting=waiting,
                finished=finished,
                turn=turn,
                rolls=state.rolls + 1,
                last=rolled,
                places=taken,
            ),
            tuple(told),
        )
