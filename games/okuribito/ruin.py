"""Debts: paying, raising money, bankruptcy (sections 13 and 14)."""

from msgspec.structs import replace

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.events import Bankrupt, FirmGivenUp, Paid, StakesForced
from games.okuribito.investing import hold_more, sale, tax_rate
from games.okuribito.money import share
from games.okuribito.names import INDUSTRIES, TOWNS, Industry
from games.okuribito.play import Play
from games.okuribito.tasks import EndTurn


def settle(play: Play, seat: Seat, owed: int, to: Seat | None) -> bool:
    """OK-89 to OK-93: pay a debt, as far as it can be paid; False if that was not all and
    the seat is bankrupt."""
    if play.players[seat].cash < owed:
        sell_stakes(play, seat, owed)
        sell_booked(play, seat, owed)
        give_up_firms(play, seat, owed)
    paid = min(owed, play.players[seat].cash)
    play.pay(paid, seat, to)
    play.tell(Paid(seat, owed, paid, to))
    if paid == owed:
        return True
    go_bankrupt(play, seat)
    return False


def sell_stakes(play: Play, seat: Seat, owed: int) -> None:
    """OK-90"""
    for industry in INDUSTRIES:
        qty = needed(play, seat, owed, industry, play.players[seat].stakes[industry.number])
        if qty:
            hold_more(play, seat, industry, -qty)
            force(play, seat, industry, qty, booked=False)


def sell_booked(play: Play, seat: Seat, owed: int) -> None:
    """OK-91: the newest booking first."""
    while booked := play.players[seat].booked:
        newest = booked[-1]
        qty = needed(play, seat, owed, newest.industry, newest.qty)
        if not qty:
            return
        left = replace(newest, qty=newest.qty - qty)
        play.change(seat, booked=booked[:-1] + ((left,) if left.qty else ()))
        force(play, seat, newest.industry, qty, booked=True)


def needed(play: Play, seat: Seat, owed: int, industry: Industry, held: int) -> int:
    """As many as are needed for the debt, or all that are held."""
    missing = owed - play.players[seat].cash
    if missing <= 0 or not held:
        return 0
    _, _, got = sale(play, industry, 1, tax_rate(play.options))
    return min(held, -(-missing // got))


def force(play: Play, seat: Seat, industry: Industry, qty: int, *, booked: bool) -> None:
    price, tax, got = sale(play, industry, qty, tax_rate(play.options))
    play.pay(got, None, seat)
    play.tell(StakesForced(seat, industry, qty, price, tax, got, booked))


def give_up_firms(play: Play, seat: Seat, owed: int) -> None:
    """OK-92: worked out anew each time, as a set shrinks with every firm."""
    while play.players[seat].cash < owed and (firms := play.ledger.firms(seat)):
        ledger = play.ledger
        square = min(firms, key=lambda each: (play.levels[each], ledger.value(each), each))
        got = share(ledger.value(square), figures.GIVEN_UP_FOR)
        play.hand_over(square, None, 0)
        play.pay(got, None, seat)
        play.tell(FirmGivenUp(seat, square, got))


def go_bankrupt(play: Play, seat: Seat) -> None:
    """OK-94: stakes, bookings and firms have gone into the debt; offerings go to the bank."""
    play.bank += sum(play.players[seat].offerings)
    play.change(
        seat,
        offerings=(0,) * len(TOWNS),
        collecting=(),
        last_set=(),
        sitting_out=True,
    )
    play.tell(Bankrupt(seat))
    if seat == play.turn:
        play.agenda[:] = [EndTurn()]
