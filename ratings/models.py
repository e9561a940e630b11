"""Ladders, the matches they count, and what those made of ratings.

What was played is never changed: of a match only whether it counts (`state`) and by what it is
rated (`beta`, `model`, `revision`), of events nothing. What a player's rating is now follows from
them (replay.py); `Standing` keeps it at hand.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import scoped_by


class Ladder(models.Model):
    """The ratings of one game in one parlour. Its row is the lock for everything below it."""

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="ladders")
    game = models.CharField(_("game"), max_length=20)
    # How many matches were rated, and how often the ladder was to be worked out anew.
    last_number = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    # The first match that the present revision rates anew, until that is done; and when somebody
    # who works on it last gave a sign (reckoning.py).
    anew_from = models.PositiveIntegerField(null=True, editable=False)
    worked_at = models.DateTimeField(null=True, editable=False)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "game"], name="one_ladder_per_game")
        ]
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")

    def __str__(self) -> str:
        return self.game

    @property
    def is_worked_out(self) -> bool:
        """Whether its ratings are those of the matches that count now."""
        return self.anew_from is None


class RatedGame(models.Model):
    """A ranked match that was played. `number` is its place in the order of rating."""

    class State(models.TextChoices):
        COUNTED = "counted", _("counted")
        VOIDED = "voided", _("struck from the record")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(_("number"))
    # The public id of the match; it outlives the match, and lets it be rated but once.
    match = models.CharField(_("match"), max_length=22, unique=True)
    ended_at = models.DateTimeField(_("ended at"))
    beta = models.FloatField()
    model = models.CharField(max_length=10)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.COUNTED)
    # The revision of its events that is in force.
    revision = models.PositiveIntegerField(default=0)

    objects = scoped_by("ladder__parlour")

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="one_rated_game_per_number")
        ]
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return f"{self.number}"


class RatedSeat(models.Model):
    """Who played a rated match and came out where. `rank` is the rank that counts: an
    abandoned seat is behind all others."""

    game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="rated_seats")
    rank = models.PositiveSmallIntegerField(_("rank"))
    is_abandoned = models.BooleanField(_("abandoned"), default=False)
    # Another seat of the match was marked with the same browser (devices.py). For staff alone.
    shares_device = models.BooleanField(_("same device"), default=False)

    objects = scoped_by("game__ladder__parlour")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_rated_seat_per_number"),
            models.UniqueConstraint(fields=["game", "player"], name="one_rated_seat_per_player"),
        ]
        verbose_name = _("rated seat")
        verbose_name_plural = _("rated seats")

    def __str__(self) -> str:
        return f"{self.number + 1}"


class RatingEvent(models.Model):
    """What a match made of one player's rating, by one revision of the ladder. Never rounded."""

    game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="events")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="rating_events")
    revision = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    objects = scoped_by("game__ladder__parlour")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player", "revision"], name="one_event_per_revision"
            )
        ]
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")

    def __str__(self) -> str:
        return f"{self.mu_before:.0f} → {self.mu_after:.0f}"


class Standing(models.Model):
    """Where a player stands in a ladder now; made anew from the matches at any time."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="standings")
    mu = models.FloatField()
    sigma = models.FloatField()
    # What leaderboards sort by: mu less one sigma.
    sure = models.FloatField(editable=False)
    games = models.PositiveIntegerField(_("matches"))
    wins = models.PositiveIntegerField(_("first places"))
    opponents = models.PositiveIntegerField(_("opponents"))
    is_provisional = models.BooleanField(_("provisional"))
    last_at = models.DateTimeField(_("last match"))

    objects = scoped_by("ladder__parlour")

    class Meta:
        ordering = ["-sure", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="one_standing_per_player")
        ]
        indexes = [
            # All that a leaderboard asks for, so that pages far down are read off the index.
            models.Index(
                fields=["ladder", "-sure", "id", "last_at", "player"],
                condition=models.Q(is_provisional=False),
                name="standings_of_leaderboards",
            )
        ]
        verbose_name = _("standing")
        verbose_name_plural = _("standings")

    def __str__(self) -> str:
        return f"{self.mu:.0f}"


class Correction(models.Model):
    """A ruling has moved the number that a player is shown: to be told once. Numbers are as they
    are shown; None is a rating that is still settling."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="corrections")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="corrections")
    state = models.CharField(_("state"), max_length=8, choices=RatedGame.State.choices)
    before = models.IntegerField(_("rating before"), null=True)
    after = models.IntegerField(_("rating after"), null=True)
    made_at = models.DateTimeField()
    # When the player saw it on their own page.
    seen_at = models.DateTimeField(null=True, db_index=True)

    objects = scoped_by("ladder__parlour")

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="one_correction_per_player")
        ]
        verbose_name = _("correction of a rating")
        verbose_name_plural = _("corrections of ratings")

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"


class Season(models.Model):
    """A quarter of a year that is over, by the parlour's own calendar."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seasons")
    year = models.PositiveSmallIntegerField()
    quarter = models.PositiveSmallIntegerField()

    objects = scoped_by("ladder__parlour")

    class Meta:
        ordering = ["-year", "-quarter"]
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "year", "quarter"], name="one_season_per_quarter"
            )
        ]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"


class SeasonStanding(models.Model):
    """A place at the end of a season, frozen. `games` and `wins` are those of the season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="season_standings")
    place = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(_("matches"))
    wins = models.PositiveIntegerField(_("first places"))

    objects = scoped_by("season__ladder__parlour")

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_place_per_season")
        ]
        verbose_name = _("place in a season")
        verbose_name_plural = _("places in seasons")

    def __str__(self) -> str:
        return f"{self.place}"


class Device(models.Model):
    """A browser from which a member went to a ranked table. Only the hash of its mark is kept,
    and for 30 days. Never in the admin: staff see that seats share one, not which."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    mark_hash = models.CharField(max_length=64)
    seen_at = models.DateTimeField(db_index=True)

    objects = scoped_by("player__parlour")

    class Meta:
        ordering = ["-seen_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "mark_hash"], name="one_row_per_device")
        ]

    def __str__(self) -> str:
        return f"device {self.pk}"


class Ruling(models.Model):
    """A rated match was struck from the record, or restored: by whom, and why."""

    game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="rulings")
    state = models.CharField(_("state"), max_length=8, choices=RatedGame.State.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rulings"
    )
    reason = models.CharField(_("reason"), max_length=200)
    made_at = models.DateTimeField(auto_now_add=True)
    # The same for all that were made in one go, so that they can be taken back together.
    batch = models.CharField(max_length=22, db_index=True, editable=False)

    objects = scoped_by("game__ladder__parlour")

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")

    def __str__(self) -> str:
        return self.state
