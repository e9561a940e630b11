"""Asking a worker to look at rows now. What is to be done stands in the database, so that a
broker that forgets, or is away, loses nothing: something looks anyway later."""

import logging

from celery import current_app

logger = logging.getLogger(__name__)


def hint(task: str, *ids: int) -> None:
    """By the task's name, for it lies above; may be lost."""
    try:
        current_app.send_task(task, args=list(ids), retry=False, ignore_result=True)
    except Exception as error:
        logger.warning("No worker could be told: %s.", type(error).__name__)
