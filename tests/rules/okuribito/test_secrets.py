"""What is hidden (OK-103), and what a seat may imagine.

The law `nobody_can_tell` compares views and what is heard; here are positions in which a seat
knows more than others, and the ways in which it would show."""

from collections import Counter

from msgspec.structs import replace

from games.core.codec import dump
from games.core.dice import KeyedDice
from games.core.events import heard_by
from games.okuribito import actions as a
from games.okuribito.model import State
from games.okuribito.names import TOWNS, Insight, Town
from tests.rules.okuribito.positions import (
    ENGINE,
    A,
    B,
    C,
    D,
    InOrder,
    answer,
    begin,
    position,
)

EVERYBODY = (A, B, C, D, None)


def twins(**seats) -> tuple[State, State]:
    """Two states that differ in the festivals of rounds 12 and 20 and in the cards."""
    one = position(round=10, seats=seats, deck=["lucky", "pick", "fire"])
    festivals = list(one.festivals)
    festivals[11], festivals[19] = Town.KANDA, Town.UENO
    other = replace(one, festivals=tuple(festivals), cards=one.cards[::-1])
    return one, other


def tell_apart(one: State, other: State) -> list[object]:
    return [seat for seat in EVERYBODY if ENGINE.view(one, seat) != ENGINE.view(other, seat)]


def test_OK_103_nobody_tells_festivals_and_cards_to_come() -> None:
    assert tell_apart(*twins()) == []


def test_OK_103_the_seat_that_foresees_tells_them_apart_and_nobody_else() -> None:
    assert tell_apart(*twins(**{"2": {"foresees_until": 12}})) == [C]
    assert tell_apart(*twins(**{"2": {"foresees_until": 11}})) == []
    assert tell_apart(*twins(**{"0": {"foresees_until": 20}, "3": {"foresees_until": 12}})) == [
        A,
        D,
    ]


def test_OK_103_choosing_foresight_tells_only_its_seat_something() -> None:
    mine = {"square": 47, "collecting": ["asakusa", "kanda", "honjo"]}
    heard = []
    for state in twins(**{"0": mine}):
        state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
        step = answer(state, a.ChooseInsight(Insight.FORESIGHT))
        heard.append([heard_by(step.told, seat) for seat in EVERYBODY])
    assert [one != other for one, other in zip(*heard, strict=True)] == [True] + 4 * [False]


def test_OK_103_open_is_everything_else() -> None:
    """Two states that look the same to a spectator differ in festivals and cards alone."""
    one, other = twins()
    view = ENGINE.view(one, None)
    assert view.players == one.players and view.industries == one.industries
    hidden = {"festivals", "cards"}
    fields = set(State.__struct_fields__) - hidden - {"bank", "asks", "agenda"}
    assert fields <= set(type(view).__struct_fields__)


def test_what_is_imagined_fits_what_is_known_and_varies_in_all_else() -> None:
    state = position(
        round=10,
        festivals={"11": "ueno", "12": "honjo"},
        seats={"1": {"foresees_until": 12}},
    )
    towns: Counter[Town] = Counter()
    decks = set()
    for number in range(300):
        imagined = ENGINE.imagine(state, B, KeyedDice(bytes(32), number * 2))
        assert imagined.festivals[:12] == state.festivals[:12]
        assert sorted(map(repr, imagined.cards)) == sorted(map(repr, state.cards))
        assert replace(imagined, festivals=state.festivals, cards=state.cards) == state
        towns[imagined.festivals[12]] += 1
        decks.add(imagined.cards)
    assert set(towns) == set(TOWNS) and max(towns.values()) < 70
    assert len(decks) == 300
    unknown = {ENGINE.imagine(state, A, KeyedDice(bytes(32), n)).festivals[10] for n in range(90)}
    assert unknown == set(TOWNS)


def test_at_the_last_festival_there_is_nothing_left_to_imagine_but_cards() -> None:
    state = position(round=96)
    imagined = ENGINE.imagine(state, A, KeyedDice(bytes(32)))
    assert imagined.festivals == state.festivals


def test_a_state_and_what_it_hides_cannot_be_printed() -> None:
    state = position(festivals={"50": "kanda"})
    assert repr(state) == "State(sealed)" and "kanda" not in f"{state}"


def test_the_open_view_shows_every_festival_and_the_cards_in_order() -> None:
    state = position(round=3, festivals={"96": "ueno"}, deck=["fire", "lucky"])
    shown = ENGINE.open_view(state)
    assert shown.festivals == state.festivals and shown.cards_ahead == state.cards
    assert ENGINE.view(state, A).cards_ahead == () and ENGINE.view(state, A).cards_left == 2
    assert replace(shown, festivals=state.festivals[:3], cards_ahead=()) == ENGINE.view(state, None)


def test_no_view_holds_a_town_of_a_round_to_come() -> None:
    """In JSON, as it would be sent."""
    state = position(round=2, festivals={str(n): "fukagawa" for n in range(3, 97)})
    for seat in EVERYBODY:
        assert b"fukagawa" not in dump(ENGINE.view(state, seat))


def test_a_festival_is_known_to_all_as_soon_as_its_round_begins() -> None:
    state = position(at="round_start", round=2, festivals={"3": "fukagawa"})
    state = begin(state, InOrder([["economy", 3]] * 4)).state
    assert {ENGINE.view(state, seat).festivals[-1] for seat in EVERYBODY} == {Town.FUKAGAWA}
