"""What owners may look at. Not here, and nowhere else to be read: states, openings, actions and
what was told, keys and nonces, and a table's code, which lets whoever has it in."""

from django.contrib import admin

from kirakuken.lib.admin import GlobalAdmin, ScopedAdmin
from tables.models import (
    ClockBeat,
    CommitmentLog,
    Handover,
    Match,
    MatchSeat,
    Move,
    Phrase,
    Removal,
    Seat,
    Table,
    Waiting,
)


@admin.register(Table)
class TableAdmin(ScopedAdmin):
    fields = [
        "public_id",
        "game",
        "options",
        "host",
        "phase",
        "is_listed",
        "turn_limit",
        "rotate_first",
        "created_at",
        "touched_at",
    ]
    list_display = ["public_id", "game", "phase", "host", "is_listed", "touched_at"]
    list_filter = ["game", "phase", "is_listed"]
    list_select_related = ["host"]
    search_fields = ["public_id", "host__name"]


@admin.register(Seat)
class SeatAdmin(ScopedAdmin):
    parlour_path = "table__parlour"
    fields = ["table", "number", "player", "mark", "cpu_number", "last_seen", "absent_since"]
    list_display = ["table", "number", "player", "cpu_number", "absent_since"]
    list_select_related = ["table", "player"]


@admin.register(Waiting)
class WaitingAdmin(ScopedAdmin):
    fields = ["player", "game", "size", "since", "heard_at", "ended_at", "table"]
    list_display = ["player", "game", "size", "since", "ended_at"]
    list_filter = ["game", "size"]
    list_select_related = ["player"]


@admin.register(Removal)
class RemovalAdmin(ScopedAdmin):
    parlour_path = "table__parlour"
    fields = ["table", "player", "removed_at"]
    list_display = ["table", "player", "removed_at"]
    list_select_related = ["table", "player"]


@admin.register(Phrase)
class PhraseAdmin(ScopedAdmin):
    parlour_path = "table__parlour"
    fields = ["table", "seat", "player", "number", "said_at"]
    list_display = ["table", "player", "number", "said_at"]
    list_select_related = ["table", "player"]


@admin.register(Match)
class MatchAdmin(ScopedAdmin):
    fields = [
        "public_id",
        "table",
        "number",
        "game",
        "rules_version",
        "options",
        "turn_limit",
        "status",
        "version",
        "ranks",
        "scores",
        "reason",
        "created_at",
        "ended_at",
    ]
    list_display = ["public_id", "game", "table", "number", "status", "version", "created_at"]
    list_filter = ["game", "status"]
    list_select_related = ["table"]
    search_fields = ["public_id"]


@admin.register(MatchSeat)
class MatchSeatAdmin(ScopedAdmin):
    parlour_path = "match__parlour"
    fields = ["match", "number", "player", "name", "cpu_number", "mark"]
    list_display = ["match", "number", "name", "cpu_number"]
    list_select_related = ["match"]


@admin.register(Handover)
class HandoverAdmin(ScopedAdmin):
    parlour_path = "match__parlour"
    fields = ["match", "seat", "after", "player", "name", "cpu_number"]
    list_display = ["match", "seat", "after", "name", "cpu_number"]
    list_select_related = ["match"]


@admin.register(Move)
class MoveAdmin(ScopedAdmin):
    parlour_path = "match__parlour"
    fields = ["match", "number", "seat", "by", "decision", "made_at"]
    list_display = ["match", "number", "seat", "by", "made_at"]
    list_filter = ["by"]
    list_select_related = ["match"]


@admin.register(CommitmentLog)
class CommitmentLogAdmin(ScopedAdmin):
    fields = ["number", "match_hash", "commitment", "logged_at", "link"]
    list_display = ["number", "match_hash", "commitment", "logged_at"]


@admin.register(ClockBeat)
class ClockBeatAdmin(GlobalAdmin):
    fields = ["name", "at"]
    list_display = ["name", "at"]
