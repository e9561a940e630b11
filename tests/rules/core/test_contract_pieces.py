"""Seats, results, what is heard, starting, replaying: the small pieces of the contract."""

import pytest

from games.core.codec import dump
from games.core.cpu import ask_cpu
from games.core.dice import KeyedDice, ScriptedDice
from games.core.errors import Refused
from games.core.events import Told, heard_by
from games.core.question import Question
from games.core.replay import Made, replay
from games.core.result import rank_by_score
from games.core.seats import Seat, all_seats, next_first, seat_after
from games.core.values import spoken_name
from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import Options, Roll, Turn
from games.registry import GAMES, UnknownGame, game_for
from tests.rules.high_card import Dealt, HighCard, Keep, State

ENGINE = HokusaiEngine()
KEY = bytes(32)


def test_seats_go_round() -> None:
    assert all_seats(3) == (0, 1, 2)
    assert [seat_after(seat, 3) for seat in all_seats(3)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("first", "seats_next", "rotate", "expected"),
    [
        (0, 4, True, 1),
        (3, 4, True, 0),
        (2, 4, False, 2),
        (5, 3, True, 0),
        (4, 3, True, 2),
        (5, 3, False, 2),
        (1, 6, False, 1),
    ],
)
def test_HS_60_the_first_seat_of_the_next_match(
    first: int, seats_next: int, rotate: bool, expected: int
) -> None:
    assert next_first(Seat(first), seats_next, rotate=rotate) == expected


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ((5, 3, 1), (1, 2, 3)),
        ((1, 3, 3), (3, 1, 1)),
        ((2, 2, 2), (1, 1, 1)),
        ((53, 30, 30, 12), (1, 2, 2, 4)),
        ((-5, 0), (2, 1)),
        ((), ()),
    ],
)
def test_equal_scores_share_a_rank_and_use_up_the_next(scores, ranks) -> None:
    assert rank_by_score(scores) == ranks


def test_what_is_told_to_some_is_heard_by_them_alone() -> None:
    told = (
        Told(Turn(Seat(0))),
        Told(Dealt(Seat(1), 7), frozenset({Seat(1)}), Dealt(Seat(1), None)),
        Told(Dealt(Seat(2), 3), frozenset({Seat(2)})),
    )
    assert heard_by(told, Seat(1)) == (Turn(Seat(0)), Dealt(Seat(1), 7))
    assert heard_by(told, Seat(2)) == (
        Turn(Seat(0)),
        Dealt(Seat(1), None),
        Dealt(Seat(2), 3),
    )
    assert heard_by(told, None) == (Turn(Seat(0)), Dealt(Seat(1), None))


def test_questions_are_equal_as_long_as_they_are_the_same() -> None:
    assert Question("turn", 3) == Question("turn", 3)
    assert Question("turn", 3) != Question("turn", 4)
    assert Question("go_on", 1, seconds=6) != Question("go_on", 1)


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (7, 0), (3, 3), (3, -1), (0, 0)])
def test_a_match_does_not_start_with_seats_the_game_does_not_have(seats: int, first: int) -> None:
    with pytest.raises(ValueError):
        ENGINE.start(seats, Options(), Seat(first), ScriptedDice())


def test_a_refused_action_has_a_code_and_draws_nothing() -> None:
    dice = KeyedDice(KEY)
    state = ENGINE.start(3, Options(), Seat(1), dice).state
    with pytest.raises(Refused) as refused:
        ENGINE.apply(state, Seat(0), Roll(), dice)
    assert refused.value.code == "not_your_turn" == str(refused.value)
    assert dice.done == 0 and dice.log == []


def test_a_replay_gives_every_step_with_its_draws() -> None:
    moves = [Made(Seat(seat), Roll()) for seat in (1, 0, 1)]
    steps = list(
        replay(ENGINE, seats=2, options=Options(), first=Seat(1), key=KEY, moves=moves, done=1)
    )
    assert [len(each.draws) for each in steps] == [0, 1, 1, 1]
    assert [draw.number for each in steps for draw in each.draws] == [1, 2, 3]
    assert steps[-1].step.state.rolls == 3
    rolled = [each.step.state.last.die for each in steps[1:]]
    assert rolled == [each.draws[0].result[0] for each in steps[1:]]


def test_a_replay_stops_at_a_move_that_was_not_allowed() -> None:
    moves = [Made(Seat(1), Roll())]
    again = replay(ENGINE, seats=2, options=Options(), first=Seat(0), key=KEY, moves=moves)
    with pytest.raises(Refused):
        list(again)


def test_a_computer_player_never_meets_the_real_state() -> None:
    engine, seen = HighCard(), []

    class Curious:
        def choose(self, view, seat, legal, thought):
            seen.extend(thought.imagine() for _ in range(30))
            assert view.cards[1 - seat] is None
            return legal[0]

    state = engine.start(2, engine.options_type(), Seat(0), KeyedDice(KEY)).state
    idle = KeyedDice(bytes([1]) * 32)
    choice = ask_cpu(engine, Curious(), state, Seat(0), dice=idle, out_of_time=lambda: False)
    assert choice == Keep()
    assert len({dump(each) for each in seen}) > 10
    assert all(each.cards[0] == state.cards[0] for each in seen)


def test_a_sealed_state_prints_only_its_name() -> None:
    assert repr(State((1, 2), (3, 4), (False, False))) == "State(sealed)"


def test_names_are_written_as_the_rules_write_them() -> None:
    assert spoken_name("TurnMissed") == "turn_missed"
    assert spoken_name("Roll") == "roll"


def test_the_registry_finds_games_by_key_and_in_the_order_of_the_signboards() -> None:
    assert [game.key for game in GAMES] == ["hokusai", "oicho-kabu", "okuribito"]
    hokusai = game_for("hokusai")
    assert hokusai.seat_counts == range(2, 7)
    assert hokusai.seats_alone == 4  # HS-2
    assert hokusai.options_type() == Options()
    with pytest.raises(UnknownGame):
        game_for("go")
