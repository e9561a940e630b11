"""A view changed by what is heard: written from the events alone, it asserts on its way that
what an event says fits what was seen before."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.core.seats import Seat
from games.okuribito import events as e
from games.okuribito.board import FORKS, GATE, MONEY_CHANGER
from games.okuribito.ledger import Ledger, starting_funds
from games.okuribito.model import Booking, Card, Fair, Over, Player, View
from games.okuribito.names import INDUSTRIES, RANKS, TOWNS, Insight, Item, News, Rank


def follow(view: View, event: Any, seat: Seat | None) -> View:
    return FOLLOWED[type(event)](view, event)


def changed(view: View, seat: Seat, **changes: Any) -> View:
    players = list(view.players)
    players[seat] = replace(players[seat], **changes)
    return replace(view, players=tuple(players))


def earned(view: View, seat: Seat, amount: int) -> View:
    return changed(view, seat, cash=view.players[seat].cash + amount)


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def with_firm(view: View, square: int, owner: Seat | None, level: int) -> View:
    owners, levels = put(view.owners, square, owner), put(view.levels, square, level)
    return replace(view, owners=owners, levels=levels)


def more_stakes(view: View, seat: Seat, industry: Any, qty: int) -> View:
    stakes = view.players[seat].stakes
    return changed(view, seat, stakes=put(stakes, industry.number, stakes[industry.number] + qty))


def round_started(view: View, event: e.RoundStarted) -> View:
    assert event.round == view.round + 1
    fairs = tuple(fair for fair in view.fairs if fair.last_round >= event.round)
    return replace(view, round=event.round, fairs=fairs)


def economy(view: View, event: e.Economy) -> View:
    view = replace(view, economy=event.index)
    assert event.prices == tuple(Ledger(view).price(n) for n in range(len(INDUSTRIES)))
    return view


def festival(view: View, event: e.FestivalHeld) -> View:
    if len(view.festivals) < view.round:
        return replace(view, festivals=(*view.festivals, event.town))
    assert view.festivals[view.round - 1] is event.town, "it was foreseen otherwise"
    return view


def offering_returned(view: View, event: e.OfferingReturned) -> View:
    offerings = view.players[event.seat].offerings
    assert event.got * 10 == offerings[event.town.number] * 13
    view = changed(view, event.seat, offerings=put(offerings, event.town.number, 0))
    return earned(view, event.seat, event.got)


def noted(view: View, event: e.Noted) -> View:
    assert event.fortunes == Ledger(view).fortunes()
    return replace(view, history=(*view.history, event.fortunes))


def turn_missed(view: View, event: e.TurnMissed) -> View:
    funds = starting_funds(view.options, view.first, len(view.players), event.seat)
    assert event.cash == funds
    view = changed(view, event.seat, cash=event.cash, sitting_out=False)
    return replace(view, turn=event.seat)


def booked_sale_done(view: View, event: e.BookedSaleDone) -> View:
    booked = view.players[event.seat].booked
    due = next(each for each in booked if each.due == view.round)
    assert (due.industry, due.qty) == (event.industry, event.qty)
    assert event.price == Ledger(view).price(event.industry.number)
    assert event.got + event.tax == event.price * event.qty
    place = booked.index(due)
    view = changed(view, event.seat, booked=booked[:place] + booked[place + 1 :])
    return earned(view, event.seat, event.got)


def item_used(view: View, event: e.ItemUsed) -> View:
    return replace(lost_item(view, event.seat, event.item), using=(*view.using, event.item))


def lost_item(view: View, seat: Seat, item: Item) -> View:
    holds = view.players[seat].holds
    assert item in holds
    return changed(view, seat, holds=tuple(each for each in holds if each is not item))


def stakes_sold(view: View, event: e.StakesSold) -> View:
    view = more_stakes(view, event.seat, event.industry, -event.qty)
    return earned(view, event.seat, event.got)


def sale_booked(view: View, event: e.SaleBooked) -> View:
    view = more_stakes(view, event.seat, event.industry, -event.qty)
    booking = Booking(event.industry, event.qty, event.due, event.rate)
    return changed(view, event.seat, booked=(*view.players[event.seat].booked, booking))


def walked(view: View, event: e.Walked) -> View:
    for square in event.path:
        before = view.players[event.seat].square
        gate_from = FORKS[before] if square == GATE else None
        view = changed(view, event.seat, square=square, gate_from=gate_from)
    return view


def dues(view: View, event: e.Dues) -> View:
    assert view.players[event.seat].square == MONEY_CHANGER
    return earned(view, event.seat, event.got)


def experience(view: View, event: e.Experience) -> View:
    collecting = (*view.players[event.seat].collecting, event.town)
    assert event.have == len(collecting) == len(set(collecting))
    if event.have < 4:
        return changed(view, event.seat, collecting=collecting)
    return changed(view, event.seat, collecting=(), last_set=collecting)


def ranked(view: View, event: e.Ranked) -> View:
    before = view.players[event.seat].rank
    assert event.rank is RANKS[before.number + 1]
    return changed(view, event.seat, rank=event.rank)


def insight(view: View, event: e.InsightChosen) -> View:
    player = view.players[event.seat]
    assert event.times == (2 if player.rank is Rank.MASTER else 1)
    if event.insight is Insight.FORESIGHT:
        until = min(view.round + 4 * event.times, view.options.limit)
        return changed(view, event.seat, foresees_until=until)
    uses = getattr(player, event.insight) + event.times
    return changed(view, event.seat, **{event.insight: uses})


def foreseen(view: View, event: e.Foreseen) -> View:
    return replace(view, festivals=view.festivals[: view.round] + event.towns)


def stakes_bought(view: View, event: e.StakesBought) -> View:
    assert event.cost == event.qty * event.price
    view = more_stakes(view, event.seat, event.industry, event.qty)
    return earned(view, event.seat, -event.cost)


def offered(view: View, event: e.Offered) -> View:
    offerings = put(view.players[event.seat].offerings, event.town.number, event.total)
    view = changed(view, event.seat, offerings=offerings)
    return earned(view, event.seat, -event.amount)


def fortune(view: View, event: e.Fortune) -> View:
    view = earned(view, event.seat, -250_000)
    holds = view.players[event.seat].holds
    if event.item is None:
        return view
    assert event.item not in holds
    ordered = tuple(item for item in Item if item in holds or item is event.item)
    return changed(view, event.seat, holds=ordered)


def match(view: View, event: e.MatchPlayed) -> View:
    assert event.total == sum(event.dice)
    return lost_item(view, event.challenged, Item.STRAW_DOLL) if event.doll else view


def firm_bought(view: View, event: e.FirmBought) -> View:
    if event.keen_eye:
        view = changed(view, event.seat, keen_eye=view.players[event.seat].keen_eye - 1)
    view = earned(view, event.seat, -event.cost)
    return with_firm(view, event.square, event.seat, 1)


def built(view: View, event: e.Built) -> View:
    if event.master_builder:
        builder = view.players[event.seat].master_builder - 1
        view = changed(view, event.seat, master_builder=builder)
    assert event.level == view.levels[event.square] + 1
    view = earned(view, event.seat, -event.cost)
    return with_firm(view, event.square, event.seat, event.level)


def fee(view: View, event: e.Fee) -> View:
    assert event.fee == Ledger(view).fee(event.square)
    return view


def firm_cursed(view: View, event: e.FirmCursed) -> View:
    return earned(with_firm(view, event.square, None, 0), event.owner, event.got)


def slip(view: View, event: e.Slip) -> View:
    return earned(view, event.seat, max(0, event.amount))


def card(view: View, event: e.CardDrawn) -> View:
    drawn = () if event.shuffled else view.drawn
    assert event.shuffled == (view.cards_left == 0)
    left = (20 if event.shuffled else view.cards_left) - 1
    view = replace(view, drawn=(*drawn, Card(event.card, event.industry)), cards_left=left)
    if event.industry is None:
        return view
    number = event.industry.number
    index = view.economy[number] + (25 if event.card is News.BOOM else -25)
    return replace(view, economy=put(view.economy, number, min(200, max(50, index))))


def fair(view: View, event: e.FairHeld) -> View:
    return replace(view, fairs=(*view.fairs, Fair(event.town, event.last_round)))


def fire(view: View, event: e.Fire) -> View:
    return with_firm(view, event.square, event.seat if event.level else None, event.level)


def stakes_forced(view: View, event: e.StakesForced) -> View:
    view = earned(view, event.seat, event.got)
    if not event.booked:
        return more_stakes(view, event.seat, event.industry, -event.qty)
    *others, newest = view.players[event.seat].booked
    assert newest.industry is event.industry
    left = replace(newest, qty=newest.qty - event.qty)
    return changed(view, event.seat, booked=(*others, left) if left.qty else tuple(others))


def firm_given_up(view: View, event: e.FirmGivenUp) -> View:
    return earned(with_firm(view, event.square, None, 0), event.seat, event.got)


def paid(view: View, event: e.Paid) -> View:
    assert event.paid <= event.owed
    view = earned(view, event.seat, -event.paid)
    return view if event.to is None else earned(view, event.to, event.paid)


def bankrupt(view: View, event: e.Bankrupt) -> View:
    player: Player = view.players[event.seat]
    assert player.cash == 0 and event.seat not in view.owners
    assert not any(player.stakes) and not player.booked
    return changed(
        view,
        event.seat,
        offerings=(0,) * len(TOWNS),
        collecting=(),
        last_set=(),
        sitting_out=True,
    )


def game_over(view: View, event: e.GameOver) -> View:
    assert event.fortunes == Ledger(view).fortunes()
    return replace(view, over=Over(event.why, event.fortunes, event.ranks), asked=None)


def changes_nothing(view: View, event: Any) -> View:
    return view


FOLLOWED: dict[type, Callable[[View, Any], View]] = {
    e.RoundStarted: round_started,
    e.Economy: economy,
    e.FestivalHeld: festival,
    e.OfferingReturned: offering_returned,
    e.TakingsPaid: lambda view, event: earned(view, event.seat, event.got),
    e.Noted: noted,
    e.TurnMissed: turn_missed,
    e.TurnStarted: lambda view, event: replace(view, turn=event.seat),
    e.BookedSaleDone: booked_sale_done,
    e.ItemUsed: item_used,
    e.StakesSold: stakes_sold,
    e.SaleBooked: sale_booked,
    e.Rolled: lambda view, event: replace(view, thrown=event.dice),
    e.Fork: changes_nothing,
    e.Walked: walked,
    e.Dues: dues,
    e.Experience: experience,
    e.ExperienceNotNew: changes_nothing,
    e.Ranked: ranked,
    e.Stopped: changes_nothing,
    e.InsightChosen: insight,
    e.Foreseen: foreseen,
    e.StakesBought: stakes_bought,
    e.Offered: offered,
    e.Fortune: fortune,
    e.Arrived: changes_nothing,
    e.Challenged: changes_nothing,
    e.MatchPlayed: match,
    e.FirmBought: firm_bought,
    e.Built: built,
    e.Fee: fee,
    e.CharmUsed: lambda view, event: lost_item(view, event.seat, Item.CHARM),
    e.FirmCursed: firm_cursed,
    e.Slip: slip,
    e.CardDrawn: card,
    e.FairHeld: fair,
    e.Fire: fire,
    e.LuckyFind: lambda view, event: earned(view, event.seat, event.got),
    e.Pickpocket: lambda view, event: earned(view, event.seat, -event.lost),
    e.NoEffect: changes_nothing,
    e.StakesForced: stakes_forced,
    e.FirmGivenUp: firm_given_up,
    e.Paid: paid,
    e.Bankrupt: bankrupt,
    e.TurnEnded: lambda view, event: replace(view, using=()),
    e.GameOver: game_over,
    e.Asked: lambda view, event: replace(view, asked=event.question),
}
