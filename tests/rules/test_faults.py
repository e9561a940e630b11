"""Do the laws bite? Faults planted in engines, one at a time, and the law that sees each."""

import random
from dataclasses import replace as with_engine
from typing import Any

import msgspec
import pytest
from msgspec.structs import force_setattr, replace

from games.core.engine import Engine, Step
from games.core.errors import Refused
from games.core.events import Told
from games.core.question import Question
from games.core.seats import all_seats
from games.hokusai.board import HOME, LAST
from games.hokusai.engine import HokusaiEngine
from games.hokusai.model import Moved, TurnMissed
from tests.rules import contract, high_card
from tests.rules.contract import LAWS, Law, Subject
from tests.rules.high_card import Answered, Dealt, HighCard, Swap
from tests.rules.hokusai.subject import SUBJECT as HOKUSAI

SEEDS = range(4)


class GlobalGenerator(HokusaiEngine):
    """Rolls with the module `random`."""

    def _resolve(self, state, seat, action, dice):
        class Loose:
            def roll(self, purpose, sides, count=1):
                return tuple(random.randint(1, sides) for _ in range(count))

        return super()._resolve(state, seat, action, Loose())


class OwnGenerator(HokusaiEngine):
    """Rolls with a generator of its own, kept in the engine."""

    def __init__(self):
        self.generator = random.Random(1)

    def _resolve(self, state, seat, action, dice):
        dice.roll("die", 6)
        generator = self.generator

        class Own:
            def roll(self, purpose, sides, count=1):
                return tuple(generator.randint(1, sides) for _ in range(count))

        return super()._resolve(state, seat, action, Own())


class RemembersMatches(HokusaiEngine):
    """Gives the first piece a head start in every match but the first."""

    matches = 0

    def _set_out(self, seats, options, first, dice):
        step = super()._set_out(seats, options, first, dice)
        self.matches += 1
        ahead = (1 + (self.matches > 1), *step.state.positions[1:])
        return Step(replace(step.state, positions=ahead), step.told)


class NeverHome(HokusaiEngine):
    """A piece that is home is put back on the last square."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        positions = tuple(min(LAST, square) for square in step.state.positions)
        back = replace(step.state, positions=positions, finished=(), places=())
        return Step(back, step.told)


class GoesOnForEver(HokusaiEngine):
    """Waits for somebody after the end."""

    def question(self, state, seat):
        return Question("turn", state.rolls) if seat == state.turn else None


class ResultTooEarly(HokusaiEngine):
    """Has a result as soon as somebody is home, though play goes on."""

    def result(self, state):
        if state.finished and not state.places:
            state = replace(state, places=tuple(range(1, len(state.positions) + 1)))
        return super().result(state)


class RanksWithGaps(HokusaiEngine):
    """Counts places without using up those that are shared."""

    def result(self, state):
        result = super().result(state)
        if result is None:
            return None
        order = sorted(set(result.scores), reverse=True)
        ranks = tuple(1 + order.index(score) for score in result.scores)
        return replace(result, ranks=ranks)


class ListLeavesOneOut(HokusaiEngine):
    """Does not offer every ninth roll."""

    def legal_actions(self, state, seat):
        legal = super().legal_actions(state, seat)
        return legal if state.rolls % 9 else ()


class OutOfTurn(HokusaiEngine):
    """Lets anybody roll."""

    def refusal(self, state, seat, action):
        return "game_over" if state.places else None


class PlaysOn(HokusaiEngine):
    """Lets the last roller roll on when the game is over."""

    def refusal(self, state, seat, action):
        return None if seat == state.turn else "not_your_turn"


def _apply_unasked(self, state, seat, action, dice):
    return self._resolve(state, seat, action, dice)


# Made by hand, because a type checker would not let a class do it.
OwnApply = type("OwnApply", (HokusaiEngine,), {"apply": _apply_unasked})


class ToldWrong(HokusaiEngine):
    """Tells of a square that is not where the piece is."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = tuple(
            Told(replace(each.event, square=HOME)) if isinstance(each.event, Moved) else each
            for each in step.told
        )
        return Step(step.state, told)


class NotTold(HokusaiEngine):
    """Does not tell of missed turns."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = tuple(each for each in step.told if not isinstance(each.event, TurnMissed))
        return Step(step.state, told)


class ViewKnowsLess(HokusaiEngine):
    """Whoever reloads does not see who waits."""

    def view(self, state, seat):
        return replace(super().view(state, seat), waiting=(False,) * len(state.positions))


class ListsInState(HokusaiEngine):
    """Keeps the squares in a list, which comes back from JSON as something else."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        return Step(replace(step.state, positions=list(step.state.positions)), step.told)

    def _set_out(self, seats, options, first, dice):
        step = super()._set_out(seats, options, first, dice)
        return Step(replace(step.state, positions=list(step.state.positions)), step.told)


class LenientState(HokusaiEngine):
    """Reads states with fields nobody knows."""

    state_type = msgspec.defstruct(
        "State",
        [(each.name, each.type) for each in msgspec.structs.fields(HokusaiEngine.state_type)],
        frozen=True,
    )


class LenientAction(HokusaiEngine):
    """Reads actions with fields nobody knows."""

    class Roll(msgspec.Struct, frozen=True, tag="roll"):
        pass

    action_type = Roll


class ChangesTheState(HokusaiEngine):
    """Counts the roll in the state it was given."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        force_setattr(state, "rolls", state.rolls + 1)
        return step


class SameQuestionAgain(HokusaiEngine):
    """Asks two turns in a row of one seat as if they were the same."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        return None if asked is None else Question("turn")


class ForgetsTheMark(HokusaiEngine):
    """Lets a waiting seat roll."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        waits = tuple(
            wait or each == step.state.turn for each, wait in enumerate(step.state.waiting)
        )
        return Step(replace(step.state, waiting=waits), step.told)


class ImaginesWrong(HokusaiEngine):
    """Imagines a state that anybody can tell from the real one."""

    def imagine(self, state, seat, dice):
        return replace(state, rolls=state.rolls + 1)


class LeakyView(HighCard):
    """Shows every card from the start."""

    def view(self, state, seat):
        return replace(super().view(state, seat), cards=state.cards)


class LeakToSpectators(HighCard):
    """Shows a spectator what only the seats should see."""

    def view(self, state, seat):
        return super().view(state, seat) if seat is not None else LeakyView().view(state, seat)


class LeakyTold(HighCard):
    """Tells everybody the card that was drawn."""

    def dealt(self, seat, card):
        return Told(Dealt(seat, card))


class LeakyQuestion(HighCard):
    """Asks a seat in words that depend on its neighbour's card."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        return asked and Question("swap", state.cards[(seat + 1) % len(state.cards)])


class LeakyList(HighCard):
    """Orders a seat's answers by its neighbour's card."""

    def legal_actions(self, state, seat):
        legal = super().legal_actions(state, seat)
        if not legal:
            return legal
        return legal[:: 1 if state.cards[(seat + 1) % len(state.cards)] > 4 else -1]


class SwapsForNothing(HighCard):
    """Throws the old card away."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        if isinstance(action, Swap):
            return Step(replace(step.state, stock=step.state.stock[:-1]), step.told)
        return step


class AnswersTwice(HighCard):
    """Lets a seat that has answered answer again."""

    def refusal(self, state, seat, action):
        if all(state.answered):
            return "game_over"
        return None if seat in all_seats(len(state.cards)) else "not_asked"


class OneAnswerMissing(HighCard):
    """Does not offer to swap, though it may be done."""

    def legal_actions(self, state, seat):
        return super().legal_actions(state, seat)[:1]


class ClockDoesTheImpossible(HighCard):
    """Plays by the clock what nobody may play."""

    def on_timeout(self, state, seat):
        return Answered(seat)


class DeafOwner(HighCard):
    """Does not tell a seat what it has drawn."""

    def dealt(self, seat, card):
        return Told(Dealt(seat, None))


FAULTS: tuple[tuple[type[Engine[Any, Any, Any, Any, Any]], tuple[Law, ...]], ...] = (
    (GlobalGenerator, (contract.ends_and_replays, contract.nobody_can_tell)),
    (OwnGenerator, (contract.ends_and_replays, contract.states_are_left_alone)),
    (RemembersMatches, (contract.ends_and_replays,)),
    (NeverHome, (contract.ends_and_replays, contract.ends_by_the_clock)),
    (GoesOnForEver, (contract.ends_and_replays,)),
    (ResultTooEarly, (contract.ends_and_replays,)),
    (RanksWithGaps, (contract.ends_and_replays,)),
    (ListLeavesOneOut, (contract.legal_is_exactly_not_refused,)),
    (OutOfTurn, (contract.legal_is_exactly_not_refused,)),
    (PlaysOn, (contract.ends_and_replays, contract.legal_is_exactly_not_refused)),
    (OwnApply, (contract.legal_is_exactly_not_refused,)),
    (ToldWrong, (contract.hearing_is_seeing,)),
    (NotTold, (contract.hearing_is_seeing,)),
    (ViewKnowsLess, (contract.hearing_is_seeing,)),
    (ListsInState, (contract.json_there_and_back,)),
    (LenientState, (contract.json_there_and_back,)),
    (LenientAction, (contract.json_there_and_back,)),
    (ChangesTheState, (contract.states_are_left_alone,)),
    (SameQuestionAgain, (contract.an_answered_question_is_over,)),
    (ForgetsTheMark, (contract.invariant_holds,)),
    (ImaginesWrong, (contract.nobody_can_tell,)),
    (LeakyView, (contract.nobody_can_tell,)),
    (LeakToSpectators, (contract.nobody_can_tell,)),
    (LeakyTold, (contract.nobody_can_tell, contract.hearing_is_seeing)),
    (LeakyQuestion, (contract.nobody_can_tell,)),
    (LeakyList, (contract.nobody_can_tell,)),
    (SwapsForNothing, (contract.invariant_holds,)),
    (AnswersTwice, (contract.legal_is_exactly_not_refused,)),
    (OneAnswerMissing, (contract.legal_is_exactly_not_refused,)),
    (ClockDoesTheImpossible, (contract.legal_is_exactly_not_refused,)),
    (DeafOwner, (contract.hearing_is_seeing,)),
)


@pytest.mark.parametrize(
    ("faulty", "law"),
    [
        pytest.param(faulty, law, id=f"{faulty.__name__}-{law.__name__}")
        for faulty, laws in FAULTS
        for law in laws
    ],
)
def test_a_planted_fault_is_seen(faulty: type[Any], law: Law) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception, Refused)):
        for seed in SEEDS:
            for options in table_of(faulty).option_sets:
                law(with_engine(table_of(faulty), engine=faulty()), 3, options, seed)


def test_every_law_sees_a_fault() -> None:
    assert {law for _, laws in FAULTS for law in laws} == set(LAWS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_without_a_fault_the_small_game_keeps_every_law(law: Law) -> None:
    for seed in range(20):
        law(high_card.subject(), 2 + seed % 2, high_card.Options(), seed)


def table_of(faulty: type[Any]) -> Subject:
    return high_card.subject() if issubclass(faulty, HighCard) else HOKUSAI


def test_the_faults_differ_from_sound_engines_in_nothing_else() -> None:
    """A sound subclass, made the same way, keeps every law."""
    sound = type("Sound", (HokusaiEngine,), {})
    for law in LAWS:
        for options in HOKUSAI.option_sets:
            law(with_engine(HOKUSAI, engine=sound()), 3, options, 0)
