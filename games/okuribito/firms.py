"""Buying, fees and building (section 6), and what a Curse does to a firm (OK-82)."""

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.actions import DONE, Action, Build, BuyFirm, Done
from games.okuribito.events import Built, Fee, FirmBought, FirmCursed
from games.okuribito.fortune import is_warded_off
from games.okuribito.ledger import Ledger
from games.okuribito.model import State
from games.okuribito.names import Disaster, Item
from games.okuribito.play import Play
from games.okuribito.ruin import settle
from games.okuribito.tasks import AskBuild, AskBuildAny, AskBuy

BUY = BuyFirm()


def visit_firm(play: Play) -> None:
    """OK-25: what kind of firm it is counts now, after the matches. OK-81: a Curse in use
    does nothing to a firm that is unowned or the mover's own."""
    square = play.mover.square
    owner = play.owners[square]
    if owner is None:
        offer_firm(play, square)
    elif owner == play.turn:
        offer_building(play, square)
    elif Item.CURSE in play.using and not is_warded_off(play, owner, square, Disaster.CURSE):
        curse_firm(play, owner, square)
    else:
        fee = play.ledger.fee(square)  # OK-35
        play.tell(Fee(play.turn, owner, square, fee))
        settle(play, play.turn, fee, owner)


def curse_firm(play: Play, owner: Seat, square: int) -> None:
    """OK-82"""
    got = play.ledger.value(square)
    play.hand_over(square, None, 0)
    play.pay(got, None, owner)
    play.tell(FirmCursed(play.turn, owner, square, got))


# --- buying ---


def offer_firm(play: Play, square: int) -> None:
    cost = play.ledger.firm_cost(play.turn, square)
    if play.mover.cash >= cost:
        play.ask(AskBuy, play.turn, square, cost)


def legal_buying(state: State, task: AskBuy) -> tuple[Action, ...]:
    """D9"""
    return (BUY, DONE)


def buy_firm(play: Play, task: AskBuy, action: Action) -> None:
    """OK-30, OK-45"""
    play.agenda.pop()
    if isinstance(action, Done):
        return
    seat, keen_eye = task.seat, play.players[task.seat].keen_eye
    play.pay(task.cost, seat, None)
    if keen_eye:
        play.change(seat, keen_eye=keen_eye - 1)
    play.hand_over(task.square, seat, 1)
    play.tell(FirmBought(seat, task.square, task.cost, bool(keen_eye)))


# --- building ---


def offer_building(play: Play, square: int) -> None:
    if may_build(play.ledger, play.levels[square], play.turn, square, play.mover.cash):
        play.ask(AskBuild, play.turn, square, play.ledger.building_cost(play.turn, square))


def offer_any_building(play: Play) -> None:
    """OK-37"""
    if buildable(play.ledger, play.levels, play.turn, play.mover.cash):
        play.ask(AskBuildAny, play.turn)


def may_build(ledger: Ledger, level: int, seat: Seat, square: int, cash: int) -> bool:
    """OK-36, OK-88: of an own firm."""
    return level < figures.BIG_STORE and ledger.building_cost(seat, square) <= cash


def buildable(
    ledger: Ledger, levels: tuple[int, ...] | list[int], seat: Seat, cash: int
) -> tuple[int, ...]:
    """The own firms that can be paid for."""
    firms = ledger.firms(seat)
    return tuple(each for each in firms if may_build(ledger, levels[each], seat, each, cash))


def legal_building(state: State, task: AskBuild) -> tuple[Action, ...]:
    """D10"""
    return (Build(task.square), DONE)


def legal_any_building(state: State, task: AskBuildAny) -> tuple[Action, ...]:
    """D11"""
    cash = state.players[task.seat].cash
    squares = buildable(Ledger(state), state.levels, task.seat, cash)
    return (*(Build(square) for square in squares), DONE)


def refuse_building(state: State, task: AskBuild | AskBuildAny, action: Action) -> str | None:
    if isinstance(action, Done):
        return None
    if not isinstance(action, Build):
        return "not_now"
    square = action.square
    if isinstance(task, AskBuild):
        return None if square == task.square else "not_this_firm"
    if square not in range(len(state.owners)) or state.owners[square] != task.seat:
        return "not_your_firm"
    if state.levels[square] == figures.BIG_STORE:
        return "big_store"
    cash = state.players[task.seat].cash
    affordable = Ledger(state).building_cost(task.seat, square) <= cash
    return None if affordable else "not_enough_cash"


def build(play: Play, task: AskBuild | AskBuildAny, action: Action) -> None:
    """OK-36, OK-37, OK-46"""
    play.agenda.pop()
    if not isinstance(action, Build):
        return
    seat, square, builder = task.seat, action.square, play.players[task.seat].master_builder
    cost, level = play.ledger.building_cost(seat, square), play.levels[square] + 1
    play.pay(cost, seat, None)
    if builder:
        play.change(seat, master_builder=builder - 1)
    play.hand_over(square, seat, level)
    play.tell(Built(seat, square, level, cost, bool(builder)))
