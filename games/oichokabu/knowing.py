"""Who sees what: the table of OC-100, field by field."""

from collections.abc import Callable

from games.core.seats import Seat
from games.oichokabu.cards import CARDS
from games.oichokabu.hands import dealers_hand, players_hand
from games.oichokabu.model import START_POINTS, CardView, Options, Phase, State, View
from games.oichokabu.thirds import Third, dealers_third, decider, third_card

_COMPARED = (Phase.RESULT, Phase.OVER)


def view_of(state: State, seat: Seat | None) -> View:
    """What a seat sees, or a spectator (None)."""
    is_compared = state.phase in _COMPARED

    def sees_second(card: int) -> bool:
        if is_compared:
            return True
        if decider(state.amounts, card, state.dealt_by) is None:  # OC-30
            return True
        return seat is not None and state.amounts[seat][card] > 0  # OC-29

    return _view(state, sees_second, is_dealer_open=is_compared or state.phase is Phase.DEALER)


def open_view_of(state: State) -> View:
    """Every card that lies on the table, face up: for a replay."""
    return _view(state, lambda card: True, is_dealer_open=True)


def nothing_laid(options: Options, seats: int) -> View:
    """The table before a match begins."""
    return View(
        options=options,
        turned=(),
        points=(START_POINTS,) * seats,
        dealer=Seat(0),
        dealer_hands=0,
        passes=0,
        hand_no=0,
        phase=Phase.PREPARING,
        dealt_by=Seat(0),
        ready=(False,) * seats,
        cards=tuple(CardView(name, (), (0,) * seats, None, False, False, None) for name in CARDS),
        dealer_months=(),
        dealer_asked=False,
        dealer_hand=None,
        settled=(),
        passed=None,
        gone_on=(False,) * seats,
        over=None,
    )


def _view(state: State, sees_second: Callable[[int], bool], *, is_dealer_open: bool) -> View:
    is_compared = state.phase in _COMPARED
    dealer_asked = (
        state.phase is Phase.DEALER
        or is_compared
        and dealers_third(state.dealer_hand, state.options) is Third.MAY
    )
    return View(
        options=state.options,
        turned=state.turned,
        points=state.points,
        dealer=state.dealer,
        dealer_hands=state.dealer_hands,
        passes=state.passes,
        hand_no=state.hand_no,
        phase=state.phase,
        dealt_by=state.dealt_by,
        ready=state.ready,
        cards=tuple(_card(state, card, sees_second(card)) for card in range(len(CARDS))),
        dealer_months=state.dealer_hand if is_dealer_open else (None,),
        dealer_asked=dealer_asked,
        dealer_hand=dealers_hand(state.dealer_hand, state.options) if is_compared else None,
        settled=state.settled,
        passed=state.passed,
        gone_on=state.gone_on,
        over=state.over,
    )


def _card(state: State, card: int, sees_second: bool) -> CardView:
    months = state.hands[card]
    shown: tuple[int | None, ...] = months
    if len(months) > 1 and not sees_second:
        shown = (months[0], None, *months[2:])
    is_dealt, is_compared = state.phase is not Phase.STAKING, state.phase in _COMPARED
    seat = decider(state.amounts, card, state.dealt_by) if is_dealt else None
    # OC-102: that the table waits, or has waited, tells everybody that there was a choice.
    is_reached = seat is not None and card <= state.asking
    return CardView(
        name=CARDS[card],
        months=shown,
        amounts=tuple(row[card] for row in state.amounts),
        decider=seat,
        asked=is_reached and third_card(months) is Third.MAY,
        done=seat is not None and card < state.asking,
        hand=players_hand(months, state.options) if is_compared and seat is not None else None,
    )
