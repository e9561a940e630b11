"""Walking, forks and the Gate, and which questions are asked on the way."""

import pytest

from games.okuribito.actions import ChooseCastle, ChooseRoad, Pass, Roll, Stop
from games.okuribito.board import GATE
from games.okuribito.events import Arrived, Dues, Fork, Paid, Walked
from games.okuribito.names import Town, Way
from tests.rules.okuribito.positions import A, answer, asked, events, position


def roll(state, *dice):
    return answer(state, Roll(), *(["die", face] for face in dice))


def standing(square: int, **more):
    return position(seats={"0": {"square": square, **more}})


def kinds(step) -> list[str]:
    return [event.__struct_config__.tag for event in events(step)]


def test_OK_22_a_passed_shrine_barrier_news_or_firm_does_nothing() -> None:
    state = position(seats={"0": {"square": 33}}, firms={"37": [1, 3]})
    step = roll(state, 3, 2)
    assert events(step)[1] == Walked(A, (34, 35, 36, 37, 38))
    assert step.state.players[0].cash == 10_000_000


def test_OK_22_passing_the_money_changer_pays_before_the_walk_goes_on() -> None:
    step = roll(standing(70), 2, 2)
    assert events(step)[1:5] == [
        Walked(A, (71, 0)),
        Dues(A, 250_000),
        Walked(A, (1, 2)),
        Arrived(A, 2),
    ]


def test_OK_23_an_exchange_landed_on_is_visited_once_after_arriving() -> None:
    step = roll(standing(24), 1, 2)
    step = answer(step.state, ChooseRoad())
    assert kinds(step) == ["fork", "walked", "arrived", "asked"]
    assert (asked(step.state).point, asked(step.state).pips) == ("invest", 0)


def test_OK_24_the_fork_is_asked_when_leaving_it() -> None:
    step = roll(standing(5), 2, 3)
    assert events(step)[1] == Walked(A, (6, 7, 8))
    assert (asked(step.state).point, asked(step.state).pips) == ("fork", 2)
    assert events(answer(step.state, ChooseCastle()))[:3] == [
        Fork(A, Way.CASTLE),
        Walked(A, (GATE,)),
        Paid(A, 500_000, 500_000, None),
    ]


@pytest.mark.parametrize(
    ("fork", "entrance"), [(8, 36), (26, 54), (44, 0), (62, 18)], ids=lambda square: str(square)
)
def test_OK_11_and_OK_26_every_fork_leads_to_its_own_entrance(fork: int, entrance: int) -> None:
    step = answer(roll(standing(fork), 1, 2).state, ChooseCastle())
    assert step.state.players[0].square == entrance + 1
    through = answer(roll(standing(fork - 1), 1, 1).state, ChooseCastle())
    assert through.state.players[0].square == GATE
    resting = through.state.players[0].gate_from
    assert resting is not None
    again = roll(standing(GATE, gate_from=resting), 1, 1)
    assert events(again)[1].path[0] == entrance


def test_OK_27_the_toll_in_hand_and_not_a_ryo_more_is_enough_to_be_asked() -> None:
    step = roll(standing(8, cash=500_000), 1, 1)
    assert asked(step.state).point == "fork"
    after = answer(step.state, ChooseCastle()).state
    assert after.players[0].cash == 0


def test_OK_43_stopping_throws_the_rest_away_and_passing_goes_on() -> None:
    state = roll(standing(1), 5, 6).state
    assert (asked(state).point, asked(state).pips) == ("experience", 8)
    stopped = answer(state, Stop())
    assert kinds(stopped) == ["stopped", "arrived", "asked"]
    passed = answer(state, Pass())
    assert events(passed)[0] == Walked(A, (5, 6, 7, 8))
    assert asked(passed.state).point == "fork"


def test_OK_83_the_toll_is_due_on_entering_and_not_on_leaving() -> None:
    state = standing(GATE, gate_from=Town.HONJO)
    step = roll(state, 1, 1)
    assert not any(isinstance(event, Paid) for event in events(step))
    assert step.state.players[0].square == 1
