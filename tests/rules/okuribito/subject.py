"""What the laws need to know about Okuribito."""

from collections.abc import Iterator

from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito.actions import Action
from games.okuribito.board import FIRM_SQUARES, GATE, RING
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.fortune import CARDS
from games.okuribito.ledger import Ledger
from games.okuribito.model import Options, State
from games.okuribito.names import INDUSTRIES, TOWNS, Insight
from games.okuribito.tasks import AskBuild, AskBuildAny, Asking, AskInvest
from tests.rules.contract import Subject
from tests.rules.okuribito.following import follow

# Every value of every house rule; all of their combinations would be 54.
OPTION_SETS = (
    Options(limit=40, start=5_000_000, target=50_000_000),
    Options(limit=64, start=20_000_000, gentle=True),
    Options(limit=96, start=10_000_000, target=200_000_000),
)

PLAIN = (
    a.UseLuckyCat(),
    a.UseCurse(),
    a.Roll(),
    a.ChooseRoad(),
    a.ChooseCastle(),
    a.Stop(),
    a.Pass(),
    *(a.ChooseInsight(insight) for insight in Insight),
    a.TellFortune(),
    a.Challenge(),
    a.GuessHigh(),
    a.GuessLow(),
    a.BuyFirm(),
    a.Done(),
    a.Build(0),
    a.Build(12),
    a.SellStakes(INDUSTRIES[0], 1),
    a.BookSale(INDUSTRIES[0], 1, 5),
    a.BuyStakes(INDUSTRIES[3], 1),
    a.Offer(TOWNS[1], 500_000),
)


def conceivable(state: State, seat: Seat) -> Iterator[Action]:
    """What anybody might try; of a seat that is asked also every number there is, and beyond."""
    yield from PLAIN
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, Asking) or task.seat != seat:
        return
    stakes = state.players[seat].stakes
    for industry in INDUSTRIES:
        held = stakes[industry.number]
        for qty in (-1, 0, *range(1, held + 2)):
            yield a.SellStakes(industry, qty)
            yield from (a.BookSale(industry, qty, wait) for wait in range(7))
    if isinstance(task, AskInvest):
        for industry in INDUSTRIES:
            yield from (a.BuyStakes(industry, qty) for qty in range(-1, 12))
        for town in TOWNS:
            for amount in (-500_000, 0, 250_000, *range(500_000, 6_000_000, 500_000)):
                yield a.Offer(town, amount)
    if isinstance(task, AskBuild | AskBuildAny):
        yield from (a.Build(square) for square in range(-1, GATE + 2))


def invariant(state: State) -> None:
    """Money only moves, and nothing is where it cannot be."""
    in_seats = sum(each.cash + sum(each.offerings) for each in state.players)
    assert state.bank + in_seats == 0
    assert all(each.cash >= 0 for each in state.players)
    for square in range(RING):
        is_firm = square in FIRM_SQUARES
        owned = state.owners[square] is not None
        assert is_firm == (state.industries[square] is not None)
        assert is_firm or not owned
        assert 1 <= state.levels[square] <= 3 if owned else state.levels[square] == 0
    for each in state.players:
        assert (each.square == GATE) == (each.gate_from is not None)
        assert len(each.collecting) < 4 and len(each.last_set) in (0, 4)
        assert min(*each.stakes, each.keen_eye, each.master_builder) >= 0
        assert all(0 <= lying <= 5_000_000 for lying in each.offerings)
        assert all(booking.qty > 0 for booking in each.booked)
        if each.sitting_out:
            assert each.cash == 0 and not any(each.stakes) and not each.booked
    assert all(50 <= index <= 200 for index in state.economy)
    assert state.over is not None or max(Ledger(state).fortunes()) < state.options.target


def with_every_card(state: State) -> None:
    """The same, in a match that was begun as matches are."""
    invariant(state)
    assert sorted((*state.cards, *state.drawn), key=repr) == sorted(CARDS, key=repr)


SUBJECT = Subject(
    engine=OkuribitoEngine(),
    option_sets=OPTION_SETS,
    conceivable=conceivable,
    follow=follow,
    invariant=with_every_card,
    one_answer=frozenset(
        {
            "fork",
            "experience",
            "insight",
            "fortune_teller",
            "match",
            "guess",
            "buy",
            "build",
            "build_any",
        }
    ),
    look_at_every=17,
)
