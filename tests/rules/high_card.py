"""A small game with secrets, everybody at once: a card each, swap it or keep it, the
higher card wins. It is no game of the house; it shows that the laws see secrets leak."""

from typing import TypeAlias

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.engine import Engine, Step
from games.core.events import Told
from games.core.question import Question
from games.core.result import Result, rank_by_score
from games.core.seats import Seat, all_seats
from games.core.values import Sealed, Tagged, Value
from tests.rules.contract import Subject

DECK = tuple(range(10))


class Options(Value, frozen=True, kw_only=True):
    pass


class Keep(Tagged, frozen=True):
    pass


class Swap(Tagged, frozen=True):
    pass


class Dealt(Tagged, frozen=True):
    seat: Seat
    card: int | None


class Answered(Tagged, frozen=True):
    seat: Seat


class Shown(Tagged, frozen=True):
    cards: tuple[int, ...]


Action: TypeAlias = Keep | Swap
Event: TypeAlias = Dealt | Answered | Shown


class State(Sealed, frozen=True):
    cards: tuple[int, ...]
    stock: tuple[int, ...]
    answered: tuple[bool, ...]


class View(Value, frozen=True):
    cards: tuple[int | None, ...]
    answered: tuple[bool, ...]


class HighCard(Engine[Options, State, Action, Event, View]):
    key = "high-card"
    rules_version = 1
    seat_counts = range(2, 4)
    options_type = Options
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View

    def _set_out(self, seats: int, options: Options, first: Seat, dice: Dice) -> Step[State, Event]:
        deck = dice.shuffle("deck", DECK)
        state = State(deck[:seats], deck[seats:], (False,) * seats)
        return Step(state, tuple(self.dealt(seat, deck[seat]) for seat in all_seats(seats)))

    def seats(self, state: State) -> int:
        return len(state.cards)

    def question(self, state: State, seat: Seat) -> Question | None:
        waits = seat in range(len(state.cards)) and not state.answered[seat]
        return Question("swap") if waits else None

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return () if self.question(state, seat) is None else (Keep(), Swap())

    def refusal(self, state: State, seat: Seat, action: Action) -> str | None:
        if all(state.answered):
            return "game_over"
        return "not_asked" if self.question(state, seat) is None else None

    def on_timeout(self, state: State, seat: Seat) -> Action:
        return Keep()

    def view(self, state: State, seat: Seat | None) -> View:
        over = all(state.answered)
        shown = (card if over or owner == seat else None for owner, card in enumerate(state.cards))
        return View(tuple(shown), state.answered)

    def result(self, state: State) -> Result | None:
        if not all(state.answered):
            return None
        return Result(rank_by_score(state.cards), state.cards, "all_shown")

    def imagine(self, state: State, seat: Seat | None, dice: Dice) -> State:
        if all(state.answered):
            return state
        others = [owner for owner in all_seats(len(state.cards)) if owner != seat]
        unknown = [state.cards[owner] for owner in others] + list(state.stock)
        fresh = list(dice.shuffle("imagine", unknown))
        cards = list(state.cards)
        for owner in others:
            cards[owner] = fresh.pop(0)
        return replace(state, cards=tuple(cards), stock=tuple(fresh))

    def _resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step[State, Event]:
        told: list[Told[Event]] = [Told(Answered(seat))]
        cards, stock = list(state.cards), state.stock
        if isinstance(action, Swap):
            cards[seat], stock = stock[0], (*stock[1:], cards[seat])
            told.append(self.dealt(seat, cards[seat]))
        answered = tuple(done or owner == seat for owner, done in enumerate(state.answered))
        if all(answered):
            told.append(Told(Shown(tuple(cards))))
        return Step(State(tuple(cards), stock, answered), tuple(told))

    def dealt(self, seat: Seat, card: int) -> Told[Event]:
        return Told(Dealt(seat, card), frozenset({seat}), Dealt(seat, None))


def follow(view: View, event: Event, seat: Seat | None) -> View:
    match event:
        case Dealt():
            cards = list(view.cards)
            cards[event.seat] = event.card
            return replace(view, cards=tuple(cards))
        case Answered():
            answered = list(view.answered)
            answered[event.seat] = True
            return replace(view, answered=tuple(answered))
        case Shown():
            return replace(view, cards=event.cards)


def invariant(state: State) -> None:
    assert sorted((*state.cards, *state.stock)) == list(DECK)


def subject(engine: HighCard | None = None) -> Subject:
    return Subject(
        engine=engine or HighCard(),
        option_sets=(Options(),),
        conceivable=lambda state, seat: [Keep(), Swap()],
        follow=follow,
        invariant=invariant,
        one_answer=frozenset({"swap"}),
    )
