"""The Celery app: `celery --app kirakuken.celery worker`. Its schedule lies in the settings.

Tasks are sent by name (`current_app.send_task("tables.tasks.act", ...)`), so that nobody has to
import what lies above them.
"""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirakuken.settings")

app = Celery("kirakuken")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _log_like_everybody_else(**_: Any) -> None:
    """Without a listener here Celery would format logs in its own way."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
