"""The engine contract for Oicho-Kabu; the rules themselves are in the files beside it."""

from typing import Final

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.engine import Engine, Step
from games.core.events import Told
from games.core.question import Question
from games.core.result import Result
from games.core.seats import Seat
from games.oichokabu.cards import CARDS
from games.oichokabu.dealership import first_dealer
from games.oichokabu.dealing import (
    NO_POINTS,
    deal_seconds,
    go_through_cards,
    lay,
    take_dealers_third,
    take_third,
)
from games.oichokabu.events import Event, FirstDealer, GoneOn
from games.oichokabu.imagining import imagined
from games.oichokabu.knowing import open_view_of, view_of
from games.oichokabu.model import (
    RESULT_SECONDS,
    START_POINTS,
    Action,
    Draw,
    GoOn,
    Options,
    Phase,
    Ready,
    Stake,
    Stand,
    State,
    TakeBack,
    View,
)
from games.oichokabu.staking import (
    READY,
    everybody_is_ready,
    is_staking,
    put,
    stakes_left,
    staking_refusal,
)
from games.oichokabu.thirds import asked_seat

DRAW: Final = Draw()
STAND: Final = Stand()
GO_ON: Final = GoOn()


class OichoKabuEngine(Engine[Options, State, Action, Event, View]):
    key = "oicho-kabu"
    rules_version = 1
    seat_counts = range(2, 7)  # OC-1
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View

    def _set_out(self, seats: int, options: Options, first: Seat, dice: Dice) -> Step[State, Event]:
        """OC-3, OC-94. The house rule says who deals first, in each match anew (OC-14), so
        `first` is not asked."""
        dealer, turned = first_dealer(seats, options, dice)
        told: list[Told[Event]] = [Told(each) for each in turned]
        told.append(Told(FirstDealer(dealer)))
        nobody = (False,) * seats
        # As after a hand: the first one is laid like any other.
        state = State(
            options=options,
            turned=turned,
            points=(START_POINTS,) * seats,
            dealer=dealer,
            dealer_hands=0,
            passes=0,
            hand_no=0,
            phase=Phase.RESULT,
            dealt_by=dealer,
            amounts=(NO_POINTS,) * seats,
            ready=nobody,
            hands=(),
            dealer_hand=(),
            stock=(),
            asking=0,
            settled=(),
            passed=None,
            gone_on=nobody,
            over=None,
        )
        return Step(lay(state, dice, told), tuple(told))

    def seats(self, state: State) -> int:
        return len(state.points)

    def question(self, state: State, seat: Seat) -> Question | None:
        """OC-110, and looking at the result (OC-87). Every choice of third card is a question
        of its own; putting points is one from laying to Ready."""
        if not self._is_asked(state, seat):
            return None
        if state.phase is Phase.STAKING:
            return Question("stake", state.hand_no)
        if state.phase is Phase.THIRDS:
            return Question("third_card", state.hand_no * len(CARDS) + state.asking)
        if state.phase is Phase.DEALER:
            return Question("dealers_third_card", state.hand_no)
        return Question("go_on", state.hand_no, RESULT_SECONDS)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if not self._is_asked(state, seat):
            return ()
        if state.phase is Phase.STAKING:
            return stakes_left(state, seat)
        return (GO_ON,) if state.phase is Phase.RESULT else (DRAW, STAND)

    def refusal(self, state: State, seat: Seat, action: Action) -> str | None:
        """OC-111"""
        if state.phase is Phase.OVER:
            return "game_over"
        if seat not in range(len(state.points)):
            return "not_your_turn"
        if isinstance(action, Draw | Stand):
            if state.phase not in (Phase.THIRDS, Phase.DEALER):
                return "wrong_phase"
            return None if seat == asked_seat(state) else "not_your_turn"
        if isinstance(action, GoOn):
            if state.phase is not Phase.RESULT:
                return "wrong_phase"
            return "already_gone_on" if state.gone_on[seat] else None
        return (
            staking_refusal(state, seat, action) if state.phase is Phase.STAKING else "wrong_phase"
        )

    def on_timeout(self, state: State, seat: Seat) -> Action:
        """OC-27, OC-36, OC-87"""
        if state.phase is Phase.STAKING:
            return READY
        return GO_ON if state.phase is Phase.RESULT else STAND

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def open_view(self, state: State) -> View:
        return open_view_of(state)

    def result(self, state: State) -> Result | None:
        """OC-83"""
        over = state.over
        return None if over is None else Result(over.places, over.points, over.reason)

    def imagine(self, state: State, seat: Seat | None, dice: Dice) -> State:
        return imagined(state, seat, dice)

    def _resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step[State, Event]:
        told: list[Told[Event]] = []
        if isinstance(action, Stake | TakeBack | Ready):
            state = put(state, seat, action, told)
            if isinstance(action, Ready) and everybody_is_ready(state):  # OC-26
                state = deal_seconds(state, told)
        elif isinstance(action, GoOn):
            told.append(Told(GoneOn(seat)))
            gone_on = (*state.gone_on[:seat], True, *state.gone_on[seat + 1 :])
            state = replace(state, gone_on=gone_on)
            if all(gone_on):
                state = lay(state, dice, told)
        elif state.phase is Phase.THIRDS:
            state = take_third(state, told, draws=isinstance(action, Draw))
            state = go_through_cards(state, told)
        else:
            state = take_dealers_third(state, told, draws=isinstance(action, Draw))
        return Step(state, tuple(told))

    def _is_asked(self, state: State, seat: Seat) -> bool:
        if state.phase is Phase.OVER or seat not in range(len(state.points)):
            return False
        if state.phase is Phase.STAKING:
            return is_staking(state, seat)
        if state.phase is Phase.RESULT:
            return not state.gone_on[seat]
        return seat == asked_seat(state)
