"""Bring data, translations and static files up to date before anything serves them."""

import logging

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from kirakuken import translations

logger = logging.getLogger(__name__)


def main() -> None:
    settings.VAR.mkdir(parents=True, exist_ok=True)
    translations.compile_all()
    django.setup()
    if settings.IS_SQLITE:
        _write_ahead()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("open_parlours")
    call_command("collectstatic", verbosity=0, interactive=False)


def _write_ahead() -> None:
    """WAL lets readers read while one writes. SQLite remembers it in the file, and setting it on
    each connection could fail under load, so it is set here and nowhere else."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        (mode,) = cursor.fetchone()
    connection.close()
    if mode != "wal":
        logger.warning("SQLite could not switch to WAL (it says %s).", mode)


if __name__ == "__main__":
    main()
