"""The sums everybody may work out: sets, values, fees, prices, fortunes.

A `Ledger` is made from a state, from a view, or from a match being played on. What only goes by
who owns what is worked out once; the rest is read from its ground each time, so a ledger is
good until a firm changes hands.
"""

from collections.abc import Sequence
from typing import Protocol

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


class Ledger:
    """`counts` and `worth` are the number of firms and their town prices together, by seat
    and industry."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        seats = len(ground.players)
        self.counts = [[0] * len(INDUSTRIES) for _ in range(seats)]
        self.worth = [[0] * len(INDUSTRIES) for _ in range(seats)]
        # The town prices of all twelve firms of each industry, owned or not.
        self._totals = [0] * len(INDUSTRIES)
        industries, owners = ground.industries, ground.owners
        for square in FIRM_SQUARES:
            industry = industries[square]
            assert industry is not None  # noqa: S101  (every firm square has one)
            number = industry.number
            price, owner = PRICES[square], owners[square]
            self._totals[number] += price
            if owner is not None:
                self.counts[owner][number] += 1
                self.worth[owner][number] += price

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

    def values(self, seat: Seat) -> int:
        """OK-32: of all the seat's firms together."""
        worth, counts = self.worth[seat], self.counts[seat]
        # Town prices are round enough for the set to leave no fraction.
        return sum([share(worth[each], set_of(counts[each])) for each in range(len(worth))])

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
        return figures.ALLOWANCE + share(self.values(seat), figures.DUES)

    def total(self, industry: int) -> int:
        """OK-52, by the industry's number."""
        total = self._totals[industry]
        for counts, worth in zip(self.counts, self.worth, strict=True):
            total += share(worth[industry], set_of(counts[industry]) - 100)
        return total

    def price(self, industry: int) -> int:
        """OK-51: of one stake, by the industry's number."""
        price = share(self.total(industry), self._ground.economy[industry]) // figures.STAKE_SHARES
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
        fortune = player.cash + self.values(seat) + sum(player.offerings)
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


def set_of(count: int) -> int:
    """OK-31: in percent; of no firm at all 100 as well."""
    return 100 + figures.SET_STEP * (count - 1) if count else 100


def starting_funds(options: Options, first: Seat, seats: int, seat: Seat) -> int:
    """OK-14: `first` has the first turn."""
    return share(options.start, 100 + figures.LATER_SEAT * ((seat - first) % seats))
