"""What a seat cannot know, dealt anew: OC-9 and OC-100 to OC-103.

Written from the rules page. It does not use `knowing.py`: that is what it is there to test.
"""

from collections.abc import Callable
from itertools import product

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.seats import Seat
from games.oichokabu.model import Phase, State
from games.oichokabu.thirds import third_card


def imagined(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state that this seat (None: a spectator) cannot tell from the real one.

    Nobody knows the stock, nor the dealer card before the dealer's turn. A second card with
    points on it is known to those who have points there, until the comparison. But of a card
    that has been reached everybody knows whether it had to draw, could, or had to stand: the
    game waited for the decider or it did not, and then it drew or stood.
    """
    if state.phase in (Phase.RESULT, Phase.OVER):
        return state  # everything lies open and the stock is gone
    closed = [card for card in range(len(state.hands)) if _is_closed(state, seat, card)]
    is_dealer_closed = state.phase is not Phase.DEALER
    unknown = [*state.stock, *(state.hands[card][1] for card in closed)]
    if is_dealer_closed:
        unknown.append(state.dealer_hand[0])
    pool = list(dice.shuffle("imagine", unknown))

    hands, taken = list(state.hands), _seconds(state, closed, pool)
    for card, place in zip(closed, taken, strict=True):
        hands[card] = (hands[card][0], pool[place], *hands[card][2:])
    left = [month for place, month in enumerate(pool) if place not in taken]
    dealer_hand = (left.pop(),) if is_dealer_closed else state.dealer_hand
    return replace(state, hands=tuple(hands), dealer_hand=dealer_hand, stock=tuple(left))


def _is_closed(state: State, seat: Seat | None, card: int) -> bool:
    on_the_card = {owner for owner, amounts in enumerate(state.amounts) if amounts[card]}
    return len(state.hands[card]) > 1 and bool(on_the_card) and seat not in on_the_card


def _seconds(state: State, closed: list[int], pool: list[int]) -> tuple[int, ...]:
    """Places in the pool of second cards that fit what has been seen. There always are some:
    the real ones are in the pool."""
    fitting = [_places(pool, _fits(state, card)) for card in closed]
    return next(places for places in product(*fitting) if len(set(places)) == len(places))


def _places(pool: list[int], fits: Callable[[int], bool]) -> list[int]:
    return [place for place, month in enumerate(pool) if fits(month)]


def _fits(state: State, card: int) -> Callable[[int], bool]:
    first, second = state.hands[card][:2]
    if card > state.asking:
        return lambda month: True
    known = third_card((first, second))
    return lambda month: third_card((first, month)) is known
