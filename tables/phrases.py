"""What may be said at a table: twelve phrases, each reader's in their own language. A row holds
a phrase's number, so a number keeps its meaning for ever."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

PHRASES: Final[dict[int, Promise]] = {
    1: pgettext_lazy("phrase", "Good to meet you."),
    2: pgettext_lazy("phrase", "Let’s enjoy it."),
    3: pgettext_lazy("phrase", "Well played."),
    4: pgettext_lazy("phrase", "What luck."),
    5: pgettext_lazy("phrase", "So close."),
    6: pgettext_lazy("phrase", "I did not see that coming."),
    7: pgettext_lazy("phrase", "Let me think."),
    8: pgettext_lazy("phrase", "Take your time."),
    9: pgettext_lazy("phrase", "Back in a moment."),
    10: pgettext_lazy("phrase", "Sorry to keep you."),
    11: pgettext_lazy("phrase", "Thank you, good game."),
    12: pgettext_lazy("phrase", "One more?"),
}


def phrase_words(number: int) -> str:
    """In the active language."""
    return str(PHRASES[number])
