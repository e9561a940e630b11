"""What owners see of ladders: everything, and nothing to change but whether a match counts."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import PermissionDenied
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from kirakuken.accounts.models import Player, User
from kirakuken.lib.admin import ScopedAdmin
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request
from kirakuken.lib.refusals import words_for
from kirakuken.lib.writing import set_apart
from ratings import rulings, selectors, services
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


class MemberForm(forms.Form):
    """Which of a member's matches, and why. A day is one of the parlour's."""

    since = forms.DateField(
        label=_("from the day on"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        validators=[MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 1, 1))],
        help_text=_("A day by this parlour’s time zone. Empty: from the first match on."),
    )
    game = forms.ChoiceField(label=_("game"), required=False)
    reason = forms.CharField(label=_("reason"), max_length=200)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        games = [(ladder.game, ladder.game) for ladder in selectors.ladders()]
        cast(forms.ChoiceField, self.fields["game"]).choices = [("", _("all games")), *games]


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


def rule_and_say(page: ScopedAdmin, request: HttpRequest, rule: Callable[[], int]) -> None:
    """Does what was decided, and tells the decider."""
    try:
        many = rule()
    except Refused as refused:
        page.message_user(request, words_for(refused.code), messages.ERROR)
        return
    if not many:
        page.message_user(request, _("No match was changed."), messages.WARNING)
        return
    words = ngettext(
        "%(count)s match was changed. The ladder is being worked out anew.",
        "%(count)s matches were changed. Their ladders are being worked out anew.",
        many,
    )
    page.message_user(request, words % {"count": many})


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
        by, reason = cast(User, request.user), request.POST.get("reason", "")
        rule_and_say(self, request, lambda: services.do_rule(list(games), state, by, reason))

    def get_urls(self) -> list[Any]:
        page = self.admin_site.admin_view(self.of_member)
        return [
            path("of-member/<int:player_id>/", page, name="ratings_ratedgame_of_member"),
            *super().get_urls(),
        ]

    def of_member(self, request: HttpRequest, player_id: int) -> HttpResponse:
        """Strike all that a member played, or all since a day: asked for, shown, asked once more.
        Fields: since, game, reason; sure."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        people = self.admin_site._registry[Player].get_queryset(request)
        player = get_object_or_404(people, pk=player_id)
        form = MemberForm(request.POST or None)
        games: list[RatedGame] = []
        if form.is_valid():
            wanted = form.cleaned_data
            since = _midnight(wanted["since"], cast(Request, request).parlour.time_zone)
            games = rulings.games_of_member(player, since, wanted["game"])
        if games and "sure" in request.POST:
            by, why = cast(User, request.user), form.cleaned_data["reason"]
            void = RatedGame.State.VOIDED
            rule_and_say(self, request, lambda: services.do_rule(games, void, by, why))
            return redirect("admin:ratings_ratedgame_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("Strike ranked matches of %(name)s") % {"name": set_apart(player.name)},
            "opts": self.opts,
            "player": player,
            "form": form,
            "is_asked": form.is_valid(),
            "found": len(games),
            "others": rulings.people_beside(player, games),
        }
        return render(request, "admin/ratings/ratedgame/of_member.html", context)


def _midnight(day: date | None, zone: str) -> datetime | None:
    return datetime.combine(day, time(), ZoneInfo(zone)) if day is not None else None


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
    action_form = ReasonForm
    actions = ["restore"]

    @admin.action(description=_("Restore what was struck in one go with these"))
    def restore(self, request: HttpRequest, some: "QuerySet[Ruling]") -> None:
        by, reason = cast(User, request.user), request.POST.get("reason", "")
        rule_and_say(self, request, lambda: services.do_restore_batches(list(some), by, reason))
