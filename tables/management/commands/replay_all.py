"""Every finished match once more, from its key and its moves, compared with what was stored."""

from argparse import ArgumentParser
from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from games.registry import game_for
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import replays
from tables.models import Match


class Command(BaseCommand):
    help = (
        "Replay every finished match of all parlours and compare states, what was told, draws and "
        "results. Exit code 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--parlour", help="only the one with this slug")

    def handle(self, *args: Any, parlour: str | None, **rest: Any) -> None:
        parlours = Parlour.objects.order_by("pk")
        if parlour is not None:
            parlours = parlours.filter(slug=parlour)
            if not parlours:
                raise CommandError(f"There is no parlour {parlour}.")
        done = wrong = 0
        for each in parlours:
            with with_parlour(each):
                for match in _over(each):
                    done += 1
                    wrong += self._replay(each, match)
        self.stdout.write(f"{done} matches replayed, {wrong} with differences.")
        if wrong:
            raise CommandError(f"{wrong} of {done} matches differ.", returncode=1)

    def _replay(self, parlour: Parlour, match: Match) -> bool:
        try:
            found = replays.differences(match)
        except InvalidToken:
            found = ["the secret cannot be unsealed: SECRET_KEY is not the one it was"]
        for difference in found:
            self.stdout.write(f"{parlour.slug} {match.public_id} {_version(match)}: {difference}")
        return bool(found)


def _over(parlour: Parlour) -> Any:
    over = [Match.Status.FINISHED, Match.Status.UNFINISHED, Match.Status.VOID]
    matches = Match.objects.filter(parlour=parlour, status__in=over).select_related("key")
    return matches.order_by("pk").iterator(chunk_size=50)


def _version(match: Match) -> str:
    """Where the rules have changed since, a difference is no surprise."""
    now = game_for(match.game).engine.rules_version
    stored = f"{match.game}, rules {match.rules_version}"
    return stored if now == match.rules_version else f"{stored} (now {now})"
