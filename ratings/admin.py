"""What owners see of ladders: everything, and nothing to change but whether a match counts."""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from kirakuken.accounts.models import User
from kirakuken.lib.admin import ScopedAdmin
from kirakuken.lib.errors import Refused
from kirakuken.lib.refusals import words_for
from ratings import selectors, services
from ratings.models import (
    Correction,
    Ladder,
    RatedGame,
    RatedSeat,
    RatingEvent,
    Ruling,
    Season,
    SeasonStanding,
    Standing,
)

if TYPE_CHECKING:
    _Inline = admin.TabularInline[Any, Any]
else:
    _Inline = admin.TabularInline


class ReasonForm(ActionForm):
    """Beside the choice of what to do: why."""

    reason = forms.CharField(label=_("reason"), max_length=200, required=False)


class ByGame(admin.SimpleListFilter):
    """Django's own filter would take any condition on a ladder."""

    title = _("game")
    parameter_name = "game"
    path = "ladder__game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(ladder.game, ladder.game) for ladder in selectors.ladders()]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        return queryset.filter(**{self.path: self.value()}) if self.value() else queryset


class ByGameOfMatch(ByGame):
    path = "game__ladder__game"


class ByDevice(admin.SimpleListFilter):
    """Matches of which two seats were marked with one browser."""

    title = _("same device")
    parameter_name = "device"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("same", _("same device"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        if self.value() != "same":
            return queryset
        return queryset.filter(pk__in=selectors.games_on_one_device())


class OfGame(ScopedAdmin):
    """With the filters above, which are none of the model's own fields."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        ours = (ByGame.parameter_name, ByDevice.parameter_name)
        return lookup in ours or super().lookup_allowed(lookup, value, request)


class Shown(_Inline):
    """Rows below a rated match; nothing in them can be changed."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # of the match, which asked already

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def in_force_once(events: "QuerySet[Any]") -> "QuerySet[Any]":
    """Without those of a ladder that is still being worked out."""
    return events.filter(revision__lte=F("game__revision"))


class SeatsShown(Shown):
    model = RatedSeat
    fields = ["number", "player", "rank", "is_abandoned", "shares_device"]


class EventsShown(Shown):
    model = RatingEvent
    fields = ["player", "revision", "mu_before", "sigma_before", "mu_after", "sigma_after"]

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        return in_force_once(super().get_queryset(request))


class RulingsShown(Shown):
    model = Ruling
    fields = ["state", "by", "reason", "made_at"]
    readonly_fields = ["made_at"]


def changed_words(many: int) -> str:
    words = ngettext(
        "%(count)s match was changed. The ladder is being worked out anew.",
        "%(count)s matches were changed. Their ladders are being worked out anew.",
        many,
    )
    return words % {"count": many}


@admin.register(RatedGame)
class RatedGameAdmin(OfGame):
    parlour_path = "ladder__parlour"
    fields = ["ladder", "number", "match", "ended_at", "beta", "model", "state", "revision"]
    list_display = ["number", "ladder", "match", "ended_at", "state"]
    list_filter = [ByGame, "state", ByDevice]
    list_select_related = ["ladder"]
    search_fields = ["match", "seats__player__name"]
    inlines = [SeatsShown, EventsShown, RulingsShown]
    action_form = ReasonForm
    actions = ["strike", "restore"]

    @admin.action(description=_("Strike from the record"))
    def strike(self, request: HttpRequest, games: "QuerySet[RatedGame]") -> None:
        self._rule(request, games, RatedGame.State.VOIDED)

    @admin.action(description=_("Restore"))
    def restore(self, request: HttpRequest, games: "QuerySet[RatedGame]") -> None:
        self._rule(request, games, RatedGame.State.COUNTED)

    def _rule(
        self, request: HttpRequest, games: "QuerySet[RatedGame]", state: RatedGame.State
    ) -> None:
        reason = request.POST.get("reason", "")
        try:
            many = services.do_rule(list(games), state, cast(User, request.user), reason)
        except Refused as refused:
            self.message_user(request, words_for(refused.code), messages.ERROR)
            return
        self.message_user(request, changed_words(many))


@admin.register(RatedSeat)
class RatedSeatAdmin(OfGame):
    parlour_path = "game__ladder__parlour"
    fields = ["game", "number", "player", "rank", "is_abandoned", "shares_device"]
    list_display = ["game", "number", "player", "rank", "is_abandoned", "shares_device"]
    list_filter = [ByGameOfMatch, "is_abandoned", "shares_device"]
    list_select_related = ["game", "player"]
    search_fields = ["game__match", "player__name"]


@admin.register(Ladder)
class LadderAdmin(ScopedAdmin):
    fields = ["game", "last_number", "revision", "ratings"]
    list_display = ["game", "last_number", "revision", "ratings"]

    @admin.display(description=_("ratings"))
    def ratings(self, ladder: Ladder) -> str:
        return str(_("worked out") if ladder.is_worked_out else _("being worked out anew"))


@admin.register(Standing)
class StandingAdmin(OfGame):
    parlour_path = "ladder__parlour"
    fields = ["ladder", "player", "mu", "sigma", "games", "wins", "opponents", "last_at"]
    list_display = ["player", "ladder", "mu", "sigma", "games", "is_provisional"]
    list_filter = [ByGame, "is_provisional"]
    list_select_related = ["player", "ladder"]
    search_fields = ["player__name"]


@admin.register(RatingEvent)
class RatingEventAdmin(OfGame):
    parlour_path = "game__ladder__parlour"
    fields = ["game", "player", "revision", "mu_before", "sigma_before", "mu_after", "sigma_after"]
    list_display = ["game", "player", "revision", "mu_before", "mu_after"]
    list_filter = [ByGameOfMatch]
    list_select_related = ["game", "player"]
    search_fields = ["game__match", "player__name"]

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        return in_force_once(super().get_queryset(request))


@admin.register(Correction)
class CorrectionAdmin(OfGame):
    parlour_path = "ladder__parlour"
    fields = ["ladder", "player", "state", "before", "after", "made_at", "seen_at"]
    list_display = ["made_at", "player", "ladder", "state", "before", "after"]
    list_filter = [ByGame, "state"]
    list_select_related = ["player", "ladder"]
    search_fields = ["player__name"]


@admin.register(Season)
class SeasonAdmin(ScopedAdmin):
    parlour_path = "ladder__parlour"
    fields = ["ladder", "year", "quarter"]
    list_display = ["ladder", "year", "quarter"]
    list_select_related = ["ladder"]


@admin.register(SeasonStanding)
class SeasonStandingAdmin(ScopedAdmin):
    parlour_path = "season__ladder__parlour"
    fields = ["season", "player", "place", "mu", "sigma", "games", "wins"]
    list_display = ["season", "place", "player", "mu"]
    list_select_related = ["season", "player"]


@admin.register(Ruling)
class RulingAdmin(ScopedAdmin):
    parlour_path = "game__ladder__parlour"
    fields = ["game", "state", "by", "reason", "made_at"]
    list_display = ["made_at", "game", "state", "by", "reason"]
    list_filter = ["state"]
    list_select_related = ["game", "by"]
