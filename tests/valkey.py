"""A real Valkey for tests that need one in-process; without these fixtures Redis is away."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from kirakuken.lib import limits
from kirakuken.lib import redis as shared
from kirakuken.supervisor import valkey
from kirakuken.supervisor.children import Output


@pytest.fixture(scope="session")
def valkey_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("valkey")
    socket = folder / "run" / "valkey.sock"
    server = valkey.child(socket, Output(folder))
    server.start()
    valkey.wait_for(socket)
    yield socket
    server.stop()


@pytest.fixture
def redis_here(valkey_socket: Path, settings: Settings) -> Iterator[str]:
    """The shared client of kirakuken.lib.redis speaks to an empty Valkey; gives its address."""
    settings.REDIS_URL = f"unix://{valkey_socket}"
    _forget()
    shared.client().flushall()
    yield settings.REDIS_URL
    shared.client().close()
    _forget()


def _forget() -> None:
    shared.client.cache_clear()
    limits._script.cache_clear()
