"""The gentle computer player: plain and unhurried, for a first game.

It buys what it can well afford, keeps to the road, and lets everybody alone.
"""

from games.core.cpu import Thought
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito.actions import Action
from games.okuribito.duels import likelier_guess
from games.okuribito.ledger import Ledger
from games.okuribito.model import State, View
from games.okuribito.names import TOWNS, Insight
from games.okuribito.tasks import (
    AskBeforeRoll,
    AskBuild,
    AskBuildAny,
    AskBuy,
    AskExperience,
    AskFork,
    AskFortuneTeller,
    AskGuess,
    AskInsight,
    AskInvest,
    AskMatch,
)

# In ryō: what it likes to have left after buying or building, and before it makes an offering.
KEEPS = 2_000_000
FEELS_RICH = 6_000_000
OFFERS = 500_000


class GentleCpu:
    """Every answer follows from what lies open, and none of them from thinking ahead."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        cash = view.players[seat].cash
        match view.asked:
            case AskBeforeRoll():
                return a.UseLuckyCat() if a.UseLuckyCat() in legal[:2] else a.Roll()
            case AskFork():
                return a.ChooseRoad()
            case AskExperience():
                return a.Stop() if cash >= FEELS_RICH else a.Pass()
            case AskInsight():
                return a.ChooseInsight(Insight.KEEN_EYE)
            case AskInvest():
                return _invest(view, seat)
            case AskFortuneTeller():
                return a.TellFortune() if cash >= FEELS_RICH else a.Done()
            case AskGuess(number=number):
                return likelier_guess(number)
            case AskBuy(cost=cost):
                return a.BuyFirm() if cash - cost >= KEEPS else a.Done()
            case AskBuild(square=square, cost=cost):
                return a.Build(square) if cash - cost >= KEEPS else a.Done()
            case AskBuildAny():
                return _build_any(view, seat, legal)
            case AskMatch() | None:
                return a.Done()


def _invest(view: View, seat: Seat) -> Action:
    """An offering where least of its own lies, as long as it feels rich."""
    player = view.players[seat]
    town = min(TOWNS, key=lambda each: player.offerings[each.number])
    offer = a.Offer(town, OFFERS)
    return offer if player.cash >= FEELS_RICH and not player.offerings[town.number] else a.Done()


def _build_any(view: View, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """The dearest building that leaves it enough."""
    ledger, cash = Ledger(view), view.players[seat].cash
    costs = {
        action: ledger.building_cost(seat, action.square)
        for action in legal
        if isinstance(action, a.Build)
    }
    well_affordable = [action for action in costs if cash - costs[action] >= KEEPS]
    return max(well_affordable, key=lambda action: costs[action], default=a.Done())
