"""How Okuribito's conformance cases are run."""

from typing import Any

import pytest

from games.core.codec import from_plain, plain
from games.core.errors import Refused
from games.okuribito.actions import Action
from games.okuribito.ledger import Ledger
from games.okuribito.model import State
from games.okuribito.names import INDUSTRIES, TOWNS
from games.okuribito.setup import starting_funds
from tests.rules.okuribito.positions import ENGINE, A, InOrder, asked, begin, position
from tests.rules.okuribito.subject import invariant

FIELDS = {
    "sell_stakes": ("industry", "qty"),
    "book_sale": ("industry", "qty", "wait"),
    "buy_stakes": ("industry", "qty"),
    "offer": ("town", "amount"),
    "choose_insight": ("insight",),
    "build": ("square",),
}


def play(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Draws fall in the order they are listed, whatever they are for."""
    given = dict(given)
    draws, actions = InOrder(given.pop("draws", ())), given.pop("actions", ())
    options = dict(given.pop("options", {}))
    state = position(players=options.pop("players", 4), options=options, **given)
    step = begin(state, draws)
    state, told = step.state, list(step.told)
    for words in actions:
        seat = asked(state).seat
        if isinstance(words, dict):
            with pytest.raises(Refused):
                ENGINE.apply(state, seat, action_of(words["refused"], state), draws)
            continue
        draws.state = state
        step = ENGINE.apply(state, seat, action_of(words, state), draws)
        state = step.state
        told += step.told
        invariant(state)
    assert draws.left() == 0
    happened = [plain(each.event) for each in told]
    for name, wanted in expect.items():
        if name == "events":
            assert_in_this_order(wanted, happened)
        elif name == "never":
            assert not {each["type"] for each in happened} & set(wanted)
        else:
            assert found(state, *name.split()) == wanted, name


def action_of(words: list[Any], state: State) -> Action:
    name, *facts = words
    if name == "time_runs_out":
        return ENGINE.on_timeout(state, asked(state).seat)
    if name == "build" and not facts:
        facts = [asked(state).square]
    named = dict(zip(FIELDS.get(name, ()), facts, strict=True))
    action: Action = from_plain(ENGINE.action_type, {"type": name, **named})
    return action


def assert_in_this_order(wanted: list[Any], happened: list[dict[str, Any]]) -> None:
    rest = iter(happened)
    for name, facts in wanted:
        for event in rest:
            if event["type"] == name and facts.items() <= event.items():
                break
        else:
            raise AssertionError(f"{name} {facts} not among, or not in order: {happened}")


def found(state: State, name: str, of: str = "") -> Any:
    """One of the words under "Expect"."""
    ledger = Ledger(state)
    if name in ("value", "fee"):
        return getattr(ledger, name)(int(of))
    if name == "firm":
        return [state.owners[int(of)], state.levels[int(of)]]
    if name == "economy":
        return state.economy[INDUSTRIES.index(of)]
    if name == "price":
        return ledger.price(INDUSTRIES.index(of))
    if of:
        return found_of_seat(state, ledger, name, int(of))
    over = state.over
    if name == "pending":
        return None if over else [asked(state).point, asked(state).seat]
    if name == "deck_left":
        return len(state.cards)
    if name == "round":
        return state.round
    assert over is not None
    return {"ended_by": over.why, "ranks": list(over.ranks), "fortunes": list(over.fortunes)}[name]


def found_of_seat(state: State, ledger: Ledger, name: str, seat: Any) -> Any:
    player = state.players[seat]
    if name == "start_funds":
        return starting_funds(state.options, A, len(state.players), seat)
    if name == "fortune":
        return ledger.fortunes()[seat]
    if name == "stakes":
        return {i: qty for i, qty in zip(INDUSTRIES, player.stakes, strict=True) if qty}
    if name == "offerings":
        return {town: lying for town, lying in zip(TOWNS, player.offerings, strict=True) if lying}
    if name == "booked":
        return [[each.industry, each.qty, each.due, each.rate] for each in player.booked]
    if name == "foresees":
        seen = ENGINE.view(state, seat).festivals
        return {str(r): seen[r - 1] for r in range(state.round + 1, len(seen) + 1)}
    value = getattr(player, name)
    return list(value) if isinstance(value, tuple) else value


RUNNERS = {"play": play}
