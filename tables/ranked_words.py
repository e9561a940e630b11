"""What people are told of ranked play, in the active language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from kirakuken.lib.writing import in_a_row
from ratings.models import RatedGame
from ratings.replay import SETTLING
from ratings.selectors import Change, change_of, rated_game
from tables.boards.base import place_words
from tables.selectors import MatchShown


def table_words() -> str:
    """What a ranked table is, for whoever is about to sit down there."""
    return in_a_row(
        [
            _("This table is ranked: people with an account and a confirmed address, no CPUs."),
            _("Seats and the first turn are drawn. The clock never stands still."),
            _("Whoever is gone at the end is last."),
        ]
    )


def result_words(match: MatchShown, player_id: int | None) -> str:
    """One sentence on what the match made of this player's rating, and why; "" for others."""
    if not match.is_ranked or player_id is None:
        return ""
    if match.is_to_be_rated:
        return _("Your new rating will stand here in a moment.")
    change = change_of(match.public_id, player_id)
    if change is not None:
        return change_words(change)
    game = rated_game(match.public_id)
    if game is not None and game.state == RatedGame.State.VOIDED:
        return _("This match was struck from the record.")
    if game is not None:  # it was put back on the record a moment ago
        return _("Your new rating will stand here in a moment.")
    return _("This match was given up too early, and counts for nobody.")


def left_words(names: Sequence[str]) -> str:
    """Below a ranking that has them where their piece stood; "" if nobody has left."""
    if not names:
        return ""
    words = ngettext(
        "%(names)s left, and counts on the ladder behind all who stayed.",
        "%(names)s left, and count on the ladder behind all who stayed.",
        len(names),
    )
    return words % {"names": pgettext("between people", ", ").join(names)}


def change_words(change: Change) -> str:
    if change.games < SETTLING:
        return _("Your rating is settling; it is shown from your third ranked match on.")
    words = {
        "rating": f"{round(change.mu_after):,}",
        "change": signed(round(change.mu_after) - round(change.mu_before)),
        "others": f"{round(change.others):,}",
        "place": place_words(change.rank, is_shared=False),
        "people": change.people,
    }
    if change.is_abandoned:
        return (
            _("Your rating is %(rating)s now (%(change)s): gone at the end counts as last.") % words
        )
    if change.is_shared:
        return (
            _(
                "Your rating is %(rating)s now (%(change)s): %(place)s of %(people)s, half a win "
                "over whoever shares it, with the others at %(others)s."
            )
            % words
        )
    return (
        _(
            "Your rating is %(rating)s now (%(change)s): %(place)s of %(people)s, with the others "
            "at %(others)s."
        )
        % words
    )


def signed(points: int) -> str:
    """+12, −8 or ±0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"
