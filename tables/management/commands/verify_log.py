"""The public log of commitments: does each row fit those before it, and is everything shown?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import fair
from tables.commitment_log import log_length, unlogged, unrevealed


class Command(BaseCommand):
    help = (
        "Check every parlour's chained log of commitments. Exit code 1 if a chain is broken, a "
        "match is not logged, or a commitment was never revealed though nobody plays it."
    )

    def handle(self, *args: Any, **rest: Any) -> None:
        wrong = False
        for parlour in Parlour.objects.order_by("pk"):
            with with_parlour(parlour):
                wrong |= self._verify(parlour)
        if wrong:
            raise CommandError("The log is not as it should be.", returncode=1)

    def _verify(self, parlour: Parlour) -> bool:
        broken, missing = fair.broken_link(parlour), unlogged(parlour)
        played, never = unrevealed(parlour)
        words = f"{log_length(parlour)} rows, {played} being played, {never} never revealed"
        if broken is not None:
            words += f"; BROKEN at row {broken}"
        if missing:
            words += f"; {missing} matches NOT LOGGED"
        self.stdout.write(f"{parlour.slug}: {words}")
        return broken is not None or bool(missing) or bool(never)
