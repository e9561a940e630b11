"""Do the laws bite? Faults planted in this engine, one at a time, and the law that sees each."""

import random
from dataclasses import replace as with_engine

import pytest
from msgspec.structs import replace

from games.core.engine import Step
from games.core.errors import Refused
from games.core.events import Told
from games.core.question import Question
from games.okuribito import actions as a
from games.okuribito import knowing
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.events import Foreseen, TakingsPaid
from games.okuribito.model import Options
from games.okuribito.names import Town
from tests.rules import contract
from tests.rules.contract import LAWS, Law
from tests.rules.okuribito.subject import SUBJECT

SEEDS = range(3)
SHORT = Options(limit=40, start=20_000_000)
SEEN = (AssertionError, pytest.fail.Exception, Refused)


class Sound(OkuribitoEngine):
    """Nothing wrong with this one."""


class CalendarInEveryView(OkuribitoEngine):
    """Shows everybody the festivals of all rounds."""

    def view(self, state, seat):
        return knowing.open_view(state)


class NextFestivalInView(OkuribitoEngine):
    """Shows everybody one festival more than has been held."""

    def view(self, state, seat):
        view = super().view(state, seat)
        known = max(len(view.festivals), state.round + 1)
        return replace(view, festivals=state.festivals[:known])


class SpectatorsSeeForesight(OkuribitoEngine):
    """Shows spectators what any seat foresees."""

    def view(self, state, seat):
        view = super().view(state, seat)
        if seat is not None:
            return view
        known = max(state.round, *(player.foresees_until for player in state.players))
        return replace(view, festivals=state.festivals[:known])


class NeighbourSeesForesight(OkuribitoEngine):
    """Shows a seat what the next seat foresees."""

    def view(self, state, seat):
        return super().view(state, None if seat is None else (seat + 1) % len(state.players))


class NextCardInView(OkuribitoEngine):
    """Shows everybody the top card."""

    def view(self, state, seat):
        return replace(super().view(state, seat), cards_ahead=state.cards[:1])


class ForesightToldToAll(OkuribitoEngine):
    """Tells everybody the towns that are foreseen."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        return Step(step.state, tuple(Told(each.event) for each in step.told))


class ForesightToldToNobody(OkuribitoEngine):
    """Does not tell the seat what it foresees, though it sees it."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = tuple(each for each in step.told if not isinstance(each.event, Foreseen))
        return Step(step.state, told)


class QuestionKnowsTheFestival(OkuribitoEngine):
    """Numbers a question by the next festival's town."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        ahead = state.festivals[state.round : state.round + 1]
        return asked and Question(asked.name, asked.number * 100 + sum(n.number for n in ahead))


class ListKnowsTheFestival(OkuribitoEngine):
    """Puts the offering first that would come back soonest."""

    def legal_actions(self, state, seat):
        legal = super().legal_actions(state, seat)
        soon = state.festivals[state.round : state.round + 1]
        return tuple(sorted(legal, key=lambda each: getattr(each, "town", None) not in soon))


class RandomForDice(OkuribitoEngine):
    """Rolls with the module `random`."""

    def _resolve(self, state, seat, action, dice):
        class Loose:
            def roll(self, purpose, sides, count=1):
                return tuple(random.randint(1, sides) for _ in range(count))

            shuffle = staticmethod(lambda purpose, items: tuple(items))

        return super()._resolve(state, seat, action, Loose())


class ForgetsForesight(OkuribitoEngine):
    """Imagines other festivals than the seat foresees."""

    def imagine(self, state, seat, dice):
        return super().imagine(state, None, dice)


class MakesMoney(OkuribitoEngine):
    """Pays takings out of nowhere."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        got = sum(each.event.got for each in step.told if isinstance(each.event, TakingsPaid))
        return Step(replace(step.state, bank=step.state.bank + got), step.told)


class OneAmountMissing(OkuribitoEngine):
    """Leaves one amount out of the list."""

    def legal_actions(self, state, seat):
        legal = super().legal_actions(state, seat)
        return tuple(each for each in legal if each != a.Offer(Town.UENO, 500_000))


class SellsWhatIsBooked(OkuribitoEngine):
    """Lets a seat sell one stake too many."""

    def refusal(self, state, seat, action):
        code = super().refusal(state, seat, action)
        return None if code == "not_so_many" and action.qty < 3 else code


class TradesAskAnew(OkuribitoEngine):
    """Asks about two questions of one kind as if they were the same."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        return asked and Question(asked.name)


class WalksUntold(OkuribitoEngine):
    """Does not tell of the way through the squares."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = tuple(each for each in step.told if each.event.__struct_config__.tag != "walked")
        return Step(step.state, told)


FAULTS: tuple[tuple[type[OkuribitoEngine], Law], ...] = (
    (CalendarInEveryView, contract.nobody_can_tell),
    (NextFestivalInView, contract.nobody_can_tell),
    (NextFestivalInView, contract.hearing_is_seeing),
    (SpectatorsSeeForesight, contract.nobody_can_tell),
    (NeighbourSeesForesight, contract.nobody_can_tell),
    (NextCardInView, contract.nobody_can_tell),
    (ForesightToldToAll, contract.hearing_is_seeing),
    (ForesightToldToNobody, contract.hearing_is_seeing),
    (QuestionKnowsTheFestival, contract.nobody_can_tell),
    (ListKnowsTheFestival, contract.nobody_can_tell),
    (RandomForDice, contract.ends_and_replays),
    (ForgetsForesight, contract.nobody_can_tell),
    (MakesMoney, contract.invariant_holds),
    (OneAmountMissing, contract.legal_is_exactly_not_refused),
    (SellsWhatIsBooked, contract.legal_is_exactly_not_refused),
    (TradesAskAnew, contract.an_answered_question_is_over),
    (WalksUntold, contract.hearing_is_seeing),
)


@pytest.mark.parametrize(
    ("faulty", "law"),
    [pytest.param(*fault, id=f"{fault[0].__name__}-{fault[1].__name__}") for fault in FAULTS],
)
def test_a_planted_fault_is_seen(faulty: type[OkuribitoEngine], law: Law) -> None:
    with pytest.raises(SEEN):
        for seed in SEEDS:
            law(with_engine(SUBJECT, engine=faulty()), 4, SHORT, seed)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_without_a_fault_the_same_matches_keep_every_law(law: Law) -> None:
    for seed in SEEDS:
        law(with_engine(SUBJECT, engine=Sound()), 4, SHORT, seed)
