"""What lies ahead of a piece: where so many pips lead, and what would happen there."""

from collections.abc import Sequence
from functools import cache

from django.utils.translation import gettext as _

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.board import FORKS, GATE, KINDS, TOWN_OF, entrance, opposite
from games.okuribito.ledger import Ledger
from games.okuribito.model import Player, View
from games.okuribito.names import Kind, Way
from games.okuribito.walking import one_step
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import place_name, town_name
from tables.boards.people import Person


def landing(player: Player, pips: int, way: Way | None = None) -> int:
    """Where so many pips lead if nothing is done on the way. `way` is taken at a fork that
    the piece stands on, later forks by the road."""
    square, gate_from = player.square, player.gate_from
    for _pip in range(pips):
        square, gate_from = one_step(square, gate_from, way)
        way = None
    return square


def landing_words(
    view: View, ledger: Ledger, people: Sequence[Person], seat: Seat, square: int
) -> str:
    """A square, and what it would cost or offer this seat: "Kameya: fee to Mio 880,000 ryō"."""
    words = {"place": place_name(square, is_gentle=view.options.gentle)}
    owner = view.owners[square] if square != GATE else None
    if KINDS[square] is not Kind.FIRM:
        return words["place"]
    if owner is None:
        words["sum"] = ryo(ledger.firm_cost(seat, square))
        return _("%(place)s, for sale at %(sum)s") % words
    if owner == seat:
        return _("%(place)s, your own") % words
    words |= {"owner": people[owner].called, "sum": ryo(ledger.fee(square))}
    return _("%(place)s, fee to %(owner)s %(sum)s") % words


def dearest(view: View, ledger: Ledger, seat: Seat, throws: range) -> tuple[int, int] | None:
    """The highest fee that a roll can meet by the road, as (pips, square)."""
    player = view.players[seat]
    found = [
        (pips, square)
        for pips in throws
        if (square := landing(player, pips)) != GATE and view.owners[square] not in (None, seat)
    ]
    return max(found, key=lambda each: ledger.fee(each[1]), default=None)


def way_words(
    view: View, ledger: Ledger, people: Sequence[Person], seat: Seat, pips: int, way: Way
) -> str:
    """Where a way out of a fork leads with the pips left."""
    end = landing(view.players[seat], pips, way)
    return landing_words(view, ledger, people, seat, end)


def ways_out(square: int) -> tuple[str, str]:
    """The names of the towns a fork leads to, by the road and through the Gate."""
    town = FORKS[square]
    next_town = TOWN_OF[one_step(square, None, Way.ROAD)[0]]
    return town_name(next_town), town_name(TOWN_OF[entrance(opposite(town))])


def chance_of(number: int, *, high: bool) -> float:
    """OK-67: that the total of a match's dice is on this side of the number."""
    ways = _totals(figures.MATCH_DICE)
    fits = (total for total in ways if (total > number if high else total < number))
    return sum(ways[total] for total in fits) / sum(ways.values())


@cache
def _totals(dice: int) -> dict[int, int]:
    """Of so many dice: how often each total falls."""
    totals = {0: 1}
    for _die in range(dice):
        after: dict[int, int] = {}
        for total, count in totals.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + count
        totals = after
    return totals


def challenge_odds() -> tuple[float, float]:
    """OK-66, OK-67: that the challenged wins or loses, over all numbers, guessing well."""
    wins = loses = 0.0
    for number, weight in zip(figures.MATCH_NUMBERS, figures.MATCH_ODDS, strict=True):
        sides = sorted(chance_of(number, high=high) for high in (False, True))
        wins += weight * sides[1]
        loses += weight * sides[0]
    whole = sum(figures.MATCH_ODDS)
    return wins / whole, loses / whole
