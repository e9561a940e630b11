"""Parlours: the tenants of one deployment."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from kirakuken.parlours.scope import scoped_by


def known_time_zone(name: str) -> None:
    """Raises ValidationError for what is no name of a time zone."""
    if name not in _time_zones():
        raise ValidationError(_("That is no time zone. Write it like Asia/Tokyo."))


@cache
def _time_zones() -> set[str]:
    return available_timezones()


class Parlour(models.Model):
    """One house: a café, a club, a school. Global: it is what scopes are made of."""

    slug = models.CharField(
        _("address word"),
        max_length=40,
        unique=True,
        validators=[RegexValidator(r"^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$")],
    )
    name = models.CharField(_("name"), max_length=60)
    name_ja = models.CharField(_("name in Japanese"), max_length=60, blank=True)
    language = models.CharField(
        _("language"), max_length=5, choices=settings.LANGUAGES, default="en"
    )
    house_rules = models.JSONField(
        _("usual house rules"),
        default=dict,
        blank=True,
        help_text=_("For each game the house rules that differ from the usual ones."),
    )
    # Where the parlour's quarters of the year begin and end; an IANA name.
    time_zone = models.CharField(
        _("time zone"), max_length=40, default="UTC", validators=[known_time_zone]
    )
    ranked_turn_limit = models.PositiveSmallIntegerField(
        _("turn limit of ranked tables"),
        default=60,
        validators=[MinValueValidator(10), MaxValueValidator(3600)],
        help_text=_("Seconds for a turn. Ranked tables play by the usual house rules."),
    )
    is_active = models.BooleanField(_("open"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("parlour")
        verbose_name_plural = _("parlours")

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name in the language of the page."""
        japanese = (get_language() or "").startswith("ja")
        return self.name_ja if japanese and self.name_ja else self.name


class Domain(models.Model):
    """A host name of a parlour's own. Global: it is how the parlour of a host is found."""

    host = models.CharField(_("host"), max_length=253, unique=True)
    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="domains")

    class Meta:
        ordering = ["host"]
        verbose_name = _("domain")
        verbose_name_plural = _("domains")

    def __str__(self) -> str:
        return self.host


class Membership(models.Model):
    """What somebody with an account is in one parlour."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        MODERATOR = "moderator", _("moderator")
        MEMBER = "member", _("member")

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "user"], name="one_membership_per_parlour")
        ]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"
