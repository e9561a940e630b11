import logging

import pytest

from kirakuken.lib.attempts import attempt


def test_what_succeeds_is_given_back() -> None:
    assert attempt("sum", lambda: 7) == 7


def test_a_failure_is_told_by_type_and_place_alone(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> int:
        raise ValueError("the card is a crane")

    with caplog.at_level(logging.INFO):
        assert attempt("deal", fails) is None
    (record,) = caplog.records
    assert record.getMessage().startswith("A deal failed: ValueError, ")
    assert "test_attempts.py:" in record.getMessage()
    assert "crane" not in caplog.text
    assert record.exc_info is None
