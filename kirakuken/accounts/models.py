"""People: accounts of the deployment, and the players they are in each parlour."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from kirakuken.lib.ids import new_public_id
from kirakuken.lib.refusals import words_for
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import scoped_by

# The pieces somebody may sit down with; templates draw them (static/img/marks).
MARKS = ("hat", "lantern", "fan", "daruma", "top", "gourd")


class User(AbstractUser):
    """An account, one per deployment. Global."""

    # The user name with look-alikes folded together (accounts/names.py); one account each.
    name_key = models.CharField(max_length=160, unique=True, editable=False)
    # When its owner asked for its deletion; seven days later it is gone (accounts/leaving.py).
    leaving_at = models.DateTimeField(null=True, blank=True, db_index=True, editable=False)

    def save(self, *args: Any, **kwargs: Any) -> None:
        from kirakuken.accounts.names import name_key

        fields = kwargs.get("update_fields")
        if fields is None or "username" in fields:
            self.name_key = name_key(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """For the admin's forms: the name's look-alikes are taken, too."""
        from kirakuken.accounts.names import name_key

        super().clean()
        others = type(self)._default_manager.exclude(pk=self.pk)
        if others.filter(name_key=name_key(self.username)).exists():
            raise ValidationError({"username": words_for("user_name_taken")})


class Player(models.Model):
    """Somebody who plays in one parlour: a guest known by a cookie, or an account."""

    # In addresses of pages about them.
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
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
    # The piece they like to sit down with; "" is whichever is free.
    mark = models.CharField(
        _("piece"), max_length=8, blank=True, choices=[(mark, mark) for mark in MARKS]
    )
    # What others may see of a member.
    is_profile_open = models.BooleanField(_("open profile"), default=True)
    is_on_leaderboards = models.BooleanField(_("on leaderboards"), default=True)
    # A former player: the account is deleted, the row stays so that ladders can be replayed.
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Has hidden somebody's phrases at least once: pages of all others need not ask whose.
    has_hushed = models.BooleanField(default=False, editable=False)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "user"], name="one_player_per_account")
        ]
        indexes = [
            models.Index(
                fields=["parlour"],
                condition=models.Q(is_on_leaderboards=False) | models.Q(erased_at__isnull=False),
                name="players_off_leaderboards",
            )
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


class TakenName(models.Model):
    """The user name of a deleted account, as a hash: nobody may take it again. Global."""

    name_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"name {self.pk}"


class Letter(models.Model):
    """A mail on its way; gone when it is sent. Global: accounts are. Never in the admin, for the
    links in it are keys."""

    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    written_at = models.DateTimeField(auto_now_add=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # While a worker holds it, and after a failed try, nobody else takes it before then.
    not_before = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"letter {self.pk}"


class Export(models.Model):
    """All that the house has of an account, packed for its owner; kept for a day. Global. Never
    in the admin."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="export"
    )
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    file = models.BinaryField(null=True)  # a ZIP

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"export {self.pk}"
