"""manage.py open_parlours: the first parlours of a new installation."""

from typing import Any

from django.core.management.base import BaseCommand

from kirakuken.parlours.services import do_open_first_parlours


class Command(BaseCommand):
    help = "Opens two parlours where there is none yet; else does nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for parlour in do_open_first_parlours():
            self.stdout.write(f"Opened {parlour.name} ({parlour.slug}).")
