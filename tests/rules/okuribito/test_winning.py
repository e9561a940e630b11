"""How a match ends."""

from games.core.result import Result
from games.okuribito import actions as a
from games.okuribito.events import GameOver, TakingsPaid, TurnEnded
from games.okuribito.names import Why
from tests.rules.okuribito.positions import ENGINE, InOrder, answer, begin, events, position

STEPS = [["economy", n] for n in (3, -2, 3, -2)]


def test_OK_99_the_target_itself_is_enough_and_a_ryo_less_is_not() -> None:
    for cash, over in ((99_750_000, True), (99_749_999, False)):
        state = position(seats={"0": {"square": 70, "cash": cash}})
        step = answer(state, a.Roll(), ["die", 1], ["die", 2])
        assert (step.state.over is not None) == over


def test_OK_99_the_game_ends_in_the_middle_of_a_walk() -> None:
    state = position(seats={"0": {"square": 70, "cash": 99_900_000}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 6])
    assert isinstance(events(step)[-1], GameOver)
    assert step.state.players[0].square == 0 and step.state.agenda == ()
    assert not any(isinstance(event, TurnEnded) for event in events(step))


def test_OK_98_offerings_that_come_back_are_looked_at_before_the_takings() -> None:
    """With its takings of 283,500 seat 0 would have more than seat 1 has now."""
    state = position(
        at="round_start",
        round=4,
        festivals={"5": "kanda"},
        firms={"11": [0, 3]},
        seats={
            "0": {"cash": 98_190_000},
            "1": {"cash": 98_700_000, "offerings": {"kanda": 1_000_000}},
        },
    )
    step = begin(state, InOrder(STEPS))
    over = step.state.over
    assert over is not None
    assert over.fortunes == (99_990_000, 100_000_000, 10_600_000, 10_900_000)
    assert over.ranks == (2, 1, 4, 3)
    assert not any(isinstance(event, TakingsPaid) for event in events(step))


def test_OK_100_equal_fortunes_share_the_win() -> None:
    state = position(
        at="round_start",
        round=4,
        festivals={"5": "kanda"},
        seats={
            "0": {"cash": 95_000_000, "offerings": {"kanda": 4_500_000}},
            "3": {"cash": 95_000_000, "offerings": {"kanda": 4_500_000}},
            "1": {"cash": 0, "sitting_out": True},
        },
    )
    state = begin(state, InOrder(STEPS)).state
    assert ENGINE.result(state) == Result(
        (1, 4, 3, 1), (100_850_000, 0, 10_600_000, 100_850_000), "target"
    )


def test_OK_101_the_limit_of_a_short_table() -> None:
    for limit in (40, 64):
        state = position(at="round_start", round=limit - 1, options={"limit": limit})
        step = begin(state, InOrder(STEPS))
        assert step.state.over is not None and step.state.over.why is Why.LIMIT
        assert len(step.state.history) == 1
        earlier = position(at="round_start", round=limit - 2, options={"limit": limit})
        assert begin(earlier, InOrder(STEPS)).state.over is None


def test_OK_99_at_the_last_festival_the_target_comes_before_the_limit() -> None:
    state = position(
        at="round_start",
        round=95,
        festivals={"96": "kanda"},
        seats={"0": {"cash": 99_000_000, "offerings": {"kanda": 1_000_000}}},
    )
    over = begin(state, InOrder(STEPS)).state.over
    assert over is not None and over.why is Why.TARGET


def test_after_the_end_everything_is_refused_as_over() -> None:
    state = position(seats={"0": {"square": 70, "cash": 99_900_000}})
    state = answer(state, a.Roll(), ["die", 1], ["die", 6]).state
    for seat in range(4):
        assert ENGINE.refusal(state, seat, a.Roll()) == "game_over"
        assert ENGINE.question(state, seat) is None
    assert ENGINE.view(state, 0).asked is None and ENGINE.view(state, 0).over == state.over
