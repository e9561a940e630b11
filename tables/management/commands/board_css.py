"""Write the style sheets that are made from the boards' data."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.boards import hokusai_css


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes static/css/hokusai-places.css from the board's data."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only say whether it is up to date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "static" / hokusai_css.FILE
        wanted = hokusai_css.sheet()
        if options["check"]:
            if not path.exists() or path.read_text() != wanted:
                raise CommandError(f"{path.name} is out of date: run manage.py board_css")
            return
        path.write_text(wanted)
        self.stdout.write(f"{path} written")
