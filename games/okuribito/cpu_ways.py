"""Where to go: what each square is worth to roll from, over all rolls to come.

Sums of rules of thumb: what landing on a square is worth (`cpu_sound.Outlook.landing`), what
entering it brings or costs, and nine parts in ten or so of what comes after. The ring's 72
squares are followed by the Gate four times, once for each fork that leads to it.
"""

from typing import Final

from games.okuribito import constants as figures
from games.okuribito import cpu_sound as sound
from games.okuribito.board import (
    EXCHANGE,
    EXPERIENCE_SQUARES,
    FORKS,
    MONEY_CHANGER,
    RING,
    TOWN_OF,
    entrance,
    opposite,
)
from games.okuribito.experiences import is_new
from games.okuribito.money import share
from games.okuribito.names import TOWNS

_FORKS: Final = tuple(FORKS)
_ROAD: Final = (
    *((square + 1) % RING for square in range(RING)),
    *(entrance(opposite(town)) for town in FORKS.values()),
)
_CASTLE: Final = {square: RING + number for number, square in enumerate(_FORKS)}

# Percent that a turn later counts of a turn now; turns looked ahead.
LATER: Final = 95
TURNS: Final = 20
# Percent of the dues that an opportunity to invest in some later turn is worth.
LATER_OPPORTUNITY: Final = 5
_MOST_DICE: Final = 6 * figures.DICE
_MOST_PIPS: Final = 6 * figures.LUCKY_CAT_DICE


class Ways:
    """Made for one question. `stop` is the worth of ending the move, by square."""

    def __init__(self, look: sound.Outlook) -> None:
        room = sum(look.room(town) for town in TOWNS)
        now = share(min(max(0, look.spare()), room), sound.OFFERING_GAIN)
        later = share(look.dues(), LATER_OPPORTUNITY)
        rolled_from = [0] * len(_ROAD)
        for _ in range(TURNS):
            left = _walks(_entered(look, later), _landed(look, later), rolled_from, _MOST_DICE)
            rolled_from = [
                sum(ways * left[pips][spot] for pips, ways in sound.WAYS.items()) // 36
                for spot in range(len(_ROAD))
            ]
        self._entered = _entered(look, now)
        self._left = _walks(self._entered, _landed(look, now), rolled_from, _MOST_PIPS)
        self.stop = self._left[0]

    def go_on(self, square: int, pips: int) -> int:
        """The worth of going on from a square with so many pips left."""
        return self._left[pips][square]

    def castle_gain(self, square: int, pips: int) -> int:
        """What the castle is worth more than the road, from a fork with so many pips left."""
        castle, road = (
            _enter(spot, pips - 1, self._entered, self._left)
            for spot in (_CASTLE[square], _ROAD[square])
        )
        return castle - road


def _landed(look: sound.Outlook, opportunity: int) -> list[int]:
    """The worth of ending a move on each spot, without what comes after."""
    landed = [look.landing(square) for square in range(RING)]
    for square in EXPERIENCE_SQUARES:
        landed[square] = opportunity
    landed[EXCHANGE] = 0  # it gives its opportunity to whoever enters
    return [*landed, *([opportunity] * len(_FORKS))]


def _entered(look: sound.Outlook, opportunity: int) -> list[int]:
    """The worth of entering each spot, whether or not the move ends there."""
    entered = [0] * RING
    entered[MONEY_CHANGER] = look.dues()
    entered[EXCHANGE] = opportunity
    for square in EXPERIENCE_SQUARES:
        if is_new(look.me, TOWN_OF[square]):
            entered[square] = sound.EXPERIENCE_WORTH
    return [*entered, *([-figures.TOLL] * len(_FORKS))]


def _walks(
    entered: list[int], landed: list[int], rolled_from: list[int], most: int
) -> list[list[int]]:
    """By pips left and spot: the worth of standing there, with the best choices ahead."""
    stop = [now + share(after, LATER) for now, after in zip(landed, rolled_from, strict=True)]
    walks = [stop]
    for _ in range(most):
        # Stopping is allowed on experience squares alone; with no pips left it is all there is.
        last = walks[-1].copy()
        for square in EXPERIENCE_SQUARES:
            last[square] = max(last[square], stop[square])
        enter = [worth + bonus for worth, bonus in zip(last, entered, strict=True)]
        walk = [enter[spot] for spot in _ROAD]
        for square, castle in _CASTLE.items():
            walk[square] = max(walk[square], enter[castle])
        walks.append(walk)
    return walks


def _enter(spot: int, pips: int, entered: list[int], left: list[list[int]]) -> int:
    worth = left[pips][spot]
    if spot in EXPERIENCE_SQUARES:
        worth = max(worth, left[0][spot])
    return entered[spot] + worth
