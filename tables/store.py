"""The match as it lies in the database: state, what was told, moves.

The only place that names `Match.state`, `Match.opening` and `Move.told`. They hold what not
everybody may know; nothing of them may go into a log, a task or a template.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from games.core import codec
from games.core.dice import Drawn
from games.core.engine import AnyEngine, Step
from games.core.events import Told
from games.core.result import Result
from games.core.values import Sealed
from games.registry import game_for
from tables.models import Match, Move

# What a move and the page after it need of a match, its table, key and seats; the rest, some of
# it long, stays in the database.
FOR_A_MOVE = (
    *("parlour_id", "table_id", "game", "status", "state", "version", "draws", "decisions"),
    *("due_at", "turn_limit", "first", "public_id", "ranks", "scores", "reason"),
    *("stop_asked_at", "stop_agreed", "is_ranked", "to_rate"),
    *("table__parlour_id", "table__public_id", "table__code", "table__game", "table__phase"),
    *("table__host_id", "table__is_listed", "table__turn_limit", "table__next_first"),
    *("table__next_match_id", "table__invite_revision", "table__room_version"),
    *("table__spoken_at", "table__options", "table__is_ranked", "table__found_size"),
    *("key__sealed", "key__transcript", "key__match_id"),
)
OF_A_SEAT = (
    *("number", "player_id", "absent_since", "timeouts", "table_id", "cpu_number", "mark"),
    *("cpu_level", "is_offered", "player__name", "player__has_hushed"),
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A match's rules and where it stands. The state does not print."""

    engine: AnyEngine
    state: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class MoveTold:
    """What one step told, to whom. Step 0 is the start: nobody's move."""

    number: int
    seat: int | None
    by: str | None
    told: tuple[Told[Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A step of a match that is over, with everything about it. Step 0 is the start."""

    number: int
    seat: int | None
    by: str | None
    made_at: datetime
    action: Any = field(repr=False)
    told: tuple[Told[Any], ...] = field(repr=False)
    drawn: tuple[Drawn, ...] = field(repr=False)


class _Opening(Sealed, frozen=True):
    told: msgspec.Raw
    drawn: tuple[Drawn, ...]


def has_begun(match: Match) -> bool:
    """Whether the board was set: not while the key is in the making, nor if it ended before."""
    return match.state != ""


def load(match: Match) -> Stored:
    """The rules and the present state of a match that has begun."""
    engine = game_for(match.game).engine
    return Stored(engine, codec.load(engine.state_type, match.state))


def options_of(match: Match) -> Any:
    """The house rules the match is played by."""
    return codec.from_plain(game_for(match.game).options_type, match.options)


def begin(match: Match, step: Step[Any, Any], drawn: list[Drawn]) -> None:
    """Put down the start. The caller saves the match, see `columns`."""
    match.state = codec.dump(step.state).decode()
    match.opening = codec.dump(_Opening(msgspec.Raw(codec.dump(step.told)), tuple(drawn))).decode()
    match.version = 0
    match.draws += len(drawn)


def append(
    match: Match,
    step: Step[Any, Any],
    drawn: list[Drawn],
    *,
    seat: int,
    by: Move.By,
    decision: int,
    action: Any,
    one_time_id: str | None,
) -> None:
    """Add a move and bring the match to the state after it. The caller saves the match."""
    match.version += 1
    match.draws += len(drawn)
    match.state = codec.dump(step.state).decode()
    Move.objects.create(
        match=match,
        number=match.version,
        seat=seat,
        by=by,
        decision=decision,
        action=codec.dump(action).decode(),
        told=codec.dump(step.told).decode(),
        drawn=codec.plain(drawn),
        one_time_id=one_time_id,
    )


def columns() -> list[str]:
    """The columns that a step changes, for `save(update_fields=…)`."""
    return ["state", "version", "draws", "decisions", "due_at", "status"]


def result_of(match: Match) -> Result | None:
    """The places, as they were played out or as they were when the match was stopped."""
    if match.ranks is None:
        return None
    return Result(tuple(match.ranks), tuple(match.scores or ()), match.reason)


def was_played(match_id: int, one_time_id: str, seat: int, action: Any) -> bool | None:
    """Whether the press with this one-time id was this very action; None: there was none."""
    made = (
        Move.objects.filter(match=match_id, one_time_id=one_time_id)
        .values_list("seat", "action")
        .first()
    )
    return None if made is None else made == (seat, codec.dump(action).decode())


def told_since(match: Match, version: int) -> list[MoveTold]:
    """The steps after `version` up to the version the match object has; -1: from the start.

    Moves that came after the match was read are left out, so that the steps fit its state.
    """
    engine = game_for(match.game).engine
    told_type = codec.told_type(engine.event_type)
    steps = []
    if version < 0 and match.opening:
        opening = codec.load(_Opening, match.opening)
        steps.append(MoveTold(0, None, None, codec.load(told_type, bytes(opening.told))))
    if version < match.version:
        moves = Move.objects.filter(match=match, number__gt=version, number__lte=match.version)
        steps += [
            MoveTold(number, seat, by, codec.load(told_type, told))
            for number, seat, by, told in moves.order_by("number").values_list(
                "number", "seat", "by", "told"
            )
        ]
    return steps


def moves_made(match: Match) -> list[MoveMade]:
    """The start and all moves, for replaying and checking; empty if the match never began.

    Only for matches that are over, as it holds what every seat heard and all that was drawn.
    """
    if not match.is_over:
        raise ValueError("The match is not over.")
    if not match.opening:
        return []
    engine = game_for(match.game).engine
    told_type = codec.told_type(engine.event_type)
    opening = codec.load(_Opening, match.opening)
    told = codec.load(told_type, bytes(opening.told))
    made = [MoveMade(0, None, None, match.created_at, None, told, opening.drawn)]
    for move in Move.objects.filter(match=match).order_by("number"):
        made.append(
            MoveMade(
                number=move.number,
                seat=move.seat,
                by=move.by,
                made_at=move.made_at,
                action=codec.load(engine.action_type, move.action),
                told=codec.load(told_type, move.told),
                drawn=tuple(codec.from_plain(Drawn, each) for each in move.drawn),
            )
        )
    return made


def last_state(match: Match) -> Any:
    """The state as it was stored at the end; for comparing it with a replay."""
    return load(match).state
