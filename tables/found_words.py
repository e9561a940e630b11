"""The waiting room of people who were found for each other: who they are, what happens next.

Nobody else comes in. Nothing starts by itself: the host starts, and whoever is host passes that
on by being away (seating.do_pass_host_on).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.registry import game_for
from tables.boards.people import Person
from tables.selectors import Snapshot


def context(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    """What the templates of a waiting room say here in other words than elsewhere."""
    table, people = snapshot.table, snapshot.people
    gone = table.found_size - len(people)
    is_enough = len(people) in game_for(table.game).seat_counts
    return {
        "free": 0,
        "counted": _("(%(count)s of %(size)s)") % {"count": len(people), "size": table.found_size},
        "found_words": _who(people, viewer, table.found_size) if gone == 0 else _gone(gone),
        "is_enough": is_enough,
        "is_whole": gone == 0,
        "waiting_words": _title(people, viewer, is_enough),
        "waiting_facts": _facts(people, viewer, is_enough),
    }


def _who(people: Sequence[Person], viewer: int | None, size: int) -> str:
    others = [person.called for person in people if person.seat != viewer]
    return _("Found for this table of %(size)s: you, %(others)s.") % {
        "size": size,
        "others": _row(others),
    }


def _gone(many: int) -> str:
    return ngettext(
        "%(count)s of those who were found has left.",
        "%(count)s of those who were found have left.",
        many,
    ) % {"count": many}


def _title(people: Sequence[Person], viewer: int | None, is_enough: bool) -> str:
    host = next((person for person in people if person.is_host), None)
    if not is_enough:
        return _("Too few are left for a match")
    if host is None:
        return _("Waiting for a host")
    if host.seat != viewer:
        return _("Waiting for %(name)s to start") % {"name": host.called}
    if _away(people, viewer):
        return _("Start when everyone is here")
    return _("Everybody is here")


def _facts(people: Sequence[Person], viewer: int | None, is_enough: bool) -> str:
    host = next((person for person in people if person.is_host), None)
    if not is_enough:
        return _("Nobody else comes in here. Leave, and look for another table.")
    if host is None or host.seat != viewer:
        if host is None or host.is_away:
            return _("After a minute without a host the next one who is here may start.")
        return _("The match begins as soon as %(name)s presses Start.") % {"name": host.called}
    away = _away(people, viewer)
    if away:
        return ngettext(
            "%(names)s is not here. Wait a little, or leave.",
            "%(names)s are not here. Wait a little, or leave.",
            len(away),
        ) % {"names": _row(away)}
    others = [person.called for person in people if person.seat != viewer]
    return ngettext(
        "%(names)s waits for you to press Start.",
        "%(names)s wait for you to press Start.",
        len(others),
    ) % {"names": _row(others)}


def _away(people: Sequence[Person], viewer: int | None) -> list[str]:
    return [person.called for person in people if person.is_away and person.seat != viewer]


def _row(names: list[str]) -> str:
    return pgettext("between people", ", ").join(names)
