"""Stakes, booked sales and offerings (sections 8 and 9)."""

from functools import lru_cache

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.actions import DONE, Action, BookSale, BuyStakes, Done, Offer, SellStakes
from games.okuribito.events import BookedSaleDone, Offered, SaleBooked, StakesBought, StakesSold
from games.okuribito.ledger import Ledger
from games.okuribito.model import Booking, Options, State
from games.okuribito.money import share
from games.okuribito.names import INDUSTRIES, TOWNS, Industry, Town
from games.okuribito.play import Play
from games.okuribito.tasks import AskInvest, BookedSales


def tax_rate(options: Options) -> int:
    """OK-53, OK-97"""
    return 0 if options.gentle else figures.SALES_TAX


def booking_rate(wait: int) -> int:
    """OK-54"""
    return figures.SALES_TAX - figures.TAX_OFF_PER_ROUND * wait


def open_investing(play: Play, pips: int) -> None:
    """OK-48: a new allowance (OK-49)."""
    play.ask(AskInvest, play.turn, pips, (0,) * len(INDUSTRIES))


# --- what may be done (D1 and D5) ---


def legal_sales(state: State, seat: Seat) -> tuple[Action, ...]:
    """OK-53, OK-54: every number of every industry, and every wait."""
    stakes = state.players[seat].stakes
    if not any(stakes):
        return ()
    legal: tuple[Action, ...] = ()
    for industry, held in enumerate(stakes):
        legal += _sales(industry, held)
    if not state.options.gentle:
        for industry, held in enumerate(stakes):
            legal += _bookings(industry, held)
    return legal


@lru_cache(maxsize=2_000)
def _sales(industry: int, held: int) -> tuple[Action, ...]:
    return tuple(SellStakes(INDUSTRIES[industry], qty) for qty in range(1, held + 1))


@lru_cache(maxsize=2_000)
def _bookings(industry: int, held: int) -> tuple[Action, ...]:
    return tuple(
        BookSale(INDUSTRIES[industry], qty, wait)
        for qty in range(1, held + 1)
        for wait in figures.WAITS
    )


def refuse_sale(state: State, seat: Seat, action: Action) -> str | None:
    match action:
        case BookSale() if state.options.gentle:  # OK-97
            return "no_booking"
        case BookSale(wait=wait) if wait not in figures.WAITS:
            return "no_such_wait"
        case SellStakes(industry, qty) | BookSale(industry, qty):
            if qty < 1:
                return "not_a_number"
            return "not_so_many" if qty > state.players[seat].stakes[industry.number] else None
    return "not_now"


def legal_investing(state: State, task: AskInvest) -> tuple[Action, ...]:
    """D5"""
    player, prices = state.players[task.seat], Ledger(state).prices()
    legal: tuple[Action, ...] = ()
    for industry, price in enumerate(prices):
        allowed = figures.STAKES_AT_ONCE - task.bought[industry]
        legal += _purchases(industry, min(allowed, player.cash // price))
    legal += legal_sales(state, task.seat)
    for town, lying in enumerate(player.offerings):
        legal += _offers(town, min(figures.OFFERING_MOST - lying, player.cash))
    return (*legal, DONE)


@lru_cache(maxsize=100)
def _purchases(industry: int, most: int) -> tuple[Action, ...]:
    return tuple(BuyStakes(INDUSTRIES[industry], qty) for qty in range(1, most + 1))


def _offers(town: int, most: int) -> tuple[Action, ...]:
    return _ALL_OFFERS[town][: most // figures.OFFERING_UNIT]


_ALL_OFFERS = tuple(
    tuple(
        Offer(town, amount)
        for amount in range(figures.OFFERING_UNIT, figures.OFFERING_MOST + 1, figures.OFFERING_UNIT)
    )
    for town in TOWNS
)


def refuse_investing(state: State, task: AskInvest, action: Action) -> str | None:
    player = state.players[task.seat]
    match action:
        case Done():
            return None
        case BuyStakes(industry, qty):
            if qty < 1:
                return "not_a_number"
            if task.bought[industry.number] + qty > figures.STAKES_AT_ONCE:  # OK-49
                return "ten_at_once"
            cost = qty * Ledger(state).price(industry.number)
            return "not_enough_cash" if cost > player.cash else None  # OK-88
        case Offer(town, amount):
            if amount < 1 or amount % figures.OFFERING_UNIT:  # OK-58
                return "not_in_units"
            if player.offerings[town.number] + amount > figures.OFFERING_MOST:
                return "too_much_in_town"
            return "not_enough_cash" if amount > player.cash else None
        case _:
            return refuse_sale(state, task.seat, action)


# --- doing it ---


def invest(play: Play, task: AskInvest, action: Action) -> None:
    match action:
        case Done():
            play.agenda.pop()
        case BuyStakes(industry, qty):
            buy_stakes(play, task, industry, qty)
        case Offer(town, amount):
            offer(play, task.seat, town, amount)
        case _:
            sell(play, task.seat, action)


def buy_stakes(play: Play, task: AskInvest, industry: Industry, qty: int) -> None:
    """OK-49, OK-50: the same question again, with less allowance; the price stands still."""
    seat, price = task.seat, play.ledger.price(industry.number)
    play.pay(qty * price, seat, None)
    hold_more(play, seat, industry, qty)
    bought = _with(task.bought, industry.number, task.bought[industry.number] + qty)
    play.agenda[-1] = AskInvest(seat, task.ask, task.pips, bought)
    play.tell(StakesBought(seat, industry, qty, price, qty * price))


def hold_more(play: Play, seat: Seat, industry: Industry, qty: int) -> None:
    stakes = play.players[seat].stakes
    play.change(seat, stakes=_with(stakes, industry.number, stakes[industry.number] + qty))


def offer(play: Play, seat: Seat, town: Town, amount: int) -> None:
    """OK-58 to OK-61: it lies in the town, and is still the seat's."""
    player = play.players[seat]
    total = player.offerings[town.number] + amount
    offerings = _with(player.offerings, town.number, total)
    play.change(seat, cash=player.cash - amount, offerings=offerings)
    play.tell(Offered(seat, town, amount, total))


def sell(play: Play, seat: Seat, action: Action) -> None:
    match action:
        case SellStakes(industry, qty):
            price, tax, got = sale(play, industry, qty, tax_rate(play.options))
            hold_more(play, seat, industry, -qty)
            play.pay(got, None, seat)
            play.tell(StakesSold(seat, industry, qty, price, tax, got))
        case BookSale(industry, qty, wait):
            due, rate = play.round + wait, booking_rate(wait)
            hold_more(play, seat, industry, -qty)
            booking = Booking(industry, qty, due, rate)
            play.change(seat, booked=(*play.players[seat].booked, booking))
            play.tell(SaleBooked(seat, industry, qty, due, rate))


def sale(play: Play, industry: Industry, qty: int, rate: int) -> tuple[int, int, int]:
    """Price of one, tax on all of them, and what is left, at the price of the moment."""
    price = play.ledger.price(industry.number)
    tax = share(qty * price, rate)
    return price, tax, qty * price - tax


def settle_booked(play: Play, task: BookedSales) -> None:
    """OK-54: one booked sale that is due, then the next; each is a moment of its own."""
    booked = play.mover.booked
    due = next((each for each in booked if each.due <= play.round), None)
    if due is None:
        return
    place = booked.index(due)
    price, tax, got = sale(play, due.industry, due.qty, due.rate)
    play.change(play.turn, booked=booked[:place] + booked[place + 1 :])
    play.pay(got, None, play.turn)
    play.tell(BookedSaleDone(play.turn, due.industry, due.qty, price, tax, got))
    play.agenda.append(task)


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
