"""A match being played on: a state that can be changed, its dice, and what is told of it.

Rules change the match through this alone. It is taken from a state at the beginning of a step
and made a state again at its end.
"""

from typing import Any

from msgspec.structs import replace

from games.core.dice import Dice
from games.core.events import Told
from games.core.result import rank_by_score
from games.core.seats import Seat, seat_after
from games.okuribito.events import Asked, Event, GameOver
from games.okuribito.ledger import Ledger, starting_funds
from games.okuribito.model import Over, Player, State
from games.okuribito.names import Town, Why
from games.okuribito.tasks import Asking, Task


class Play:
    """Fields as in `State`; by-square and by-seat ones are lists. Money moves by `pay`,
    firms change hands by `hand_over`, everything else of a player's by `change`."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.dice = dice
        self.told: list[Told[Event]] = []
        self._began_with = state
        self._ledger: Ledger | None = None
        self._touched = False  # since fortunes were last looked at

        self.options, self.first = state.options, state.first
        self.round, self.turn = state.round, state.turn
        self.players: list[Player] = list(state.players)
        self.industries = state.industries
        self.owners: list[Seat | None] = list(state.owners)
        self.levels: list[int] = list(state.levels)
        self.economy: list[int] = list(state.economy)
        self.festivals, self.fairs = state.festivals, state.fairs
        self.cards, self.drawn = state.cards, state.drawn
        self.thrown, self.using = state.thrown, state.using
        self.history, self.bank = state.history, state.bank
        self.asks = state.asks
        self.agenda: list[Task] = list(state.agenda)
        self.over = state.over

    def state(self) -> State:
        """As it stands now."""
        return State(
            options=self.options,
            first=self.first,
            round=self.round,
            turn=self.turn,
            players=tuple(self.players),
            industries=self.industries,
            owners=tuple(self.owners),
            levels=tuple(self.levels),
            economy=tuple(self.economy),
            festivals=self.festivals,
            fairs=self.fairs,
            cards=self.cards,
            drawn=self.drawn,
            thrown=self.thrown,
            using=self.using,
            history=self.history,
            bank=self.bank,
            asks=self.asks,
            agenda=tuple(self.agenda),
            over=self.over,
        )

    # --- looking ---

    @property
    def mover(self) -> Player:
        """The player in turn."""
        return self.players[self.turn]

    @property
    def ledger(self) -> Ledger:
        if self._ledger is None:
            self._ledger = Ledger(self)
        return self._ledger

    @property
    def festival(self) -> Town:
        return self.festivals[self.round - 1]

    def in_turn_order(self, begin: Seat) -> tuple[Seat, ...]:
        """All seats in turn order, from `begin` on."""
        seats = [begin]
        while (seat := seat_after(seats[-1], len(self.players))) != begin:
            seats.append(seat)
        return tuple(seats)

    def starting_funds(self, seat: Seat) -> int:
        return starting_funds(self.options, self.first, len(self.players), seat)

    # --- changing ---

    def tell(self, event: Event) -> None:
        self.told.append(Told(event))

    def tell_only(self, seat: Seat, event: Event) -> None:
        """One seat hears it, and nobody else anything."""
        self.told.append(Told(event, frozenset({seat})))

    def change(self, seat: Seat, **changes: Any) -> None:
        self.players[seat] = replace(self.players[seat], **changes)
        self._touched = True

    def pay(self, amount: int, payer: Seat | None, receiver: Seat | None) -> None:
        """From purse to purse; None is the bank's, the only one that may be overdrawn."""
        if payer is None:
            self.bank -= amount
        else:
            self.change(payer, cash=self.players[payer].cash - amount)
        if receiver is None:
            self.bank += amount
        else:
            self.change(receiver, cash=self.players[receiver].cash + amount)

    def hand_over(self, square: int, owner: Seat | None, level: int) -> None:
        """A firm has this owner and level now."""
        self.owners[square], self.levels[square] = owner, level
        self._ledger, self._touched = None, True

    def set_economy(self, industry: int, index: int) -> None:
        self.economy[industry] = index
        self._touched = True

    def ask(self, kind: type[Asking], seat: Seat, *facts: Any) -> None:
        """Put a new question on top of the agenda."""
        self.asks += 1
        self.agenda.append(kind(seat, self.asks, *facts))  # type: ignore[arg-type]

    # --- ending ---

    def moment(self) -> None:
        """OK-98, OK-99: has anybody reached the target?"""
        if not self._touched or self.over is not None:
            return
        self._touched = False
        fortunes = self.ledger.fortunes()
        if max(fortunes) >= self.options.target:
            self.end(Why.TARGET, fortunes)

    def end(self, why: Why, fortunes: tuple[int, ...]) -> None:
        """OK-100"""
        ranks = rank_by_score(fortunes)
        self.over = Over(why, fortunes, ranks)
        self.agenda.clear()
        self.tell(GameOver(why, fortunes, ranks))

    def tell_question(self) -> None:
        """What the match waits for, if that is not what it waited for before the step."""
        before = self._began_with.agenda
        top = self.agenda[-1] if self.agenda else None
        if isinstance(top, Asking) and (not before or top != before[-1]):
            self.tell(Asked(top))
