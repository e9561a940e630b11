"""The strong computer player: tries its answers out in imagined matches.

It plays as the sound one does but for three habits: it spreads its offerings over the towns, so
that some of them come back every few rounds, keeps more cash while there are firms to buy, and
looks far ahead on the road.
Where the answer is not plain, it imagines what it cannot know, gives each likely answer and
lets everybody play on for some rounds. It leaves its habits only where another answer does
better by more than chance explains. Without nodes, or out of time, the habits answer.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, TypeVar

from games.core.cpu import Thought
from games.core.dice import Dice, KeyedDice
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito import cpu_sound as sound
from games.okuribito import tasks as t
from games.okuribito.actions import Action
from games.okuribito.cpu_ways import Ways
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.knowing import view as view_of
from games.okuribito.ledger import Ledger
from games.okuribito.model import State, View
from games.okuribito.money import share
from games.okuribito.names import Item

T = TypeVar("T")

# In ryō: kept for firms while there are many to buy, and the most offered to a town at once.
CASH_FOR_FIRMS: Final = 4_000_000
OFFERED_AT_ONCE: Final = 2 * figures.OFFERING_UNIT

# Rounds played on, and how many standard errors an answer must be better by.
ROUNDS: Final = 3
CERTAINTY: Final = 1.5
TRIALS_LEAST: Final = 4
# In ryō: fortunes below count as this, for who is nearly bankrupt is not infinitely far behind.
LEAST_FORTUNE: Final = 1_000_000

_ENGINE: Final = OkuribitoEngine()


class StrongCpu:
    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        habit = habitual(view, seat)
        answers = [habit, *(each for each in likely(view, seat) if each != habit)]
        if len(answers) == 1:
            return habit
        return answers[best(tried(answers, seat, thought))]


class Outlook(sound.Outlook):
    cash_for_firms = CASH_FOR_FIRMS


def habitual(view: View, seat: Seat) -> Action:
    """What it does without trying anything out."""
    look = Outlook(view, seat)
    match view.asked:
        case t.AskFork(pips=pips):
            gain = Ways(look).castle_gain(look.me.square, pips)
            return a.ChooseCastle() if gain > 0 else a.ChooseRoad()
        case t.AskExperience(pips=pips):
            ways, square = Ways(look), look.me.square
            return a.Stop() if ways.stop[square] > ways.go_on(square, pips) else a.Pass()
        case _:
            return hasty(view, seat)


def hasty(view: View, seat: Seat) -> Action:
    """The same without looking ahead on the road: for trials, where there is no time for it."""
    look = Outlook(view, seat)
    if isinstance(view.asked, t.AskInvest) and not look.foreseen():
        offer = sound.offering(look, look.spare())
        if isinstance(offer, a.Offer):
            return a.Offer(offer.town, min(offer.amount, OFFERED_AT_ONCE))
    return sound.answer(look)


def likely(view: View, seat: Seat) -> Sequence[Action]:
    """The answers worth trying. None where the habit is as good as anything, or where what is
    spent comes back only in many rounds: buildings, insights, fortunes told."""
    match view.asked:
        case t.AskBeforeRoll():
            return _before_roll(view, seat)
        case t.AskFork():
            return (a.ChooseRoad(), a.ChooseCastle())
        case t.AskExperience():
            return (a.Stop(), a.Pass())
        case t.AskMatch():
            return (a.Challenge(), a.Done())
        case _:
            return ()


def _before_roll(view: View, seat: Seat) -> Sequence[Action]:
    uses: dict[Item, Action] = {Item.LUCKY_CAT: a.UseLuckyCat(), Item.CURSE: a.UseCurse()}
    held = [uses[item] for item in view.players[seat].holds if item in uses]
    return (*held, a.Roll()) if held else ()


# --- trying out ---


class Budget:
    """The nodes that are left, and whether there is time."""

    def __init__(self, thought: Thought[State]) -> None:
        self.nodes, self._out_of_time = thought.nodes, thought.out_of_time

    def take(self) -> bool:
        """One node, if there is one; False from then on if there is none."""
        self.nodes = -1 if self._out_of_time() else self.nodes - 1
        return self.nodes >= 0


def tried(answers: Sequence[Action], seat: Seat, thought: Thought[State]) -> list[list[float]]:
    """How each answer did in each imagined match; every match is tried with all answers, and
    one that could not be played to its end with all of them does not count."""
    worth: list[list[float]] = [[] for _ in answers]
    budget = Budget(thought)
    while budget.take():
        state, key = (
            thought.imagine(),
            bytes(face - 1 for face in thought.dice.roll("key", 256, 16)),
        )
        results = [play_on(state, seat, answer, SameDice(key), budget) for answer in answers]
        if budget.nodes < 0:
            break
        for column, result in zip(worth, results, strict=True):
            column.append(result)
    return worth


def best(worth: Sequence[Sequence[float]]) -> int:
    """The place of the answer that is surely better than the first one, or else the first."""
    found, lead = 0, 0.0
    for place, column in enumerate(worth):
        gains = [one - habit for one, habit in zip(column, worth[0], strict=True)]
        if place and len(gains) >= TRIALS_LEAST:
            mean = sum(gains) / len(gains)
            spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
            surely = mean - CERTAINTY * sqrt(spread / len(gains))
            if surely > lead:
                found, lead = place, surely
    return found


def play_on(state: State, seat: Seat, answer: Action, dice: Dice, budget: Budget) -> float:
    """Give the answer and let everybody play on from what they see; how the seat stands then."""
    if not budget.take():
        return 0.0
    until = state.round + ROUNDS
    state = _ENGINE.apply(state, seat, answer, dice).state
    while state.over is None and state.round < until and budget.take():
        asked = state.agenda[-1]
        assert isinstance(asked, t.Asking)  # noqa: S101
        play = hasty if asked.seat == seat else sound.habitual
        action = play(view_of(state, asked.seat), asked.seat)
        state = _ENGINE.apply(state, asked.seat, action, dice).state
    return standing(state, seat)


def standing(state: State, seat: Seat) -> float:
    """How far the seat is ahead of the others: a difference of logarithms of their fortunes.
    Offerings count for more than was paid, while a festival may still bring them back."""
    if state.over is not None:
        fortunes = state.over.fortunes
    else:
        fortunes = tuple(
            fortune + share(sum(player.offerings), sound.OFFERING_GAIN)
            for fortune, player in zip(Ledger(state).fortunes(), state.players, strict=True)
        )
    logs = [log(max(fortune, LEAST_FORTUNE)) for fortune in fortunes]
    return logs[seat] - (sum(logs) - logs[seat]) / (len(logs) - 1)


class SameDice:
    """Dice for comparing: the first roll of a purpose falls alike whatever else was drawn
    before, the second too, and so on."""

    def __init__(self, key: bytes) -> None:
        self._dice = KeyedDice(key)
        self._drawn: dict[str, int] = {}

    def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
        return self._next(purpose).roll(purpose, sides, count)

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        return self._next(purpose).shuffle(purpose, items)

    def _next(self, purpose: str) -> KeyedDice:
        self._dice.done = self._drawn.get(purpose, 0)
        self._drawn[purpose] = self._dice.done + 1
        self._dice.log.clear()
        return self._dice
