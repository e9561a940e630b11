"""Computer players: they answer everything, end matches, and see what their seat sees."""

import hashlib
from typing import Any

import pytest

from games.core.cpu import ask_cpu
from games.core.dice import KeyedDice
from games.core.seats import Seat, all_seats
from games.core.simulate import play_out
from games.okuribito import actions as a
from games.okuribito.cpu_gentle import GentleCpu
from games.okuribito.cpu_sound import SoundCpu
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.figures import figures
from games.okuribito.model import Options
from tests.rules.okuribito.positions import ENGINE, A, answer, asked, position
from tests.rules.okuribito.subject import OPTION_SETS

LEVELS = (GentleCpu(), SoundCpu())


def choice(cpu: Any, state: Any) -> Any:
    seat = asked(state).seat
    legal = ENGINE.legal_actions(state, seat)
    chosen = cpu.choose(ENGINE.view(state, seat), seat, legal, None)
    assert chosen in legal
    return chosen


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda options: str(options.limit))
@pytest.mark.parametrize("cpu", LEVELS, ids=lambda cpu: type(cpu).__name__)
def test_matches_among_computer_players_end(cpu: Any, options: Options, seats: int) -> None:
    for number in range(2):
        key = hashlib.sha256(f"{seats} {number}".encode()).digest()
        match = play_out(ENGINE, cpu, seats=seats, options=options, key=key, first=Seat(number))
        assert figures(match)["rounds"] <= options.limit
        assert min(match.result.ranks) == 1


def winners(cpus: list[Any], matches: int) -> list[int]:
    """How often each seat came first; every seat has each place at the start once."""
    won = [0] * len(cpus)
    for number in range(matches):
        dice, idle = KeyedDice(bytes([number]) * 32), KeyedDice(bytes(32))
        first = Seat(number % len(cpus))
        state = ENGINE.start(len(cpus), Options(), first, dice).state
        while state.over is None:
            seat = asked(state).seat
            action = ask_cpu(ENGINE, cpus[seat], state, seat, dice=idle, out_of_time=lambda: False)
            state = ENGINE.apply(state, seat, action, dice).state
        for place in all_seats(len(cpus)):
            won[place] += state.over.ranks[place] == 1
    return won


def test_the_sound_one_beats_three_gentle_ones_nearly_always() -> None:
    won = winners([SoundCpu(), GentleCpu(), GentleCpu(), GentleCpu()], 12)
    assert won[0] >= 10


def test_a_computer_player_that_does_not_imagine_draws_nothing() -> None:
    class NoDice:
        def roll(self, *args: Any) -> Any:
            raise AssertionError("it rolled")

        shuffle = roll

    for cpu in LEVELS:
        ask_cpu(ENGINE, cpu, position(), A, dice=NoDice(), out_of_time=lambda: False)


def test_two_states_a_seat_cannot_tell_apart_get_the_same_answer() -> None:
    dice = KeyedDice(bytes(32))
    state = OkuribitoEngine().start(4, Options(limit=40), A, dice).state
    for number in range(400):
        if state.over is not None:
            break
        seat = asked(state).seat
        twin = ENGINE.imagine(state, seat, KeyedDice(bytes([9]) * 32, 2 * number))
        assert choice(SoundCpu(), state) == choice(SoundCpu(), twin)
        state = ENGINE.apply(state, seat, choice(SoundCpu(), state), dice).state


def test_the_sound_one_keeps_what_the_next_fee_may_cost() -> None:
    """A big store of 5,280,000 lies seven steps ahead of the experience it stands on."""
    for firms, wanted in (({}, a.Offer), ({"20": [1, 3], "25": [1, 1]}, a.Done)):
        mine = {"square": 11, "cash": 4_000_000}
        state = position(firms=firms, round=3, seats={"0": mine})
        state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
        assert isinstance(choice(SoundCpu(), state), wanted)


def test_the_sound_one_fills_the_town_it_foresees() -> None:
    mine = {"square": 11, "cash": 20_000_000, "foresees_until": 4}
    towns = {"1": "ueno", "2": "yotsuya", "3": "kanda", "4": "kanda"}
    state = position(festivals=towns, seats={"0": mine})
    state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
    offered = choice(SoundCpu(), state)
    assert isinstance(offered, a.Offer) and offered.town == "yotsuya"
    assert offered.amount == 5_000_000


def test_the_sound_one_takes_the_castle_when_dues_are_large_and_the_road_when_small() -> None:
    rich = {str(square): [0, 1] for square in (1, 2, 3, 5, 6, 7, 37, 38, 39)}
    for firms, way in ((rich, a.ChooseCastle()), ({}, a.ChooseRoad())):
        state = position(firms=firms, seats={"0": {"square": 44, "cash": 9_000_000}})
        state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
        assert choice(SoundCpu(), state) == way


def test_the_sound_one_does_not_challenge_a_straw_doll() -> None:
    for holds, wanted in (([], a.Challenge()), (["straw_doll"], a.Done())):
        state = position(seats={"0": {"square": 10}, "2": {"square": 12, "holds": holds}})
        state = answer(state, a.Roll(), ["die", 1], ["die", 1]).state
        assert choice(SoundCpu(), state) == wanted
