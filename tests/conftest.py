"""Fixtures for all tests. Those with real processes come last, so that what fails fast is seen
first, and so that a browser's event loop never meets a test that uses the database in-process."""

import pytest

from tests.cast import (
    admin_of,
    aki,
    at_home,
    botan,
    chiyo,
    client_of,
    daigo,
    emi,
    fumi,
    gen,
    no_known_hosts,
    omi,
    other_parlour,
    parlour,
    settings_for_tests,
)
from tests.house import house
from tests.postgres import postgres, postgres_server
from tests.valkey import redis_here, valkey_socket

__all__ = [
    "admin_of",
    "aki",
    "at_home",
    "botan",
    "chiyo",
    "client_of",
    "daigo",
    "emi",
    "fumi",
    "gen",
    "house",
    "no_known_hosts",
    "omi",
    "other_parlour",
    "parlour",
    "postgres",
    "postgres_server",
    "settings_for_tests",
    "redis_here",
    "valkey_socket",
]

ORDER = {"live": 1, "e2e": 2}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: max(ORDER.get(part, 0) for part in item.path.parts))
