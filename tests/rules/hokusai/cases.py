"""How the sugoroku's conformance cases are run."""

from typing import Any

from msgspec.structs import astuple, replace

from games.core.codec import from_plain
from games.core.dice import ScriptedDice
from games.core.seats import Seat, next_first
from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import Event, Options, State, Turn

ENGINE = HokusaiEngine()


def play(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Roll the dice in the order they are made, and compare the fields that are given."""
    state, dice, told = set_up(given), ScriptedDice(die=given["dice"]), []
    while dice.left():
        (action,) = ENGINE.legal_actions(state, state.turn)
        step = ENGINE.apply(state, state.turn, action, dice)
        state = step.state
        told += [listed(each.event) for each in step.told if not isinstance(each.event, Turn)]
    found = {
        "positions": list(state.positions),
        "turn": state.turn,
        "waiting": [seat for seat, waits in enumerate(state.waiting) if waits],
        "over": state.over,
        "finished": list(state.finished),
        "ranks": list(state.places),
        "events": told,
    }
    for name, wanted in expect.items():
        if name == "events_end":
            assert told[-len(wanted) :] == wanted
        else:
            assert found[name] == wanted, name


def again_many(given: list[dict[str, Any]], expect: list[int]) -> None:
    firsts = [
        next_first(Seat(last["first"]), last["players"], rotate=last.get("rotate_first", True))
        for last in given
    ]
    assert firsts == expect


RUNNERS = {"play": play, "again_many": again_many}


def set_up(given: dict[str, Any]) -> State:
    seats, first = given["players"], Seat(given["first"])
    options = from_plain(Options, given.get("options", {}))
    state = ENGINE.start(seats, options, first, ScriptedDice()).state
    waiting = tuple(seat in given.get("waiting", ()) for seat in range(seats))
    return replace(
        state,
        positions=tuple(given.get("positions", state.positions)),
        waiting=waiting,
        finished=tuple(given.get("finished", ())),
    )


def listed(event: Event) -> list[Any]:
    """An event as the cases write it: its name and its fields in order."""
    fields = [list(field) if isinstance(field, tuple) else field for field in astuple(event)]
    return [event.__struct_config__.tag, *fields]
