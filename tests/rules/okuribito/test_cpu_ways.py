"""Where the strong computer player goes: roads, the castle, stops."""

from collections.abc import Sequence

from games.okuribito import actions as a
from games.okuribito.cpu_strong import Outlook, habitual
from games.okuribito.cpu_ways import Ways
from games.okuribito.model import State
from tests.rules.okuribito.positions import ENGINE, A, answer, position

Firms = dict[str, Sequence[int]]
RICH: Firms = {str(square): [0, 1] for square in (1, 2, 3, 5, 6, 7, 37, 38, 39)}
CHEAP: Firms = {"64": [0, 1]}


def ways(state: State) -> Ways:
    return Ways(Outlook(ENGINE.view(state, A), A))


def rolled(square: int, cash: int, firms: Firms) -> State:
    """Two pips from a square."""
    state = position(firms=firms, round=9, seats={"0": {"square": square, "cash": cash}})
    arrived: State = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    return arrived


def test_the_castle_pays_when_dues_are_large() -> None:
    for firms, way in ((RICH, a.ChooseCastle()), (CHEAP, a.ChooseRoad())):
        state = rolled(44, 3_000_000, firms)
        assert habitual(ENGINE.view(state, A), A) == way


def test_the_castle_does_not_lead_away_from_the_money_changer() -> None:
    """From Shinagawa it leads to Ueno, twenty squares further from it than the road."""
    state = position(firms=RICH, seats={"0": {"square": 62}})
    assert ways(state).castle_gain(62, 2) < 0


def test_it_stops_with_much_to_offer_and_goes_on_with_little() -> None:
    for cash, wanted in ((20_000_000, a.Stop()), (400_000, a.Pass())):
        state = rolled(3, cash, CHEAP)
        assert habitual(ENGINE.view(state, A), A) == wanted


def test_a_dear_firm_of_another_is_not_gone_to() -> None:
    free = ways(position(seats={"0": {"square": 12}}))
    store: Firms = {"14": [1, 3], "15": [1, 3], "16": [1, 3]}
    dear = ways(position(firms=store, seats={"0": {"square": 12}}))
    assert dear.stop[14] < free.stop[14]
    assert dear.go_on(12, 2) < free.go_on(12, 2)


def test_the_best_of_what_is_ahead_is_never_less_than_one_way() -> None:
    found = ways(position(firms=RICH, seats={"0": {"square": 0}}))
    for pips in range(2, 13):
        assert found.go_on(7, pips) >= found.go_on(8, pips - 1)
