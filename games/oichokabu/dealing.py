"""A hand from laying to settling: what the game does by itself between two answers."""

from typing import Final

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.events import Told
from games.core.seats import all_seats
from games.oichokabu.cards import CARDS, DECK
from games.oichokabu.dealership import after_hand
from games.oichokabu.events import (
    CardStood,
    DealerDeciding,
    DealerRevealed,
    DealerSecond,
    DealerStood,
    DealerThird,
    Deciding,
    Event,
    HandEnded,
    HandStarted,
    SecondDealt,
    Shown,
    ThirdDrawn,
)
from games.oichokabu.hands import Comparison, compare, dealers_hand, players_hand
from games.oichokabu.model import Phase, State
from games.oichokabu.settling import settle
from games.oichokabu.thirds import Third, dealers_third, decider, third_card

TABLE: Final = len(CARDS)

NO_POINTS: Final = (0,) * TABLE


def lay(state: State, dice: Dice, told: list[Told[Event]]) -> State:
    """OC-8, OC-15, OC-17: all forty cards are shuffled, four laid open and the dealer's closed."""
    deck, seats = dice.shuffle("deck", DECK), len(state.points)
    hand_no, nobody = state.hand_no + 1, (False,) * seats
    told.append(Told(HandStarted(hand_no, state.dealer, state.dealer_hands + 1, deck[:TABLE])))
    return replace(
        state,
        hand_no=hand_no,
        phase=Phase.STAKING,
        dealt_by=state.dealer,
        amounts=(NO_POINTS,) * seats,
        ready=nobody,
        hands=tuple((month,) for month in deck[:TABLE]),
        dealer_hand=deck[TABLE : TABLE + 1],
        stock=deck[TABLE + 1 :],
        asking=0,
        settled=(),
        passed=None,
        gone_on=nobody,
    )


def deal_seconds(state: State, told: list[Told[Event]]) -> State:
    """OC-29, OC-30: open where no points lie, else for the players on the card alone."""
    seconds = state.stock[:TABLE]
    for card, month in enumerate(seconds):
        owners = frozenset(
            seat for seat in all_seats(len(state.points)) if state.amounts[seat][card]
        )
        event = SecondDealt(CARDS[card], month)
        closed = Told[Event](event, owners, SecondDealt(CARDS[card], None))
        told.append(closed if owners else Told(event))
    hands = tuple((*hand, month) for hand, month in zip(state.hands, seconds, strict=True))
    state = replace(state, hands=hands, stock=state.stock[TABLE:], phase=Phase.THIRDS)
    return go_through_cards(state, told)


def go_through_cards(state: State, told: list[Told[Event]]) -> State:
    """OC-32, OC-33: card after card until somebody has a choice; then the dealer."""
    while state.asking < TABLE:
        seat = decider(state.amounts, state.asking, state.dealt_by)
        if seat is None:  # OC-30
            state = replace(state, asking=state.asking + 1)
            continue
        third = third_card(state.hands[state.asking])
        if third is Third.MAY:
            told.append(Told(Deciding(CARDS[state.asking], seat)))
            return state
        state = take_third(state, told, draws=third is Third.MUST)
    return _turn_dealers_card(state, told)


def take_third(state: State, told: list[Told[Event]], *, draws: bool) -> State:
    """The card that is asked for draws or stands, and is done. Nothing says why (OC-101)."""
    card = state.asking
    if not draws:
        told.append(Told(CardStood(CARDS[card])))
        return replace(state, asking=card + 1)
    month, hands = state.stock[0], list(state.hands)
    hands[card] = (*hands[card], month)
    told.append(Told(ThirdDrawn(CARDS[card], month)))
    return replace(state, hands=tuple(hands), stock=state.stock[1:], asking=card + 1)


def take_dealers_third(state: State, told: list[Told[Event]], *, draws: bool) -> State:
    """OC-37: the dealer's hand is complete, and everything is compared."""
    if draws:
        month = state.stock[0]
        told.append(Told(DealerThird(month)))
        state = replace(state, dealer_hand=(*state.dealer_hand, month))
    else:
        told.append(Told(DealerStood()))
    return _compare_all(state, told)


def _turn_dealers_card(state: State, told: list[Told[Event]]) -> State:
    """OC-37, OC-38"""
    dealer_hand = (*state.dealer_hand, state.stock[0])
    told += [Told(DealerRevealed(dealer_hand[0])), Told(DealerSecond(dealer_hand[1]))]
    state = replace(state, dealer_hand=dealer_hand, stock=state.stock[1:], phase=Phase.DEALER)
    third = dealers_third(dealer_hand, state.options)
    if third is Third.MAY:
        told.append(Told(DealerDeciding(state.dealt_by)))
        return state
    return take_dealers_third(state, told, draws=third is Third.MUST)


def _compare_all(state: State, told: list[Told[Event]]) -> State:
    """OC-50: each card with points on it against the dealer's hand; then everybody is paid."""
    options, comparisons = state.options, dict[int, Comparison]()
    dealer = dealers_hand(state.dealer_hand, options)
    for card, months in enumerate(state.hands):
        if decider(state.amounts, card, state.dealt_by) is not None:
            hand = players_hand(months, options)
            comparisons[card] = compare(hand, dealer, options)
            told.append(Told(Shown(CARDS[card], months, hand.kind, hand.digit)))
    points, settled = settle(state.points, state.dealt_by, state.amounts, comparisons)
    told += [Told(item) for item in settled]
    told.append(Told(HandEnded(points, dealer.kind, dealer.digit)))
    # Nobody needs the stock any more, and OC-9: nobody learns it.
    state = replace(state, points=points, settled=settled, stock=())
    return after_hand(state, dealer, told)
