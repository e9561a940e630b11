"""The start of a round: season, economy, festival, offerings back, takings (OK-18)."""

from games.okuribito import constants as figures
from games.okuribito.board import season_of
from games.okuribito.events import (
    Economy,
    FestivalHeld,
    Noted,
    OfferingReturned,
    RoundStarted,
    TakingsPaid,
)
from games.okuribito.money import share
from games.okuribito.names import INDUSTRIES, Why
from games.okuribito.play import Play
from games.okuribito.tasks import Festival, StartRound, TakeTurn, Takings


def start_round(play: Play, task: StartRound) -> None:
    """OK-18, steps 1 and 2."""
    play.round += 1
    play.fairs = tuple(fair for fair in play.fairs if fair.last_round >= play.round)
    play.tell(RoundStarted(play.round, season_of(play.round)))
    play.agenda.append(Festival())
    if play.round == 1:
        return
    rolled = play.dice.roll("economy", len(figures.ECONOMY_STEPS), len(INDUSTRIES))
    for industry, face in enumerate(rolled):
        step = figures.ECONOMY_STEPS[face - 1]
        play.set_economy(industry, economy_after(play.economy[industry], step))
    play.tell(Economy(tuple(play.economy), play.ledger.prices()))


def economy_after(index: int, step: int) -> int:
    """OK-57"""
    distance = index - figures.ECONOMY_START
    pull = abs(distance) // figures.ECONOMY_PULL
    return bounded(index + step - (pull if distance > 0 else -pull))


def bounded(index: int) -> int:
    return min(figures.ECONOMY_MOST, max(figures.ECONOMY_LEAST, index))


def hold_festival(play: Play, task: Festival) -> None:
    """OK-18, steps 3 and 4; OK-62."""
    town = play.festival
    play.tell(FestivalHeld(town))
    play.agenda.append(Takings())
    for seat in play.in_turn_order(play.first):
        offerings = play.players[seat].offerings
        lying = offerings[town.number]
        if lying:
            got = share(lying, figures.OFFERING_BACK)
            emptied = (*offerings[: town.number], 0, *offerings[town.number + 1 :])
            play.change(seat, offerings=emptied)
            play.bank += lying
            play.pay(got, None, seat)
            play.tell(OfferingReturned(seat, town, got))


def pay_takings(play: Play, task: Takings) -> None:
    """OK-18, steps 5 and 6; OK-34."""
    for seat in play.in_turn_order(play.first):
        got = play.ledger.takings(seat)
        if got:
            play.pay(got, None, seat)
            play.tell(TakingsPaid(seat, got))
    fortunes = play.ledger.fortunes()
    play.history = (*play.history, fortunes)
    play.tell(Noted(fortunes))
    play.agenda.append(TakeTurn(play.first))
    play.moment()
    if play.over is None and play.round == play.options.limit:  # OK-101
        play.end(Why.LIMIT, fortunes)
