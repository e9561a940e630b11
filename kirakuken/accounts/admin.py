from typing import TYPE_CHECKING, Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from kirakuken.accounts.everywhere import do_forget_browsers
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.names import clean_name, name_key
from kirakuken.accounts.services import player_renamed
from kirakuken.lib.admin import ScopedAdmin, is_offered, may_enter
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request
from kirakuken.lib.refusals import words_for

if TYPE_CHECKING:
    _UserAdmin = UserAdmin[User]
    _PlayerModelForm = forms.ModelForm[Player]
else:
    _UserAdmin = UserAdmin
    _PlayerModelForm = forms.ModelForm

_OF_AN_ACCOUNT = [
    (None, {"fields": ["username", "password"]}),
    (None, {"fields": ["is_active", "is_staff", "is_superuser", "last_login", "date_joined"]}),
]

admin.site.unregister(Group)  # roles are memberships of a parlour
# Keys, seeds and addresses of people: nobody's business but theirs.
for _theirs in (Authenticator, EmailAddress, UserSession):
    admin.site.unregister(_theirs)


@admin.register(User)
class PeopleAdmin(_UserAdmin):
    """Accounts are the installation's: superusers close them or give a new password; they are
    deleted by their owners alone (leaving.py), so that what hangs on them is looked after. An
    owner of a parlour sees the user names of those who are something in it, to give them roles."""

    list_display = ["username", "is_active"]
    list_filter = []
    search_fields = ["username"]
    readonly_fields = ["last_login", "date_joined"]
    ordering = ["username"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people = super().get_queryset(request)
        if request.user.is_superuser:
            return people
        return people.filter(memberships__parlour=cast(Request, request).parlour).distinct()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if request.user.is_superuser:
            return super().get_fieldsets(request) if obj is None else _OF_AN_ACCOUNT
        return [(None, {"fields": ["username", "is_active"]})]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return is_offered(self, lookup)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not may_enter(request):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_enter(request) and bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may_enter(request) and bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """A password that others may have known opens nothing any more, on no browser."""
        answer = super().user_change_password(request, id, form_url)
        if request.method == "POST" and answer.status_code == 302:
            do_forget_browsers(self.get_queryset(request).get(pk=id))
        return answer


class PlayerForm(_PlayerModelForm):
    def clean_name(self) -> str:
        player = self.instance
        try:
            return clean_name(self.cleaned_data["name"], parlour=player.parlour, player=player)
        except Refused as refused:
            raise forms.ValidationError(words_for(refused.code), code=refused.code) from refused


@admin.register(Player)
class PlayerAdmin(ScopedAdmin):
    """A rude name can be changed here; nothing else can."""

    is_history = False
    form = PlayerForm
    fields = ["name", "language", "created_at", "last_seen_at"]
    readonly_fields = ["language", "created_at", "last_seen_at"]
    list_display = ["name", "language", "created_at", "last_seen_at"]
    search_fields = ["name"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        obj.name_key = name_key(obj.name)
        obj.save(update_fields=["name", "name_key"])
        # So that pages which are open show the new name at once.
        transaction.on_commit(lambda: player_renamed.send(Player, player=obj), robust=True)
