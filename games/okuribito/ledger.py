"""The sums everybody may work out: sets, values, fees, prices, fortunes.

A `Ledger` is made from a state, from a view, or from a match being played on. What only goes by
who owns what is worked out once; the rest is read from its ground each time, so a ledger is
good until a firm changes hands.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from games.core.seats import Seat
from games.okuribito import constants as figures
from games.okuribito.board import (
    FIRM_SQUARES,
    FIRMS_OF_TOWN,
    PRICES,
    SEASON_FACTORS,
    TOWN_OF,
    season_of,
)
from games.okuribito.model import Fair, Options, Player
from games.okuribito.money import per_mille, share
from games.okuribito.names import INDUSTRIES, Industry, Town


class Ground(Protocol):
    """What sums are worked out from: State, View and Play have it."""

    @property
    def options(self) -> Options: ...
    @property
    def first(self) -> Seat: ...
    @property
    def round(self) -> int: ...
    @property
    def players(self) -> Sequence[Player]: ...
    @property
    def industries(self) -> Sequence[Industry | None]: ...
    @property
    def owners(self) -> Sequence[Seat | None]: ...
    @property
    def levels(self) -> Sequence[int]: ...
    @property
    def economy(self) -> Sequence[int]: ...
    @property
    def festivals(self) -> Sequence[Town]: ...
    @property
    def fairs(self) -> Sequence[Fair]: ...


class Holdings(NamedTuple):
    """What follows from who owns what. `counts` and `worth` are the number of firms and their
    town prices together, by seat and industry; `values` are what each seat's firms are worth
    (OK-32), and `totals` what all twelve of an industry are, owned or not (OK-52)."""

    counts: tuple[tuple[int, ...], ...]
    worth: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    totals: tuple[int, ...]


class Ledger:
    """`counts`, `worth`, `values` and `totals` are those of `Holdings`."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.counts, self.worth, self.values, self.totals = holdings(
            tuple(ground.industries), tuple(ground.owners), len(ground.players)
        )

    def firms(self, seat: Seat) -> tuple[int, ...]:
        """The squares of a seat's firms."""
        owners = self._ground.owners
        return tuple([square for square in FIRM_SQUARES if owners[square] == seat])

    def set_of(self, square: int) -> int:
        """OK-31: of the owner in the firm's industry, in percent; 100 if there is no owner."""
        owner, industry = self._ground.owners[square], self._ground.industries[square]
        if owner is None or industry is None:
            return 100
        return set_of(self.counts[owner][industry.number])

    def value(self, square: int) -> int:
        """OK-32"""
        return share(PRICES[square], self.set_of(square))

    def festival_factor(self, square: int) -> int:
        """OK-38"""
        ground, town = self._ground, TOWN_OF[square]
        if ground.festivals[ground.round - 1] is town:
            owner = ground.owners[square]
            whole = owner is not None and all(
                ground.owners[each] == owner for each in FIRMS_OF_TOWN[town]
            )
            return figures.WHOLE_TOWN_FACTOR if whole else figures.FESTIVAL_FACTOR
        if any(fair.town is town for fair in ground.fairs):
            return figures.FAIR_FACTOR
        return 100

    def fee(self, square: int) -> int:
        """OK-33: as the firm is now; 0 if it is unowned."""
        industry = self._ground.industries[square]
        if industry is None:
            return 0
        return share(
            PRICES[square],
            figures.LEVEL_FACTORS[self._ground.levels[square]],
            self.set_of(square),
            SEASON_FACTORS[season_of(self._ground.round).number][industry.number],
            self.festival_factor(square),
        )

    def takings(self, seat: Seat) -> int:
        """OK-34"""
        return sum(
            per_mille(self.fee(square), figures.TAKINGS_PER_MILLE) for square in self.firms(seat)
        )

    def dues(self, seat: Seat) -> int:
        """OK-39"""
        return figures.ALLOWANCE + share(self.values[seat], figures.DUES)

    def price(self, industry: int) -> int:
        """OK-51: of one stake, by the industry's number."""
        price = share(self.totals[industry], self._ground.economy[industry]) // figures.STAKE_SHARES
        return price - price % figures.STAKE_ROUND

    def prices(self) -> tuple[int, ...]:
        """OK-51, OK-56: of one stake of each industry."""
        return tuple([self.price(industry) for industry in range(len(INDUSTRIES))])

    def fortunes(self) -> tuple[int, ...]:
        """OK-98, by seat."""
        prices = self.prices()
        return tuple([self._fortune(Seat(s), prices) for s in range(len(self.counts))])

    def _fortune(self, seat: Seat, prices: tuple[int, ...]) -> int:
        player = self._ground.players[seat]
        fortune = player.cash + self.values[seat] + sum(player.offerings)
        for stakes, price in zip(player.stakes, prices, strict=True):
            fortune += stakes * price
        for booking in player.booked:  # OK-55
            fortune += booking.qty * prices[booking.industry.number]
        return fortune

    def building_cost(self, seat: Seat, square: int) -> int:
        """OK-36, OK-46: of one level more."""
        if self._ground.players[seat].master_builder:
            return 0
        return share(PRICES[square], figures.BUILDING_COSTS[self._ground.levels[square] + 1])

    def firm_cost(self, seat: Seat, square: int) -> int:
        """OK-30, OK-45: of an unowned firm."""
        price = PRICES[square]
        return price // figures.KEEN_EYE_DIVISOR if self._ground.players[seat].keen_eye else price


# Firms change hands seldom, and sums are asked for all the time.
@lru_cache(maxsize=1_000)
def holdings(
    industries: tuple[Industry | None, ...], owners: tuple[Seat | None, ...], seats: int
) -> Holdings:
    counts = [[0] * len(INDUSTRIES) for _ in range(seats)]
    worth = [[0] * len(INDUSTRIES) for _ in range(seats)]
    totals = [0] * len(INDUSTRIES)
    for square in FIRM_SQUARES:
        industry, owner = industries[square], owners[square]
        assert industry is not None  # noqa: S101  (every firm has one)
        totals[industry.number] += PRICES[square]
        if owner is not None:
            counts[owner][industry.number] += 1
            worth[owner][industry.number] += PRICES[square]
    values = []
    for seat in range(seats):
        # Town prices are round enough for a set to leave no fraction.
        grown = [
            share(price, set_of(count) - 100)
            for price, count in zip(worth[seat], counts[seat], strict=True)
        ]
        totals = [total + more for total, more in zip(totals, grown, strict=True)]
        values.append(sum(worth[seat]) + sum(grown))
    return Holdings(
        tuple(tuple(each) for each in counts),
        tuple(tuple(each) for each in worth),
        tuple(values),
        tuple(totals),
    )


def set_of(count: int) -> int:
    """OK-31: in percent; of no firm at all 100 as well."""
    return 100 + figures.SET_STEP * (count - 1) if count else 100


def starting_funds(options: Options, first: Seat, seats: int, seat: Seat) -> int:
    """OK-14: `first` has the first turn."""
    return share(options.start, 100 + figures.LATER_SEAT * ((seat - first) % seats))
