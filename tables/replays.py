"""A finished match played again: where it stood after every move, for any pair of eyes.

Pages replay from the moves and the draws that were stored with them and need no key. Checking
(`differences`) replays from the key and the moves alone and compares everything with what was
stored. docs/mechanisms/replay.md tells more.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any, Final, Literal, TypeAlias

from django.views.decorators.debug import sensitive_variables

from games.core import codec
from games.core.dice import KeyedDice, ScriptedDice
from games.core.engine import AnyEngine, Step
from games.core.errors import Refused
from games.core.events import heard_by
from games.core.replay import Made, Replayed, replay
from games.core.result import Result
from games.core.seats import Seat
from games.registry import game_for
from tables import fair, store
from tables.models import Match

# With whose eyes: a seat's, a spectator's, or with everything face up.
Open: TypeAlias = Literal["open"]
Eyes: TypeAlias = int | Open | None
OPEN: Final[Open] = "open"

_KEPT = 16  # matches whose replay a process keeps at hand


@dataclass(frozen=True, slots=True)
class Position:
    """The match after a move, and what that move told. Position 0 is the start. `seat` and
    `by` say who decided it, None at the start. Without `has_board` only the words are left."""

    number: int
    seat: int | None
    by: str | None
    made_at: datetime
    told: tuple[Any, ...] = field(repr=False)
    state: Any = field(repr=False, default=None)


@dataclass(frozen=True)
class Replay:
    """All positions of a match. `has_board` is False when today's rules no longer lead where
    the match went: then what was told can still be read."""

    engine: AnyEngine
    positions: tuple[Position, ...] = field(repr=False)
    result: Result | None
    has_board: bool

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    def view(self, number: int, eyes: Eyes) -> Any:
        state = self.positions[number].state
        if eyes == OPEN:
            return self.engine.open_view(state)
        return self.engine.view(state, None if eyes is None else Seat(eyes))

    def events(self, number: int, eyes: Eyes) -> tuple[Any, ...]:
        """What these eyes heard of a move."""
        told = self.positions[number].told
        if eyes == OPEN:
            return tuple(each.event for each in told)
        return heard_by(told, None if eyes is None else Seat(eyes))


def replay_of(match: Match) -> Replay | None:
    """The replay of a match that is over; None if it never began. The caller sees to it that
    the asker may have it (access.access_match)."""
    key = (match.public_id, match.ended_at)
    with _shelf_lock:
        if key in _shelf:
            _shelf.move_to_end(key)
            return _shelf[key]
    made = _replay_of(match)
    with _shelf_lock:
        _shelf[key] = made
        while len(_shelf) > _KEPT:
            _shelf.popitem(last=False)
    return made


@sensitive_variables("key")
def differences(match: Match) -> list[str]:
    """Everything in which a replay from key and moves differs from what was stored: states,
    what was told, draws, result. Empty: the match was played exactly so."""
    made = store.moves_made(match)
    if not made:
        return []
    engine = game_for(match.game).engine
    key = fair.match_key(match)
    found = replay(
        engine,
        seats=len(match.decisions),
        options=store.options_of(match),
        first=Seat(match.first),
        key=key,
        moves=[Made(Seat(move.seat or 0), move.action) for move in made[1:]],
        done=1 if match.is_ranked else 0,
    )
    if match.is_ranked:
        made = [_without_who_begins(match, key, made[0]), *made[1:]]
    try:
        return list(_differences(match, engine, made, found))
    except (Refused, ValueError) as error:
        return [f"the rules do not play it to the end: {error}"]


def _differences(
    match: Match,
    engine: AnyEngine,
    made: Sequence[store.MoveMade],
    found: Iterator[Replayed[Any, Any]],
) -> Iterator[str]:
    replayed, draws = None, 1 if match.is_ranked else 0
    for move in made:
        replayed = next(found)
        draws += len(replayed.draws)
        if replayed.draws != move.drawn:
            yield f"move {move.number}: other draws"
        if codec.dump(replayed.step.told) != codec.dump(move.told):
            yield f"move {move.number}: other events told"
    if draws != match.draws:
        yield f"{draws} draws where {match.draws} were counted"
    if len(made) - 1 != match.version:
        yield f"{len(made) - 1} moves where {match.version} were counted"
    state = replayed.step.state if replayed else None
    if codec.dump(state) != codec.dump(store.last_state(match)):
        yield "another state at the end"
    was_played_out = match.status == Match.Status.FINISHED  # or the places are those so far
    if engine.result(state) != (store.result_of(match) if was_played_out else None):
        yield "another result"


def _without_who_begins(match: Match, key: bytes, start: store.MoveMade) -> store.MoveMade:
    """The start of a ranked match with the game's own draws alone, if the one before them says
    who went first; as it is, and so another than the replay's, if not."""
    dice = KeyedDice(key)
    first = dice.roll(fair.WHO_BEGINS, len(match.decisions))[0] - 1
    fits = first == match.first and start.drawn[:1] == tuple(dice.log)
    return replace(start, drawn=start.drawn[1:]) if fits else start


def _replay_of(match: Match) -> Replay | None:
    made = store.moves_made(match)
    if not made:
        return None
    engine = game_for(match.game).engine
    try:
        steps = list(_steps(match, engine, made))
    except (Refused, ValueError):
        steps = []
    fits = len(steps) == len(made) and all(
        codec.dump(step.told) == codec.dump(move.told)
        for step, move in zip(steps, made, strict=True)
    )
    states = [step.state for step in steps] if fits else [None] * len(made)
    return Replay(engine, tuple(_positions(made, states)), store.result_of(match), has_board=fits)


def _steps(
    match: Match, engine: AnyEngine, made: Sequence[store.MoveMade]
) -> Iterator[Step[Any, Any]]:
    """The match from its stored moves and draws."""
    script: dict[str, list[int]] = {}
    for move in made:
        for drawn in move.drawn:
            script.setdefault(drawn.purpose, []).extend(drawn.result)
    dice = ScriptedDice(**script)
    options = store.options_of(match)
    step = engine.start(len(match.decisions), options, Seat(match.first), dice)
    yield step
    for move in made[1:]:
        step = engine.apply(step.state, Seat(move.seat or 0), move.action, dice)
        yield step


def _positions(made: Iterable[store.MoveMade], states: Iterable[Any]) -> Iterator[Position]:
    for move, state in zip(made, states, strict=True):
        yield Position(move.number, move.seat, move.by, move.made_at, move.told, state)


# Stepping through a replay asks for one position after the other.
_shelf: "OrderedDict[tuple[str, datetime | None], Replay | None]" = OrderedDict()
_shelf_lock = Lock()
