"""Do the laws and cases bite? Faults planted in this engine, one at a time, and what sees each."""

import random
from dataclasses import replace as with_engine
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.engine import Step
from games.core.errors import Refused
from games.core.events import Told
from games.core.question import Question
from games.oichokabu import dealership, dealing, settling, thirds
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.events import SecondDealt
from games.oichokabu.hands import Comparison
from games.oichokabu.model import Phase, Stake
from games.oichokabu.worth import Outcome
from tests.rules import contract
from tests.rules.contract import LAWS, Law
from tests.rules.oichokabu import cases
from tests.rules.oichokabu.subject import OPTION_SETS, SUBJECT
from tests.rules.oichokabu.test_secrets import twins_are_told_apart_by_seat_1_alone
from tests.rules.test_cases import cases_of

CASES = {case["id"]: case for case in cases_of("oichokabu")}
SEEDS = range(6)


class Sound(OichoKabuEngine):
    """Nothing wrong with this one."""


class SecondInEveryView(OichoKabuEngine):
    """Shows every seat, and spectators, every second card."""

    def view(self, state, seat):
        view = super().view(state, seat)
        cards = (
            replace(card, months=months)
            for card, months in zip(view.cards, state.hands, strict=True)
        )
        return replace(view, cards=tuple(cards))


class SecondInSpectatorsView(SecondInEveryView):
    """Shows spectators every second card."""

    def view(self, state, seat):
        return super().view(state, seat) if seat is None else OichoKabuEngine().view(state, seat)


class DealerSeesTheDealerCard(OichoKabuEngine):
    """Shows the dealer the dealer card before its time."""

    def view(self, state, seat):
        view = super().view(state, seat)
        return replace(view, dealer_months=state.dealer_hand) if seat == state.dealt_by else view


class StockInView(OichoKabuEngine):
    """Shows in what lies face down which card comes next."""

    def view(self, state, seat):
        view = super().view(state, seat)
        return replace(view, dealer_months=(*view.dealer_months, *state.stock[:1]))


class SecondToldToAll(OichoKabuEngine):
    """Tells everybody every second card."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = (Told(each.event) if each.only is not None else each for each in step.told)
        return Step(step.state, tuple(told))


class SecondToldToTheDealer(OichoKabuEngine):
    """Tells the dealer, who is nobody on the card."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        dealer = frozenset({state.dealt_by})
        told = (
            Told(each.event, each.only | dealer, each.others)
            if isinstance(each.event, SecondDealt) and each.only is not None
            else each
            for each in step.told
        )
        return Step(step.state, tuple(told))


class OwnersAreNotTold(OichoKabuEngine):
    """Tells nobody the second card, though those on the card see it."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        told = (each if each.others is None else Told(each.others) for each in step.told)
        return Step(step.state, tuple(told))


class RandomForDice(OichoKabuEngine):
    """Shuffles with the module `random`."""

    def _resolve(self, state, seat, action, dice):
        class Loose:
            def shuffle(self, purpose, items):
                return tuple(random.sample(items, len(items)))

        return super()._resolve(state, seat, action, Loose())


class ReadyIsNotFinal(OichoKabuEngine):
    """Lets a seat stake again when it is Ready; the list and the refusals agree on it."""

    def legal_actions(self, state, seat):
        return super().legal_actions(self.unready(state, seat), seat)

    def refusal(self, state, seat, action):
        return super().refusal(self.unready(state, seat), seat, action)

    def unready(self, state, seat):
        if state.phase is not Phase.STAKING:
            return state
        return replace(state, ready=(False,) * len(state.points))


class OneAmountMissing(OichoKabuEngine):
    """Leaves one amount out of the list."""

    def legal_actions(self, state, seat):
        return tuple(a for a in super().legal_actions(state, seat) if a != Stake("hiki", 50))


class QuestionKnowsTheStock(OichoKabuEngine):
    """Numbers a question by the card that would be drawn."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        if asked is None or state.phase not in (Phase.THIRDS, Phase.DEALER):
            return asked
        return Question(asked.name, asked.number * 100 + state.stock[0])


class ListKnowsTheStock(OichoKabuEngine):
    """Puts the better answer first."""

    def legal_actions(self, state, seat):
        legal = super().legal_actions(state, seat)
        return legal[::-1] if state.stock[:1] == (9,) else legal


class ForgetsTheWait(OichoKabuEngine):
    """Imagines second cards for which the game would not have waited (OC-102)."""

    def imagine(self, state, seat, dice):
        if state.phase is not Phase.THIRDS:
            return super().imagine(state, seat, dice)
        other = super().imagine(replace(state, asking=-1), seat, dice)
        return replace(other, asking=state.asking)


class ImaginesTheOwnersCard(OichoKabuEngine):
    """Imagines another card where the seat sees the real one."""

    def imagine(self, state, seat, dice):
        return super().imagine(state, None, dice)


class MakesPoints(OichoKabuEngine):
    """The dealer gets ten points at each hand's end from nowhere."""

    def _resolve(self, state, seat, action, dice):
        step = super()._resolve(state, seat, action, dice)
        if step.state.phase is Phase.RESULT and state.phase is not Phase.RESULT:
            first, *others = step.state.points
            return Step(replace(step.state, points=(first + 10, *others)), step.told)
        return step


class LateAnswersCount(OichoKabuEngine):
    """Asks about two cards in a row as if it were the same question."""

    def question(self, state, seat):
        asked = super().question(state, seat)
        if asked is not None and asked.name == "third_card":
            return Question(asked.name, state.hand_no)
        return asked


FAULTS: tuple[tuple[type[OichoKabuEngine], Law], ...] = (
    (SecondInEveryView, contract.nobody_can_tell),
    (SecondInEveryView, contract.hearing_is_seeing),
    (SecondInSpectatorsView, contract.nobody_can_tell),
    (DealerSeesTheDealerCard, contract.nobody_can_tell),
    (StockInView, contract.nobody_can_tell),
    (SecondToldToAll, contract.hearing_is_seeing),
    (SecondToldToTheDealer, contract.hearing_is_seeing),
    (OwnersAreNotTold, contract.hearing_is_seeing),
    (RandomForDice, contract.ends_and_replays),
    (RandomForDice, contract.nobody_can_tell),
    (OneAmountMissing, contract.legal_is_exactly_not_refused),
    (QuestionKnowsTheStock, contract.nobody_can_tell),
    (ListKnowsTheStock, contract.nobody_can_tell),
    (ForgetsTheWait, contract.nobody_can_tell),
    (ImaginesTheOwnersCard, contract.nobody_can_tell),
    (MakesPoints, contract.invariant_holds),
    (LateAnswersCount, contract.an_answered_question_is_over),
)


@pytest.mark.parametrize(
    ("faulty", "law"),
    [pytest.param(*fault, id=f"{fault[0].__name__}-{fault[1].__name__}") for fault in FAULTS],
)
def test_a_planted_fault_is_seen(faulty: type[OichoKabuEngine], law: Law) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception, Refused)):
        for seed in SEEDS:
            law(with_engine(SUBJECT, engine=faulty(), look_at_every=1), 4, OPTION_SETS[0], seed)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_without_a_fault_the_same_matches_keep_every_law(law: Law) -> None:
    for seed in SEEDS:
        law(with_engine(SUBJECT, engine=Sound(), look_at_every=1), 4, OPTION_SETS[0], seed)


def run(case: str) -> None:
    found = CASES[case]
    cases.RUNNERS[found["kind"]](found["given"], found["expect"])


@pytest.mark.parametrize("faulty", [SecondToldToAll, SecondToldToTheDealer, OwnersAreNotTold])
def test_OC_101_a_second_card_told_wrongly_is_seen_by_the_twins(faulty: type[Any]) -> None:
    with pytest.raises(AssertionError):
        twins_are_told_apart_by_seat_1_alone(faulty())


def test_OC_26_that_ready_is_not_final_is_seen_by_a_case(monkeypatch) -> None:
    monkeypatch.setattr(cases, "ENGINE", ReadyIsNotFinal())
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        run("OC-C31")


def first_on_the_card_decides(amounts: Any, card: int, dealer: Any) -> Any:
    return next((seat for seat, row in enumerate(amounts) if row[card]), None)


def never_for_nines(months: Any) -> Any:
    return thirds.Third.NEVER if sum(months[:2]) == 18 else third_card(months)


def goke_by_digit_alone(options: Any, hand: Any, hands: int) -> Any:
    plain = replace(hand, kind="value")
    return why_passing(options, plain, hands)


def always_single(player: Any, dealer: Any, options: Any) -> Comparison:
    found = compare(player, dealer, options)
    return Comparison(found.outcome, min(1, found.multiple))


third_card, why_passing, compare = thirds.third_card, dealership.why_passing, dealing.compare

RULE_FAULTS: tuple[tuple[Any, str, Any, str], ...] = (
    (thirds, "decider", first_on_the_card_decides, "OC-C19"),
    (dealing, "third_card", never_for_nines, "OC-C26"),
    (dealing, "compare", always_single, "OC-C25"),
    (dealership, "why_passing", goke_by_digit_alone, "OC-C37"),
    (dealership, "HANDS_IN_A_TERM", 4, "OC-C22"),
    (dealership, "GOKE", 4, "OC-C20"),
    (settling, "_ORDER", (Outcome.WIN, Outcome.LOSE, Outcome.DRAW), "OC-C24"),
)


@pytest.mark.parametrize(
    ("module", "name", "wrong", "case"),
    [pytest.param(*fault, id=f"{fault[1]}-{fault[3]}") for fault in RULE_FAULTS],
)
def test_a_wrong_rule_is_seen_by_its_case(
    monkeypatch: Any, module: Any, name: str, wrong: Any, case: str
) -> None:
    run(case)
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises((AssertionError, pytest.fail.Exception, Refused)):
        run(case)
