"""How the conformance cases of Oicho-Kabu are run."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import astuple

from games.core.codec import from_plain
from games.core.errors import Refused
from games.core.events import Told
from games.core.result import rank_by_score
from games.core.seats import Seat
from games.oichokabu.cards import CARDS
from games.oichokabu.dealership import after_hand, turn_cards
from games.oichokabu.events import GameOver, HandEnded, Settled, Shown
from games.oichokabu.hands import compare, dealers_hand, players_hand
from games.oichokabu.model import Action, Options, Phase, State
from games.oichokabu.thirds import Third, dealers_third, decider, third_card
from games.oichokabu.worth import Hand, Kind
from tests.rules.oichokabu.table import ENGINE, NOTHING, laid, next_hand, stacked


def classify_many(given: list[dict[str, Any]], expect: list[Any]) -> None:
    hands = {"player": players_hand, "dealer": dealers_hand}
    found = [hands[row["role"]](row["cards"], options_of(row)) for row in given]
    assert [list(astuple(hand)) for hand in found] == expect


def draw_rule_many(given: list[dict[str, Any]], expect: list[str]) -> None:
    words = {Third.MUST: "must_draw", Third.MAY: "choice", Third.NEVER: "must_stand"}
    found = [
        dealers_third(row["cards"], options_of(row))
        if row["role"] == "dealer"
        else third_card(row["cards"])
        for row in given
    ]
    assert [words[each] for each in found] == expect


def compare_many(given: list[dict[str, Any]], expect: list[Any]) -> None:
    found = []
    for row in given:
        options = options_of(row)
        player = players_hand(row["player"], options)
        found.append(compare(player, dealers_hand(row["dealer"], options), options))
    assert [list(each) for each in found] == expect


def first_dealer(given: dict[str, Any], expect: dict[str, Any]) -> None:
    dealer, turned = turn_cards(given["players"], stacked(*given["deck"], purpose="turn"))
    rounds = max(sum(each.seat == seat for each in turned) for seat in range(given["players"]))
    assert {"dealer": dealer, "rounds": rounds} == expect
    assert [each.month for each in turned] == given["deck"]


def hand(given: dict[str, Any], expect: dict[str, Any]) -> None:
    step = enact(set_up(given), given["actions"])
    found = outcome(*step)
    if hands := expect.get("hands"):  # not all of them need be named
        found["hands"] = {name: found["hands"][name] for name in hands}
    assert {name: found[name] for name in expect} == expect


def game(given: dict[str, Any], expect: dict[str, Any]) -> None:
    hands, after = given["hands"], []
    state = set_up({**given, **hands[0]})
    for number, one in enumerate(hands):
        if number:
            state = next_hand(state, *one["deck"]).state
        state, told = enact(state, one["actions"])
        found = outcome(state, told)
        after.append({name: found[name] for name in expect["after"][number]})
    assert after == expect["after"]
    assert found["over"] == expect["over"] and found["ranks"] == expect["ranks"]


def passing(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Nobody's points reach zero, so the dealer's hands are all that counts."""
    state, dealers = set_up({**given, "deck": []}), []
    for kind, digit in given["hands"]:
        assert state.over is None
        dealers.append(state.dealer)
        state = after_hand(state, Hand(Kind(kind), digit), [])
    assert {"dealers": dealers, "ends_after": len(dealers)} == expect
    assert state.over is not None and state.over.reason == "round_complete"


def ranks(given: list[list[int]], expect: list[list[int]]) -> None:
    assert [list(rank_by_score(points)) for points in given] == expect


def view(given: dict[str, Any], expect: dict[str, Any]) -> None:
    state, _ = enact(set_up(given), given["actions"])
    seats = {"dealer": state.dealt_by, "spectator": None}
    for viewer, wanted in expect["views"]:
        seen = ENGINE.view(state, seats.get(viewer, viewer))
        months = {card.name: list(card.months) for card in seen.cards}
        assert {**months, "dealer": list(seen.dealer_months)} == wanted, viewer


RUNNERS = {
    "classify_many": classify_many,
    "draw_rule_many": draw_rule_many,
    "compare_many": compare_many,
    "first_dealer": first_dealer,
    "hand": hand,
    "game": game,
    "passing": passing,
    "ranks": ranks,
    "view": view,
}


def options_of(given: dict[str, Any]) -> Options:
    options: Options = from_plain(Options, given.get("options", {}))
    return options


def set_up(given: dict[str, Any]) -> State:
    return laid(
        *given["deck"],
        seats=given["players"],
        dealer=given["dealer"],
        points=given.get("points"),
        dealer_hands=given.get("dealer_hands", 0),
        passes=given.get("passes", 0),
        **given.get("options", {}),
    )


def enact(state: State, actions: Iterable[dict[str, Any]]) -> tuple[State, list[Told[Any]]]:
    """The actions of one hand; refused ones must be refused with their code."""
    told: list[Told[Any]] = []
    for row in actions:
        if row["do"] == "timeout":
            moves = [(seat, ENGINE.on_timeout(state, seat)) for seat in asked_now(state)]
        else:
            moves = [(Seat(row["seat"]), action_of(row))]
        for seat, action in moves:
            if "rejected" in row:
                with pytest.raises(Refused) as refused:
                    ENGINE.apply(state, seat, action, NOTHING)
                assert refused.value.code == row["rejected"]
                continue
            step = ENGINE.apply(state, seat, action, NOTHING)
            state = step.state
            told += step.told
    return state, told


def asked_now(state: State) -> list[Seat]:
    return sorted(ENGINE.must_act(state))


def action_of(row: dict[str, Any]) -> Action:
    fields = {name: value for name, value in row.items() if name in ("card", "points")}
    action: Action = from_plain(ENGINE.action_type, {"type": row["do"], **fields})
    return action


def outcome(state: State, told: list[Told[Any]]) -> dict[str, Any]:
    """Everything a case may ask about, in the words of the cases."""
    heard = [each.event for each in told]
    settled = [event for event in heard if isinstance(event, Settled)]
    ended = [event for event in heard if isinstance(event, HandEnded)]
    over = next((event for event in heard if isinstance(event, GameOver)), None)
    assert len(ended) == 1, "the hand is not over"
    assert ended[0].points == state.points and state.over == over
    hands = {name: list(months) for name, months in zip(CARDS, state.hands, strict=True)}
    shown = {event.card: list(event.months) for event in heard if isinstance(event, Shown)}
    deciders = [decider(state.amounts, card, state.dealt_by) for card in range(len(CARDS))]
    assert shown == {
        name: hands[name] for name, seat in zip(CARDS, deciders, strict=True) if seat is not None
    }
    return {
        "stakes": stakes(state),
        "deciders": deciders,
        "hands": {**hands, "dealer": list(state.dealer_hand)},
        "results": {event.card: [event.result, event.multiple] for event in settled},
        "settled": [list(astuple(event)) for event in settled],
        "dealer_hand": [ended[0].dealer_hand, ended[0].digit],
        "points": list(state.points),
        "dealer": state.dealer,
        "dealer_hands": state.dealer_hands,
        "passes": state.passes,
        "phase": "over" if state.phase is Phase.OVER else "between",
        "over": over and over.reason,
        "ranks": list(over.places) if over else [],
        "last_event": [heard[-1].__struct_config__.tag, *astuple(heard[-1])],
    }


def stakes(state: State) -> dict[str, dict[str, int]]:
    return {
        name: {str(seat): row[card] for seat, row in enumerate(state.amounts) if row[card]}
        for card, name in enumerate(CARDS)
        if any(row[card] for row in state.amounts)
    }
