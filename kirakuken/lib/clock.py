"""The one place that reads the time."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    return timezone.now()
