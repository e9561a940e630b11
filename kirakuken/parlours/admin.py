from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from kirakuken.lib.admin import ScopedAdmin
from kirakuken.parlours.models import Domain, Membership, Parlour


@admin.register(Parlour)
class ParlourAdmin(ScopedAdmin):
    """The owners' own parlour. Opening others and closing this one is for superusers."""

    parlour_path = "pk"
    is_history = False
    fields = ["slug", "name", "name_ja", "language", "house_rules", "is_active", "created_at"]
    list_display = ["name", "slug", "language", "is_active"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        if request.user.is_superuser:
            return ["created_at"]
        return ["created_at", "slug", "is_active"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return super().has_add_permission(request, *args) and bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # everything ever played there would go with it; close it instead


@admin.register(Domain)
class DomainAdmin(ScopedAdmin):
    """Superusers alone may give hosts away: an owner could claim a neighbour's."""

    is_history = False
    fields = ["host"]
    list_display = ["host"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return bool(request.user.is_superuser) and super().has_add_permission(request, *args)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser) and super().has_delete_permission(request, obj)

    def save_model(self, request: Any, obj: Domain, form: Any, change: bool) -> None:
        obj.parlour = request.parlour
        obj.host = obj.host.lower().rstrip(".")
        super().save_model(request, obj, form, change)


@admin.register(Membership)
class MembershipAdmin(ScopedAdmin):
    """Roles in this parlour. New people are let in by superusers, who know all accounts."""

    is_history = False
    fields = ["user", "role"]
    list_display = ["user", "role", "created_at"]
    list_filter = ["role"]
    autocomplete_fields = ["user"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return ["user"] if obj is not None else []

    def save_model(self, request: Any, obj: Membership, form: Any, change: bool) -> None:
        obj.parlour = request.parlour
        super().save_model(request, obj, form, change)
