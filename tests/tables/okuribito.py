"""Tables of Okuribito for tests: a match stands as a test wants it."""

from collections.abc import Sequence

from games.core.engine import Step
from games.okuribito.model import State
from kirakuken.parlours.scope import across_parlours
from tables import clocks, store
from tables.models import Match, Move
from tables.services.playing import chairs
from tests.rules.okuribito.positions import ENGINE, position


def laid(match: Match, state: State) -> Match:
    """From the start, as if everything stood like this. Nothing has been told."""
    Move.objects.filter(match=match).delete()
    match.draws = 0
    store.begin(match, Step(state, ()), [])
    asking = clocks.Asking(0, match.created_at, clocks.LONGEST_MOTION, match.turn_limit)
    match.decisions = clocks.to_json(clocks.decisions_after([], ENGINE, state, asking))
    match.due_at = clocks.next_due(clocks.from_json(match.decisions), chairs(match))
    match.save()
    return match


def put_near_the_end(table: str) -> None:
    """The running match of a table of another process."""
    with across_parlours():
        laid(Match.objects.get(table__public_id=table), near_the_end())


def near_the_end() -> State:
    """Everybody has dues to collect in a few steps, and is then about rich enough to win."""
    firms: dict[str, Sequence[int]] = {
        str(square): (place % 4, 2) for place, square in enumerate(range(28, 31))
    }
    firms |= {str(square): (place % 4, 2) for place, square in enumerate(range(46, 49), 3)}
    return position(
        options={"target": 50_000_000, "limit": 40},
        firms=firms,
        round=9,
        seats={str(seat): {"square": 65, "cash": 46_900_000 + 100_000 * seat} for seat in range(4)},
    )
