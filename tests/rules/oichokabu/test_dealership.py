"""Sections 3, 9 and 10: the first dealer, passing, the end."""

from collections import Counter

import pytest

from games.core.dice import KeyedDice, ScriptedDice
from games.core.result import Result
from games.core.seats import Seat
from games.oichokabu.dealership import after_hand, first_dealer, turn_cards, why_passing
from games.oichokabu.engine import DRAW, GO_ON
from games.oichokabu.events import CardTurned, DealerPassed, FirstDealer, GameOver, HandStarted
from games.oichokabu.model import FirstDealer as WhoDeals
from games.oichokabu.model import Options, Passing, Phase, Stake
from games.oichokabu.staking import READY
from games.oichokabu.worth import Hand, Kind
from tests.rules.oichokabu.table import ENGINE, NOTHING, events, laid, next_hand, play, stacked

GOKE, KABU = Hand(Kind.VALUE, 5), Hand(Kind.VALUE, 9)


@pytest.mark.parametrize(
    ("deck", "dealer"),
    [((9, 8, 7), 0), ((10, 1, 10), 1), ((7, 8, 9), 2), ((10, 10, 10, 1, 2, 3), 2)],
)
def test_OC_12_nearest_to_9_and_a_ten_is_worst(deck: tuple[int, ...], dealer: int) -> None:
    turning = turn_cards(3, stacked(*deck, purpose="turn"))
    assert turning.dealer == dealer
    assert [each.month for each in turning.turned] == list(deck)


def test_OC_11_OC_13_all_turn_in_seat_order_and_those_who_tie_again() -> None:
    turning = turn_cards(4, stacked(9, 2, 9, 9, 4, 6, 6, 1, 2, purpose="turn"))
    assert [each.seat for each in turning.turned] == [0, 1, 2, 3, 0, 2, 3, 2, 3]
    assert turning.dealer == 3


def test_OC_13_when_too_few_cards_remain_all_forty_are_shuffled_again() -> None:
    """Two seats turn the same month twenty times, until no card is left."""
    dice = ScriptedDice(turn=[*range(40), 36, *range(36), 37, 38, 39])
    turning = turn_cards(2, dice)
    assert [each.month for each in turning.turned[-4:]] == [10, 10, 10, 1]
    assert len(turning.turned) == 42 and turning.dealer == 1
    assert dice.left() == {}


def test_OC_94_the_host_deals_first_or_one_seat_is_drawn() -> None:
    host = Options(first_dealer=WhoDeals.HOST)
    drawn = Options(first_dealer=WhoDeals.RANDOM)
    assert first_dealer(4, host, NOTHING) == (0, ())
    assert first_dealer(4, drawn, ScriptedDice(dealer=[3])) == (2, ())
    counted = Counter(first_dealer(6, drawn, KeyedDice(bytes([n] * 32))).dealer for n in range(200))
    assert set(counted) == set(range(6))


@pytest.mark.parametrize("who_deals", WhoDeals)
def test_OC_14_the_house_rule_chooses_whoever_went_first_before(who_deals: WhoDeals) -> None:
    options = Options(first_dealer=who_deals)
    starts = [ENGINE.start(3, options, Seat(first), KeyedDice(bytes(32))) for first in range(3)]
    assert starts[0] == starts[1] == starts[2]


def test_OC_94_with_the_host_dealing_no_cards_are_turned() -> None:
    options = Options(first_dealer=WhoDeals.HOST)
    step = ENGINE.start(2, options, Seat(1), ScriptedDice(deck=range(40)))
    assert events(step) == [FirstDealer(Seat(0)), HandStarted(1, Seat(0), 1, (1, 1, 1, 1))]


def test_OC_10_OC_11_the_cards_turned_are_told_and_stay_in_sight() -> None:
    dice = ScriptedDice(turn=[0, 36, *range(1, 36), 37, 38, 39], deck=list(range(40)))
    step = ENGINE.start(2, Options(), Seat(0), dice)
    turned = [CardTurned(Seat(0), 1), CardTurned(Seat(1), 10)]
    assert events(step)[:3] == [*turned, FirstDealer(Seat(0))]
    assert ENGINE.view(step.state, None).turned == tuple(turned)


@pytest.mark.parametrize(
    ("kind", "digit", "hands", "reason"),
    [
        ("value", 5, 1, "goke"),
        ("value", 0, 1, "goke"),
        ("value", 6, 1, None),
        ("value", 9, 2, None),
        ("value", 6, 3, "three_hands"),
        ("value", 5, 3, "goke"),
        ("kuppin", 0, 1, None),
        ("kuppin", 0, 3, "three_hands"),
        ("arashi", 3, 2, None),
        ("arashi", 3, 3, "three_hands"),
    ],
)
def test_OC_71_OC_72_OC_73(kind: str, digit: int, hands: int, reason: str | None) -> None:
    hand = Hand(Kind(kind), digit)
    assert why_passing(Options(), hand, hands) == reason
    assert why_passing(Options(passing=Passing.EVERY_HAND), hand, hands) == "every_hand"  # OC-74


def test_OC_72_OC_92_with_arashi_for_players_only_three_of_a_kind_is_no_shield() -> None:
    """The dealer's 2, 2, 2 is a 6 and stays; 7, 7, 7 is a 1 and passes."""
    for month, dealer in ((2, 0), (7, 1)):
        state = laid(1, 1, 3, 4, month, 5, 5, 5, 5, month, month, seats=2, arashi="players_only")
        after = play(state, (1, READY), (0, DRAW)).state
        assert after.dealer == dealer
        usual = laid(1, 1, 3, 4, month, 5, 5, 5, 5, month, month, seats=2)
        assert play(usual, (1, READY), (0, DRAW)).state.dealer == 0


def test_OC_70_the_role_passes_to_the_next_seat_and_round() -> None:
    for dealer, after in ((0, 1), (1, 2), (2, 0)):
        told = []
        state = after_hand(laid(dealer=dealer), GOKE, told)
        assert state.dealer == after and state.dealt_by == dealer
        assert [each.event for each in told] == [DealerPassed(Seat(dealer), Seat(after), "goke")]


def test_OC_80_zero_comes_before_everything_else() -> None:
    told = []
    state = after_hand(laid(points=(2990, 0, 10), passes=2, dealer=2), GOKE, told)
    assert [each.event for each in told] == [GameOver("zero", (2990, 0, 10), (1, 3, 2))]
    assert (state.phase, state.passes) == (Phase.OVER, 2)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_OC_81_OC_82_the_game_ends_in_place_of_the_last_pass(length: int) -> None:
    state = laid(length=length, passes=3 * length - 1)
    told = []
    assert after_hand(state, KABU, told).phase is Phase.RESULT and told == []
    over = after_hand(state, GOKE, told)
    assert (over.phase, over.passes, over.dealer) == (Phase.OVER, 3 * length, 0)
    assert [each.event for each in told] == [GameOver("round_complete", (1000,) * 3, (1, 1, 1))]
    assert ENGINE.result(over) == Result((1, 1, 1), (1000,) * 3, "round_complete")
    assert ENGINE.must_act(over) == frozenset()
    assert ENGINE.refusal(over, Seat(0), GO_ON) == "game_over"


def test_OC_80_it_is_judged_once_when_the_whole_settlement_is_done() -> None:
    """The dealer's Arashi leaves seat 1 with nothing, and then its own Arashi is paid."""
    state = laid(6, 9, 3, 4, 2, 6, 10, 5, 5, 6, 2, 2, points=(1980, 20, 1000))
    moves = [(1, Stake("kata", 10)), (1, Stake("niban", 10))]
    step = play(state, *moves, (1, READY), (2, READY), (0, DRAW))
    paid = [(each.card, each.due, each.paid) for each in step.state.settled]
    assert paid == [("niban", 30, 20), ("kata", 30, 30)]
    assert step.state.points == (1970, 30, 1000) and step.state.phase is Phase.RESULT


def test_OC_87_everybody_is_asked_to_go_on_and_the_next_hand_is_laid() -> None:
    state = play(laid(1, 2, 3, 4, 10, 5, 5, 5, 5, 9), (1, READY), (2, READY)).state
    assert ENGINE.must_act(state) == {0, 1, 2}
    for seat in range(3):
        asked = ENGINE.question(state, Seat(seat))
        assert asked is not None and (asked.name, asked.seconds) == ("go_on", 6)
        assert ENGINE.legal_actions(state, Seat(seat)) == (GO_ON,)
        assert ENGINE.on_timeout(state, Seat(seat)) == GO_ON
    once = play(state, (1, GO_ON)).state
    assert ENGINE.must_act(once) == {0, 2}
    assert ENGINE.refusal(once, Seat(1), GO_ON) == "already_gone_on"
    step = next_hand(once, 6, 7, 8, 9, 1)
    assert events(step)[-1] == HandStarted(2, Seat(0), 2, (6, 7, 8, 9))
    assert ENGINE.question(step.state, Seat(1)) != ENGINE.question(laid(), Seat(1))


def test_OC_8_the_cards_are_shuffled_anew_before_every_hand() -> None:
    dice = KeyedDice(bytes(32))
    state = ENGINE.start(2, Options(), Seat(0), dice).state
    assert [(draw.purpose, draw.bound) for draw in dice.log] == [("turn", 40), ("deck", 40)]
    dice.log.clear()
    player = Seat(1 - state.dealer)
    state = ENGINE.apply(state, player, READY, dice).state
    while state.phase is Phase.DEALER:
        state = ENGINE.apply(state, state.dealt_by, DRAW, dice).state
    assert dice.log == []
    for seat in (0, 1):
        state = ENGINE.apply(state, Seat(seat), GO_ON, dice).state
    assert [(draw.purpose, draw.bound) for draw in dice.log] == [("deck", 40)]
