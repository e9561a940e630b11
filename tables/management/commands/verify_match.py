"""The dice of one match, checked by the stand-alone verifier and, if wanted, by its rules."""

from argparse import ArgumentParser
from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import proof, replays
from tables.models import Match
from verifier import kirakuken_verify as verifier


class Command(BaseCommand):
    help = (
        "Check that every draw of a finished match is as committed; with --replay also that the "
        "rules wanted each. Exit code 1: something is wrong. 2: there is nothing to check."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the id in the match's address, /m/<id>/fair")
        parser.add_argument("--replay", action="store_true", help="play it again by the rules")

    def handle(self, *args: Any, match: str, replay: bool, **rest: Any) -> None:
        for parlour in Parlour.objects.order_by("pk"):
            with with_parlour(parlour):
                row = Match.objects.filter(public_id=match).select_related("key", "parlour").first()
                if row is not None:
                    return self._verify(row, replay)
        raise CommandError(f"There is no match {match}.", returncode=2)

    def _verify(self, match: Match, replay: bool) -> None:
        try:
            record = proof.record_of(match)
        except InvalidToken:
            words = "The secret cannot be unsealed: SECRET_KEY is not the one it was."
            raise CommandError(words, returncode=2) from None
        if record is None:
            raise CommandError("The match is not over; its secret is not revealed.", returncode=2)
        problems = verifier.check(record)
        self.stdout.write(verifier.report(record, problems, None))
        differences = replays.differences(match) if replay else []
        for difference in differences:
            self.stdout.write(f"WRONG  replay: {difference}")
        if problems or differences:
            raise CommandError("Not as committed.", returncode=1)
        if replay:
            self.stdout.write("right  played again by the rules: every draw was wanted")
