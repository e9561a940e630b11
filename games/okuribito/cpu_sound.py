"""The sound computer player: weighs in ryō what each answer is worth to it.

It looks at what lies open and at what its own Foresight shows, counts what the next roll may
cost, and puts the rest of its cash to work: firms first, then offerings, then stakes. Its
weights are rules of thumb; they are no rules of the game.
"""

from collections.abc import Callable
from typing import Any, Final

from games.core.cpu import Thought
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito import tasks as t
from games.okuribito.actions import Action
from games.okuribito.board import (
    FIRM_SQUARES,
    FIRMS_OF_TOWN,
    FORKS,
    GATE,
    KINDS,
    PRICES,
    RING,
    TOWN_OF,
    entrance,
    opposite,
)
from games.okuribito.duels import likelier_guess
from games.okuribito.ledger import Ledger, set_of, starting_funds
from games.okuribito.model import Player, State, View
from games.okuribito.money import per_mille, share
from games.okuribito.names import INDUSTRIES, TOWNS, Insight, Item, Kind, Rank, Town

# Of 36, by the total of two dice.
WAYS: Final = {total: 6 - abs(total - 7) for total in range(2, 13)}

# Percent of its price a new firm brings in dues, fees and takings beyond what it costs.
FIRM_GAIN: Final = 30
# Of an industry's fee over the four seasons; and how often one opponent lands on a given firm
# in a thousand rounds.
_YEARLY_FACTOR: Final = (figures.PEAK + 2 * figures.BESIDE + figures.OPPOSITE) // 4
LANDINGS: Final = 18
# How many steps the castle saves to the Money changer from each fork.
STEPS_SAVED: Final = {8: 26, 26: 0, 44: 26, 62: -20}
# Percent of an offering that making it now, and not at the next opportunity, is worth.
OFFERING_GAIN: Final = 13

EXPERIENCE_WORTH: Final = 200_000
OPPORTUNITY_WORTH: Final = 100_000
SHRINE_WORTH: Final = 40_000
BUILDING_WORTH: Final = 150_000

LEAST_RESERVE: Final = 300_000
MOST_RESERVE: Final = 4_000_000
CASH_FOR_FIRMS: Final = 2_000_000  # while there are many to buy
MANY_FIRMS: Final = 10

CHEAP_ECONOMY: Final = 104
DEAR_ECONOMY: Final = 128
GAME_LENGTH: Final = 55  # rounds, before there is a past to reckon from


class SoundCpu:
    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        return habitual(view, seat)


def habitual(view: View, seat: Seat) -> Action:
    return answer(Outlook(view, seat))


class Outlook:
    """What one seat makes of what it sees."""

    cash_for_firms = CASH_FOR_FIRMS

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.me: Player = view.players[seat]
        self.ledger = Ledger(view)

    def rounds_left(self) -> int:
        """As the leader's fortune has grown over the last two years, until it is enough."""
        view = self.view
        most = view.options.limit - view.round
        if len(view.history) <= 8:
            return min(most, GAME_LENGTH - view.round)
        now, then = max(view.history[-1]), max(view.history[-9])
        rounds = 0
        while now < view.options.target and rounds < most:
            now += max(now // 100, now * (now - then) // (8 * then))
            rounds += 1
        return rounds

    def dues(self) -> int:
        return self.ledger.dues(self.seat)

    def reserve(self, square: int) -> int:
        """The dearest fee the next roll from a square may cost, within reason."""
        ahead = [0, *road_from(self.me, square, 12)]
        dearest = max(self.fee_at(ahead[total]) for total in WAYS)
        return min(MOST_RESERVE, LEAST_RESERVE + dearest)

    def fee_at(self, square: int) -> int:
        owner = self.view.owners[square] if square < RING else None
        return 0 if owner is None or owner == self.seat else self.ledger.fee(square)

    def landing(self, square: int) -> int:
        """What it is worth to land on a square."""
        kind = KINDS[square]
        if kind is Kind.FIRM:
            owner = self.view.owners[square]
            if owner is None:
                affordable = self.ledger.firm_cost(self.seat, square) <= self.me.cash
                return self.firm_worth(square) if affordable else 0
            if owner == self.seat:
                return BUILDING_WORTH if self.view.levels[square] < figures.BIG_STORE else 0
            return -self.ledger.fee(square)
        return {
            Kind.BARRIER: -figures.BARRIER,
            Kind.SHRINE: SHRINE_WORTH,
            Kind.EXCHANGE: OPPORTUNITY_WORTH,
            Kind.EXPERIENCE: OPPORTUNITY_WORTH,
            Kind.GATE: OPPORTUNITY_WORTH,
        }.get(kind, 0)

    def firm_worth(self, square: int) -> int:
        """OK-31: a share of its price, and what it adds to the set's value."""
        industry = self.view.industries[square]
        assert industry is not None  # noqa: S101
        counts, worth = self.ledger.counts[self.seat], self.ledger.worth[self.seat]
        number = industry.number
        more = set_of(counts[number] + 1)
        grown = share(worth[number], more - set_of(counts[number])) + share(
            PRICES[square], more - 100
        )
        mine = sum(self.view.owners[each] == self.seat for each in FIRMS_OF_TOWN[TOWN_OF[square]])
        whole_town = share(PRICES[square], 20) * (mine == 5)
        return share(PRICES[square], FIRM_GAIN) + grown + whole_town

    def building_gain(self, square: int, cost: int) -> int:
        """What a level more brings in the rounds that are left, less its cost."""
        level = self.view.levels[square]
        more = figures.LEVEL_FACTORS[level + 1] - figures.LEVEL_FACTORS[level]
        fee = share(PRICES[square], more, self.ledger.set_of(square), _YEARLY_FACTOR)
        opponents = len(self.view.players) - 1
        a_round = per_mille(fee, figures.TAKINGS_PER_MILLE + opponents * LANDINGS)
        return a_round * self.rounds_left() - cost

    def spare(self) -> int:
        """Cash to put to work: not the reserve, nor what firms ahead may cost."""
        unowned = sum(self.view.owners[square] is None for square in FIRM_SQUARES)
        kept = self.reserve(self.me.square)
        if unowned >= MANY_FIRMS:
            kept = max(kept, self.cash_for_firms)
        return self.me.cash - kept

    def foreseen(self) -> tuple[Town, ...]:
        return self.view.festivals[self.view.round :]

    def room(self, town: Town) -> int:
        """How much more may be offered there."""
        return figures.OFFERING_MOST - self.me.offerings[town.number]

    def step_worth(self) -> int:
        """Getting a step nearer to the Money changer."""
        return self.dues() // RING


def road_from(player: Player, square: int, steps: int) -> list[int]:
    """The next squares by the road."""
    if square == GATE:
        assert player.gate_from is not None  # noqa: S101
        first = entrance(opposite(player.gate_from))
    else:
        first = (square + 1) % RING
    return [(first + step) % RING for step in range(steps)]


# --- answers, by question ---


def _before_roll(look: Outlook, task: Any) -> Action:
    me, view = look.me, look.view
    for industry in INDUSTRIES:
        held = me.stakes[industry.number]
        if held and view.economy[industry.number] >= DEAR_ECONOMY and look.rounds_left() > 1:
            if view.options.gentle:
                return a.SellStakes(industry, held)
            if look.rounds_left() > figures.WAITS[-1]:
                return a.BookSale(industry, held, figures.WAITS[-1])
    if Item.LUCKY_CAT in me.holds:
        return a.UseLuckyCat()
    if Item.CURSE in me.holds and _fee_ahead(look) >= figures.TOLL // 2:
        return a.UseCurse()
    return a.Roll()


def _fee_ahead(look: Outlook) -> int:
    """What the next roll costs on the average."""
    ahead = [0, *road_from(look.me, look.me.square, 12)]
    return sum(ways * look.fee_at(ahead[total]) for total, ways in WAYS.items()) // 36


def _fork(look: Outlook, task: Any) -> Action:
    square = look.me.square
    by_road = road_from(look.me, square, task.pips)
    through = entrance(opposite(FORKS[square]))
    by_castle = [GATE, *((through + step) % RING for step in range(task.pips - 1))]
    worth = look.landing(by_castle[-1]) - look.landing(by_road[-1])
    worth += look.step_worth() * STEPS_SAVED[square] - figures.TOLL
    return a.ChooseCastle() if worth > 0 else a.ChooseRoad()


def _experience(look: Outlook, task: Any) -> Action:
    """Stopping gives an opportunity now; passing, the rest of the roll."""
    offered = min(max(0, look.spare()), sum(look.room(town) for town in TOWNS))
    stop = share(offered, OFFERING_GAIN)
    destination = road_from(look.me, look.me.square, task.pips)[-1]
    return (
        a.Stop() if stop > look.landing(destination) + task.pips * look.step_worth() else a.Pass()
    )


def _insight(look: Outlook, task: Any) -> Action:
    times = figures.MASTER_TIMES if look.me.rank is Rank.MASTER else 1
    view = look.view
    unowned = [PRICES[square] for square in FIRM_SQUARES if view.owners[square] is None]
    buildings = sorted(
        (
            share(PRICES[square], figures.BUILDING_COSTS[view.levels[square] + 1])
            for square in look.ledger.firms(look.seat)
            if view.levels[square] < figures.BIG_STORE
        ),
        reverse=True,
    )
    worth = {
        Insight.KEEN_EYE: times * sum(unowned) // (2 * len(unowned)) if len(unowned) > 3 else 0,
        Insight.MASTER_BUILDER: sum(buildings[:times]) * 2 // 3,
        Insight.FORESIGHT: share(min(look.me.cash, 2 * times * figures.OFFERING_MOST), 20),
    }
    return a.ChooseInsight(max(worth, key=lambda insight: worth[insight]))


def _invest(look: Outlook, task: Any) -> Action:
    spare = look.spare()
    return offering(look, spare) or _stakes(look, task, spare) or a.Done()


def offering(look: Outlook, spare: int) -> Action | None:
    """All of it to one town: a foreseen one, the nearest of them; else where least lies."""
    foreseen = [town for town in look.foreseen() if look.room(town)]
    if foreseen:
        # A festival that is known is worth a part of the reserve as well.
        town, most = foreseen[0], max(spare, look.me.cash - look.reserve(look.me.square))
    else:
        town, most = max(TOWNS, key=look.room), spare
    units = min(look.room(town), most) // figures.OFFERING_UNIT
    return a.Offer(town, units * figures.OFFERING_UNIT) if units > 0 else None


def _stakes(look: Outlook, task: Any, spare: int) -> Action | None:
    """The industry whose economy is lowest."""
    economy = look.view.economy
    for industry in sorted(INDUSTRIES, key=lambda each: economy[each.number]):
        number = industry.number
        allowed = figures.STAKES_AT_ONCE - task.bought[number]
        qty = min(allowed, spare // look.ledger.price(number))
        if qty > 0 and economy[number] <= CHEAP_ECONOMY:
            return a.BuyStakes(industry, qty)
    return None


def _fortune_teller(look: Outlook, task: Any) -> Action:
    lacking = len(Item) - len(look.me.holds)
    return a.TellFortune() if lacking >= 3 and look.spare() >= 2_000_000 else a.Done()


def _match(look: Outlook, task: Any) -> Action:
    """About even when both can pay; not against a straw doll, nor for who cannot."""
    opponent = look.view.players[task.opponent]
    mine = share(_funds(look, look.seat), figures.CHALLENGER_LOSES)
    theirs = share(_funds(look, task.opponent), figures.CHALLENGED_LOSES)
    if Item.STRAW_DOLL in opponent.holds or look.me.cash < mine + LEAST_RESERVE:
        return a.Done()
    return a.Challenge() if opponent.cash >= theirs // 2 else a.Done()


def _funds(look: Outlook, seat: Seat) -> int:
    view = look.view
    return starting_funds(view.options, view.first, len(view.players), seat)


def _guess(look: Outlook, task: Any) -> Action:
    return likelier_guess(task.number)


def _buy(look: Outlook, task: Any) -> Action:
    """Whenever it is asked: a firm keeps its worth, and half of it can be had back."""
    return a.BuyFirm()


def _build(look: Outlook, task: Any) -> Action:
    return a.Build(task.square) if _build_worth(look, task.square) > 0 else a.Done()


def _build_any(look: Outlook, task: Any) -> Action:
    squares = [
        square
        for square in look.ledger.firms(look.seat)
        if look.view.levels[square] < figures.BIG_STORE and _build_worth(look, square) > 0
    ]
    best = max(squares, key=lambda each: _build_worth(look, each), default=None)
    return a.Done() if best is None else a.Build(best)


def _build_worth(look: Outlook, square: int) -> int:
    """0 if it cannot be paid without touching the reserve."""
    cost = look.ledger.building_cost(look.seat, square)
    if cost > max(0, look.me.cash - look.reserve(look.me.square)):
        return 0
    return look.building_gain(square, cost)


_ANSWERS: Final[dict[type[t.Asked], Callable[[Outlook, Any], Action]]] = {
    t.AskBeforeRoll: _before_roll,
    t.AskFork: _fork,
    t.AskExperience: _experience,
    t.AskInsight: _insight,
    t.AskInvest: _invest,
    t.AskFortuneTeller: _fortune_teller,
    t.AskMatch: _match,
    t.AskGuess: _guess,
    t.AskBuy: _buy,
    t.AskBuild: _build,
    t.AskBuildAny: _build_any,
}


def answer(look: Outlook) -> Action:
    """To the question that the match waits for."""
    asked = look.view.asked
    assert asked is not None  # noqa: S101
    return _ANSWERS[type(asked)](look, asked)
