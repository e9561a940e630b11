"""Tables, seats, matches and moves, and what proves the dice.

A table lives on from match to match. A match is one game played at it; its moves are its
whole history. The database is the truth: whatever Redis loses can be read again from here.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from kirakuken.accounts.models import MARKS as MARKS
from kirakuken.accounts.models import Player
from kirakuken.lib.ids import new_public_id
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import scoped_by


class Table(models.Model):
    """A place with seats, house rules and an invite link."""

    class Phase(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")  # a match is on (its key may still be in the making)
        FINISHED = "finished", _("finished")  # the last match is over; Again is possible
        CLOSED = "closed", _("closed")

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="tables")
    public_id = models.CharField(max_length=22, unique=True, editable=False)
    code = models.CharField(_("table code"), max_length=8, editable=False)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    host = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted_tables"
    )
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.WAITING)
    is_listed = models.BooleanField(_("listed"), default=False)
    # Seconds for a decision; None: no limit.
    turn_limit = models.PositiveSmallIntegerField(_("turn limit"), null=True, blank=True)
    # Set when it is opened and never changed: members alone, and their matches are rated.
    is_ranked = models.BooleanField(_("ranked"), default=False, editable=False)
    # For how many people *Find me a ranked table* opened it; nobody else sits down. 0: by hand.
    found_size = models.PositiveSmallIntegerField(default=0, editable=False)
    rotate_first = models.BooleanField(_("rotate the first seat on Again"), default=True)
    # The seat that goes first in the match to come.
    next_first = models.PositiveSmallIntegerField(default=0)
    # Public id of the match to come: browsers bind their share in its dice to it beforehand.
    next_match_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    # Raised by "new link"; the invite token is an HMAC of the table and this number.
    invite_revision = models.PositiveIntegerField(default=0)
    # Raised by everything a page of this table shows that is not a move.
    room_version = models.PositiveIntegerField(default=0)
    # When a phrase was last said here; most tables are silent, and need not be asked for any.
    spoken_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(_("last used"), auto_now_add=True)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "code"], name="one_table_per_code")
        ]
        indexes = [models.Index(fields=["phase", "touched_at"], name="tables_to_tidy")]
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return f"{self.game} {self.public_id[:6]}"


class Seat(models.Model):
    """A chair that is taken: by a player, or by a CPU when `player` is None.

    Numbers count from 0 without gaps while a match is on; people are shown them from 1.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    mark = models.CharField(_("piece"), max_length=8, choices=[(mark, mark) for mark in MARKS])
    # For CPU seats: which of the CPU names it bears, from 1.
    cpu_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # How well a CPU on this chair plays (games.core.cpu.Level); "" is the usual level.
    cpu_level = models.CharField(max_length=8, blank=True)
    last_seen = models.DateTimeField(auto_now_add=True)
    absent_since = models.DateTimeField(null=True, blank=True)
    # Time-outs in a row; two make the seat count as away.
    timeouts = models.PositiveSmallIntegerField(default=0)
    # Hash of the nonce that this seat's browser made for the match to come; "" is none.
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    # A CPU's seat in a match that somebody with the invite link may take over.
    is_offered = models.BooleanField(_("offered"), default=False)

    objects = scoped_by("table__parlour")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="one_seat_per_player",
            ),
            models.UniqueConstraint(fields=["table", "mark"], name="one_seat_per_mark"),
        ]
        indexes = [
            models.Index(
                fields=["absent_since"],
                condition=Q(absent_since__isnull=False),
                name="seats_absent",
            ),
        ]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")

    def __str__(self) -> str:
        return f"{self.number + 1}"

    @property
    def is_cpu(self) -> bool:
        return self.player_id is None


class Waiting(models.Model):
    """A member waits for a ranked table of a size. Over when they are seated at `table`, or gave
    it up; kept for a day, because it tells how long one waits."""

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="waiting")
    game = models.CharField(_("game"), max_length=20)
    size = models.PositiveSmallIntegerField(_("size"))
    since = models.DateTimeField(_("since"))
    # Their page asks every few seconds; whoever is not heard of is passed over.
    heard_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="waited_for"
    )

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at=None), name="one_wait_per_player"
            )
        ]
        verbose_name = _("waiting")
        verbose_name_plural = _("waiting")

    def __str__(self) -> str:
        return f"{self.game}, {self.size}"


class Removal(models.Model):
    """A player whom the host removed from a table; they cannot sit there again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="removals")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="removals")
    removed_at = models.DateTimeField(auto_now_add=True)

    objects = scoped_by("table__parlour")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="one_removal_per_player")
        ]
        verbose_name = _("removal")
        verbose_name_plural = _("removals")

    def __str__(self) -> str:
        return f"{self.player} from {self.table}"


class Phrase(models.Model):
    """One of the house's phrases, said at a table: a number of tables/phrases.py, never words.
    Kept for an hour."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phrases")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="phrases")
    number = models.PositiveSmallIntegerField()
    said_at = models.DateTimeField(db_index=True)

    objects = scoped_by("table__parlour")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("phrase")
        verbose_name_plural = _("phrases")

    def __str__(self) -> str:
        return f"{self.number}"


class Hush(models.Model):
    """`player` does not want to see what `hushed` says, at any table."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="hushes")
    hushed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="hushed_by")

    objects = scoped_by("player__parlour")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "hushed"], name="one_hush_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} does not hear {self.hushed_id}"


class Match(models.Model):
    """One game played at a table."""

    class Status(models.TextChoices):
        SHUFFLING = "shuffling", _("shuffling")  # waiting up to 5 s for the seats' nonces
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        UNFINISHED = "unfinished", _("ended unfinished")
        VOID = "void", _("void")

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="matches")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    public_id = models.CharField(max_length=22, unique=True, editable=False)
    number = models.PositiveIntegerField(help_text=_("Counts the matches of a table, from 1."))
    game = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    turn_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    first = models.PositiveSmallIntegerField()
    is_ranked = models.BooleanField(_("ranked"), default=False, editable=False)
    # From its end until it is rated: what services/ranked.py wants to know of that moment.
    to_rate = models.JSONField(null=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SHUFFLING)
    # The engine's state as its own JSON. Holds secrets: named only in store.py.
    state = models.TextField(blank=True, editable=False)
    # What the start told (Told values as JSON); the moves hold the rest. Holds secrets.
    opening = models.TextField(blank=True, editable=False)
    version = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0, help_text=_("Draws made so far."))
    # Per seat what it owes, see clocks.Decision; null where it owes nothing.
    decisions = models.JSONField(default=list)
    # When the next thing has to happen by itself (clock, CPU, nonces); None: nothing.
    due_at = models.DateTimeField(null=True, blank=True)
    ranks = models.JSONField(null=True, blank=True)
    scores = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=40, blank=True)
    # When somebody proposed to stop here, and the seats that agree (none: it was declined).
    stop_asked_at = models.DateTimeField(null=True, blank=True, editable=False)
    stop_agreed = models.JSONField(default=list, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_match_per_number")
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="matches_due"),
            models.Index(
                fields=["stop_asked_at"],
                condition=Q(stop_asked_at__isnull=False),
                name="matches_to_stop",
            ),
            models.Index(
                fields=["ended_at"], condition=Q(to_rate__isnull=False), name="matches_to_rate"
            ),
        ]
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"{self.game} {self.public_id[:6]}"

    @property
    def stop_proposal(self) -> int | None:
        """What tells one proposal to stop here from the next; None: there is none."""
        if self.stop_asked_at is None or not self.stop_agreed:
            return None
        return round(self.stop_asked_at.timestamp() * 1000)

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.UNFINISHED, self.Status.VOID}


class MatchSeat(models.Model):
    """Who played a seat in one match, kept as it was when the match is long over.

    `player`, `name` and `cpu_number` are those of the start, to whom the shares in the dice
    belong. Who took the seat over from a CPU in mid-match is the successor.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="match_seats"
    )
    name = models.CharField(max_length=48, blank=True)
    cpu_number = models.PositiveSmallIntegerField(null=True, blank=True)
    successor = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="taken_over"
    )
    successor_name = models.CharField(max_length=48, blank=True)
    mark = models.CharField(max_length=8)

    objects = scoped_by("match__parlour")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_match_seat_per_number")
        ]
        verbose_name = _("seat in a match")
        verbose_name_plural = _("seats in matches")

    def __str__(self) -> str:
        return f"{self.number + 1}"

    @property
    def shown_player_id(self) -> int | None:
        """Whose the seat is in what is shown of the match: who played it last of all people."""
        return self.successor_id if self.successor_name else self.player_id

    @property
    def shown_name(self) -> str:
        return self.successor_name or self.name

    @property
    def shown_cpu_number(self) -> int | None:
        return None if self.successor_name else self.cpu_number


class Handover(models.Model):
    """In mid-match a seat got somebody else to decide for it: a CPU for whoever got up, or a
    person for a CPU. Theirs are the moves after `after`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="handovers")
    seat = models.PositiveSmallIntegerField(_("seat"))
    after = models.PositiveIntegerField(_("after move"))
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="handovers"
    )
    name = models.CharField(_("name"), max_length=48, blank=True)
    cpu_number = models.PositiveSmallIntegerField(_("CPU number"), null=True, blank=True)

    objects = scoped_by("match__parlour")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("change at a seat")
        verbose_name_plural = _("changes at seats")

    def __str__(self) -> str:
        return f"{self.seat + 1}"


class Move(models.Model):
    """One accepted action of one seat. `number` is the match version it made."""

    class By(models.TextChoices):
        HUMAN = "human", _("human")
        CPU = "cpu", _("CPU")
        STAND_IN = "stand_in", _("CPU standing in")
        CLOCK = "clock", _("clock")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=10, choices=By.choices)
    decision = models.PositiveIntegerField(help_text=_("The decision number it answered."))
    action = models.TextField(editable=False)
    # What was told to whom, as JSON. Holds secrets: named only in store.py.
    told = models.TextField(editable=False)
    drawn = models.JSONField(default=list, editable=False)
    # The page's one-time id; a repeated press with the same id is answered, not played again.
    one_time_id = models.CharField(max_length=36, null=True, editable=False)  # noqa: DJ001
    made_at = models.DateTimeField(auto_now_add=True)

    objects = scoped_by("match__parlour")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_per_number"),
            models.UniqueConstraint(
                fields=["match", "one_time_id"],
                condition=Q(one_time_id__isnull=False),
                name="one_move_per_one_time_id",
            ),
        ]
        verbose_name = _("move")
        verbose_name_plural = _("moves")

    def __str__(self) -> str:
        return f"{self.number}"


class Key(models.Model):
    """The server's secret part of a match's dice, sealed until the end. Never in the admin."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="key")
    sealed = models.TextField(editable=False)  # Fernet of the 32 secret bytes
    commitment = models.CharField(max_length=64, editable=False)
    transcript = models.TextField(blank=True, editable=False)  # frozen when the key is made
    revealed_at = models.DateTimeField(null=True, editable=False)

    objects = scoped_by("match__parlour")

    def __str__(self) -> str:
        return f"key of match {self.match_id}"


class Nonce(models.Model):
    """A human seat's part in a match's dice: committed on sitting, revealed after Start."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="nonces")
    seat = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    revealed = models.CharField(max_length=64, blank=True)  # hex; "" while or if not revealed
    revealed_at = models.DateTimeField(null=True, editable=False)

    objects = scoped_by("match__parlour")

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_nonce_per_seat")]

    def __str__(self) -> str:
        return f"nonce of seat {self.seat + 1}"


class CommitmentLog(models.Model):
    """The parlour's public chain of server commitments: a removed or changed row breaks it."""

    parlour = models.ForeignKey(Parlour, on_delete=models.CASCADE, related_name="commitments")
    number = models.PositiveIntegerField()
    match_hash = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    logged_at = models.DateTimeField()
    link = models.CharField(max_length=64)  # SHA-256 over the link before and this row
    # When the secret behind it was shown; stays when the match itself is forgotten. Not linked.
    revealed_at = models.DateTimeField(null=True, blank=True)

    objects = scoped_by("parlour")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["parlour", "number"], name="one_commitment_per_number")
        ]
        indexes = [models.Index(fields=["parlour", "match_hash"], name="commitment_of_match")]
        verbose_name = _("commitment in the log")
        verbose_name_plural = _("log of commitments")

    def __str__(self) -> str:
        return f"{self.number}"


class ClockBeat(models.Model):
    """When the sweep last ran, by caller. Global: it tells whether the clock is alive."""

    name = models.CharField(_("name"), max_length=20, unique=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("beat of the clock")
        verbose_name_plural = _("beats of the clock")

    def __str__(self) -> str:
        return self.name
