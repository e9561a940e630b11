"""The waiting room in words: what a table plays, who sits where, who may do what.

Everything comes from one consistent reading of the table (a Snapshot) and the seat that looks
on, so that the first page and every fragment that is pushed later say the same.
"""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.core.cpu import USUAL
from games.registry import Game, game_for
from tables import found_words, ranked_words, talk
from tables.access import invite_token
from tables.boards.people import Person, level_name, mark_name
from tables.boards.registry import board_for
from tables.fragments import fragment
from tables.models import MARKS
from tables.selectors import Snapshot, TableShown

SEATED_REGIONS = {
    "room": "tables/_room.html",
    "invite": "tables/_invite.html",
    "marks": "tables/_marks.html",
    "counter": "tables/_start.html",
}
FOUND_REGIONS = SEATED_REGIONS | {"invite": "tables/_found.html"}
OTHERS_REGIONS = {"room": "tables/_room.html"}


@dataclass(frozen=True, slots=True)
class Tag:
    """One name tag on the board. `sitting` tells one sitting on a chair from the next."""

    number: int
    sitting: int
    name: str
    called: str
    mark_name: str
    image: str
    colour: int
    is_cpu: bool
    level: str
    is_host: bool
    is_you: bool
    is_away: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """One shape of the picker."""

    key: str
    name: str
    image: str
    is_mine: bool
    is_taken: bool


def room_regions(snapshot: Snapshot, viewer: int | None, extra: dict[str, Any]) -> dict[str, str]:
    """The parts of the waiting room that change, by the id of their element, in the language
    that is active. `extra` (what stands for token and address, a word) goes into their contexts."""
    context = room_context(snapshot, viewer) | extra
    templates = FOUND_REGIONS if snapshot.table.found_size else SEATED_REGIONS
    if viewer is None:
        templates = OTHERS_REGIONS
    regions = {region: fragment(name, context) for region, name in templates.items()}
    return regions | {"talk": talk.talk_html(snapshot, viewer, extra["csrf_token"])}


def room_context(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    table, seats = snapshot.table, snapshot.seats
    host = next((person for person in snapshot.people if person.is_host), None)
    counts = game_for(table.game).seat_counts
    free = counts.stop - 1 - len(seats)
    context = summary_context(snapshot) | {
        "table_id": table.public_id,
        "table_public_id": table.public_id,
        **talk.say_context(viewer),
        "is_listed": table.is_listed,
        "table_url": reverse("tables:table", args=[table.public_id]),
        "seats": _tags(snapshot, viewer),
        "seated": len(seats),
        "counted": _counted(len(seats), counts.stop - 1),
        "free": free,
        "may_call_cpu": not table.is_ranked,
        "free_words": ngettext("%(count)s free seat", "%(count)s free seats", free)
        % {"count": free},
        "levels": _levels(game_for(table.game)),
        "is_host": viewer is not None and host is not None and host.seat == viewer,
        "marks": _marks(snapshot, viewer),
        "start_reason": start_reason(counts, len(seats)),
        "waiting_words": _waiting_words(viewer, host),
        "waiting_facts": _ranked_facts(counts, len(seats))
        if table.is_ranked
        else _waiting_facts(counts, len(seats)),
        **({} if viewer is None else _invite(snapshot)),
    }
    return context | (found_words.context(snapshot, viewer) if table.found_size else {})


def summary_context(snapshot: Snapshot) -> dict[str, Any]:
    """What the table plays, which stays as it is."""
    table = snapshot.table
    board, game = board_for(table.game), game_for(table.game)
    options = snapshot.options
    host = next((person for person in snapshot.people if person.is_host), None)
    return {
        "game": game.key,
        "game_name": board.facts().name,
        "title": table_title(host),
        "options_summary": board.options_summary(options),
        "option_lines": board.describe_options(options),
        "limit_words": limit_words(table.turn_limit),
        "ranked_words": ranked_words.table_words() if table.is_ranked else "",
        "door_words": _door_words(table),
        "is_found": bool(table.found_size),
        "rules_url": reverse("lobby:rules", args=[get_language() or "en", game.key]),
    }


def table_title(host: Person | None) -> str:
    """What a table is called: by its host, if it has one."""
    return _("%(name)s’s table") % {"name": host.called} if host else _("A table without a host")


def limit_words(turn_limit: int | None) -> str:
    if turn_limit is None:
        return _("no turn limit")
    return ngettext("%(count)s second a turn", "%(count)s seconds a turn", turn_limit) % {
        "count": turn_limit
    }


def start_reason(counts: range, seated: int) -> str:
    """Why the match cannot start yet; "" when the seats fit the game."""
    missing = counts.start - seated
    if missing <= 0:
        return ""
    return ngettext(
        "when %(count)s more has sat down", "when %(count)s more have sat down", missing
    ) % {"count": missing}


def grouped_code(code: str) -> str:
    """A table code as it is spoken: two groups of four."""
    return f"{code[:4]} {code[4:]}"


def invite_path(table: Any) -> str:
    return reverse("lobby:invite", args=[invite_token(table)])


def _door_words(table: TableShown) -> str:
    if table.found_size:
        return _("nobody else comes in")
    return _("open to all") if table.is_listed else _("by invitation")


def _counted(seated: int, most: int) -> str:
    return ngettext(
        "(%(count)s seated, up to %(most)s)", "(%(count)s seated, up to %(most)s)", seated
    ) % {"count": seated, "most": most}


def _tags(snapshot: Snapshot, viewer: int | None) -> tuple[Tag, ...]:
    has_levels = len(game_for(snapshot.table.game).levels) > 1
    return tuple(
        Tag(
            number=person.seat,
            sitting=seat.pk,
            name=person.name,
            called=person.called,
            mark_name=mark_name(person.mark),
            image=mark_image(person.mark),
            colour=MARKS.index(person.mark) + 1,
            is_cpu=person.is_cpu,
            level=level_name(seat.cpu_level) if person.is_cpu and has_levels else "",
            is_host=person.is_host,
            is_you=person.seat == viewer,
            is_away=person.is_away,
        )
        for person, seat in zip(snapshot.people, snapshot.seats, strict=True)
    )


def _levels(game: Game) -> tuple[tuple[str, str, bool], ...]:
    """Of the next CPU: each word of the form with its name, and whether it is the usual one;
    empty where there is nothing to choose."""
    if len(game.levels) == 1:
        return ()
    return tuple((level.value, level_name(level), level is USUAL) for level in game.levels)


def _marks(snapshot: Snapshot, viewer: int | None) -> tuple[Mark, ...]:
    holders = {person.mark: person.seat for person in snapshot.people}
    return tuple(
        Mark(
            key=mark,
            name=mark_name(mark),
            image=mark_image(mark),
            is_mine=viewer is not None and holders.get(mark) == viewer,
            is_taken=mark in holders and holders[mark] != viewer,
        )
        for mark in MARKS
    )


def mark_image(mark: str) -> str:
    return f"img/marks/{mark}.svg"


def _waiting_words(viewer: int | None, host: Person | None) -> str:
    if host is None:
        return _("Waiting for a host")
    if host.seat == viewer:
        return _("Start when everyone is here")
    return _("Waiting for %(name)s to start") % {"name": host.called}


def _ranked_facts(counts: range, seated: int) -> str:
    missing = counts.start - seated
    if missing <= 0:
        return _("Once it has begun, nobody else can come in.")
    return ngettext(
        "%(count)s more person is needed.", "%(count)s more people are needed.", missing
    ) % {"count": missing}


def _waiting_facts(counts: range, seated: int) -> str:
    missing, free = counts.start - seated, counts.stop - 1 - seated
    if missing > 0:
        return ngettext(
            "%(count)s more is needed: a friend or a CPU.",
            "%(count)s more are needed: friends or CPUs.",
            missing,
        ) % {"count": missing}
    if free:
        return ngettext(
            "%(count)s seat is still free. The match can start without it.",
            "%(count)s seats are still free. The match can start without them.",
            free,
        ) % {"count": free}
    return _("All seats are taken.")


def _invite(snapshot: Snapshot) -> dict[str, Any]:
    table = snapshot.table
    return {
        "invite_path": invite_path(table),
        "revision": table.invite_revision,
        "code": grouped_code(table.code),
        "invite_words": pgettext("in a message", "Come and play %(game)s.")
        % {"game": board_for(table.game).facts().name},
    }
