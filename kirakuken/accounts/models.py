"""People: accounts of the deployment, and the players they are in each parlour."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import scoped_by


class User(AbstractUser):
    """An account, one per deployment. Global."""


class Player(models.Model):
    """Somebody who plays in one parlour: a guest known by a cookie, or an account."""

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    name = models.CharField(_("name"), max_length=48)
    # The name with look-alikes folded together, for comparing (accounts/names.py).
    name_key = models.CharField(max_length=160, db_index=True, editable=False)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES, default="en")
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "user"], name="one_player_per_account")
        ]
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name


class PlayerKey(models.Model):
    """A browser that may act as a player. Only the key's hash is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="keys")
    key_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(auto_now_add=True)

    objects = scoped_by("player__parlour")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"key {self.pk}"
