"""Work of which one piece must not stop the others."""

import logging
import traceback
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

logger = logging.getLogger(__name__)


def attempt(what: str, do: Callable[[], T]) -> T | None:
    """What `do` gives; None where it failed, which is logged as a failed `what`."""
    try:
        return do()
    except Exception as error:
        logger.error("A %s failed: %s", what, type_and_place(error))
        return None


def type_and_place(error: Exception) -> str:
    """All that is logged of an error whose message or trace might hold a secret, such as a piece
    of a match's state."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}, {place.filename}:{place.lineno}"
