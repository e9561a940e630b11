"""The scene of Okuribito: what of the map, the pieces, the dice and the ledger can change.

Only what differs from square to square and from moment to moment is here; names and places of
the squares are printed with the map. A frame carries the differences, so that a usual move
changes a piece, a square and a few sums.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.seats import Seat
from games.okuribito.board import (
    FIRM_SQUARES,
    FORTUNE_TELLER,
    GATE,
    PRICES,
    TOWN_OF,
    season_of,
)
from games.okuribito.constants import FAIR_FACTOR, FESTIVAL_FACTOR, WHOLE_TOWN_FACTOR
from games.okuribito.ledger import Ledger
from games.okuribito.model import View
from games.okuribito.names import TOWNS, Town
from tables.boards import okuribito_terms as terms
from tables.boards.base import Scene
from tables.boards.okuribito_money import short
from tables.boards.okuribito_places import place_name, town_name
from tables.boards.people import Person

_DICE: Final = 3


def common_scene(view: View, people: Sequence[Person]) -> Scene:
    """What all eyes see alike."""
    ledger = Ledger(view) if view.round else None
    drawn = _round(view) | _towns(view) | _dice(view) | _pieces(view, people)
    drawn["lens"] = {
        "data-at": str(view.players[view.turn].square),
        "data-turn": f"{view.round}-{view.turn}",
        "data-season": season_of(max(view.round, 1)).value,
    }
    drawn |= _squares(view, ledger, people)
    ranks, fortunes = ranks_now(view), fortunes_now(view)
    for person in people:
        drawn |= _seat(view, person, fortunes[person.seat])
        drawn |= _row(view, person, fortunes[person.seat], ranks[person.seat])
    return drawn


def own_scene(view: View, people: Sequence[Person], viewer: int | None) -> Scene:
    """What is different for this pair of eyes: its firms, its lines, what it foresees."""
    drawn: Scene = {"only-you": {"text": only_you(view, viewer)}}
    for person in people:
        drawn |= _seat_marks(view, person, viewer)
    if viewer is not None:
        for square in FIRM_SQUARES:
            if view.owners[square] == viewer:
                drawn[f"sq{square}"] = _firm_marks(view, people, square) | {"data-own": ""}
        row = _row_marks(view, people[viewer], ranks_now(view)[viewer])
        drawn[f"row-{viewer}"] = row | {"data-you": ""}
    return drawn


def fortunes_now(view: View) -> tuple[int, ...]:
    """By seat; once the match is over those that decided it."""
    if view.over is not None:
        return view.over.fortunes
    if not view.round:
        return tuple(player.cash for player in view.players)
    return Ledger(view).fortunes()


def ranks_now(view: View) -> tuple[int, ...]:
    """OK-100"""
    if view.over is not None:
        return view.over.ranks
    fortunes = fortunes_now(view)
    return tuple(1 + sum(other > mine for other in fortunes) for mine in fortunes)


# --- the round ---------------------------------------------------------------------------------


def _round(view: View) -> Scene:
    if not view.round:
        return {"round": {"text": ""}, "season": {"text": ""}, "festival": {"text": ""}}
    season = season_of(view.round)
    return {
        "round": {"text": round_words(view)},
        "season": {
            "text": _("%(season)s · %(best)s")
            % {"season": terms.season_name(season), "best": terms.sells_best(season)}
        },
        "festival": {"text": _("Festival: %(town)s") % {"town": town_name(festival_now(view))}},
    }


def round_words(view: View) -> str:
    return _("Round %(round)s of %(limit)s") % {"round": view.round, "limit": view.options.limit}


def festival_now(view: View) -> Town:
    return view.festivals[view.round - 1]


def only_you(view: View, viewer: int | None) -> str:
    """OK-44: what this seat alone foresees; "" if it is nothing."""
    coming = foreseen(view)
    if viewer is None or not coming:
        return ""
    told = [
        _("round %(round)s %(town)s") % {"round": round, "town": town_name(town)}
        for round, town in coming
    ]
    return _("Only you see: %(festivals)s") % {"festivals": " · ".join(told)}


def foreseen(view: View) -> list[tuple[int, Town]]:
    """The festivals after this round that the viewer knows, with their rounds."""
    return list(enumerate(view.festivals, 1))[view.round :]


# --- the map -----------------------------------------------------------------------------------


def _towns(view: View) -> Scene:
    fairs = {fair.town for fair in view.fairs}
    drawn: Scene = {}
    for town in TOWNS:
        marks, tag = {}, ""
        if view.round and festival_now(view) is town:
            factor = _festival_factor(view, town)
            marks["data-festival"] = str(factor)
            tag = _("Festival ×%(factor)s") % {"factor": _times(factor)}
        elif town in fairs:
            marks["data-fair"] = ""
            tag = _("Fair ×%(factor)s") % {"factor": _times(FAIR_FACTOR)}
        drawn[f"t{town.number}"] = marks
        drawn[f"t{town.number}-tag"] = {"text": tag}
    return drawn


def _festival_factor(view: View, town: Town) -> int:
    """OK-38"""
    owners = {view.owners[square] for square in FIRM_SQUARES if TOWN_OF[square] is town}
    is_whole = len(owners) == 1 and None not in owners
    return WHOLE_TOWN_FACTOR if is_whole else FESTIVAL_FACTOR


def _times(percent: int) -> str:
    return f"{percent / 100:g}"


def _squares(view: View, ledger: Ledger | None, people: Sequence[Person]) -> Scene:
    drawn: Scene = {f"sq{square}": {} for square in range(GATE + 1)}
    for square in FIRM_SQUARES:
        drawn[f"sq{square}"] = _firm_marks(view, people, square)
        is_open = ledger is None or view.owners[square] is None
        figure = PRICES[square] if is_open or ledger is None else ledger.fee(square)
        drawn[f"sq{square}-fee"] = {"text": short(figure)}
        drawn[f"sq{square}-sr"] = {"text": _spoken(view, square, people)}
    drawn[f"sq{view.players[view.turn].square}"]["data-now"] = ""
    if view.options.gentle:
        drawn[f"sq{FORTUNE_TELLER}"]["data-teahouse"] = ""
    return drawn


def _firm_marks(view: View, people: Sequence[Person], square: int) -> dict[str, str]:
    owner, industry = view.owners[square], view.industries[square]
    marks = {"data-level": str(view.levels[square])}
    if industry is not None:
        marks["data-industry"] = industry.value
    if owner is not None:
        marks["data-mark"] = people[owner].mark
    if view.players[view.turn].square == square:
        marks["data-now"] = ""
    return marks


def _spoken(view: View, square: int, people: Sequence[Person]) -> str:
    """What stands between a firm's name and its figure for those who hear the map."""
    industry, owner = view.industries[square], view.owners[square]
    if industry is None:
        return ""
    words = {"industry": terms.industry_name(industry)}
    if owner is None:
        return _(", %(industry)s, for sale at ") % words
    words |= {"owner": people[owner].called, "level": terms.level_name(view.levels[square])}
    return _(", %(industry)s, %(owner)s’s %(level)s, fee ") % words


def _pieces(view: View, people: Sequence[Person]) -> Scene:
    crowd = Counter(player.square for player in view.players)
    stacked: Counter[int] = Counter()
    drawn: Scene = {}
    for person in people:
        player = view.players[person.seat]
        piece = {
            "data-at": str(player.square),
            "data-mark": person.mark,
            "data-stack": f"{stacked[player.square]}-{crowd[player.square]}",
        }
        stacked[player.square] += 1
        if player.sitting_out:
            piece["data-resting"] = ""
        if _has_turn(view, person.seat):
            piece["data-turn"] = ""
        drawn[f"pc-{person.seat}"] = piece
    return drawn


def _has_turn(view: View, seat: int) -> bool:
    return view.over is None and view.asked is not None and view.turn == seat


def _dice(view: View) -> Scene:
    faces = [str(each) for each in view.thrown] + [""] * _DICE
    return {f"die-{number}": {"data-face": faces[number - 1]} for number in range(1, _DICE + 1)}


# --- seats and the ledger's lines --------------------------------------------------------------


def _seat(view: View, person: Person, fortune: int) -> Scene:
    """The seat's line in the list, and its mark in the strip of a small screen."""
    seat = person.seat
    place = place_name(view.players[seat].square, is_gentle=view.options.gentle)
    return {
        f"seat-{seat}-name": {"text": person.name},
        f"seat-{seat}-at": {"text": short(fortune)},
        f"strip-{seat}-at": {"text": short(fortune)},
        f"seat-{seat}-place": {"text": place},
    }


def _seat_marks(view: View, person: Person, viewer: int | None) -> Scene:
    seat = person.seat
    flags = {
        "data-away": person.is_away,
        "data-cpu": person.is_cpu,
        "data-you": seat == viewer,
        "data-resting": view.players[seat].sitting_out,
    }
    marks = {name: "" for name, is_set in flags.items() if is_set}
    if _has_turn(view, seat):
        mine = seat == viewer
        marks["data-turn"] = (
            pgettext("seat tag", "your turn") if mine else pgettext("seat tag", "in turn")
        )
    return {
        f"seat-{seat}": marks,
        f"strip-{seat}": dict(marks),
        f"seat-{seat}-tag": {"text": _tag(view, person, viewer)},
    }


def _tag(view: View, person: Person, viewer: int | None) -> str:
    tags = []
    if person.seat == viewer:
        tags.append(pgettext("seat tag", "you"))
    if person.is_cpu:
        tags.append(pgettext("seat tag", "CPU"))
    if person.is_away:
        tags.append(pgettext("seat tag", "away"))
    if person.is_host:
        tags.append(pgettext("seat tag", "host"))
    if view.players[person.seat].sitting_out:
        tags.append(pgettext("seat tag", "sits out"))
    return " · ".join(tags)


def _row(view: View, person: Person, fortune: int, rank: int) -> Scene:
    """A line of the fortune ledger."""
    seat, player = person.seat, view.players[person.seat]
    row = f"row-{seat}"
    stakes = sum(player.stakes) + sum(booking.qty for booking in player.booked)
    firms = sum(owner == seat for owner in view.owners)
    return {
        row: _row_marks(view, person, rank),
        f"{row}-rank": {"text": str(rank)},
        f"{row}-fortune": {"text": short(fortune)},
        f"{row}-cash": {"text": short(player.cash)},
        f"{row}-firms": {"text": str(firms)},
        f"{row}-stakes": {"text": str(stakes)},
        f"{row}-bar": {"value": str(min(max(fortune, 0), view.options.target))},
        f"{row}-things": {"text": things_words(view, Seat(seat))},
    }


def _row_marks(view: View, person: Person, rank: int) -> dict[str, str]:
    flags = {
        "data-turn": _has_turn(view, person.seat),
        "data-resting": view.players[person.seat].sitting_out,
        "data-away": person.is_away,
        "data-cpu": person.is_cpu,
    }
    marks = {"data-mark": person.mark, "data-rank": str(rank)}
    return marks | {name: "" for name, is_set in flags.items() if is_set}


def things_words(view: View, seat: Seat) -> str:
    """Rank, experiences, uses and belongings in one line."""
    player = view.players[seat]
    told = [terms.rank_name(player.rank)]
    if player.collecting:
        told.append(_("%(count)s of 4 experiences") % {"count": len(player.collecting)})
    for name, uses in (
        (_("Keen eye"), player.keen_eye),
        (_("Master builder"), player.master_builder),
    ):
        if uses:
            told.append(name if uses == 1 else f"{name} ×{uses}")
    told += [terms.item_name(item) for item in player.holds]
    return " · ".join(told)
