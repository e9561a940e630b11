"""A turn: its start, before the roll, the roll, its end (section 5)."""

from games.core.seats import seat_after
from games.okuribito import constants as figures
from games.okuribito.actions import Action, Roll, UseCurse, UseLuckyCat
from games.okuribito.events import ItemUsed, Rolled, TurnEnded, TurnMissed, TurnStarted
from games.okuribito.fortune import take_from
from games.okuribito.investing import legal_sales, refuse_sale, sell
from games.okuribito.model import State
from games.okuribito.names import Item
from games.okuribito.play import Play
from games.okuribito.tasks import (
    AskBeforeRoll,
    BookedSales,
    EndTurn,
    StartRound,
    TakeTurn,
    Walk,
)

ROLL = Roll()
_USES = {UseLuckyCat: Item.LUCKY_CAT, UseCurse: Item.CURSE}
_ITEMS: dict[Item, Action] = {Item.LUCKY_CAT: UseLuckyCat(), Item.CURSE: UseCurse()}


def take_turn(play: Play, task: TakeTurn) -> None:
    """OK-20, OK-95"""
    play.turn = task.seat
    if play.mover.sitting_out:
        play.change(task.seat, sitting_out=False)
        play.pay(play.starting_funds(task.seat) - play.mover.cash, None, task.seat)
        play.tell(TurnMissed(task.seat, play.mover.cash))
        pass_the_turn(play)
        return
    play.tell(TurnStarted(task.seat))
    play.agenda.append(EndTurn())
    play.ask(AskBeforeRoll, task.seat)
    play.agenda.append(BookedSales())


def legal_before_roll(state: State, task: AskBeforeRoll) -> tuple[Action, ...]:
    """D1"""
    holds = state.players[task.seat].holds
    items = [action for item, action in _ITEMS.items() if item in holds]
    return (*items, *legal_sales(state, task.seat), ROLL)


def refuse_before_roll(state: State, task: AskBeforeRoll, action: Action) -> str | None:
    match action:
        case Roll():
            return None
        case UseLuckyCat() | UseCurse():
            held = _USES[type(action)] in state.players[task.seat].holds
            return None if held else "not_held"
        case _:
            return refuse_sale(state, task.seat, action)


def before_roll(play: Play, task: AskBeforeRoll, action: Action) -> None:
    match action:
        case Roll():
            play.agenda.pop()
            roll(play)
        case UseLuckyCat() | UseCurse():  # OK-79, OK-80
            item = _USES[type(action)]
            take_from(play, task.seat, item)
            play.using = (*play.using, item)
            play.tell(ItemUsed(task.seat, item))
        case _:
            sell(play, task.seat, action)


def roll(play: Play) -> None:
    """OK-21, OK-76"""
    count = figures.LUCKY_CAT_DICE if Item.LUCKY_CAT in play.using else figures.DICE
    play.thrown = play.dice.roll("die", 6, count)
    play.tell(Rolled(play.turn, play.thrown))
    play.agenda.append(Walk(sum(play.thrown)))


def end_turn(play: Play, task: EndTurn) -> None:
    play.using = ()
    play.tell(TurnEnded(play.turn))
    pass_the_turn(play)


def pass_the_turn(play: Play) -> None:
    """OK-17: after the last seat in turn order the round is over."""
    seat = seat_after(play.turn, len(play.players))
    play.agenda.append(StartRound() if seat == play.first else TakeTurn(seat))
