"""The house: settings, addresses, and what every app stands on."""

from kirakuken.celery import app as celery_app

# Every process that sends tasks by name must do so to our broker. Unless this app is made first,
# Celery makes one of its own, which looks for another broker, in vain and for seconds.
__all__ = ["celery_app"]
