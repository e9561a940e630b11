"""The start of a round in one breath: season, festival, what came back, what came in."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.okuribito import events as e
from kirakuken.lib.writing import in_a_row
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_money import short
from tables.boards.okuribito_places import town_name
from tables.boards.people import Person


def round_summary(events: Sequence[Any], people: Sequence[Person]) -> str:
    """OK-18, from its events."""
    sentences = []
    for event in events:
        match event:
            case e.RoundStarted():
                sentences.append(
                    _("Round %(round)s, %(season)s: %(best)s.")
                    % {
                        "round": event.round,
                        "season": terms.season_name(event.season).lower(),
                        "best": terms.sells_best(event.season),
                    }
                )
            case e.FestivalHeld():
                sentences.append(
                    _("The festival is in %(town)s.") % {"town": town_name(event.town)}
                )
    for label, kind in (
        (_("Offerings back: %(sums)s."), e.OfferingReturned),
        (_("Takings: %(sums)s."), e.TakingsPaid),
    ):
        sums = [
            pgettext("in a summary", "%(name)s %(sum)s")
            % {"name": people[each.seat].name, "sum": short(each.got)}
            for each in events
            if isinstance(each, kind)
        ]
        if sums:
            sentences.append(label % {"sums": _(", ").join(sums)})
    return in_a_row(sentences)
