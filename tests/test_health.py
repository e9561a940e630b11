from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import DatabaseError
from django.test import Client

from kirakuken import health
from kirakuken.lib import clock
from tables.models import ClockBeat


def tell(client: Client, path: str) -> tuple[int, dict[str, object]]:
    answer = client.get(path, headers={"host": "nobody.example"})
    return answer.status_code, answer.json()


@pytest.fixture(autouse=True)
def redis_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_does_redis_answer", lambda: True)


def test_alive_needs_nothing(client: Client) -> None:
    assert tell(client, "/healthz") == (200, {"status": "ok"})


@pytest.mark.django_db
def test_all_well(client: Client) -> None:
    ClockBeat.objects.create(name="beat", at=clock.now())
    assert tell(client, "/readyz") == (
        200,
        {"status": "ok", "database": True, "redis": True, "clock": True},
    )


@pytest.mark.django_db
def test_a_clock_that_stopped_is_degraded(client: Client) -> None:
    ClockBeat.objects.create(name="beat", at=clock.now() - timedelta(seconds=11))
    code, told = tell(client, "/readyz")
    assert (code, told["status"], told["clock"]) == (200, "degraded", False)


@pytest.mark.django_db
def test_without_redis_it_is_degraded(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_does_redis_answer", lambda: False)
    ClockBeat.objects.create(name="web", at=clock.now())
    code, told = tell(client, "/readyz")
    assert (code, told["status"], told["redis"]) == (200, "degraded", False)


def test_without_a_database_it_is_down(client: Client) -> None:
    with patch.object(health, "is_clock_running", side_effect=DatabaseError):
        assert tell(client, "/readyz") == (503, {"status": "down", "database": False})
