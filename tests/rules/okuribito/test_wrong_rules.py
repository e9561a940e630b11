"""Do the cases bite? Wrong figures and wrong rules, one at a time, and a case that sees each."""

from typing import Any

import pytest

from games.core.errors import Refused
from games.okuribito import (
    agenda,
    constants,
    duels,
    experiences,
    firms,
    fortune,
    investing,
    ruin,
    seasons,
    squares,
    turns,
    walking,
)
from games.okuribito import tasks as t
from games.okuribito.events import FirmGivenUp
from games.okuribito.ledger import holdings
from games.okuribito.names import Item
from games.okuribito.play import Play
from tests.rules.okuribito import cases
from tests.rules.test_cases import cases_of

CASES = {case["id"]: case for case in cases_of("okuribito")}
SEEN = (AssertionError, pytest.fail.Exception, Refused, AttributeError, IndexError)


def run(case: str) -> None:
    found = CASES[case]
    cases.RUNNERS[found["kind"]](found["given"], found["expect"])


def seen_by(case: str) -> None:
    """Or the rules lose their way in it altogether."""
    with pytest.raises(SEEN):
        run(case)


# A figure that is looked up when it is needed, a wrong value, and a case that sees it.
FIGURES: tuple[tuple[str, Any, str], ...] = (
    ("STAKE_SHARES", 100, "OKC-27"),
    ("STAKE_ROUND", 500, "OKC-51"),
    ("ECONOMY_PULL", 20, "OKC-32"),
    ("ECONOMY_LEAST", 49, "OKC-32"),
    ("ECONOMY_MOST", 201, "OKC-32"),
    ("NEWS_SWING", 24, "OKC-50"),
    ("FAIR_FACTOR", 151, "OKC-52"),
    ("FAIR_ROUNDS", 2, "OKC-52"),
    ("LUCKY_CAT_DICE", 4, "OKC-19"),
    ("DICE", 3, "OKC-02"),
    ("LATER_SEAT", 4, "OKC-01"),
    ("LEVEL_FACTORS", (0, 41, 100, 200), "OKC-02"),
    ("LEVEL_FACTORS", (0, 40, 100, 201), "OKC-03"),
    ("BUILDING_COSTS", (0, 0, 61, 100), "OKC-07"),
    ("BUILDING_COSTS", (0, 0, 60, 99), "OKC-08"),
    ("SET_STEP", 11, "OKC-09"),
    ("FESTIVAL_FACTOR", 149, "OKC-03"),
    ("WHOLE_TOWN_FACTOR", 301, "OKC-04"),
    ("TAKINGS_PER_MILLE", 36, "OKC-06"),
    ("ALLOWANCE", 250_001, "OKC-07"),
    ("DUES", 21, "OKC-07"),
    ("TOLL", 500_001, "OKC-13"),
    ("BARRIER", 150_001, "OKC-18"),
    ("SET_OF_TOWNS", 5, "OKC-24"),
    ("OLD_TOWNS_MOST", 3, "OKC-22"),
    ("FORESIGHT_ROUNDS", 5, "OKC-24"),
    ("MASTER_TIMES", 3, "OKC-25"),
    ("KEEN_EYE_DIVISOR", 3, "OKC-11"),
    ("STAKES_AT_ONCE", 11, "OKC-28"),
    ("SALES_TAX", 21, "OKC-29"),
    ("TAX_OFF_PER_ROUND", 3, "OKC-30"),
    ("WAITS", range(1, 7), "OKC-30"),
    ("OFFERING_UNIT", 100_000, "OKC-33"),
    ("OFFERING_MOST", 5_500_000, "OKC-33"),
    ("OFFERING_BACK", 131, "OKC-34"),
    ("MATCH_NUMBERS", range(11, 23), "OKC-36"),
    ("MATCH_ODDS", (1, 2, 3, 4, 5, 7, 5, 5, 4, 3, 2, 1), "OKC-38"),
    ("ECONOMY_STEPS", (-12, -7, -2, 3, 8, 14), "OKC-32"),
    ("FORTUNE_ODDS", (0, 8, 5, 5, 2), "OKC-43"),
    ("SLIP_ODDS", (0, 6, 8, 6), "OKC-48"),
    ("MATCH_HIGH_UP_TO", 18, "OKC-66"),
    ("CHALLENGER_LOSES", 11, "OKC-36"),
    ("CHALLENGED_LOSES", 31, "OKC-37"),
    ("FORTUNE_FEE", 250_001, "OKC-43"),
    ("SHRINE", 50_001, "OKC-48"),
    ("SLIPS", (1_000_001, 300_000, 100_000, -250_000), "OKC-48"),
    ("GIVEN_UP_FOR", 51, "OKC-57"),
    ("PICKPOCKET", 11, "OKC-55"),
)


@pytest.mark.parametrize(
    ("name", "wrong", "case"), FIGURES, ids=[f"{name}-{case}" for name, _, case in FIGURES]
)
def test_a_wrong_figure_is_seen_by_its_case(
    monkeypatch: Any, name: str, wrong: Any, case: str
) -> None:
    run(case)
    monkeypatch.setattr(constants, name, wrong)
    holdings.cache_clear()
    try:
        seen_by(case)
    finally:
        holdings.cache_clear()


def carried_out_by(task: type[t.Task], wrong: Any) -> tuple[Any, Any, Any]:
    return agenda.CARRIED_OUT_BY, task, wrong


def business_before_matches(play: Play, task: t.Arrive) -> None:
    walking.arrive(play, task)
    play.agenda[-2:] = play.agenda[-2:][::-1] if len(play.agenda) > 2 else play.agenda[-2:]


def takings_first(play: Play, task: t.Festival) -> None:
    play.agenda.append(t.Takings())


def missed_turn_pays_at_once(play: Play, task: t.TakeTurn) -> None:
    if play.players[task.seat].sitting_out:
        play.change(task.seat, sitting_out=False)
    turns.take_turn(play, task)


def bankrupt_keeps_its_offerings(play: Play, seat: Any) -> None:
    offerings = play.players[seat].offerings
    go_bankrupt(play, seat)
    play.change(seat, offerings=offerings)


def bankrupt_goes_on(play: Play, seat: Any) -> None:
    kept = list(play.agenda)
    go_bankrupt(play, seat)
    play.agenda[:] = kept


def firms_before_stakes(play: Play, seat: Any, owed: int) -> None:
    ruin.give_up_firms(play, seat, owed)
    sell_stakes(play, seat, owed)


def dearest_firm_first(play: Play, seat: Any, owed: int) -> None:
    while play.players[seat].cash < owed and (mine := play.ledger.firms(seat)):
        square = max(mine, key=play.ledger.value)
        got = play.ledger.value(square) // 2
        play.hand_over(square, None, 0)
        play.pay(got, None, seat)
        play.tell(FirmGivenUp(seat, square, got))


def any_town_is_new(player: Any, town: Any) -> bool:
    return town not in player.collecting


def fork_on_landing(play: Play, task: t.Walk) -> None:
    walk(play, task)
    if isinstance(play.agenda[-1], t.Arrive) and play.mover.square in walking.FORKS:
        play.agenda.append(t.Walk(1))


def meets_the_first_seat_first(play: Play) -> tuple[Any, ...]:
    return tuple(sorted(whom_to_meet(play)))


def curse_hits_own_firms(play: Play) -> None:
    square, owner = play.mover.square, play.owners[play.mover.square]
    if owner is not None and Item.CURSE in play.using:
        firms.curse_firm(play, owner, square)
    else:
        visit_firm(play)


def charm_is_no_help(play: Play, seat: Any, square: int, against: Any) -> bool:
    return False


def economy_without_pull(index: int, step: int) -> int:
    return seasons.bounded(index + step)


go_bankrupt, sell_stakes = ruin.go_bankrupt, ruin.sell_stakes
walk, whom_to_meet, visit_firm = walking.walk, duels.whom_to_meet, firms.visit_firm

# Where a rule is looked up, its wrong version, and a case that sees it.
RULES: tuple[tuple[Any, Any, Any, str], ...] = (
    (*carried_out_by(t.Arrive, business_before_matches), "OKC-36"),
    (*carried_out_by(t.Festival, takings_first), "OKC-34"),
    (*carried_out_by(t.TakeTurn, missed_turn_pays_at_once), "OKC-59"),
    (*carried_out_by(t.Walk, fork_on_landing), "OKC-18"),
    (ruin, "go_bankrupt", bankrupt_keeps_its_offerings, "OKC-49"),
    (ruin, "go_bankrupt", bankrupt_goes_on, "OKC-41"),
    (ruin, "sell_stakes", firms_before_stakes, "OKC-58"),
    (ruin, "give_up_firms", dearest_firm_first, "OKC-57"),
    (experiences, "is_new", any_town_is_new, "OKC-22"),
    (walking, "whom_to_meet", meets_the_first_seat_first, "OKC-40"),
    (squares, "visit_firm", curse_hits_own_firms, "OKC-47"),
    (firms, "is_warded_off", charm_is_no_help, "OKC-46"),
    (fortune, "is_warded_off", charm_is_no_help, "OKC-54"),
    (seasons, "economy_after", economy_without_pull, "OKC-32"),
    (investing, "tax_rate", lambda options: 20, "OKC-64"),
)


def name_of(fault: tuple[Any, Any, Any, str]) -> str:
    return f"{getattr(fault[2], '__name__', fault[1])}-{fault[3]}"


@pytest.mark.parametrize(
    ("where", "name", "wrong", "case"),
    [pytest.param(*fault, id=name_of(fault)) for fault in RULES],
)
def test_a_wrong_rule_is_seen_by_its_case(
    monkeypatch: Any, where: Any, name: Any, wrong: Any, case: str
) -> None:
    run(case)
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, wrong)
    else:
        monkeypatch.setattr(where, name, wrong)
    seen_by(case)
