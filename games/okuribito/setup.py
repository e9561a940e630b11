"""Setting out (section 3)."""

from games.core.dice import Dice
from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.board import FIRM_SQUARES, RING, START
from games.okuribito.fortune import CARDS
from games.okuribito.ledger import starting_funds
from games.okuribito.model import Options, Player, State
from games.okuribito.names import INDUSTRIES, TOWNS, Industry, Rank
from games.okuribito.tasks import StartRound

# OK-10: the labels as they are before the shuffle.
LABELS = tuple(
    industry for industry in INDUSTRIES for _ in range(len(FIRM_SQUARES) // len(INDUSTRIES))
)


def set_out(seats: tuple[Seat, ...], options: Options, first: Seat, dice: Dice) -> State:
    """OK-13: labels, festivals and cards are drawn in this order; the first round is next."""
    labels = dice.shuffle("firms", LABELS)
    faces = dice.roll("festival", len(TOWNS), options.limit)
    cards = dice.shuffle("cards", CARDS)
    industries: list[Industry | None] = [None] * RING
    for square, industry in zip(FIRM_SQUARES, labels, strict=True):
        industries[square] = industry
    funds = [starting_funds(options, first, len(seats), seat) for seat in seats]
    return State(
        options=options,
        first=first,
        round=0,
        turn=first,
        players=tuple(newcomer(each) for each in funds),
        industries=tuple(industries),
        owners=(None,) * RING,
        levels=(0,) * RING,
        economy=(figures.ECONOMY_START,) * len(INDUSTRIES),
        festivals=tuple(TOWNS[face - 1] for face in faces),
        fairs=(),
        cards=cards,
        drawn=(),
        thrown=(),
        using=(),
        history=(),
        bank=-sum(funds),
        asks=0,
        agenda=(StartRound(),),
        over=None,
    )


def newcomer(cash: int) -> Player:
    """OK-14 to OK-16: it stands on the first square and has not arrived there."""
    return Player(
        cash=cash,
        square=START,
        gate_from=None,
        stakes=(0,) * len(INDUSTRIES),
        booked=(),
        offerings=(0,) * len(TOWNS),
        collecting=(),
        last_set=(),
        rank=Rank.APPRENTICE,
        keen_eye=0,
        master_builder=0,
        foresees_until=0,
        holds=(),
        sitting_out=False,
    )
