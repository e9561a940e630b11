"""The staff room: Django's admin, cut down to one parlour.

It is entered by a parlour's owners and by the installation's own staff (superusers), and shows
the parlour of the host it is opened at, to superusers too. Whatever is asked for by id goes
through `get_queryset`, whatever is offered for choosing through the scoped managers; a role is
looked up in the parlour in scope. What was played is read only, and secrets are not in it.
"""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from kirakuken.lib.http import Request

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin

OWNER = "owner"


class StaffRoom(admin.AdminSite):
    site_header = site_title = _("Staff room")
    index_title = _("This parlour")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is one door for everybody, with its limits and second steps: that of the house."""
        if request.user.is_authenticated:
            raise PermissionDenied
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        to = wanted if wanted.startswith("/admin/") else reverse("admin:index")
        return redirect_to_login(to, reverse("account_login"))

    def get_urls(self) -> list[Any]:
        # The door to any object of any model by its number is none of ours.
        return [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]


def may_enter(request: HttpRequest) -> bool:
    """Superusers, and the owners of the parlour in scope."""
    user = request.user
    if not user.is_active or not user.is_authenticated:
        return False
    if user.is_superuser:
        return True
    known: bool | None = getattr(request, "_is_owner", None)
    if known is None:
        known = user.memberships.filter(role=OWNER).exists()
        request._is_owner = known  # type: ignore[attr-defined]
    return known


def is_offered(page: _ModelAdmin, lookup: str) -> bool:
    """Whether a filter typed into the address of a list is one that the list offers. Django
    allows any field: with `state__contains=` an owner could spell out a running match's secrets
    letter by letter."""
    field, _, how = lookup.partition("__")
    return field in page.list_filter and how in {"", "exact", "in", "isnull"}


class ScopedAdmin(_ModelAdmin):
    """For models whose parlour lies at `parlour_path` (such as ``table__parlour``)."""

    parlour_path = "parlour"
    # Whether anybody may change it here; what was played may not be.
    is_history = True
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Once more by hand: related managers and Django's own base managers have no scope."""
        return super().get_queryset(request).filter(**{self.parlour_path: _parlour_id(request)})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return is_offered(self, lookup)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may_enter(request) and self._is_at_home(request, obj)

    def has_add_permission(self, request: HttpRequest, *_args: Any) -> bool:
        return not self.is_history and may_enter(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return not self.is_history and self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return not self.is_history and self.has_view_permission(request, obj)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["queryset"] = self._choices(db_field, request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["queryset"] = self._choices(db_field, request)
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def _choices(self, db_field: Any, request: HttpRequest) -> QuerySet[Any]:
        """What may be chosen: what the other model's own page here shows; else nothing."""
        model = db_field.remote_field.model
        other = self.admin_site._registry.get(model)
        if other is None:
            return cast(QuerySet[Any], model._default_manager.none())
        return other.get_queryset(request)

    def _is_at_home(self, request: HttpRequest, obj: Any) -> bool:
        if obj is None:
            return True
        for step in self.parlour_path.split("__")[:-1]:
            obj = getattr(obj, step)
        last = self.parlour_path.split("__")[-1]
        found = obj.pk if last == "pk" else getattr(obj, f"{last}_id")
        return bool(found == _parlour_id(request))


class GlobalAdmin(_ModelAdmin):
    """For what belongs to the installation and not to a parlour: its own staff alone, to read."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return is_offered(self, lookup)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may_enter(request) and bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest, *_args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _parlour_id(request: HttpRequest) -> int:
    return cast(Request, request).parlour.pk
