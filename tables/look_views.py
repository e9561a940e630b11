"""Looking something up at a table: what a board spells out on demand, with the looker's eyes."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kirakuken.lib.errors import NotAllowed
from kirakuken.lib.http import Request
from tables.access import access_table
from tables.boards.registry import board_for
from tables.selectors import snapshot


@require_safe
def look(request: Request, public_id: str, what: str) -> HttpResponse:
    """A sheet for the script (header X-Look), otherwise a page of its own."""
    access = access_table(request, public_id)
    if not access.may_watch:
        raise NotAllowed("removed")
    found = snapshot(access.table.pk)
    if not found.has_board:
        raise Http404
    viewer, board = found.viewer_of(request.player), board_for(found.table.game)
    looked = board.look(found.view(viewer), found.people, viewer, what)
    if looked is None:
        raise Http404
    is_sheet = "X-Look" in request.headers
    context = {
        "table": found.table,
        "people": found.people,
        "viewer": viewer,
        "board": board,
        "sheet": looked.template,
        "title": looked.title,
        "look": looked.more,
    }
    response = render(request, looked.template if is_sheet else "tables/look.html", context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "X-Look"
    return response
