"""Section 12: who sees and hears what. `nobody_can_tell` searches at random; here the moments
of the table of OC-100 are looked at one by one."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.codec import dump
from games.core.dice import KeyedDice
from games.core.events import heard_by
from games.core.seats import Seat
from games.oichokabu.cards import CARDS as NAMES
from games.oichokabu.cards import DECK
from games.oichokabu.engine import DRAW, STAND
from games.oichokabu.events import SecondDealt
from games.oichokabu.model import Phase, Stake, State
from games.oichokabu.staking import READY
from games.oichokabu.thirds import Third, third_card
from tests.rules.oichokabu.table import ENGINE, NOTHING, laid, play

# Seat 0 deals; 1 and 2 share Kata, 2 has Niban, Sanban and Hiki are empty, 3 sits out.
CARDS = (5, 10, 2, 6, 7, 10, 4, 4, 6, 9, 9, 2)
VIEWERS = (Seat(0), Seat(1), Seat(2), Seat(3), None)


def staking() -> State:
    stakes = ((1, Stake("kata", 50)), (2, Stake("kata", 10)), (2, Stake("niban", 20)))
    return play(laid(*CARDS, seats=4), *stakes).state


def thirds() -> State:
    return play(staking(), (1, READY), (2, READY), (3, READY)).state


def niban() -> State:
    return play(thirds(), (1, DRAW)).state


def dealers_turn() -> State:
    state = play(niban(), (2, STAND)).state
    assert state.phase is Phase.DEALER, state.phase
    return state


def twins(state: State, seat: Seat | None) -> list[State]:
    """States that differ only in what the seat may not know."""
    found = [ENGINE.imagine(state, seat, KeyedDice(bytes([n] * 32))) for n in range(20)]
    return [other for other in found if other != state]


@pytest.mark.parametrize(
    ("moment", "viewer"), list(product((staking, thirds, niban, dealers_turn), VIEWERS))
)
def test_OC_100_what_may_not_be_known_makes_no_difference(moment, viewer) -> None:
    state = moment()
    others = twins(state, viewer)
    assert len(others) > 15, "there is always something that is not known"
    for other in others:
        assert dump(ENGINE.view(other, viewer)) == dump(ENGINE.view(state, viewer))
        assert ENGINE.must_act(other) == ENGINE.must_act(state)
        for seat in range(4):
            assert ENGINE.question(other, seat) == ENGINE.question(state, seat)
            assert ENGINE.legal_actions(other, seat) == ENGINE.legal_actions(state, seat)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_OC_9_OC_15_nobody_learns_the_dealer_card_or_the_stock_before_its_time(viewer) -> None:
    for moment in (staking, thirds, niban):
        state = moment()
        assert ENGINE.view(state, viewer).dealer_months == (None,)
        for other in twins(state, None):
            assert ENGINE.view(replace(state, stock=other.stock), viewer) == ENGINE.view(
                state, viewer
            )
            moved = replace(state, dealer_hand=other.dealer_hand)
            assert ENGINE.view(moved, viewer) == ENGINE.view(state, viewer)


def test_OC_29_a_second_card_is_heard_only_by_those_who_have_points_on_it() -> None:
    step = play(staking(), (1, READY), (2, READY), (3, READY))
    heard = {
        viewer: [e.month for e in heard_by(step.told, viewer) if isinstance(e, SecondDealt)]
        for viewer in VIEWERS
    }
    assert heard == {
        0: [None, None, 4, 6],
        1: [10, None, 4, 6],
        2: [10, 4, 4, 6],
        3: [None, None, 4, 6],
        None: [None, None, 4, 6],
    }


def heard_when_dealt(engine: Any, seconds: tuple[int, ...]) -> dict[Seat | None, bytes]:
    """Everybody's ears when the last seat gets Ready. Only seat 1 has points, on all cards."""
    state = laid(5, 10, 2, 6, 7, *seconds)
    state = play(state, *((1, Stake(card, 10)) for card in NAMES), (2, READY)).state
    step = engine.apply(state, Seat(1), READY, NOTHING)
    assert engine.must_act(step.state) == {1}
    return {viewer: dump(heard_by(step.told, viewer)) for viewer in (0, 1, 2, None)}


def twins_are_told_apart_by_seat_1_alone(engine: Any) -> None:
    """Kata leaves a choice both times; what lies under the others differs."""
    one = heard_when_dealt(engine, (10, 4, 4, 6))
    other = heard_when_dealt(engine, (10, 7, 1, 3))
    assert [viewer for viewer in one if one[viewer] != other[viewer]] == [1]


def test_OC_101_twins_are_told_apart_by_those_on_the_card_alone() -> None:
    twins_are_told_apart_by_seat_1_alone(ENGINE)


@pytest.mark.parametrize(
    ("moment", "viewer"), list(product((thirds, niban, dealers_turn), VIEWERS))
)
def test_OC_101_a_closed_card_is_in_no_byte_of_the_view(moment, viewer) -> None:
    """Months 701 to 710, as good as 1 to 10, stand in for what is hidden: none may turn up."""
    state = moment()
    hidden = [card for card in (0, 1) if viewer is None or not state.amounts[viewer][card]]
    hands = list(state.hands)
    for card in hidden:
        hands[card] = (hands[card][0], hands[card][1] + 700, *hands[card][2:])
    dealer_hand = state.dealer_hand
    if state.phase is not Phase.DEALER:
        dealer_hand = (708,)
    marked = replace(
        state,
        hands=tuple(hands),
        dealer_hand=dealer_hand,
        stock=tuple(month + 700 for month in state.stock),
    )
    is_dealer_closed = state.phase is not Phase.DEALER
    assert (b"70" in dump(ENGINE.open_view(marked))) == (is_dealer_closed or bool(hidden))
    assert b"70" not in dump(ENGINE.view(marked, viewer))


def test_OC_100_everything_is_open_from_the_comparison_on_but_the_stock() -> None:
    done = play(dealers_turn(), (0, STAND)).state
    assert done.stock == ()
    views = [ENGINE.view(done, viewer) for viewer in VIEWERS]
    assert len({dump(view) for view in views}) == 1
    assert [card.months for card in views[0].cards] == [(5, 10, 9), (10, 4), (2, 4), (6, 6)]
    assert [card.hand is None for card in views[0].cards] == [False, False, True, True]
    assert ENGINE.open_view(done) == views[0]


def test_the_open_view_of_a_replay_shows_the_cards_on_the_table_and_never_the_stock() -> None:
    for moment in (staking, thirds, niban, dealers_turn):
        state = moment()
        seen = ENGINE.open_view(state)
        assert [card.months for card in seen.cards] == list(state.hands)
        assert seen.dealer_months == state.dealer_hand
        drained = replace(state, stock=())
        assert ENGINE.open_view(drained) == seen


def test_OC_102_everybody_knows_that_a_decision_is_awaited_and_whose() -> None:
    for viewer in VIEWERS:
        kata, second = ENGINE.view(thirds(), viewer).cards[:2]
        assert (kata.decider, kata.asked, kata.done) == (1, True, False)
        assert (second.decider, second.asked, second.done) == (2, False, False)


def test_OC_100_the_choices_are_shown_to_the_decider_alone() -> None:
    state = thirds()
    assert [ENGINE.legal_actions(state, Seat(seat)) for seat in range(4)] == [
        (),
        (DRAW, STAND),
        (),
        (),
    ]


def test_OC_102_an_imagined_second_card_fits_what_the_table_has_seen() -> None:
    """Kata was asked about and drew. Niban is asked about now."""
    state = niban()
    seconds = set()
    for other in twins(state, Seat(3)):
        (kata, second) = other.hands[:2]
        assert third_card(kata) is third_card(second) is Third.MAY
        assert kata[0] == 5 and kata[2] == 9 and second[0] == 10
        seconds.add((kata[1], second[1]))
    assert len(seconds) > 5
    assert {kata for kata, _ in seconds} <= {1, 9, 10}


def test_OC_102_of_a_card_that_is_still_to_come_anything_may_be_true() -> None:
    kinds = {third_card(other.hands[1]) for other in twins(thirds(), Seat(3))}
    assert kinds == set(Third)


def test_OC_103_whoever_shares_a_card_shares_its_secret() -> None:
    for other in twins(thirds(), Seat(2)):
        assert other.hands == thirds().hands
    for other in twins(thirds(), Seat(1)):
        assert other.hands[0] == thirds().hands[0]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_imagined_state_has_all_forty_cards(viewer) -> None:
    for moment in (staking, thirds, niban, dealers_turn):
        for other in twins(moment(), viewer):
            cards = [*other.stock, *other.dealer_hand]
            for hand in other.hands:
                cards += hand
            assert sorted(cards) == list(DECK)


def test_states_do_not_print_themselves() -> None:
    assert repr(thirds()) == "State(sealed)"
