"""The one place that knows how rows of one parlour are kept from another: django-scopes.

Every query of a scoped model needs a parlour in scope; without one it is refused. The
scope comes from the validated host of a request or socket, or from a task's parlour id.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import models
from django_scopes import ScopedManager, get_scope, scope, scopes_disabled
from django_scopes.manager import DisabledQuerySet

if TYPE_CHECKING:
    from kirakuken.parlours.models import Parlour

__all__ = ["across_parlours", "current_parlour", "scoped_by", "with_parlour"]


def scoped_by(path: str = "parlour") -> Any:
    """A manager for models whose parlour lies at `path` (such as ``table__parlour``)."""

    class Scoped(ScopedManager(parlour=path).__class__):  # type: ignore[misc]
        def get_queryset(self) -> "models.QuerySet[Any]":
            key = self._key()
            if key is None:
                return self._asked()
            if key not in _begun:
                _begun[key] = self._asked()
            return _begun[key]._chain()  # type: ignore[attr-defined,no-any-return]

        def _asked(self) -> "models.QuerySet[Any]":
            found: models.QuerySet[Any] = super().get_queryset()
            return found if not isinstance(found, DisabledQuerySet) else _refusing(found)

        def _key(self) -> tuple[Any, ...] | None:
            """What the beginning of every query of this manager depends on."""
            state = get_scope()
            parlour = state.get("parlour") if state.get("_enabled", True) else None
            if hasattr(self, "_override_scope") or not isinstance(parlour, models.Model):
                return None
            return (self.model, path, parlour.pk, self._db)

    return Scoped()


# The beginning of a query, "in this parlour", made once: it takes longer than many an answer.
# As many as there are scoped models times parlours.
_begun: dict[tuple[Any, ...], "models.QuerySet[Any]"] = {}


class _Refusing(DisabledQuerySet):  # type: ignore[misc]
    """django-scopes leaves some questions open to a query set without a scope; here none is."""

    _closed = DisabledQuerySet.error
    abulk_create = abulk_update = bulk_create = bulk_update = _closed
    alias = contains = defer = distinct = exclude = exists = explain = _closed
    difference = extra = in_bulk = intersection = select_related = prefetch_related = _closed


def _refusing(found: Any) -> Any:
    return _Refusing(found.model, using=found.db, missing_scopes=found.missing_scopes)


@contextmanager
def with_parlour(parlour: "Parlour") -> Iterator[None]:
    with scope(parlour=parlour):
        yield


@contextmanager
def across_parlours() -> Iterator[None]:
    """Lifts the scope. Only for finding out which parlour something belongs to, for sweeps
    over ids and for the installation's own staff; tests/test_house_rules.py lists the callers."""
    with scopes_disabled():
        yield


def current_parlour() -> "Parlour":
    """The parlour in scope. Raises LookupError outside of one."""
    parlour = get_scope().get("parlour")
    if parlour is None:
        raise LookupError("No parlour is in scope.")
    found: Parlour = parlour
    return found
