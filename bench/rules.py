"""Moves per CPU second through the engine contract, as `name value` pairs.

`python -m bench.rules [seconds]`. Legal list, refusal and move with the match's dice count;
`asking` adds who must act and the question, as the table's service asks them;
`reading` adds a seat's view, and `storing` adds the state's JSON there and back.
One core, one process; nothing else of the house is in it.
"""

import sys
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from games.core.codec import dump, load
from games.core.dice import KeyedDice
from games.core.engine import AnyEngine
from games.core.seats import Seat
from games.registry import GAMES, Game

Turn = Callable[[AnyEngine, Any, Seat], Any]


def main(seconds: float = 2.0) -> None:
    for game in GAMES:
        for name, turn in TURNS.items():
            print(f"{game.key}.{name}.moves_per_cpu_second {rate(game, turn, seconds):.0f}")


def rate(game: Game, turn: Turn, seconds: float) -> float:
    engine, options, seats = game.engine, game.options_type(), game.seats_alone
    moves, number, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        number += 1
        dice = KeyedDice(sha256(number.to_bytes(4, "big")).digest())
        state = engine.start(seats, options, Seat(0), dice).state
        seat = first_asked(engine, state, seats)
        while seat is not None:
            state = turn(engine, state, seat)
            legal = engine.legal_actions(state, seat)
            # A longer list is walked through, so that no answer is always the one given.
            action = legal[moves % len(legal)]
            state = engine.apply(state, seat, action, dice).state
            moves += 1
            seat = next_asked(engine, state, seat, seats)
    return moves / spent


def first_asked(engine: AnyEngine, state: Any, seats: int) -> Seat | None:
    return next_asked(engine, state, Seat(-1), seats)


def next_asked(engine: AnyEngine, state: Any, after: Seat, seats: int) -> Seat | None:
    """The next seat in table order that has an answer to give."""
    for step in range(1, seats + 1):
        seat = Seat((after + step) % seats)
        if engine.legal_actions(state, seat):
            return seat
    return None


def bare(engine: AnyEngine, state: Any, seat: Seat) -> Any:
    return state


def asking(engine: AnyEngine, state: Any, seat: Seat) -> Any:
    for asked in engine.must_act(state):
        engine.question(state, asked)
    return state


def reading(engine: AnyEngine, state: Any, seat: Seat) -> Any:
    engine.view(state, seat)
    return asking(engine, state, seat)


def storing(engine: AnyEngine, state: Any, seat: Seat) -> Any:
    return load(engine.state_type, dump(reading(engine, state, seat)))


TURNS: dict[str, Turn] = {
    "bare": bare,
    "asking": asking,
    "reading": reading,
    "storing": storing,
}


if __name__ == "__main__":
    main(*(float(argument) for argument in sys.argv[1:]))
