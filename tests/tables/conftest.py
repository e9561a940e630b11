"""For all tests of the tables: notices go into a list instead of to Redis."""

from typing import Any

import pytest

from tables import notify
from tests.tables.play import time
from tests.tables.toy import toy

__all__ = ["notices", "time", "toy"]


@pytest.fixture(autouse=True)
def notices(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was sent, and to whom: {"group": …, "type": …, …}."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(
        notify.post, "send", lambda group, message: sent.append({"group": group, **message})
    )
    monkeypatch.setattr(notify, "_hint", lambda *ids_and_time: None)
    monkeypatch.setattr(notify, "_hint_rating", lambda *ids: None)
    return sent
