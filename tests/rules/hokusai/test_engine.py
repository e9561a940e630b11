"""The sugoroku played: turns, inns, the end, refusals, events."""

import pytest
from msgspec.structs import replace

from games.core.dice import KeyedDice, ScriptedDice
from games.core.engine import Step
from games.core.errors import Refused
from games.core.events import heard_by
from games.core.result import Result
from games.core.seats import Seat
from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import (
    GameOver,
    GettingHome,
    Home,
    Inn,
    Moved,
    Options,
    Roll,
    Rolled,
    State,
    Turn,
    TurnMissed,
)

ENGINE = HokusaiEngine()
A, B, C, D = (Seat(number) for number in range(4))


def begin(seats: int, first: Seat = A, **options: object) -> State:
    return ENGINE.start(seats, Options(**options), first, ScriptedDice()).state


def standing(*positions: int, **options: object) -> State:
    return replace(begin(len(positions), **options), positions=positions)


def roll(state: State, *dice: int) -> Step:
    """The dice one after the other, each by the seat whose turn it then is."""
    script = ScriptedDice(die=dice)
    for _ in dice:
        step = ENGINE.apply(state, state.turn, Roll(), script)
        state = step.state
    return step


def told(step: Step) -> list[object]:
    return [each.event for each in step.told]


def test_HS_10_everybody_starts_on_nihonbashi() -> None:
    step = ENGINE.start(5, Options(), D, ScriptedDice())
    assert step.state.positions == (1, 1, 1, 1, 1)
    assert step.state.first == step.state.turn == D
    assert told(step) == [Turn(D)]


def test_HS_12_the_seat_after_the_last_is_the_first() -> None:
    assert roll(begin(3, first=C), 1).state.turn == A


def test_HS_13_pieces_stand_together_and_push_nobody() -> None:
    state = roll(begin(4), 3, 3, 3, 3).state
    assert state.positions == (4, 4, 4, 4)


def test_HS_22_the_clock_rolls() -> None:
    state = begin(2)
    assert ENGINE.on_timeout(state, A) == Roll()


def test_HS_23_one_draw_for_each_roll_and_none_in_advance() -> None:
    dice = KeyedDice(bytes(32))
    state = ENGINE.start(2, Options(), A, dice).state
    assert dice.done == 0
    for count in range(1, 6):
        state = ENGINE.apply(state, state.turn, Roll(), dice).state
        assert dice.done == count
    assert {draw.purpose for draw in dice.log} == {"die"}
    assert all((draw.kind, draw.bound, len(draw.result)) == ("roll", 6, 1) for draw in dice.log)


def test_HS_24_a_six_gives_no_second_turn() -> None:
    assert roll(begin(2), 6).state.turn == B


def test_HS_30_HS_31_stopping_at_an_inn_misses_one_turn() -> None:
    step = roll(standing(2, 1), 6)
    assert told(step) == [Rolled(A, 6), Moved(A, 2, 8, 0), Inn(A, 8), Turn(B)]
    assert step.state.waiting == (True, False)
    step = roll(step.state, 2)
    assert told(step)[2:] == [TurnMissed(A, 8), Turn(B)]
    assert step.state.waiting == (False, False)


def test_HS_33_standing_on_at_an_inn_costs_nothing_more() -> None:
    state = roll(standing(2, 1), 6, 2, 3).state
    assert (state.turn, state.positions, state.waiting) == (A, (8, 6), (False, False))
    assert roll(state, 1).state.positions == (9, 6)


def test_HS_33_coming_back_to_an_inn_is_a_new_stop() -> None:
    step = roll(standing(51, 20), 6)
    assert Inn(A, 49) in told(step)
    state = roll(step.state, 1, 1).state
    assert state.turn == A and state.waiting == (False, False)
    step = roll(replace(state, positions=(51, 22)), 6)
    assert Inn(A, 49) in told(step) and step.state.waiting == (True, False)


def test_HS_33_a_piece_sent_to_where_it_stands_has_stopped_there() -> None:
    step = roll(standing(50, 20), 6)
    assert told(step)[1] == Moved(A, 50, 50, 3)


def test_HS_34_two_seats_the_other_waits_and_the_question_is_a_new_one() -> None:
    state = replace(standing(10, 8), waiting=(False, True))
    after = roll(state, 1).state
    assert after.turn == A
    assert ENGINE.question(after, A) != ENGINE.question(state, A)


@pytest.mark.parametrize("getting_home", ["as_printed", "bounce_back"])
def test_HS_42_an_inn_reached_by_extra_pips_costs_a_turn(getting_home: str) -> None:
    step = roll(standing(52, 20, getting_home=GettingHome(getting_home)), 5)
    assert told(step) == [Rolled(A, 5), Moved(A, 52, 49, 4), Inn(A, 49), Turn(B)]


def test_HS_50_the_game_ends_at_once_and_the_round_is_not_played_out() -> None:
    step = roll(standing(50, 52, 52), 3)
    assert told(step) == [Rolled(A, 3), Moved(A, 50, 53, 0), Home(A, 1), GameOver((1, 2, 2))]
    assert ENGINE.result(step.state) == Result((1, 2, 2), (53, 52, 52), "first_home")
    assert ENGINE.must_act(step.state) == frozenset()


def test_HS_51_waiting_makes_no_difference_to_places() -> None:
    state = replace(standing(50, 49, 48), waiting=(False, True, False))
    assert roll(state, 3).state.places == (1, 2, 3)


def test_HS_53_play_goes_on_until_one_is_left() -> None:
    state = standing(52, 52, 40, 30, rank_everyone=True)
    step = roll(state, 1)
    assert told(step) == [Rolled(A, 1), Moved(A, 52, 53, 0), Home(A, 1), Turn(B)]
    step = roll(step.state, 1, 2)
    assert step.state.turn == D and not step.state.over
    step = roll(replace(step.state, positions=(53, 53, 42, 52)), 1)
    assert told(step)[-2:] == [Home(D, 3), GameOver((1, 2, 4, 3))]
    assert ENGINE.result(step.state) == Result((1, 2, 4, 3), (53, 53, 42, 53), "one_left")


def test_HS_53_a_seat_that_is_home_may_not_roll() -> None:
    state = roll(standing(52, 10, 10, rank_everyone=True), 1).state
    assert ENGINE.refusal(state, A, Roll()) == "not_your_turn"


@pytest.mark.parametrize("rank_everyone", [False, True])
def test_HS_54_with_two_players_rank_everyone_changes_nothing(rank_everyone: bool) -> None:
    step = roll(standing(52, 30, rank_everyone=rank_everyone), 1)
    assert ENGINE.result(step.state) == Result((1, 2), (53, 30), "first_home")
    assert told(step)[-1] == GameOver((1, 2))


def test_HS_70_one_question_to_one_seat_and_one_answer() -> None:
    state = begin(3)
    assert ENGINE.must_act(state) == {A}
    assert [ENGINE.legal_actions(state, seat) for seat in (A, B, C)] == [(Roll(),), (), ()]
    asked = ENGINE.question(state, A)
    assert asked is not None and asked.name == "turn" and asked.seconds is None
    assert ENGINE.question(state, B) is None


def test_HS_70_refusals() -> None:
    state = begin(3)
    assert ENGINE.refusal(state, B, Roll()) == "not_your_turn"
    over = roll(standing(52, 10), 1).state
    for seat in (A, B):
        with pytest.raises(Refused, match="game_over"):
            ENGINE.apply(over, seat, Roll(), ScriptedDice())


def test_HS_71_everything_is_heard_by_everybody_and_seen_alike() -> None:
    step = roll(standing(2, 1), 6)
    assert heard_by(step.told, None) == heard_by(step.told, B) == tuple(told(step))
    assert ENGINE.view(step.state, A) == ENGINE.view(step.state, None)


def test_HS_71_the_extra_pips_are_told() -> None:
    over_is_fine = {"getting_home": GettingHome.OVER_IS_FINE}
    assert told(roll(standing(50, 20), 4))[1] == Moved(A, 50, 52, 1)
    assert told(roll(standing(49, 20, **over_is_fine), 6))[1] == Moved(A, 49, 53, 2)
    assert told(roll(standing(47, 20), 6))[1] == Moved(A, 47, 53, 0)


def test_HS_72_home_comes_before_any_inn_and_the_turn_comes_last() -> None:
    state = replace(standing(43, 20, 38), waiting=(False, True, True))
    step = roll(state, 1)
    assert told(step) == [
        Rolled(A, 1),
        Moved(A, 43, 44, 0),
        Inn(A, 44),
        TurnMissed(B, 20),
        TurnMissed(C, 38),
        TurnMissed(A, 44),
        Turn(B),
    ]


def test_the_view_shows_the_last_roll_and_nobodys_turn_at_the_end() -> None:
    state = roll(standing(10, 20), 5).state
    view = ENGINE.view(state, None)
    assert (view.last, view.rolls, view.turn) == (Rolled(A, 5), 1, B)
    assert ENGINE.view(roll(standing(52, 20), 1).state, None).turn is None
