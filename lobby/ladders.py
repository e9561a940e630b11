"""Leaderboards, profiles, and the page that explains ratings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.registry import GAMES, UnknownGame, game_for
from kirakuken.accounts.models import Player
from kirakuken.accounts.selectors import player_of_page, shows_profile
from kirakuken.lib.http import Request
from kirakuken.lib.writing import in_a_row, set_apart
from lobby.selectors import game_name
from ratings import boards, corrections, maths, replay, selectors
from ratings.graph import Graph, Point, graph
from ratings.models import Correction, Ladder, RatedGame, RatedSeat, RatingEvent, Standing
from ratings.replay import SETTLING
from ratings.seasons import Quarter, quarter_of
from tables.boards.base import place_words
from tables.lists import open_replays
from tables.ranked_words import signed

LAST = 20  # matches on a profile
MET = 10  # people in the record against others
DRAWN = 200  # matches of the line
MOST_PAGES = 100_000


@require_safe
def ladder(request: Request, game: str) -> HttpResponse:
    """GET [page], [season]: the leaderboard of a game, now or as a quarter ended."""
    try:
        game_for(game)
    except UnknownGame:
        raise Http404 from None
    found = selectors.ladder_of(game)
    page = _number(request.GET.get("page", "1"))
    seasons = boards.seasons_of(found) if found is not None else []
    wanted = request.GET.get("season", "")
    chosen = next((one for one in seasons if _season_key(one) == wanted), None)
    if page is None or (wanted and chosen is None):
        raise Http404
    context: dict[str, Any] = {
        "game": game,
        "game_name": game_name(game),
        "tabs": [(one.key, game_name(one.key), one.key == game) for one in GAMES],
        "seasons": [(_season_key(one), season_words(one), one == chosen) for one in seasons],
        "season": season_words(chosen) if chosen else "",
        "season_key": wanted,
        "page_number": page,
        "before": page - 1,
        "after": page + 1,
        "lines": [],
        "viewer_pk": request.player.pk if request.player is not None else None,
        "listed_days": boards.LISTED_FOR.days,
        "fewest_matches": replay.FEWEST_MATCHES,
        "fewest_opponents": replay.FEWEST_OPPONENTS,
        "is_luck": maths.beta_of(game) > MOSTLY_LUCK,
        "language_next": request.get_full_path(),
    }
    if found is not None and chosen is not None:
        lines, has_more = boards.season_lines(found, chosen, page)
        context |= {"lines": _lines(lines), "has_more": has_more}
    elif found is not None:
        board = boards.board_of(found, request.player, page)
        context |= {
            "lines": _lines(board.lines),
            "has_more": board.has_more,
            "own": _own_words(board) if board.own is not None else "",
            "ladder": found,
        }
    return render(request, "lobby/ladder.html", context)


@require_safe
def profile(request: Request, public_id: str) -> HttpResponse:
    """GET [game]: what a member has played. 404 for whoever keeps it to themselves."""
    player = player_of_page(public_id)
    if player is None or not shows_profile(player, request.player):
        raise Http404
    standings = selectors.standings_of(player)
    wanted = request.GET.get("game", standings[0].ladder.game if standings else "")
    chosen = next((one for one in standings if one.ladder.game == wanted), None)
    if chosen is None and "game" in request.GET:
        raise Http404
    finished, of = selectors.conduct_of(player)
    zone = request.parlour.time_zone
    is_you = request.player is not None and request.player.pk == player.pk
    context: dict[str, Any] = {
        "shown": player,
        "name": set_apart(player.name),
        "is_you": is_you,
        "corrections": correction_words(corrections.do_read(player), zone) if is_you else [],
        "finished": finished,
        "of": of,
        "tabs": [
            (one.ladder.game, game_name(one.ladder.game), rating_words(one), one == chosen)
            for one in standings
        ],
        "language_next": request.get_full_path(),
    }
    if chosen is not None:
        context |= _record(request, chosen, player)
    with timezone.override(zone):  # its days are the parlour's, as its seasons are
        return render(request, "lobby/profile.html", context)


@require_safe
def about_ratings(request: Request) -> HttpResponse:
    context = {
        "luck": [(game_name(one.key), _percent(maths.beta_of(one.key))) for one in GAMES],
        "start": round(maths.MU),
        "fewest_matches": replay.FEWEST_MATCHES,
        "fewest_opponents": replay.FEWEST_OPPONENTS,
        "listed_days": boards.LISTED_FOR.days,
        "settling": SETTLING,
        "pair_day": selectors.PAIR_CAPS[0][0],
        "pair_month": selectors.PAIR_CAPS[1][0],
        "limit": request.parlour.ranked_turn_limit,
        "zone": request.parlour.time_zone,
    }
    return render(request, "lobby/ratings.html", context)


MOSTLY_LUCK = 1000.0  # of beta: above it a page says so


def season_words(season: Quarter) -> str:
    return _("%(year)s, quarter %(quarter)s") % {"year": season.year, "quarter": season.quarter}


def rating_words(row: Standing) -> str:
    """A rating as it is shown: 1,562, 1,562? while provisional, or that it settles."""
    if row.games < SETTLING:
        return _("settling")
    return f"{round(row.mu):,}{'?' if row.is_provisional else ''}"


def correction_words(told: list[Correction], zone: str) -> list[str]:
    """A sentence for each: what rulings made of a player's rating, with days of that time zone."""
    return [_correction(one, ZoneInfo(zone)) for one in told]


def _correction(one: Correction, zone: ZoneInfo) -> str:
    if one.state == RatedGame.State.VOIDED:
        what = _("A match was struck from the record on %(day)s.")
    else:
        what = _("A match was put back on the record on %(day)s.")
    if one.after is None:
        then = _("Your rating in %(game)s is settling again.")
    elif one.before is None:
        then = _("It brought your rating in %(game)s to %(after)s.")
    else:
        then = _("It brought your rating in %(game)s to %(after)s instead of %(before)s.")
    return in_a_row([what, then]) % {
        "day": one.made_at.astimezone(zone).strftime("%Y-%m-%d"),
        "game": game_name(one.ladder.game),
        "before": f"{one.before or 0:,}",
        "after": f"{one.after or 0:,}",
    }


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a leaderboard in words."""

    place: int
    player: Player
    name: str
    rating: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match on a profile."""

    at: datetime
    others: str
    place: str
    change: str
    is_up: bool
    is_down: bool
    is_voided: bool
    is_abandoned: bool
    replay: str  # the match's public id, or "" where the reader may not see it


def _lines(lines: tuple[boards.Line, ...]) -> list[Row]:
    return [
        Row(
            line.place,
            line.player,
            set_apart(line.player.name),
            f"{round(line.mu):,}",
            line.games,
            line.wins,
        )
        for line in lines
    ]


def _own_words(board: boards.Board) -> str:
    """Where the reader stands, also where they are not on the page, or not listed at all."""
    own = board.own
    if own is None:
        return ""
    rating = rating_words(own)
    if board.own_place is not None:
        return _("You are in place %(place)s with %(rating)s.") % {
            "place": f"{board.own_place:,}",
            "rating": rating,
        }
    if not own.is_provisional:
        return _("You stand at %(rating)s, without a place: your last ranked match is too old.") % {
            "rating": rating
        }
    return _(
        "You have no place yet: %(games)s of %(most)s matches, against %(met)s of %(others)s "
        "people."
    ) % {
        "games": min(own.games, replay.FEWEST_MATCHES),
        "most": replay.FEWEST_MATCHES,
        "met": min(own.opponents, replay.FEWEST_OPPONENTS),
        "others": replay.FEWEST_OPPONENTS,
    }


def _record(request: Request, row: Standing, player: Player) -> dict[str, Any]:
    history = selectors.history_of(row.ladder, player)
    seats = selectors.seats_of(row.ladder, player, LAST)
    places = selectors.places_of(row.ladder, player)
    most = max(places.values(), default=1)
    total = sum(places.values())
    return {
        "row": row,
        "rating": rating_words(row),
        "is_settling": row.games < SETTLING,
        "give_or_take": f"{round(2 * row.sigma):,}",
        "highest": f"{round(max((event.mu_after for event in history), default=row.mu)):,}",
        "average": f"{sum(rank * times for rank, times in places.items()) / max(total, 1):.1f}",
        "drawing": _drawing(history),
        "places": [
            (place_words(rank, is_shared=False), times, round(200 * times / most))
            for rank, times in places.items()
        ],
        "against": [
            (other, set_apart(other.name), shows_profile(other, request.player), *record)
            for other, *record in selectors.against(row.ladder, player, MET)
        ],
        "season": _this_season(request, row, history),
        "matches": _matches(request, row.ladder, player, seats, history),
    }


def _this_season(request: Request, row: Standing, history: list[RatingEvent]) -> str:
    zone = request.parlour.time_zone
    now = quarter_of(row.last_at, zone)
    many = sum(quarter_of(event.game.ended_at, zone) == now for event in history)
    return ngettext(
        "%(count)s ranked match in %(season)s.", "%(count)s ranked matches in %(season)s.", many
    ) % {"count": many, "season": season_words(now)}


def _drawing(history: list[RatingEvent]) -> Graph | None:
    if len(history) < SETTLING:
        return None
    points = [
        Point(event.game.ended_at, event.mu_after, event.sigma_after) for event in history[-DRAWN:]
    ]
    return graph(points)


def _matches(
    request: Request,
    ladder: Ladder,
    player: Player,
    seats: list[RatedSeat],
    history: list[RatingEvent],
) -> list[Played]:
    changes = {event.game_id: event for event in history}
    numbered = {event.game_id: number for number, event in enumerate(history, start=1)}
    replays = open_replays([seat.game.match for seat in seats], request.player)
    shown = []
    for seat in seats:
        event = changes.get(seat.game_id)
        points = round(event.mu_after) - round(event.mu_before) if event is not None else 0
        all_seats = list(seat.game.seats.all())
        others = [one for one in all_seats if one.player_id != player.pk]
        is_shared = sum(one.rank == seat.rank for one in all_seats) > 1
        if event is None:  # struck, or put back a moment ago
            change = "–"
        else:
            change = signed(points) if numbered[seat.game_id] >= SETTLING else ""
        shown.append(
            Played(
                at=seat.game.ended_at,
                others=_(", ").join(_called(one.player) for one in others),
                place=_place(seat.rank, len(all_seats), is_shared),
                change=change,
                is_up=points > 0,
                is_down=points < 0,
                is_voided=seat.game.state == RatedGame.State.VOIDED,
                is_abandoned=seat.is_abandoned,
                replay=seat.game.match if seat.game.match in replays else "",
            )
        )
    return shown


def _place(rank: int, people: int, is_shared: bool) -> str:
    place = place_words(rank, is_shared=False)
    words = _("%(place)s of %(people)s") % {"place": place, "people": people}
    return _("%(place)s, shared") % {"place": words} if is_shared else words


def _called(player: Player) -> str:
    return _("former player") if player.erased_at is not None else set_apart(player.name)


def _percent(beta: float) -> str:
    """How often one finishes above somebody whose rating is 200 lower."""
    return f"{100 * maths.chance(maths.Rating(200, 0), maths.Rating(0, 0), beta):.1f}"


def _season_key(season: Quarter) -> str:
    return f"{season.year}-{season.quarter}"


def _number(typed: str) -> int | None:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 6):
        return None
    number = int(typed)
    return number if 1 <= number <= MOST_PAGES else None
