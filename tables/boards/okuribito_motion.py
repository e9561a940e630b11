"""How the browser may move from one scene of Okuribito to the next, in the order of the rules.

static/js/boards/okuribito.js plays at the same pace, and faster where a step would take longer
than a deadline allows for.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.okuribito import events as e
from tables.boards.base import LONGEST_MOTION, Hint
from tables.boards.okuribito_money import short

# Seconds to watch.
_ROLL, _STEP, _WALK_AT_MOST, _PAY, _OTHER = 0.6, 0.16, 1.3, 0.35, 0.3


def motion(events: Sequence[e.Event]) -> list[Hint]:
    hints: list[Hint] = []
    for event in events:
        make = _HINTS.get(type(event))
        if make is not None:
            hints += make(event)
    return hints


def motion_seconds(events: Sequence[e.Event]) -> float:
    return min(LONGEST_MOTION, sum(_seconds(hint) for hint in motion(events)))


def _seconds(hint: Hint) -> float:
    if hint["do"] == "walk":
        return min(_WALK_AT_MOST, _STEP * len(hint["path"]))
    return {"roll": _ROLL, "pay": _PAY, "duel": _ROLL}.get(hint["do"], _OTHER)


def _pay(payer: int | None, payee: int | None, sum: int, at: int | None = None) -> list[Hint]:
    """None is the bank."""
    if not sum:
        return []
    return [{"do": "pay", "from": payer, "to": payee, "amount": short(sum), "at": at}]


def _round(event: e.RoundStarted) -> list[Hint]:
    return [{"do": "season", "season": event.season.value, "round": event.round}]


def _walk(event: e.Walked) -> list[Hint]:
    seat = event.seat
    return [{"do": "walk", "id": f"pc-{seat}", "seat": seat, "path": list(event.path)}]


def _bought(event: e.FirmBought) -> list[Hint]:
    buy = {"do": "buy", "seat": event.seat, "square": event.square}
    return [*_pay(event.seat, None, event.cost, event.square), buy]


def _built(event: e.Built) -> list[Hint]:
    build = {"do": "build", "seat": event.seat, "square": event.square, "level": event.level}
    return [*_pay(event.seat, None, event.cost, event.square), build]


def _stamp(event: e.Experience) -> list[Hint]:
    town = event.town.number
    return [{"do": "stamp", "seat": event.seat, "town": town, "have": event.have}]


def _duel(event: e.MatchPlayed) -> list[Hint]:
    duel = {
        "do": "duel",
        "challenger": event.challenger,
        "challenged": event.challenged,
        "dice": list(event.dice),
        "total": event.total,
        "winner": event.winner,
    }
    return [duel]


def _cursed(event: e.FirmCursed) -> list[Hint]:
    lose = {"do": "lose", "square": event.square, "level": 0}
    return [lose, *_pay(None, event.owner, event.got, event.square)]


def _given_up(event: e.FirmGivenUp) -> list[Hint]:
    lose = {"do": "lose", "square": event.square, "level": 0}
    return [lose, *_pay(None, event.seat, event.got, event.square)]


def _piece(do: str) -> Callable[[Any], list[Hint]]:
    """A hint about a seat's piece alone."""
    return lambda event: [{"do": do, "id": f"pc-{event.seat}", "seat": event.seat}]


def _from_bank(event: Any) -> list[Hint]:
    return _pay(None, event.seat, event.got)


_HINTS: Final[dict[type[Any], Callable[[Any], list[Hint]]]] = {
    e.RoundStarted: _round,
    e.FestivalHeld: lambda event: [{"do": "festival", "town": event.town.number}],
    e.OfferingReturned: _from_bank,
    e.TurnMissed: _piece("miss"),
    e.BookedSaleDone: _from_bank,
    e.ItemUsed: lambda event: [{"do": "item", "seat": event.seat, "item": event.item.value}],
    e.StakesSold: _from_bank,
    e.Rolled: lambda event: [{"do": "roll", "seat": event.seat, "dice": list(event.dice)}],
    e.Walked: _walk,
    e.Dues: _from_bank,
    e.Experience: _stamp,
    e.Ranked: lambda event: [{"do": "rank", "seat": event.seat, "rank": event.rank.value}],
    e.InsightChosen: lambda event: [
        {"do": "insight", "seat": event.seat, "insight": event.insight.value}
    ],
    e.StakesBought: lambda event: _pay(event.seat, None, event.cost),
    e.Offered: lambda event: _pay(event.seat, None, event.amount),
    e.Fortune: lambda event: [
        {
            "do": "fortune",
            "seat": event.seat,
            "luck": event.result.value,
            "item": event.item.value if event.item is not None else None,
        }
    ],
    e.Challenged: lambda event: [
        {
            "do": "number",
            "challenger": event.seat,
            "challenged": event.opponent,
            "number": event.number,
        }
    ],
    e.MatchPlayed: _duel,
    e.FirmBought: _bought,
    e.Built: _built,
    e.FirmCursed: _cursed,
    e.Slip: lambda event: [
        {"do": "slip", "seat": event.seat, "luck": event.result.value},
        *_pay(None, event.seat, max(0, event.amount)),
    ],
    e.CardDrawn: lambda event: [{"do": "card", "seat": event.seat, "card": event.card.value}],
    e.FairHeld: lambda event: [{"do": "fair", "town": event.town.number}],
    e.Fire: lambda event: [{"do": "lose", "square": event.square, "level": event.level}],
    e.LuckyFind: _from_bank,
    e.Pickpocket: lambda event: _pay(event.seat, None, event.lost),
    e.FirmGivenUp: _given_up,
    e.Paid: lambda event: _pay(event.seat, event.to, event.paid),
    e.Bankrupt: _piece("bankrupt"),
}
