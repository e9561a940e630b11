"""Fixtures of the tests with real processes."""

from tests.races import clerk, database

__all__ = ["clerk", "database"]
