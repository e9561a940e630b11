"""Write the style sheets that are made from the boards' data."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.boards import hokusai_css, okuribito_map


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes static/css/*-places.css from the boards' data."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only say whether it is up to date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for places in (hokusai_css, okuribito_map):
            path = Path(settings.BASE_DIR) / "static" / places.FILE
            wanted = places.sheet()
            if not options["check"]:
                path.write_text(wanted)
                self.stdout.write(f"{path} written")
            elif not path.exists() or path.read_text() != wanted:
                raise CommandError(f"{path.name} is out of date: run manage.py board_css")
