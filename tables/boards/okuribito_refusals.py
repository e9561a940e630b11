"""Why an answer at Okuribito was not taken."""

from django.utils.translation import gettext as _


def refusal_words(code: str) -> str | None:
    return {
        "game_over": _("The game is over."),
        "not_asked": _("It is not you who is asked."),
        "not_now": _("That cannot be done now."),
        "not_held": _("You do not hold that."),
        "not_a_number": _("Choose a number of at least 1."),
        "not_so_many": _("You do not hold so many stakes that are not booked."),
        "no_such_wait": _("A sale is booked one to five rounds ahead."),
        "no_booking": _("At a gentle table sales are not booked."),
        "ten_at_once": _("At most ten stakes of an industry can be bought at one stop."),
        "not_enough_cash": _("Your cash does not cover that."),
        "not_in_units": _("Offerings are made in units of 500,000 ryō."),
        "too_much_in_town": _("At most 5 million ryō of yours may lie in one town."),
        "not_this_firm": _("Only the firm you stand on can be built up now."),
        "not_your_firm": _("That firm is not yours."),
        "big_store": _("A big store cannot be built up further."),
    }.get(code)
