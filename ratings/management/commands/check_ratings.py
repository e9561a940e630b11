"""`manage.py check_ratings [--repair]`: every ladder played again and compared bit for bit. For
every night, and after the machine or a library changed."""

import re
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings import reckoning, selectors, services

# Points. Less is the last bit of another machine's arithmetic.
ALARM = 1e-6
_OFF = re.compile(r"off by (\S+)$")


class Command(BaseCommand):
    help = "Compares all stored ratings with the matches played again; ends with 1 if any differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="recompute ladders that differ")

    def handle(self, *args: Any, **options: Any) -> None:
        alarms = 0
        for parlour in Parlour.objects.order_by("pk"):
            with with_parlour(parlour):
                alarms += sum(
                    self._check(ladder, options["repair"]) for ladder in selectors.ladders()
                )
        if alarms:
            sys.exit(1)

    def _check(self, ladder: Any, repair: bool) -> int:
        if not ladder.is_worked_out and not reckoning.do_work_out(ladder.pk):
            print(f"{ladder.parlour.slug} {ladder.game}: being worked out anew, not compared")
            return 0
        found = list(selectors.differences(ladder))
        alarms = [line for line in found if _is_alarm(line)]
        name = f"{ladder.parlour.slug} {ladder.game}"
        print(f"{name}: {ladder.last_number} matches", end=", ")
        print(f"{len(found)} differences" if found else "all bits the same")
        for line in found[:20]:
            print(f"  {line}" if line in alarms else f"  {line} (this machine's arithmetic)")
        if found and repair:
            done = services.do_recompute(ladder)
            print("  recomputed" if done else "  being worked out anew by a worker")
        return len(alarms)


def _is_alarm(line: str) -> bool:
    off = _OFF.search(line)
    return off is None or float(off[1]) >= ALARM
