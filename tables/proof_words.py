"""What the proof page says of a line that is wrong, in the active language."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# By the part of a line before the colon (verifier/kirakuken_verify.py); {n} is the part behind it.
PROBLEMS: Final[dict[str, str | Promise]] = {
    "secret": _("The secret is not the one the house committed to."),
    "share": _("The share of seat {n} is not the one it committed to."),
    "transcript": _("Line {n} of the transcript differs."),
    "key": _("The key does not come from this secret and this transcript."),
    "draw": _("Draw {n} is not what the key gives at this place, or not this seat’s."),
    "draws": _("Not as many draws are listed as were made."),
    "move": _("The draws of move {n} are not all listed, or too many are."),
    "log:missing": _("The log has no row for this match."),
    "log:match": _("The row of the log is another match’s."),
    "log:commitment": _("The log has another commitment."),
    "log:link": _("The row of the log does not fit the row before it."),
    "log:time": _("A share was shown before the commitment was logged."),
}


def problem_words(line: str) -> str:
    """The sentence for a line such as `draw:5`."""
    if line in PROBLEMS:
        return str(PROBLEMS[line])
    kind, _colon, number = line.partition(":")
    return str(PROBLEMS[kind]).replace("{n}", number)


def all_words() -> list[tuple[str, Any]]:
    """For the page's script."""
    return list(PROBLEMS.items())
