"""Whole matches kept on file, so that a change of the rules shows what it changes for whom.

`python -m tests.rules.golden_matches` writes them anew. Beside each there is a text to
read: a reviewer sees in its difference which move goes another way.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.core.codec import dump, from_plain, plain
from games.core.engine import AnyEngine, Step
from games.core.events import Told
from games.core.replay import Made, replay
from games.core.seats import Seat, all_seats
from games.hokusai.model import GettingHome, Options
from tests.rules.contract import Subject, first_seat, key_for, play
from tests.rules.oichokabu.subject import OPTION_SETS as OICHO_KABU_RULES
from tests.rules.okuribito.subject import OPTION_SETS as OKURIBITO_RULES
from tests.rules.subjects import SUBJECTS

FOLDER = Path(__file__).parent / "golden"

# Per game: the name of a file, how many seats, which house rules, which seed.
WANTED: dict[str, list[tuple[str, int, Any, int]]] = {
    "hokusai": [
        ("as-printed-2", 2, Options(), 20),
        ("as-printed-4", 4, Options(), 41),
        ("as-printed-6", 6, Options(), 62),
        ("bounce-back-2", 2, Options(getting_home=GettingHome.BOUNCE_BACK), 23),
        ("bounce-back-5", 5, Options(getting_home=GettingHome.BOUNCE_BACK), 54),
        ("over-is-fine-3", 3, Options(getting_home=GettingHome.OVER_IS_FINE), 35),
        ("rank-everyone-3", 3, Options(rank_everyone=True), 36),
        (
            "rank-everyone-over-is-fine-4",
            4,
            Options(getting_home=GettingHome.OVER_IS_FINE, rank_everyone=True),
            47,
        ),
    ],
    "oicho-kabu": [
        ("usual-2", 2, OICHO_KABU_RULES[0], 20),
        ("usual-4", 4, OICHO_KABU_RULES[0], 40),
        ("usual-6", 6, OICHO_KABU_RULES[0], 60),
        ("dealers-favour-3", 3, OICHO_KABU_RULES[1], 31),
        ("in-order-long-2", 2, OICHO_KABU_RULES[2], 22),
        ("host-deals-5", 5, OICHO_KABU_RULES[3], 53),
        ("every-hand-4", 4, OICHO_KABU_RULES[4], 44),
        ("drawn-dealer-3", 3, OICHO_KABU_RULES[5], 35),
    ],
    # Short ones: a match takes hundreds of moves.
    "okuribito": [
        ("short-4", 4, OKURIBITO_RULES[0], 41),
        ("gentle-5", 5, OKURIBITO_RULES[1], 52),
    ],
}


def record(game: str, seats: int, options: Any, seed: int) -> dict[str, Any]:
    """Play a random match and write down what there is to know about it."""
    subject = subject_of(game)
    _, moments = play(subject, seats, options, seed)
    match = {
        "game": game,
        "rules_version": subject.engine.rules_version,
        "seats": seats,
        "options": plain(options),
        "first": first_seat(seats, seed),
        "key": key_for(seed).hex(),
        "moves": [[moment.seat, plain(moment.action)] for moment in moments],
    }
    return {**match, **outcome(match)}


def subject_of(game: str) -> Subject:
    return next(each for each in SUBJECTS if each.engine.key == game)


def outcome(match: dict[str, Any]) -> dict[str, Any]:
    """What comes of a match's moves today: the result, and a digest for every step of
    each seat's view (the spectators' last) and of what was told."""
    engine = subject_of(match["game"]).engine
    steps = list(replayed(engine, match))
    return {
        "result": plain(engine.result(steps[-1].state)),
        "digests": [
            [
                *(digest(engine.view(step.state, seat)) for seat in all_seats(match["seats"])),
                digest(engine.view(step.state, None)),
                digest(step.told),
            ]
            for step in steps
        ],
    }


def replayed(engine: AnyEngine, match: dict[str, Any]) -> Iterator[Step[Any, Any]]:
    moves = [
        Made(Seat(seat), from_plain(engine.action_type, action)) for seat, action in match["moves"]
    ]
    again = replay(
        engine,
        seats=match["seats"],
        options=from_plain(engine.options_type, match["options"]),
        first=Seat(match["first"]),
        key=bytes.fromhex(match["key"]),
        moves=moves,
    )
    return (each.step for each in again)


def readable(match: dict[str, Any]) -> str:
    """The match as a text, a line for each move and everything that was told."""
    engine = subject_of(match["game"]).engine
    options = ", ".join(f"{name} {value}" for name, value in match["options"].items())
    lines = [f"{match['game']}, {match['seats']} seats; {options}", ""]
    for number, step in enumerate(replayed(engine, match)):
        if number == 0:
            heading = "start"
        else:
            seat, action = match["moves"][number - 1]
            heading = f"seat {seat} {words(from_plain(engine.action_type, action))}"
        lines += [f"{number}. {heading}", *(f"     {told_words(told)}" for told in step.told)]
    result = match["result"]
    lines += ["", f"ranks {result['ranks']}, scores {result['scores']}: {result['reason']}", ""]
    return "\n".join(lines)


def told_words(told: Told[Any]) -> str:
    if told.only is None:
        return words(told.event)
    others = "nothing" if told.others is None else words(told.others)
    return f"{words(told.event)} [only {sorted(told.only)}; others: {others}]"


def words(value: Any) -> str:
    """An action or event: its name, and its fields in the order of its class."""
    tagged = json.loads(msgspec.json.encode(value))
    fields = [f"{name} {value}" for name, value in tagged.items() if name != "type"]
    return " ".join([tagged["type"], *fields])


def digest(value: Any) -> str:
    return hashlib.sha256(dump(value)).hexdigest()[:12]


def written(match: dict[str, Any]) -> str:
    """JSON with one move or one step's digests to a line."""
    parts = []
    for name, value in match.items():
        if name in ("moves", "digests"):
            inner = ",\n  ".join(json.dumps(each) for each in value)
            parts.append(f' "{name}": [\n  {inner}\n ]')
        else:
            parts.append(f' "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_all() -> None:
    for game, matches in WANTED.items():
        folder = FOLDER / game
        folder.mkdir(parents=True, exist_ok=True)
        for name, seats, options, seed in matches:
            match = record(game, seats, options, seed)
            (folder / f"{name}.json").write_text(written(match), "utf-8")
            (folder / f"{name}.txt").write_text(readable(match), "utf-8")


if __name__ == "__main__":
    write_all()
