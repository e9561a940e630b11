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
    # Has hidden somebody's phrases at least once: pages of all others need not ask whose.
    has_hushed = models.BooleanField(default=False, editable=False)

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
    # When the player moved to another browser. From then on the key is good for nothing but
    # telling the one it came from; it is kept for a day.
    moved_at = models.DateTimeField(null=True, blank=True)

    objects = scoped_by("player__parlour")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"key {self.pk}"


class SeatMove(models.Model):
    """A code by which a player can move to another browser, once (moving.py). Only hashes are
    kept. Never in the admin."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="seat_move")
    # The first two digits: a wrong code counts as a try at all that begin like it.
    group = models.CharField(max_length=2)
    code_hash = models.CharField(max_length=64, unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # The path of the page where the code was asked for; the other browser goes on there.
    leads_to = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()

    objects = scoped_by("player__parlour")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"move {self.pk}"
