"""Positions to play from, and dice that fall in a given order."""

from collections.abc import Sequence
from typing import Any

from games.core.codec import from_plain
from games.core.engine import Step
from games.core.seats import Seat, all_seats
from games.okuribito.agenda import go_on
from games.okuribito.board import FIRM_SQUARES, GATE, RING, START
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.fortune import CARDS
from games.okuribito.model import Booking, Card, Fair, Options, Player, State
from games.okuribito.names import INDUSTRIES, TOWNS, Industry, Item, Rank, Town
from games.okuribito.play import Play
from games.okuribito.setup import starting_funds
from games.okuribito.tasks import AskBeforeRoll, Asking, EndTurn, StartRound, TakeTurn, Task

ENGINE = OkuribitoEngine()
A, B, C, D = (Seat(number) for number in range(4))

# Firm squares in index order take cloth, grain, seafood, tools in turn.
INDUSTRY_OF = {square: INDUSTRIES[n % 4] for n, square in enumerate(FIRM_SQUARES)}


def position(
    *,
    options: dict[str, Any] | None = None,
    at: str = "before_roll",
    round: int = 1,
    turn: int = 0,
    festivals: dict[str, str] | None = None,
    fairs: Sequence[tuple[str, int]] = (),
    firms: dict[str, Sequence[int]] | None = None,
    economy: dict[str, int] | None = None,
    deck: Sequence[str] | None = None,
    seats: dict[str, dict[str, Any]] | None = None,
    players: int = 4,
) -> State:
    """The base position of the cases, but for what is given. Firms are square: [owner, level]."""
    rules = from_plain(Options, options or {})
    held = {int(square): firm for square, firm in (firms or {}).items()}
    funds = [starting_funds(rules, A, players, seat) for seat in all_seats(players)]
    people = tuple(player(funds[n], (seats or {}).get(str(n), {})) for n in range(players))
    lying = sum(each.cash + sum(each.offerings) for each in people)
    agenda: tuple[Task, ...] = {
        "before_roll": (EndTurn(), AskBeforeRoll(Seat(turn), 1)),
        "turn_start": (TakeTurn(Seat(turn)),),
        "round_start": (StartRound(),),
    }[at]
    towns = [Town((festivals or {}).get(str(n + 1), "yotsuya")) for n in range(rules.limit)]
    return State(
        options=rules,
        first=A,
        round=round,
        turn=Seat(turn),
        players=people,
        industries=tuple(INDUSTRY_OF.get(square) for square in range(RING)),
        owners=tuple(Seat(held[s][0]) if s in held else None for s in range(RING)),
        levels=tuple(held[s][1] if s in held else 0 for s in range(RING)),
        economy=tuple((economy or {}).get(industry, 100) for industry in INDUSTRIES),
        festivals=tuple(towns),
        fairs=tuple(Fair(Town(town), last) for town, last in fairs),
        cards=CARDS if deck is None else tuple(card(words) for words in deck),
        drawn=(),
        thrown=(),
        using=(),
        history=(),
        bank=-lying,
        asks=1,
        agenda=agenda,
        over=None,
    )


def player(funds: int, given: dict[str, Any]) -> Player:
    gate_from = given.get("gate_from")
    assert (gate_from is not None) == (given.get("square") == GATE)
    stakes, offerings = given.get("stakes", {}), given.get("offerings", {})
    return Player(
        cash=given.get("cash", funds),
        square=given.get("square", START),
        gate_from=None if gate_from is None else Town(gate_from),
        stakes=tuple(stakes.get(industry, 0) for industry in INDUSTRIES),
        booked=tuple(Booking(Industry(what), *rest) for what, *rest in given.get("booked", ())),
        offerings=tuple(offerings.get(town, 0) for town in TOWNS),
        collecting=tuple(Town(town) for town in given.get("collecting", ())),
        last_set=tuple(Town(town) for town in given.get("last_set", ())),
        rank=Rank(given.get("rank", "apprentice")),
        keen_eye=given.get("keen_eye", 0),
        master_builder=given.get("master_builder", 0),
        foresees_until=given.get("foresees_until", 0),
        holds=tuple(item for item in Item if item in given.get("holds", ())),
        sitting_out=given.get("sitting_out", False),
    )


def card(words: str) -> Card:
    """`boom cloth`, `fair`"""
    news, *industry = words.split()
    return next(
        each for each in CARDS if [each.news, each.industry or ""] == [news, *industry, ""][:2]
    )


# The first face that shows a value; written out, and not taken from the rules' figures.
FACES: dict[str, dict[Any, int]] = {
    "economy": {-12: 1, -7: 2, -2: 3, 3: 4, 8: 5, 13: 6},
    "number": dict(zip(range(12, 24), (1, 2, 4, 7, 11, 16, 22, 28, 33, 37, 40, 42), strict=True)),
    "luck": {"great": 1, "good": 4, "middling": 9, "small": 14, "bad": 19},
    "slip": {"great": 1, "good": 2, "small": 7, "bad": 15},
}


SIDES = {"die": 6, "economy": 6, "number": 42, "luck": 20, "slip": 20, "fair": 8}


class InOrder:
    """Dice that fall as listed, in the order in which they are thrown: `["die", 3]`,
    `["economy", -7]`, `["number", 17]`, `["slip", "great"]`, `["fire", 12]` (the square)."""

    def __init__(self, draws: Sequence[Sequence[Any]]) -> None:
        self._draws = [tuple(draw) for draw in draws]
        self.state: State | None = None  # in which the next throw is made

    def roll(self, purpose: str, sides: int, count: int = 1) -> tuple[int, ...]:
        word = "die" if purpose == "duel" else purpose
        taken, self._draws = self._draws[:count], self._draws[count:]
        assert [each[0] for each in taken] == [word] * count, (purpose, count, taken)
        assert sides == SIDES.get(word, sides)
        faces = tuple(self._face(word, value) for _, value in taken)
        assert all(1 <= face <= sides for face in faces)
        return faces

    def shuffle(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        assert purpose == "cards" and self._draws.pop(0) == ("deck", "shuffled")
        return tuple(items)

    def left(self) -> int:
        return len(self._draws)

    def _face(self, word: str, value: Any) -> int:
        if word in FACES:
            return FACES[word][value]
        if word == "fair":
            return Town(value).number + 1
        if word == "fire":
            assert self.state is not None
            owners = self.state.owners
            return [s for s in range(RING) if owners[s] == self.state.turn].index(value) + 1
        assert word == "die"
        return int(value)


def begin(state: State, dice: InOrder) -> Step[Any, Any]:
    """Whatever happens before somebody is asked."""
    dice.state = state
    play = Play(state, dice)
    if not isinstance(state.agenda[-1], Asking):
        go_on(play)
    return Step(play.state(), tuple(play.told))


def asked(state: State) -> Any:
    """The question the match waits for."""
    task = state.agenda[-1]
    assert isinstance(task, Asking)
    return task


def answer(state: State, action: Any, *draws: Sequence[Any]) -> Step[Any, Any]:
    """The seat that is asked gives this answer; all the draws must be used."""
    dice = InOrder(draws)
    dice.state = state
    step = ENGINE.apply(state, asked(state).seat, action, dice)
    assert dice.left() == 0
    return step


def events(step: Step[Any, Any]) -> list[Any]:
    return [each.event for each in step.told]
