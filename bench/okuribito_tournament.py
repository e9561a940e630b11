"""Each level of Okuribito's computer players against three of the level below it.

`python -m bench.okuribito_tournament [--lower 400] [--strong 100] [--nodes 1000] [--seed 1]`.
`--skip 50 --strong 50` plays the second half of a hundred, for another core.
One seat of four is the better player's, in turn, and every pairing plays the defaults. The same
seed and nodes play the same games. A fair share is 25 %; 35 % is 1.4 times that.
"""

import hashlib
import sys
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from typing import Any

from games.core.cpu import AnyCpu, Level, Thought
from games.core.seats import Seat
from games.core.simulate import play_out
from games.okuribito.model import Options, State, View
from games.registry import OKURIBITO
from kirakuken.lib.intervals import interval

SEATS = 4
WANTED = 35.0


class RandomCpu:
    """Any kind of answer is as likely as any other, and so is any answer of its kind: stakes
    and offerings have thousands of answers and would drown all others."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Any, ...], thought: Thought[State]
    ) -> Any:
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = kinds[thought.dice.roll("kind", len(kinds))[0] - 1]
        answers = [action for action in legal if type(action) is kind]
        return answers[thought.dice.roll("answer", len(answers))[0] - 1]


@dataclass(frozen=True)
class OneAmong:
    """`better` sits on one seat, `others` on all the rest."""

    better: AnyCpu
    others: AnyCpu
    seat: Seat

    def choose(self, view: Any, seat: Seat, legal: tuple[Any, ...], thought: Thought[Any]) -> Any:
        cpu = self.better if seat == self.seat else self.others
        return cpu.choose(view, seat, legal, thought)


def wins(
    better: AnyCpu, others: AnyCpu, games: int, seed: int, nodes: int, skip: int = 0
) -> list[float]:
    """What the better one won of each game: all of it, nothing, or its part of a shared win."""
    won = []
    for game in range(skip, skip + games):
        seat = Seat(game % SEATS)
        match = play_out(
            OKURIBITO.engine,
            OneAmong(better, others, seat),
            seats=SEATS,
            options=Options(),
            key=hashlib.sha256(f"tournament {seed} {game}".encode()).digest(),
            first=Seat(game // SEATS % SEATS),
            nodes=nodes,
        )
        ranks = match.result.ranks
        won.append(1 / ranks.count(1) if ranks[seat] == 1 else 0.0)
        if sys.stderr.isatty() or not len(won) % 10:
            print(f"  {len(won)} games, {sum(won):.1f} won", file=sys.stderr, flush=True)
    return won


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--lower", type=int, default=400, help="games of each lower pairing")
    parser.add_argument("--strong", type=int, default=100, help="games of the strong one")
    parser.add_argument("--nodes", type=int, default=1_000, help="of the strong one, a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="games played elsewhere")
    given = parser.parse_args()
    gentle, sound, strong = (OKURIBITO.cpu_of(level) for level in Level)
    print(f"seed {given.seed}, {given.nodes} nodes a decision of the strong one")
    for words, better, others, games in (
        ("gentle among three random", gentle, RandomCpu(), given.lower),
        ("sound among three gentle", sound, gentle, given.lower),
        ("strong among three sound", strong, sound, given.strong),
    ):
        if games:
            began = time.process_time()
            won = wins(better, others, games, given.seed, given.nodes, given.skip)
            low, share, high = interval(sum(won), games)
            print(
                f"{words:<26} {games:>4} games  {share:5.1f} %  ({low:.1f} to {high:.1f})  "
                f"{'wins' if share >= WANTED else 'DOES NOT REACH'} 1.4 shares  "
                f"{(time.process_time() - began) / games:.2f} CPU s a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
