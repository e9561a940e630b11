"""What the laws need to know about Oicho-Kabu."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.core.seats import Seat
from games.oichokabu.cards import CARDS, DECK
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.events import (
    CardStood,
    DealerDeciding,
    DealerPassed,
    DealerRevealed,
    DealerSecond,
    DealerStood,
    DealerThird,
    Deciding,
    Event,
    GameOver,
    GoneOn,
    HandEnded,
    HandStarted,
    Readied,
    SecondDealt,
    Settled,
    Shown,
    Staked,
    ThirdDrawn,
    TookBack,
)
from games.oichokabu.model import (
    AMOUNTS,
    START_POINTS,
    Action,
    Arashi,
    CardView,
    Draw,
    EqualValues,
    FirstDealer,
    GoOn,
    KuppinShippin,
    Options,
    Passing,
    Phase,
    Ready,
    Stake,
    Stand,
    State,
    TakeBack,
    View,
)
from games.oichokabu.worth import Hand
from tests.rules.contract import Subject

# Every pair of values of two different house rules meets in one of these, but for `length`:
# that only says after how many terms it is over.
OPTION_SETS = tuple(
    Options(
        equal_values=EqualValues(equal),
        arashi=Arashi(arashi),
        kuppin_shippin=KuppinShippin(order),
        first_dealer=FirstDealer(first),
        passing=Passing(passing),
        length=length,
    )
    for equal, arashi, order, passing, first, length in (
        ("draw", "both", "any_order", "goke", "turn_card", 1),
        ("dealer", "players_only", "in_order", "every_hand", "turn_card", 2),
        ("draw", "both", "in_order", "every_hand", "host", 3),
        ("dealer", "players_only", "any_order", "goke", "host", 1),
        ("draw", "players_only", "any_order", "every_hand", "random", 1),
        ("dealer", "both", "in_order", "goke", "random", 1),
    )
)

SILLY: tuple[Action, ...] = (
    *(Stake("kata", points) for points in (0, -10, 30, 10**30)),
    *(Stake(name, 10) for name in ("goban", "")),
    TakeBack("goban"),
)


def conceivable(state: State, seat: Seat) -> Iterator[Action]:
    for card in CARDS:
        yield TakeBack(card)
        for points in AMOUNTS:
            yield Stake(card, points)
    yield from (Ready(), Draw(), Stand(), GoOn(), *SILLY)


def follow(view: View, event: Event, seat: Seat | None) -> View:
    """What somebody who hears everything makes of the table."""
    match event:
        case HandStarted():
            return newly_laid(view, event)
        case Staked():
            return put(view, event.seat, event.card, event.points)
        case TookBack():
            return put(view, event.seat, event.card, 0)
        case Readied():
            return replace(view, ready=swapped(view.ready, event.seat, True))
        case SecondDealt():
            view = replace(view, phase=Phase.THIRDS)
            return on_card(view, event.card, lambda card: second_dealt(view, card, event.month))
        case Deciding():
            return on_card(view, event.card, lambda card: asked(card, event.seat))
        case ThirdDrawn():
            return on_card(view, event.card, lambda card: drawn(card, event.month))
        case CardStood():
            return on_card(view, event.card, lambda card: replace(card, done=True))
        case DealerRevealed():
            assert view.dealer_months == (None,)
            return replace(view, dealer_months=(event.month,), phase=Phase.DEALER)
        case DealerSecond() | DealerThird():
            return replace(view, dealer_months=(*view.dealer_months, event.month))
        case DealerDeciding():
            assert event.seat == view.dealt_by
            return replace(view, dealer_asked=True)
        case Shown():
            return on_card(view, event.card, lambda card: shown(card, event))
        case Settled():
            return replace(view, settled=(*view.settled, event))
    return follow_the_end(view, event)


def follow_the_end(view: View, event: Event) -> View:
    match event:
        case HandEnded():
            return replace(
                view,
                points=event.points,
                dealer_hands=view.dealer_hands + 1,
                phase=Phase.RESULT,
                dealer_hand=Hand(event.dealer_hand, event.digit),
            )
        case DealerPassed():
            assert event.passed_from == view.dealer
            passes = view.passes + 1
            return replace(
                view, dealer=event.passed_to, dealer_hands=0, passes=passes, passed=event
            )
        case GoneOn():
            return replace(view, gone_on=swapped(view.gone_on, event.seat, True))
        case GameOver():
            assert event.points == view.points
            view = replace(view, phase=Phase.OVER, over=event)
            if event.reason == "round_complete":
                view = replace(view, passes=view.passes + 1, dealer_hands=0)
            return view
    assert isinstance(event, DealerStood)
    return view


def newly_laid(view: View, event: HandStarted) -> View:
    assert (event.hand_no, event.dealer) == (view.hand_no + 1, view.dealer)
    assert event.hand_of_term == view.dealer_hands + 1
    nobody = (False,) * len(view.points)
    nothing = (0,) * len(view.points)
    return replace(
        view,
        hand_no=event.hand_no,
        phase=Phase.STAKING,
        dealt_by=event.dealer,
        ready=nobody,
        cards=tuple(
            CardView(name, (month,), nothing, None, False, False, None)
            for name, month in zip(CARDS, event.table, strict=True)
        ),
        dealer_months=(None,),
        dealer_asked=False,
        dealer_hand=None,
        settled=(),
        passed=None,
        gone_on=nobody,
    )


def put(view: View, seat: Seat, name: str, points: int) -> View:
    return on_card(
        view, name, lambda card: replace(card, amounts=swapped(card.amounts, seat, points))
    )


def second_dealt(view: View, card: CardView, month: int | None) -> CardView:
    """OC-31: from here on everybody can tell who decides."""
    seats = len(view.points)
    most = max(card.amounts)
    after_dealer = [Seat((view.dealt_by + step) % seats) for step in range(1, seats)]
    tied = [seat for seat in after_dealer if card.amounts[seat] == most]
    return replace(card, months=(*card.months, month), decider=tied[0] if most else None)


def asked(card: CardView, seat: Seat) -> CardView:
    assert card.decider == seat
    return replace(card, asked=True)


def drawn(card: CardView, month: int) -> CardView:
    return replace(card, months=(*card.months, month), done=True)


def shown(card: CardView, event: Shown) -> CardView:
    for seen, real in zip(card.months, event.months, strict=True):
        assert seen in (None, real)
    return replace(card, months=event.months, hand=Hand(event.hand, event.digit))


def on_card(view: View, name: str, change: Any) -> View:
    place = CARDS.index(name)
    return replace(view, cards=swapped(view.cards, place, change(view.cards[place])))


def swapped(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return tuple(value if here == place else old for here, old in enumerate(values))


def invariant(state: State) -> None:
    seats = len(state.points)
    assert sum(state.points) == START_POINTS * seats  # OC-3
    assert all(points >= 0 and points % 10 == 0 for points in state.points)
    assert (0 in state.points) <= (state.phase is Phase.OVER)
    assert not any(state.amounts[state.dealt_by]) and not state.ready[state.dealt_by]  # OC-5
    if state.phase is Phase.STAKING:
        for points, lying in zip(state.points, state.amounts, strict=True):
            assert sum(lying) <= points  # OC-23
    if state.phase in (Phase.RESULT, Phase.OVER):
        assert state.stock == ()
        assert len(state.dealer_hand) in (2, 3)
    else:
        cards = [*state.dealer_hand, *state.stock]
        for months in state.hands:
            cards += months
        assert sorted(cards) == sorted(DECK)  # OC-8
    assert 0 <= state.passes <= seats * state.options.length
    assert (state.over is not None) == (state.phase is Phase.OVER)


SUBJECT = Subject(
    engine=OichoKabuEngine(),
    option_sets=OPTION_SETS,
    conceivable=conceivable,
    follow=follow,
    invariant=invariant,
    one_answer=frozenset({"third_card", "dealers_third_card", "go_on"}),
    step_bound=20_000,
    look_at_every=2,
)
