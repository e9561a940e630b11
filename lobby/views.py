"""Pages of the shop front. What opens or starts a table goes through tables' services."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from games.core import codec
from games.registry import GAMES, UnknownGame, game_for
from kirakuken.accounts.access import KEY_LIVES
from kirakuken.accounts.models import Player
from kirakuken.accounts.names import offered_name
from kirakuken.accounts.players import player_for_name
from kirakuken.lib import limits
from kirakuken.lib.errors import Refused, TooMany
from kirakuken.lib.http import Request, address_of, see_other
from kirakuken.lib.refusals import words_for
from kirakuken.parlours.models import Parlour
from lobby import rules_pages
from lobby.forms import Opening, OpenTableForm
from lobby.ladders import correction_words
from lobby.selectors import shown_tables, warm_tables
from lobby.signboards import signboards
from ratings.corrections import unread_of
from ratings.devices import do_note_device
from tables.access import invite_token, remember_invite, table_of_code, table_of_token
from tables.models import Table
from tables.ranked_door import why_not_ranked
from tables.services.forgetting import REPLAYS_KEPT
from tables.services.opening import do_open, do_open_ranked, do_try_with_cpus

NAME_TRIES = 5


@require_safe
def front(request: Request) -> HttpResponse:
    return _front(request)


@require_safe
def listed(request: Request) -> HttpResponse:
    """The tables in the shop alone, for pages whose socket is down."""
    return render(request, "lobby/_tables.html", {"tables": shown_tables(request.parlour)})


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: Request) -> HttpResponse:
    form = OpenTableForm(request.parlour, _words(request))
    back = urlencode({"game": form.game.key, "ranked": "on"})
    form.why_not = why_not_ranked(request.player, f"{reverse('lobby:open_table')}?{back}")
    if request.method != "POST":
        form.name = form.name or offered_name(_language())
        return _open_table_page(request, form)
    opening = form.read()
    if opening is None:
        return _open_table_page(request, form, status=422)
    _count("open_table", request)
    field = "name"
    try:
        host = request.player or player_for_name(request, form.name)
        field = "table"
        table = _opened(request.parlour, host, opening)
        if table.is_ranked:
            do_note_device(request)
    except TooMany:
        raise
    except Refused as refused:
        form.said[field] = words_for(refused.code)
        return _open_table_page(request, form, status=refused.status)
    return see_other("tables:table", table.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def try_with_cpus(request: Request) -> HttpResponse:
    """One press and the game is on; a visitor without a name gets one that was offered."""
    if request.method != "POST":
        return redirect("lobby:front")
    try:
        game = game_for(request.POST.get("game", GAMES[0].key))
    except UnknownGame:
        raise Refused("bad_request") from None
    _count("open_table", request)
    table = do_try_with_cpus(request.parlour, _player_or_offered(request), game.key)
    return see_other("tables:table", table.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def find_by_code(request: Request) -> HttpResponse:
    """From a spoken code to the table's own invite link."""
    if request.method != "POST":
        return redirect("lobby:front")
    typed = request.POST.get("code", "")
    try:
        _count("code", request)
    except TooMany as refused:
        answer = _front(request, code=typed, error=refused.code, status=refused.status)
        answer["Retry-After"] = str(refused.retry_after)
        return answer
    table = table_of_code(typed)
    if table is None:
        return _front(request, code=typed, error="bad_code", status=422)
    return see_other("lobby:invite", invite_token(table))


@require_safe
def invite(request: Request, token: str) -> HttpResponse:
    """Notes that this browser holds the link, and goes on to the table's own address, so that
    the link stays neither in the address field nor in what other pages are told.

    An old, a wrong and another parlour's link get one and the same answer.
    """
    table = table_of_token(token)
    answer: HttpResponse
    if table is None:
        answer = render(request, "lobby/bad_link.html", status=404)
    else:
        remember_invite(request.session, table)
        answer = redirect("tables:table", table.public_id)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@require_safe
def rules_index(request: Request) -> HttpResponse:
    """The games with rules to read, in the visitor's language."""
    context = {"games": signboards(), "language": _language()}
    return render(request, "rules/index.html", context)


@require_safe
def about(request: Request) -> HttpResponse:
    context = {
        "guest_days": KEY_LIVES.days,
        "replay_days": REPLAYS_KEPT.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "source_url": settings.SOURCE_URL,
    }
    return render(request, "lobby/about.html", context)


def _opened(parlour: Parlour, host: Player, opening: Opening) -> Table:
    if opening.is_ranked:
        return do_open_ranked(parlour, host, game=opening.game, is_listed=opening.is_listed)
    return do_open(
        parlour,
        host,
        game=opening.game,
        options=codec.plain(opening.options),
        turn_limit=opening.turn_limit,
        is_listed=opening.is_listed,
        rotate_first=opening.rotate_first,
    )


def _front(request: Request, *, code: str = "", error: str = "", status: int = 200) -> HttpResponse:
    japanese = request.parlour.name_ja
    context = {
        "signboards": signboards(),
        "warm": warm_tables(request.player),
        "corrections": correction_words(unread_of(request.player), request.parlour.time_zone),
        "tables": shown_tables(request.parlour),
        "offered": "" if request.player else offered_name(_language()),
        "crest": japanese if len(japanese) == 3 else "",
        "code": code,
        "code_error": words_for(error) if error else "",
        "language_next": reverse("lobby:front"),
    }
    return render(request, "lobby/front.html", context, status=status)


def _open_table_page(request: Request, form: OpenTableForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "signboards": signboards(), "language_next": _prefilled(form)}
    return render(request, "lobby/open_table.html", context, status=status)


def _prefilled(form: OpenTableForm) -> str:
    query = f"{rules_pages.query_of(form)}&ranked={form.ranked.field.chosen.word}"
    return f"{reverse('lobby:open_table')}?{query}"


def _words(request: Request) -> Mapping[str, str]:
    """The last value of each name, from the body of a post or else from the address."""
    return (request.POST if request.method == "POST" else request.GET).dict()


def _count(what: str, request: Request) -> None:
    """A limit kept per player, if known, and per address. Raises TooMany.

    The player's first: one alone must not use up what is for all behind the same address."""
    parlour = request.parlour.pk
    if request.player is not None:
        limits.use(f"{what}_per_player", request.player.pk, parlour=parlour)
    limits.use(f"{what}_per_address", address_of(request), parlour=parlour)


def _player_or_offered(request: Request) -> Player:
    """The player, or a new guest by the name the page offered; by another if that one went."""
    if request.player is not None:
        return request.player
    name = request.POST.get("name", "") or offered_name(_language())
    for _try in range(NAME_TRIES):
        try:
            return player_for_name(request, name)
        except TooMany:
            raise
        except Refused:
            name = offered_name(_language())
    return player_for_name(request, name)


def _language() -> str:
    return "ja" if (get_language() or "").startswith("ja") else "en"
