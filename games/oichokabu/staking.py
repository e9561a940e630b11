"""Putting points on cards (section 5): what may be put, and what putting does."""

from typing import Final

from msgspec.structs import replace

from games.core.events import Told
from games.core.seats import Seat, all_seats
from games.oichokabu.cards import CARDS
from games.oichokabu.events import Event, Readied, Staked, TookBack
from games.oichokabu.model import AMOUNTS, Action, Ready, Stake, State, TakeBack

READY: Final = Ready()

_STAKES: Final = tuple(tuple(Stake(card, points) for points in AMOUNTS) for card in CARDS)
_TAKE_BACKS: Final = tuple(TakeBack(card) for card in CARDS)
_PLACES: Final[dict[str, int]] = {card: place for place, card in enumerate(CARDS)}


def is_staking(state: State, seat: Seat) -> bool:
    """OC-20: a player who is not Ready yet. Asked in phase STAKING."""
    return seat != state.dealt_by and not state.ready[seat]


def everybody_is_ready(state: State) -> bool:
    """OC-26"""
    return not any(is_staking(state, seat) for seat in all_seats(len(state.points)))


def stakes_left(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every answer of a player who is not Ready: amounts by card, taking back, Ready."""
    lying = state.amounts[seat]
    free = state.points[seat] - sum(lying)
    choices: list[Action] = []
    for stakes, take_back, here in zip(_STAKES, _TAKE_BACKS, lying, strict=True):
        choices += [stake for stake in stakes if stake.points <= free + here]
        if here:
            choices.append(take_back)
    choices.append(READY)
    return tuple(choices)


def staking_refusal(state: State, seat: Seat, action: Stake | TakeBack | Ready) -> str | None:
    """OC-111, in its order. The phase is known to be STAKING."""
    if seat == state.dealt_by:
        return "dealer_cannot_stake"
    if state.ready[seat]:
        return "already_ready"
    if isinstance(action, Ready):
        return None
    place = _PLACES.get(action.card)
    if place is None:
        return "bad_card"
    lying = state.amounts[seat]
    if isinstance(action, TakeBack):
        return None if lying[place] else "nothing_there"
    if action.points not in AMOUNTS:
        return "bad_amount"
    if sum(lying) - lying[place] + action.points > state.points[seat]:  # OC-22, OC-23
        return "not_enough_points"
    return None


def put(
    state: State, seat: Seat, action: Stake | TakeBack | Ready, told: list[Told[Event]]
) -> State:
    """Carry out an answer that is known to be legal. Nothing but the seat's own amounts and
    mark changes, so the order in which several seats' answers arrive makes no difference."""
    if isinstance(action, Ready):
        told.append(Told(Readied(seat)))
        return replace(state, ready=(*state.ready[:seat], True, *state.ready[seat + 1 :]))
    place = _PLACES[action.card]
    if isinstance(action, Stake):
        points = action.points
        told.append(Told(Staked(seat, CARDS[place], points)))
    else:
        points = 0
        told.append(Told(TookBack(seat, CARDS[place])))
    lying = state.amounts[seat]
    lying = (*lying[:place], points, *lying[place + 1 :])
    return replace(state, amounts=(*state.amounts[:seat], lying, *state.amounts[seat + 1 :]))
