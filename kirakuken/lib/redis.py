"""The one plain Redis client of a process, for limits, notices and health. It never waits long:
what it is used for can be done without, and a web thread is waiting."""

from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

TIMEOUT = 0.5  # seconds


@cache
def client() -> redis.Redis:
    """Safe to share between threads. Raises redis.RedisError where it cannot serve."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        # Once more at once: a connection from before the server's restart is found dead in use.
        retry=Retry(NoBackoff(), 1),
    )
