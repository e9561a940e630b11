from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from kirakuken.lib.admin import ScopedAdmin
from kirakuken.parlours.models import Domain, Membership, Parlour

if TYPE_CHECKING:
    _ParlourModelForm = forms.ModelForm[Parlour]
else:
    _ParlourModelForm = forms.ModelForm


class ParlourForm(_ParlourModelForm):
    def clean_house_rules(self) -> dict[str, Any]:
        """By game an object of its rules; what a rule does not know is passed over when used."""
        rules = self.cleaned_data["house_rules"]
        if rules is None:  # left empty, or null
            return {}
        if not isinstance(rules, dict) or not all(
            isinstance(each, dict) for each in rules.values()
        ):
            raise forms.ValidationError(self.fields["house_rules"].error_messages["invalid"])
        return rules


@admin.register(Parlour)
class ParlourAdmin(ScopedAdmin):
    """The owners' own parlour. Opening others and closing this one is for superusers."""

    form = ParlourForm
    parlour_path = "pk"
    is_history = False
    fields = [
        *("slug", "name", "name_ja", "language", "time_zone", "house_rules"),
        *("ranked_turn_limit", "is_active", "created_at"),
    ]
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
