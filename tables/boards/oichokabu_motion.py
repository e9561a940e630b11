"""How the cards of Oicho-Kabu move: pauses of equal length whatever a card decided (OC-36).

Hints name elements; the browser shows each as the coming scene has it, when its moment comes.
No hint carries a card, so motion cannot tell more than the scene does.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.oichokabu.cards import CARDS
from games.oichokabu.events import (
    CardStood,
    DealerRevealed,
    DealerSecond,
    DealerStood,
    DealerThird,
    Event,
    HandEnded,
    HandStarted,
    SecondDealt,
    Settled,
    Shown,
    ThirdDrawn,
)
from tables.boards.base import LONGEST_MOTION, Hint

# Milliseconds, as long as all of it may be watched within LONGEST_MOTION; else shorter, all alike.
_GATHER: Final = 420
_DEAL: Final = 180
_THIRD: Final = 700  # drawn and stood, forced and chosen
_TURN: Final = 420
_SETTLE: Final = 260


def motion(events: Sequence[Event]) -> list[Hint]:
    hints = list(_hints(events))
    whole = sum(hint["ms"] for hint in hints)
    if whole > LONGEST_MOTION * 1000:
        for hint in hints:
            hint["ms"] = int(hint["ms"] * LONGEST_MOTION * 1000 / whole)
    return hints


def seconds(events: Sequence[Event]) -> float:
    return float(sum(hint["ms"] for hint in motion(events))) / 1000


def _hints(events: Sequence[Event]) -> Iterator[Hint]:
    for event in events:
        match event:
            case HandStarted():
                yield {"do": "gather", "ids": [], "ms": _GATHER}
                for ids in _laid():
                    yield {"do": "deal", "ids": ids, "ms": _DEAL}
            case SecondDealt(card=card):
                yield {"do": "deal", "ids": [f"c-{card}-1", *_worth(card)], "ms": _DEAL}
            case ThirdDrawn(card=card):
                yield {"do": "draw", "ids": [f"c-{card}-2", *_worth(card)], "ms": _THIRD}
            case CardStood(card=card):
                yield {"do": "stay", "ids": _worth(card), "ms": _THIRD}
            case DealerRevealed():
                yield {"do": "turn", "ids": ["dealer-0"], "ms": _TURN}
            case DealerSecond():
                yield {"do": "draw", "ids": ["dealer-1"], "ms": _TURN}
            case DealerThird():
                yield {"do": "draw", "ids": ["dealer-2", "dealer-v", "dealer-w"], "ms": _THIRD}
            case DealerStood():
                yield {"do": "stay", "ids": ["dealer-v", "dealer-w"], "ms": _THIRD}
            case Shown(card=card):
                yield {"do": "turn", "ids": [f"c-{card}-1", *_worth(card)], "ms": _TURN}
            case Settled(card=card, seat=seat):
                ids = [f"put-{card}-{seat}", f"put-{card}-{seat}-r"]
                yield {"do": "settle", "ids": ids, "ms": _SETTLE}
            case HandEnded(points=points):
                yield {"do": "count", "ids": list(_counts(len(points))), "ms": _SETTLE}
            case _:
                pass


def _laid() -> Iterator[list[str]]:
    yield from ([f"c-{card}-0"] for card in CARDS)
    yield ["dealer-0"]


def _worth(card: str) -> list[str]:
    return [f"v-{card}", f"w-{card}", f"peek-{card}"]


def _counts(seats: int) -> Iterator[str]:
    yield "dealer-points"
    for seat in range(seats):
        yield from (f"seat-{seat}-at", f"strip-{seat}-at", f"seat-{seat}-place")
