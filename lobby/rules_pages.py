"""Rules pages: one for each game and language, every figure from the rules themselves."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.registry import UnknownGame, game_for
from kirakuken.lib.http import Request
from kirakuken.lib.languages import CODES
from lobby.forms import TURN_LIMITS, OpenTableForm, limit_label
from tables.boards.hokusai_rules import figures as hokusai_figures
from tables.boards.oichokabu_rules import figures as oichokabu_figures
from tables.boards.okuribito_rules import figures as okuribito_figures
from tables.boards.registry import board_for
from tables.clocks import STAND_IN_AFTER

FIGURES = {
    "hokusai": hokusai_figures,
    "oicho-kabu": oichokabu_figures,
    "okuribito": okuribito_figures,
}


@require_safe
def page(request: Request, language: str, game: str) -> HttpResponse:
    """In the language of the address, whatever the visitor reads elsewhere."""
    try:
        game_for(game)
    except UnknownGame:
        raise Http404 from None
    with translation.override(language):
        form = OpenTableForm(request.parlour, {"game": game})
        rules = [row.field for row in form.rules]
        context = {
            "key": game,
            "facts": board_for(game).facts(),
            "figures": FIGURES[game](),
            "rules": rules,
            "by_name": {rule.name: rule for rule in rules},
            "limits": [limit_label(limit) for limit in TURN_LIMITS if limit],
            "stand_in_seconds": int(STAND_IN_AFTER.total_seconds()),
            "query": query_of(form),
            "language": language,
            "languages": [(code, reverse("lobby:rules", args=[code, game])) for code in CODES],
            "language_next": reverse("lobby:rules", args=[_other(language), game]),
        }
        return render(request, f"rules/{game}.html", context)


def query_of(form: OpenTableForm) -> str:
    """The form's choices as an address carries them: ?game=hokusai&getting_home=as_printed…"""
    chosen = {row.field.name: row.field.chosen.word for row in [*form.rules, form.door]}
    return urlencode({"game": form.game.key, **chosen})


def _other(language: str) -> str:
    return next(code for code in CODES if code != language)
