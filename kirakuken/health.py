"""Two addresses for whoever watches over the house: is it alive, and is it of use?

They answer for any host, since a watcher asks by address, and tell nothing of any parlour:
hence a middleware before all others and not views.
"""

from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from redis import RedisError

from kirakuken.lib import clock
from kirakuken.lib.redis import client
from tables.models import ClockBeat

CLOCK_STOPPED_AFTER = timedelta(seconds=10)


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info == "/healthz":
            return _answer(200, "ok")
        if request.path_info == "/readyz":
            return readiness()
        return self.get_response(request)


def readiness() -> JsonResponse:
    """503 without a database, for then nothing works. Without Redis or the clock people can
    still play, more slowly: 200, but said."""
    try:
        clock_runs = is_clock_running()
    except DatabaseError:
        connection.close()
        return _answer(503, "down", database=False)
    redis_answers = _does_redis_answer()
    status = "ok" if clock_runs and redis_answers else "degraded"
    return _answer(200, status, database=True, redis=redis_answers, clock=clock_runs)


def is_clock_running() -> bool:
    """Whether any sweep has run of late: clocks are read and computer players asked to move."""
    alive = clock.now() - CLOCK_STOPPED_AFTER
    return ClockBeat.objects.filter(at__gt=alive).exists()


def _does_redis_answer() -> bool:
    try:
        return bool(client().ping())
    except RedisError:
        return False


def _answer(code: int, status: str, **parts: bool) -> JsonResponse:
    answer = JsonResponse({"status": status, **parts}, status=code)
    answer["Cache-Control"] = "no-store"
    answer["Content-Length"] = len(answer.content)
    return answer
