"""What a simulation counts."""

from games.core.result import Result
from games.core.simulate import PlayedOut, play_out
from games.okuribito import events as e
from games.okuribito.cpu_sound import SoundCpu
from games.okuribito.figures import INCOME, OPTIONS, figures, gain, is_comeback, lead_changes
from games.okuribito.model import Options
from games.okuribito.names import Insight, Town, Way
from tests.rules.okuribito.positions import ENGINE, A, B


def test_every_match_counts_the_same_things() -> None:
    match = play_out(ENGINE, SoundCpu(), seats=4, options=Options(target=50_000_000), key=bytes(32))
    counted = figures(match)
    assert {*OPTIONS, *INCOME} < set(counted)
    assert counted["firms"] == sum(isinstance(event, e.FirmBought) for event in match.told)
    assert counted["roads"] + counted["castles"] > 0 < counted["from_dues"]
    assert counted["best"] >= 50_000_000 > counted["worst"]


def test_events_go_under_their_names() -> None:
    told = (
        e.Noted((5, 4)),
        e.Fork(A, Way.CASTLE),
        e.Fork(B, Way.ROAD),
        e.InsightChosen(A, Insight.FORESIGHT, 1),
        e.MatchPlayed(A, B, (6, 6, 6, 6, 6), 30, A, 900, False),
        e.OfferingReturned(A, Town.UENO, 650_000),
        e.Dues(A, 250_000),
        e.Dues(B, 300_000),
    )
    counted = figures(PlayedOut(2, 3, told, Result((1, 2), (9, 7), "target")))
    named = ("castles", "roads", "foresights", "keen_eyes", "challenges_won")
    assert [counted[name] for name in named] == [1, 1, 1, 0, 1]
    assert counted["from_matches"] == 900
    assert counted["from_festivals"] == 150_000
    assert counted["from_dues"] == 550_000


def test_what_a_festival_brings_beyond_the_offering() -> None:
    assert gain(1_300_000) == 300_000
    assert gain(650_000) == 150_000


def test_the_lead_changes_when_somebody_else_alone_is_in_front() -> None:
    assert lead_changes([(5, 5), (6, 5), (6, 6), (6, 7), (9, 8)]) == 2
    assert lead_changes([(5, 5), (5, 5)]) == 0


def test_a_comeback_is_a_win_of_somebody_who_did_not_lead_at_half_time() -> None:
    fortunes = [(1, 1), (3, 2), (4, 9)]
    assert is_comeback(fortunes, (2, 1))
    assert not is_comeback(fortunes, (1, 2))
    assert not is_comeback([(1, 1), (2, 2), (0, 9)], (2, 1)), "both led"
