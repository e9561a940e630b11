"""`manage.py tune_ratings GAME [--parlour SLUG] [--apply BETA]`: which beta would have foretold
best who finished above whom. What it finds belongs into ratings/maths.py, with a new MODEL."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings import maths, selectors, services
from ratings.replay import Rated, replay

GRID = (200.0, 250.0, 320.0, 400.0, 500.0, 630.0, 705.0, 800.0, 1000.0, 1260.0, 1600.0, 2400.0)
FEWEST = 50  # matches below which nothing can be said


class Command(BaseCommand):
    help = "Replays a ladder for a range of beta and prints how well each foretold the results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--parlour", default="kirakuken", help="its address word")
        parser.add_argument("--apply", type=float, help="rate the whole ladder anew with this beta")

    def handle(self, *args: Any, **options: Any) -> None:
        parlour = Parlour.objects.filter(slug=options["parlour"]).first()
        if parlour is None:
            raise CommandError("There is no such parlour.")
        with with_parlour(parlour):
            ladder = selectors.ladder_of(options["game"])
            if ladder is None:
                raise CommandError("This parlour has no ladder of that game.")
            if options["apply"] is not None:
                self._apply(ladder, options["apply"])
            else:
                self._tell(list(selectors.matches(ladder)), options["game"])

    def _apply(self, ladder: Any, beta: float) -> None:
        try:
            done = services.do_change_beta(ladder, beta)
        except ValueError as error:
            raise CommandError(str(error)) from None
        print(f"Rated anew with beta {beta:g}" if done else f"A worker rates with beta {beta:g}")
        print("Put it into ratings/maths.py too.")

    def _tell(self, matches: Sequence[Rated], game: str) -> None:
        losses = {beta: log_loss(matches, beta) for beta in GRID}
        best = min(losses, key=lambda beta: losses[beta])
        for beta, loss in losses.items():
            notes = [" (in use)"] * (beta == maths.beta_of(game)) + [" (best)"] * (beta == best)
            print(f"beta {beta:6g}: {loss:.5f}{''.join(notes)}")
        if len(matches) < FEWEST:
            print(f"{len(matches)} matches are too few to say anything by.")


def log_loss(matches: Sequence[Rated], beta: float) -> float:
    """Per pair of players, in nats: 0.693 is knowing nothing. A tie counts as half of each."""
    total, pairs = 0.0, 0
    for match, before, _after in replay([one._replace(beta=beta) for one in matches], {}):
        for one, other in combinations(range(len(match.players)), 2):
            expected = maths.chance(before[one], before[other], beta)
            ahead = match.ranks[one] < match.ranks[other]
            score = 0.5 if match.ranks[one] == match.ranks[other] else float(ahead)
            total -= score * math.log(expected) + (1 - score) * math.log(1 - expected)
            pairs += 1
    return total / pairs if pairs else 0.0
