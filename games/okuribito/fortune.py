"""Fortune teller, shrine, news and belongings (sections 11 and 12)."""

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.actions import DONE, Action, Done, TellFortune
from games.okuribito.draws import by_odds
from games.okuribito.events import (
    CardDrawn,
    CharmUsed,
    FairHeld,
    Fire,
    Fortune,
    LuckyFind,
    NoEffect,
    Pickpocket,
    Slip,
)
from games.okuribito.model import Card, Fair, State
from games.okuribito.money import share
from games.okuribito.names import INDUSTRIES, TOWNS, Disaster, Item, Luck, News
from games.okuribito.play import Play
from games.okuribito.ruin import settle
from games.okuribito.seasons import bounded
from games.okuribito.tasks import AskFortuneTeller

TOLD_OR_NOT = (TellFortune(), DONE)

# OK-74
GIFTS = {
    Luck.GREAT: Item.CURSE,
    Luck.GOOD: Item.CHARM,
    Luck.MIDDLING: Item.LUCKY_CAT,
    Luck.SMALL: Item.STRAW_DOLL,
}
_LUCK = tuple(Luck)
SLIP_LUCK = (Luck.GREAT, Luck.GOOD, Luck.SMALL, Luck.BAD)

# OK-86: the twenty cards.
CARDS = (
    *(Card(News.BOOM, industry) for industry in INDUSTRIES),
    *(Card(News.SLUMP, industry) for industry in INDUSTRIES),
    *(Card(News.FAIR),) * figures.NEWS_FAIRS,
    *(Card(News.FIRE),) * figures.NEWS_FIRES,
    *(Card(News.LUCKY),) * figures.NEWS_LUCKY_FINDS,
    *(Card(News.PICK),) * figures.NEWS_PICKPOCKETS,
)


# --- belongings ---


def take_from(play: Play, seat: Seat, item: Item) -> None:
    """It is spent."""
    holds = play.players[seat].holds
    play.change(seat, holds=tuple(each for each in holds if each is not item))


def is_warded_off(play: Play, seat: Seat, square: int, against: Disaster) -> bool:
    """OK-78: by the charm of the firm's owner, which is spent."""
    if Item.CHARM not in play.players[seat].holds:
        return False
    take_from(play, seat, Item.CHARM)
    play.tell(CharmUsed(seat, square, against))
    return True


# --- fortune teller ---


def visit_fortune_teller(play: Play, pips: int) -> None:
    """OK-73, OK-97: only with the fee in hand, and not at a gentle table."""
    if not play.options.gentle and play.mover.cash >= figures.FORTUNE_FEE:
        play.ask(AskFortuneTeller, play.turn, pips)


def legal_at_fortune_teller(state: State, task: AskFortuneTeller) -> tuple[Action, ...]:
    """D6"""
    return TOLD_OR_NOT


def tell_fortune(play: Play, task: AskFortuneTeller, action: Action) -> None:
    """OK-73 to OK-75"""
    play.agenda.pop()
    if isinstance(action, Done):
        return
    seat = task.seat
    play.pay(figures.FORTUNE_FEE, seat, None)
    luck = _LUCK[by_odds(play.dice, "luck", figures.FORTUNE_ODDS)]
    holds = play.players[seat].holds
    item = GIFTS.get(luck)
    if item in holds:
        item = None
    if item is not None:
        play.change(seat, holds=tuple(each for each in Item if each in holds or each is item))
    play.tell(Fortune(seat, luck, item))


# --- shrine ---


def visit_shrine(play: Play) -> None:
    """OK-84"""
    seat = play.turn
    if not settle(play, seat, figures.SHRINE, None):
        return
    place = by_odds(play.dice, "slip", figures.SLIP_ODDS)
    amount = figures.SLIPS[place]
    play.tell(Slip(seat, SLIP_LUCK[place], amount))
    if amount > 0:
        play.pay(amount, None, seat)
    else:
        settle(play, seat, -amount, None)


# --- news ---


def read_news(play: Play) -> None:
    """OK-86: take the top card and do what it says."""
    shuffled = not play.cards
    if shuffled:
        play.cards, play.drawn = play.dice.shuffle("cards", CARDS), ()
    card, play.cards = play.cards[0], play.cards[1:]
    play.drawn = (*play.drawn, card)
    play.tell(CardDrawn(play.turn, card.news, card.industry, shuffled))
    match card.news:
        case News.BOOM:
            swing(play, card, figures.NEWS_SWING)
        case News.SLUMP:
            swing(play, card, -figures.NEWS_SWING)
        case News.FAIR:
            hold_fair(play)
        case News.FIRE:
            burn(play)
        case News.LUCKY:
            play.pay(figures.LUCKY_FIND, None, play.turn)
            play.tell(LuckyFind(play.turn, figures.LUCKY_FIND))
        case News.PICK:
            lost = share(play.mover.cash, figures.PICKPOCKET)
            play.pay(lost, play.turn, None)
            play.tell(Pickpocket(play.turn, lost))


def swing(play: Play, card: Card, points: int) -> None:
    """OK-87: prices of stakes, never fees."""
    assert card.industry is not None  # noqa: S101
    number = card.industry.number
    play.set_economy(number, bounded(play.economy[number] + points))


def hold_fair(play: Play) -> None:
    (face,) = play.dice.roll("fair", len(TOWNS))
    fair = Fair(TOWNS[face - 1], play.round + figures.FAIR_ROUNDS)
    play.fairs = (*play.fairs, fair)
    play.tell(FairHeld(fair.town, fair.last_round))


def burn(play: Play) -> None:
    """One of the drawer's firms, if there is any, goes down a level."""
    seat, firms = play.turn, play.ledger.firms(play.turn)
    if not firms:
        play.tell(NoEffect(seat))
        return
    (face,) = play.dice.roll("fire", len(firms))
    square = firms[face - 1]
    if not is_warded_off(play, seat, square, Disaster.FIRE):
        level = play.levels[square] - 1
        play.hand_over(square, seat if level else None, level)
        play.tell(Fire(seat, square, level))
