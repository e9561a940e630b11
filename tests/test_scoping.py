"""No row of one parlour can be asked for outside of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Manager, Model
from django_scopes import ScopeError

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import across_parlours, current_parlour, with_parlour
from tests.cast import make_player

OURS = {"parlours", "accounts", "tables", "lobby", "ratings", "moderation"}
# What belongs to the installation: what scopes are made of, accounts, the clock's pulse.
GLOBAL = {"Parlour", "Domain", "User", "ClockBeat", "TakenName", "Letter", "Export"}

MODELS = [model for model in apps.get_models() if model._meta.app_label in OURS]
SCOPED = [model for model in MODELS if model.__name__ not in GLOBAL]

QUESTIONS: dict[str, Callable[[Manager[Any]], Any]] = {
    "all": lambda rows: list(rows.all()),
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "get": lambda rows: rows.get(pk=1),
    "filter": lambda rows: rows.filter(pk=1),
    "exclude": lambda rows: list(rows.exclude(pk=1)),
    "first": lambda rows: rows.first(),
    "in_bulk": lambda rows: rows.in_bulk([1]),
    "values": lambda rows: list(rows.values("pk")),
    "values_list": lambda rows: list(rows.values_list("pk")),
    "aggregate": lambda rows: rows.aggregate(),
    "annotate": lambda rows: rows.annotate(),
    "alias": lambda rows: list(rows.alias()),
    "distinct": lambda rows: list(rows.distinct()),
    "select_related": lambda rows: rows.select_related().exists(),
    "prefetch_related": lambda rows: rows.prefetch_related().exists(),
    "select_for_update": lambda rows: rows.select_for_update().exists(),
    "defer": lambda rows: rows.defer("pk").exists(),
    "only": lambda rows: rows.only("pk").exists(),
    "order_by": lambda rows: rows.order_by("pk").exists(),
    "reverse": lambda rows: rows.reverse().exists(),
    "using": lambda rows: rows.using("default").exists(),
    "update": lambda rows: rows.update(pk=1),
    "delete": lambda rows: rows.all().delete(),
    "iterator": lambda rows: list(rows.iterator()),
    "raw": lambda rows: rows.raw("select 1"),
    "union": lambda rows: rows.union(rows),
    "bulk_create": lambda rows: rows.bulk_create([]),
    "bulk_update": lambda rows: rows.bulk_update([], ["pk"]),
    "get_or_create": lambda rows: rows.get_or_create(pk=1),
    "update_or_create": lambda rows: rows.update_or_create(pk=1),
    "contains": lambda rows: rows.contains(rows.model(pk=1)),
}


def test_every_model_is_scoped_or_listed_as_global() -> None:
    unscoped = {model.__name__ for model in MODELS if not _is_scoped(model)}
    assert unscoped == GLOBAL


@pytest.mark.django_db
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("model", SCOPED, ids=lambda model: model.__name__)
def test_a_question_outside_of_a_parlour_is_refused(model: type[Model], question: str) -> None:
    with pytest.raises(ScopeError):
        QUESTIONS[question](model._default_manager)


@pytest.mark.parametrize("model", SCOPED, ids=lambda model: model.__name__)
def test_a_scoped_model_leads_to_a_parlour(model: type[Model], parlour: Parlour) -> None:
    with with_parlour(parlour):
        rows = model._default_manager.all()
        assert not rows.exists()
    assert f'"parlour_id" = {parlour.pk}' in str(rows.query)


def test_in_a_parlour_only_its_own_rows_are_seen(
    parlour: Parlour, other_parlour: Parlour, aki: Player, fumi: Player
) -> None:
    with with_parlour(parlour):
        assert list(Player.objects.all()) == [aki]
        assert not Player.objects.filter(pk=fumi.pk).exists()
        assert not Player.objects.filter(parlour=other_parlour).exists()
        assert Player.objects.filter(pk=fumi.pk).update(name="?") == 0
        assert Player.objects.filter(pk=fumi.pk).delete()[0] == 0
    with with_parlour(other_parlour):
        assert list(Player.objects.all()) == [fumi]


def test_the_scope_ends_with_an_error_too(parlour: Parlour) -> None:
    with pytest.raises(RuntimeError), with_parlour(parlour):
        assert current_parlour() == parlour
        raise RuntimeError
    with pytest.raises(LookupError):
        current_parlour()
    with pytest.raises(ScopeError):
        Player.objects.count()


def test_scopes_may_stand_in_one_another(parlour: Parlour, other_parlour: Parlour) -> None:
    make_player(parlour, "One")
    make_player(other_parlour, "Two")
    with across_parlours():
        assert Player.objects.count() == 2
        with with_parlour(other_parlour):
            assert Player.objects.get().name == "Two"
        assert Player.objects.count() == 2
    with pytest.raises(ScopeError):
        Player.objects.count()


def _is_scoped(model: type[Model]) -> bool:
    return "Scoped" in {kind.__name__ for kind in type(model._default_manager).__mro__}


def test_a_lifted_scope_leaves_no_trace_in_later_questions(
    parlour: Parlour, other_parlour: Parlour
) -> None:
    """The beginnings of queries are kept; one made without a scope must not be."""
    here, there = make_player(parlour, "Aki"), make_player(other_parlour, "Fumi")
    with with_parlour(parlour):
        with across_parlours():
            assert set(Player.objects.all()) == {here, there}
        assert set(Player.objects.all()) == {here}
        with across_parlours():
            assert set(Player.objects.all()) == {here, there}
    with with_parlour(other_parlour):
        assert set(Player.objects.all()) == {there}
        assert set(Player.objects.filter(name="Fumi")) == {there}
        assert set(Player.objects.all()) == {there}
