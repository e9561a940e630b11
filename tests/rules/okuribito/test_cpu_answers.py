"""What the computer players weigh at each question: each answer, and what turns it round."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.okuribito import actions as a
from games.okuribito import tasks as t
from games.okuribito.cpu_gentle import GentleCpu
from games.okuribito.cpu_sound import SoundCpu
from games.okuribito.cpu_strong import likely
from games.okuribito.names import Industry, Insight
from tests.rules.okuribito.positions import ENGINE, A, B, position

SOUND, GENTLE = SoundCpu(), GentleCpu()
BEFORE_ROLL = t.AskBeforeRoll(A, 1)
NOTHING_BOUGHT = t.AskInvest(A, 1, 0, (0, 0, 0, 0))
RICH, POOR = 20_000_000, 300_000
TOWNS = ("nihonbashi", "kanda", "ueno", "asakusa", "honjo", "fukagawa", "shinagawa", "yotsuya")
EVERY_FIRM = {
    str(9 * town + place): [0 if (town, place) == (0, 1) else 1, 1]
    for town in range(8)
    for place in (1, 2, 3, 5, 6, 7)
}
BIG_STORES = {square: [owner, 3] for square, (owner, _) in EVERY_FIRM.items()}


def asks(question: t.Asked, me: dict[str, Any], **rest: Any) -> Any:
    """A match in which seat 0, which is as given, is asked this."""
    seats = {"0": me, **rest.pop("others", {})}
    return replace(position(seats=seats, **rest), agenda=(t.EndTurn(), question))


def choice(cpu: Any, state: Any) -> Any:
    legal = ENGINE.legal_actions(state, A)
    chosen = cpu.choose(ENGINE.view(state, A), A, legal, None)
    assert chosen in legal
    return chosen


def test_the_sound_one_uses_a_lucky_cat_at_once_and_a_curse_on_a_dear_road() -> None:
    cat = asks(BEFORE_ROLL, {"holds": ["lucky_cat"]})
    assert choice(SOUND, cat) == a.UseLuckyCat()
    dear = {str(square): [1, 3] for square in (5, 6, 7)}
    for firms, wanted in ((dear, a.UseCurse()), ({}, a.Roll())):
        assert choice(SOUND, asks(BEFORE_ROLL, {"holds": ["curse"]}, firms=firms)) == wanted


def test_the_sound_one_sells_stakes_when_they_are_dear() -> None:
    mine = {"stakes": {"grain": 7}}
    booked = a.BookSale(Industry.GRAIN, 7, 5)
    for index, options, wanted in (
        (128, {}, booked),
        (128, {"gentle": True}, a.SellStakes(Industry.GRAIN, 7)),
        (127, {}, a.Roll()),
    ):
        state = asks(BEFORE_ROLL, mine, economy={"grain": index}, options=options)
        assert choice(SOUND, state) == wanted


def test_the_sound_one_buys_the_stakes_of_the_lowest_economy_unless_that_is_dear_too() -> None:
    """With nothing left to offer: a full town takes no more."""
    full = {"offerings": dict.fromkeys(TOWNS, 5_000_000), "cash": RICH}
    low = {"cloth": 100, "grain": 104, "seafood": 90, "tools": 100}
    assert choice(SOUND, asks(NOTHING_BOUGHT, full, economy=low)) == a.BuyStakes(
        Industry.SEAFOOD, 10
    )
    high = dict.fromkeys(low, 105)
    assert choice(SOUND, asks(NOTHING_BOUGHT, full, economy=high)) == a.Done()


def test_the_sound_one_chooses_the_insight_that_is_worth_most() -> None:
    question = t.AskInsight(A, 1, 0)
    for firms, wanted in (
        ({}, Insight.KEEN_EYE),
        (EVERY_FIRM, Insight.MASTER_BUILDER),
        (BIG_STORES, Insight.FORESIGHT),
    ):
        state = asks(question, {"cash": 3_000_000}, firms=firms)
        assert choice(SOUND, state) == a.ChooseInsight(wanted)


def test_the_sound_one_builds_while_there_are_rounds_for_it_to_pay() -> None:
    firms = {"1": [0, 1], "2": [0, 1], "3": [0, 1]}
    for round, wanted in ((2, a.Build(1)), (94, a.Done())):
        state = asks(t.AskBuild(A, 1, 1, 1_800_000), {"cash": RICH}, firms=firms, round=round)
        assert choice(SOUND, state) == wanted
    state = asks(t.AskBuildAny(A, 1), {"cash": RICH}, firms=firms, round=2)
    assert isinstance(choice(SOUND, state), a.Build)


def test_the_sound_one_has_its_fortune_told_with_cash_to_spare_and_belongings_to_get() -> None:
    question = t.AskFortuneTeller(A, 1, 0)
    for me, wanted in (
        ({"cash": RICH}, a.TellFortune()),
        ({"cash": 2_000_000}, a.Done()),
        ({"cash": RICH, "holds": ["charm", "curse"]}, a.Done()),
    ):
        assert choice(SOUND, asks(question, me)) == wanted


def test_the_sound_one_challenges_who_can_pay_and_only_when_it_can_pay() -> None:
    question = t.AskMatch(A, 1, B)
    for mine, theirs, wanted in (
        (RICH, RICH, a.Challenge()),
        (RICH, POOR, a.Done()),
        (POOR, RICH, a.Done()),
    ):
        state = asks(question, {"cash": mine}, others={"1": {"cash": theirs}})
        assert choice(SOUND, state) == wanted


@pytest.mark.parametrize(
    ("question", "when_rich", "when_poor"),
    [
        (t.AskExperience(A, 1, 3), a.Stop(), a.Pass()),
        (t.AskFortuneTeller(A, 1, 0), a.TellFortune(), a.Done()),
        (t.AskBuy(A, 1, 64, 1_000_000), a.BuyFirm(), a.Done()),
        (t.AskBuild(A, 1, 1, 1_800_000), a.Build(1), a.Done()),
        (t.AskBuildAny(A, 1), a.Build(1), a.Done()),
        (t.AskMatch(A, 1, B), a.Done(), a.Done()),
        (t.AskFork(A, 1, 3), a.ChooseRoad(), a.ChooseRoad()),
    ],
    ids=lambda value: getattr(value, "point", ""),
)
def test_the_gentle_one_spends_what_it_can_well_afford(
    question: t.Asked, when_rich: a.Action, when_poor: a.Action
) -> None:
    firms = {"1": [0, 1], "10": [0, 1]}
    for cash, wanted in ((RICH, when_rich), (2_900_000, when_poor)):
        assert choice(GENTLE, asks(question, {"cash": cash}, firms=firms)) == wanted


def test_the_gentle_one_offers_a_little_where_nothing_of_its_own_lies() -> None:
    lying = {"nihonbashi": 500_000}
    offer = choice(GENTLE, asks(NOTHING_BOUGHT, {"cash": RICH, "offerings": lying}))
    assert offer == a.Offer(offer.town, 500_000) and offer.town == "kanda"
    everywhere = dict.fromkeys(TOWNS, 500_000)
    for me in ({"cash": RICH, "offerings": everywhere}, {"cash": 5_900_000}):
        assert choice(GENTLE, asks(NOTHING_BOUGHT, me)) == a.Done()


def test_the_strong_one_tries_what_is_open_and_nothing_where_its_habit_is_as_good() -> None:
    for question, me, wanted in (
        (t.AskMatch(A, 1, B), {}, {a.Challenge(), a.Done()}),
        (t.AskFork(A, 1, 3), {}, {a.ChooseRoad(), a.ChooseCastle()}),
        (t.AskExperience(A, 1, 3), {}, {a.Stop(), a.Pass()}),
        (BEFORE_ROLL, {"holds": ["curse", "charm"]}, {a.UseCurse(), a.Roll()}),
        (BEFORE_ROLL, {"holds": ["charm"]}, set()),
        (t.AskBuy(A, 1, 64, 1_000_000), {}, set()),
    ):
        assert set(likely(ENGINE.view(asks(question, me), A), A)) == wanted
