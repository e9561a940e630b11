"""A table of Oicho-Kabu for tests: the cards fall as a test wants them, people press through the
real view."""

import json
import uuid
from typing import Any

from django.test import Client
from msgspec.structs import replace

from games.core.engine import Step
from games.core.events import Told
from games.oichokabu.events import FirstDealer, HandStarted
from games.oichokabu.model import State
from kirakuken.accounts.models import Player
from tables import clocks, store
from tables.models import Match, Move
from tables.services.playing import chairs
from tests.rules.oichokabu.table import ENGINE, laid
from tests.tables.finished import running_match
from tests.tables.play import fresh

# Seat 0 deals. Kata 5 and 10: its decider has a choice. Niban 10 and 4 too, and the dealer.
CARDS = (5, 10, 2, 6, 7, 10, 4, 4, 6, 9, 9, 2)


def match_with(host: Player, *others: Player, state: State, **settings: Any) -> Match:
    """A match whose first hand has been laid as `state` has it."""
    match = running_match(host, *others, game="oicho-kabu", **settings)
    return lay_anew(match, state)


def lay_anew(match: Match, state: State) -> Match:
    """From the start, as if these cards had come."""
    Move.objects.filter(match=match).delete()
    table = tuple(hand[0] for hand in state.hands)
    told = (
        Told(FirstDealer(state.dealer)),
        Told(HandStarted(1, state.dealer, 1, table)),
    )
    match = fresh(match)
    match.draws = 0
    store.begin(match, Step(state, told), [])
    seats = chairs(match)
    asking = clocks.Asking(0, match.created_at, clocks.LONGEST_MOTION, match.turn_limit)
    match.decisions = clocks.to_json(clocks.decisions_after([], ENGINE, state, asking))
    match.due_at = clocks.next_due(clocks.from_json(match.decisions), seats)
    match.save()
    return match


def from_the_start(state: State) -> State:
    """The same cards before anything was decided: as they lay in the deck."""
    drawn = [
        *(hand[1] for hand in state.hands if len(hand) > 1),
        *(hand[2] for hand in state.hands if len(hand) > 2),
        *state.dealer_hand[1:],
    ]
    firsts = tuple(hand[:1] for hand in state.hands)
    fewest = laid(*(hand[0] for hand in firsts), seats=len(state.points))
    return replace(
        fewest,
        hands=firsts,
        dealer_hand=state.dealer_hand[:1],
        stock=(*drawn, *state.stock),
    )


def post(client: Client, match: Match, seat: int, **fields: Any) -> Any:
    """One press of the seat's player, with the number of the question that is open to it."""
    now = clocks.from_json(fresh(match).decisions)[seat]
    body = {
        "decision": str(now.number if now is not None else 0),
        "match": match.public_id,
        "one_time_id": str(uuid.uuid4()),
        "have": "0",
        **fields,
    }
    address = f"/t/{match.table.public_id}/move/"
    return client.post(address, body, headers={"Accept": "application/json"})


def put(client: Client, match: Match, seat: int, card: str, points: object) -> Any:
    return post(client, match, seat, card=card, points=str(points))


def counter_of(answer: Any) -> str:
    return str(json.loads(answer.content)["regions"]["counter"])


def state_of(match: Match) -> State:
    state: State = store.load(fresh(match)).state
    return state
