"""Who knows what (OK-103): the view of a seat, and what a seat may imagine.

`imagine` is written from the rules and not from `view`, which it is there to test: hidden are
the festivals after this round, but for those a seat foresees, and the cards to come.
"""

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.seats import Seat
from games.okuribito.model import Card, State, View
from games.okuribito.names import TOWNS, Town
from games.okuribito.tasks import Asking


def view(state: State, seat: Seat | None) -> View:
    known = state.round
    if seat is not None:
        known = max(known, state.players[seat].foresees_until)  # OK-44
    return _seen(state, state.festivals[:known], ())


def open_view(state: State) -> View:
    """With every festival and the cards in their order."""
    return _seen(state, state.festivals, state.cards)


def _seen(state: State, festivals: tuple[Town, ...], cards_ahead: tuple[Card, ...]) -> View:
    top = state.agenda[-1] if state.agenda else None
    return View(
        options=state.options,
        first=state.first,
        round=state.round,
        turn=state.turn,
        players=state.players,
        industries=state.industries,
        owners=state.owners,
        levels=state.levels,
        economy=state.economy,
        festivals=festivals,
        fairs=state.fairs,
        cards_left=len(state.cards),
        cards_ahead=cards_ahead,
        drawn=state.drawn,
        thrown=state.thrown,
        using=state.using,
        history=state.history,
        asked=top if isinstance(top, Asking) else None,
        over=state.over,
    )


def imagine(state: State, seat: Seat | None, dice: Dice) -> State:
    """OK-13: festivals are independent of each other, and every order of the cards that are
    left is as likely as any other."""
    certain = state.round
    if seat is not None and state.players[seat].foresees_until > certain:
        certain = state.players[seat].foresees_until
    unknown = len(state.festivals) - certain
    faces = dice.roll("festival", len(TOWNS), unknown) if unknown else ()
    return replace(
        state,
        festivals=(*state.festivals[:certain], *[TOWNS[face - 1] for face in faces]),
        cards=dice.shuffle("cards", state.cards),
    )
