"""How the house says no: one table of words, and the pages for everything that goes wrong.

A refusal is an ordinary answer with a code. Scripts get the code and the words, everybody else
a page in their language. Games have words of their own for what their rules refuse.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kirakuken.lib.errors import Busy, Refused, TooMany
from kirakuken.lib.http import wants_json
from kirakuken.lib.languages import language_of

WORDS: dict[str, Promise] = {
    # names
    "name_empty": _("Please enter a name."),
    "name_long": _("That name is too long. Up to 16 letters fit on a name tag."),
    "name_letters": _(
        "A name is made of letters and numbers; spaces, - _ ' and ・ may go between."
    ),
    "name_reserved": _(
        "That name would pass for the house or a computer player. Please take another."
    ),
    "name_taken": _("Somebody here has that name, or one that looks like it. Please take another."),
    "user_name_taken": _("Somebody has that user name, or one that looks like it."),
    # accounts
    "move_by_sign_in": _("You have an account: sign in on the other browser instead."),
    "bring_same_table": _(
        "You sit at one table as both. Leave it as one of them, then bring the rest along."
    ),
    "nothing_to_bring": _("There is no guest of this browser left to bring along."),
    "sole_owner": _(
        "You are the only owner of a parlour. Make somebody else its owner first, in the staff "
        "room."
    ),
    # tables and seats
    "not_seated": _("You do not sit at this table."),
    "not_host": _("Only the host of the table can do that."),
    "table_full": _("All seats at this table are taken."),
    "needs_link": _("To sit down here you need the table’s invite link."),
    "table_closed": _("This table is closed."),
    "match_running": _("A match is on at this table. That has to wait until it is over."),
    "match_not_over": _("The match at this table is not over yet."),
    "too_many_tables": _("You have enough tables open already. Close one first."),
    "seats_do_not_fit": _("This game cannot be played by this number of people."),
    "removed": _("The host removed you from this table, so you cannot sit down here again."),
    "no_such_seat": _("That seat is not there any more."),
    "same_name_here": _("Somebody at this table has that name, or one that looks like it."),
    "not_yourself": _("You cannot remove yourself. Leave the table instead."),
    "game_unknown": _("The house does not know that game."),
    "options_malformed": _("Those house rules do not go together. Please choose again."),
    "turn_limit_unknown": _("That turn limit is not offered. Please choose again."),
    "mark_taken": _("Somebody else has taken that piece."),
    "moved_away": _("Your seat has moved to another browser. Here it is not yours any more."),
    "bad_move": _(
        "That code is not good: mistyped, used already, or older than ten minutes. "
        "Ask the other browser for a new one."
    ),
    "moved_here": _("You are that player in this browser already. Use the code in the other one."),
    "say_soon": _("One phrase every three seconds, so that all can be heard."),
    "bad_code": _("There is no table with that code."),
    "bad_invite": _("This invitation is not good any more. Ask for a new link."),
    "match_not_on": _("No match is on at this table."),
    "seat_not_offered": _("That seat is taken, or not offered any more."),
    "stop_over": _("That proposal is over."),
    "stop_declined": _("Somebody would rather play on. Ask again in a minute."),
    # ranked play
    "ranked_members": _(
        "Ranked tables are for people with an account here. Make one under You; your seat and "
        "your matches come along."
    ),
    "ranked_address": _(
        "Ranked play needs an e-mail address that you have confirmed. Give yours under You."
    ),
    "ranked_leaving": _("Your account is about to be deleted, so it cannot play ranked."),
    "ranked_waits": _(
        "You left several ranked matches this week. Wait a while before the next one; casual "
        "tables are open to you."
    ),
    "ranked_humans": _("At a ranked table only people begin a match, no CPU."),
    "ranked_pair": _(
        "Two of you have played as many ranked matches with each other as count: three in a "
        "day, twenty in a month. Open a casual table to play on."
    ),
    "ranked_device": _(
        "Two who would play at this table came with the same browser. At a ranked table everybody "
        "plays from a browser of their own."
    ),
    "ranked_seats_stay": _("In a ranked match every seat stays with who began it."),
    "ranked_no_stop": _("A ranked match is played to its end."),
    "reason_missing": _("Say why, in a few words."),
    # moves
    "too_late": _("That choice came too late: the turn had passed."),
    "not_your_turn": _("It is not your turn."),
    "game_over": _("The match is over."),
    # dice
    "commitment_malformed": _("Your browser's share in the dice could not be read."),
    "nonce_malformed": _("Your browser's share in the dice could not be read."),
    "nonce_wrong": _("Your browser's share in the dice is not the one it announced."),
    # everything else
    "busy": _("The house is busy for a moment. Nothing was done; try again."),
    "bad_request": _("The house did not understand that. Go back and try again."),
    "too_many": _("That was a lot in a short time. Nothing was done; try again in a little while."),
    "not_allowed": _("You may not do that."),
    "csrf": _("This form could not be matched to your browser, so nothing was done."),
    "unknown_host": _("There is no parlour at this address."),
    "not_found": _("There is nothing here."),
    "failed": _("Something went wrong in the house. It has been noted."),
}


class RefusalMiddleware:
    """Innermost: turns a Refused that no view has answered itself into an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return refusal(request, error) if isinstance(error, Refused) else None


def words_for(code: str) -> str:
    """The sentence for a code, in the language of the moment."""
    if code in settings.LIMITS:
        code = "too_many"
    return str(WORDS.get(code, WORDS["not_allowed"]))


def refusal(request: HttpRequest, refused: Refused) -> HttpResponseBase:
    response = _answer(request, "refused.html", refused.code, refused.status)
    if isinstance(refused, TooMany | Busy):
        response.headers["Retry-After"] = str(refused.retry_after)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """settings.CSRF_FAILURE_VIEW: no token, an old one, cookies off, or another site's form."""
    return _answer(request, "403_csrf.html", "csrf", 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _answer(request, "refused.html", "bad_request", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _answer(request, "refused.html", "not_allowed", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The same for what is not there and what is another's: nothing of the address is in it."""
    return _answer(request, "404.html", "not_found", 404)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Leans on as little as possible, as anything may be broken: no parlour, no database."""
    language = language_of(request)
    with translation.override(language):
        if wants_json(request):
            return _in_json("failed", 500)
        words = render_to_string("500.html", {"language": language})
    return HttpResponse(words, status=500)


def _answer(request: HttpRequest, template: str, code: str, status: int) -> HttpResponseBase:
    if wants_json(request):
        return _in_json(code, status)
    # The switch of languages must not lead back to an address that takes posts only.
    context: dict[str, Any] = {
        "title": _titles().get(status, gettext("Not possible")),
        "words": words_for(code),
        "code": code,
        "language_next": "/",
    }
    return render(request, template, context, status=status)


def _titles() -> dict[int, str]:
    return {
        404: gettext("Not found"),
        409: gettext("Too late"),
        429: gettext("A little too fast"),
        503: gettext("A busy moment"),
    }


def _in_json(code: str, status: int) -> JsonResponse:
    return JsonResponse(
        {"refused": code, "words": words_for(code)},
        status=status,
        json_dumps_params={"ensure_ascii": False},
    )
