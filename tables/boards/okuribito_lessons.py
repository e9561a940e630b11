"""What somebody who meets a question of Okuribito for the first time should know, and which
words of the glossary belong to it."""

from typing import Final

from django.utils.translation import gettext as _

from tables.boards.okuribito_glossary import terms

# By question, the words in tables/boards/okuribito_glossary.py.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "before_roll": ("turn", "round", "festival", "fee"),
    "fork": ("gate", "dues"),
    "experience": ("experience", "insight", "rank"),
    "insight": ("foresight", "keen_eye", "master_builder"),
    "invest": ("stake", "economy", "booked_sale", "offering"),
    "fortune_teller": ("straw_doll", "charm", "lucky_cat", "curse"),
    "match": ("match", "straw_doll", "bankruptcy"),
    "guess": ("match",),
    "buy": ("set", "fee", "season", "takings"),
    "build": ("building", "value", "fee"),
    "build_any": ("building", "money_changer", "value"),
}


def words(name: str) -> tuple[tuple[str, str], ...]:
    """The glossary's words for a question, as (address, word)."""
    found = {term.key: term for term in terms()}
    return tuple((key.replace("_", "-"), found[key].word) for key in WORDS[name])


def lesson(name: str) -> str:
    """A line for the first time this question is asked."""
    return {
        "before_roll": _(
            "Two dice, and you walk their total. What you pass may matter, where you stop always "
            "does."
        ),
        "fork": _(
            "The Castle Gate cuts across to the town opposite: one square for 500,000 ryō. "
            "It can bring you back to the Money changer sooner."
        ),
        "experience": _(
            "You have collected it already. Stopping gives up the rest of the roll, but lets you "
            "buy stakes and make offerings."
        ),
        "insight": _("Four experiences make an insight, and raise your rank."),
        "invest": _(
            "Stakes rise and fall with an industry’s firms and its economy. A sale booked five "
            "rounds ahead is free of tax. Offerings come back with a bonus, but nobody knows when."
        ),
        "fortune_teller": _("What the fortune teller gives is for later turns, one of each."),
        "match": _("Whoever is challenged cannot refuse, but chooses higher or lower."),
        "guess": _("The number is between 12 and 23; five dice make 17 or 18 most often."),
        "buy": _(
            "Others pay you the fee when they stop here, and every round brings takings. More "
            "firms of one industry make a set: each adds 10% to value and fee."
        ),
        "build": _("Building raises the fee, not the value. It pays back by visits and takings."),
        "build_any": _("Here you may build without standing on the firm."),
    }[name]
