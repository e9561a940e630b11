"""A match played again: every position, all eyes, and what differs when something does."""

import pytest

from games.core import codec
from games.core.events import Told
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables import replays, store
from tables.models import Key, Match, Move
from tables.replays import OPEN, replay_of
from tests.tables.finished import closed, finished_match, running_match, shuffling_match


@pytest.fixture
def match(at_home: Parlour, aki: Player, botan: Player) -> Match:
    return finished_match(aki, botan)


def test_it_ends_where_the_match_ended(match: Match) -> None:
    replay = replay_of(match)
    assert replay is not None
    assert replay.has_board
    assert replay.last == match.version
    last = replay.positions[-1]
    assert codec.dump(last.state) == codec.dump(store.last_state(match))
    assert replay.engine.result(last.state) == replay.result


def test_every_move_says_who_decided(match: Match) -> None:
    Move.objects.filter(match=match, number=2).update(by=Move.By.CLOCK)
    Match.objects.filter(pk=match.pk).update(ended_at=None)  # another key on the shelf
    replay = replay_of(match)
    assert replay is not None
    assert [position.by for position in replay.positions[:3]] == [None, "human", "clock"]
    assert [position.seat for position in replay.positions[:3]] == [None, 0, 1]


@pytest.mark.parametrize("eyes", [0, 1, None, OPEN])
def test_every_pair_of_eyes_sees_every_position(match: Match, eyes: replays.Eyes) -> None:
    replay = replay_of(match)
    assert replay is not None
    for number in range(replay.last + 1):
        view = replay.view(number, eyes)
        assert isinstance(view, replay.engine.view_type)
    assert replay.events(1, eyes)


def test_open_eyes_hear_what_a_seat_alone_was_told(match: Match) -> None:
    """Hokusai has no secrets, so one is put in by hand."""
    replay = replay_of(match)
    assert replay is not None
    first = replay.positions[1]
    event = first.told[0].event
    secret = replays.Position(1, 0, "human", first.made_at, (Told(event, frozenset([0])),))
    sealed = replays.Replay(
        replay.engine, (replay.positions[0], secret), replay.result, has_board=True
    )
    assert sealed.events(1, 0) == (event,)
    assert sealed.events(1, 1) == ()
    assert sealed.events(1, None) == ()
    assert sealed.events(1, OPEN) == (event,)


def test_a_match_that_never_began_has_no_replay(
    at_home: Parlour, aki: Player, botan: Player
) -> None:
    assert replay_of(closed(shuffling_match(aki, botan)[0])) is None


def test_a_match_that_was_broken_off_is_replayed_as_far_as_it_went(
    at_home: Parlour, aki: Player, botan: Player
) -> None:
    replay = replay_of(closed(running_match(aki, botan)))
    assert replay is not None
    assert replay.last == 0
    assert replay.result is None


def test_a_running_match_gives_nothing_away(at_home: Parlour, aki: Player, botan: Player) -> None:
    with pytest.raises(ValueError, match="not over"):
        replay_of(running_match(aki, botan))


def test_a_page_needs_no_key(match: Match) -> None:
    Key.objects.filter(match=match).update(sealed="gone")
    replay = replay_of(match)
    assert replay is not None
    assert replay.has_board


def test_when_the_rules_have_changed_the_words_are_left(match: Match) -> None:
    """What was told no longer comes out: here because another event was told then."""
    move = Move.objects.get(match=match, number=1)
    engine = game_for("hokusai").engine
    told = codec.load(codec.told_type(engine.event_type), move.told)
    Move.objects.filter(pk=move.pk).update(told=codec.dump(told[:1]).decode())
    replay = replay_of(match)
    assert replay is not None
    assert not replay.has_board
    assert len(replay.events(1, None)) == 1


class TestDifferences:
    def test_none(self, match: Match) -> None:
        assert replays.differences(match) == []

    def test_none_in_a_match_that_was_broken_off(
        self, at_home: Parlour, aki: Player, botan: Player
    ) -> None:
        assert replays.differences(closed(running_match(aki, botan))) == []

    def test_a_draw(self, match: Match) -> None:
        move = Move.objects.get(match=match, number=2)
        move.drawn[0]["result"] = [move.drawn[0]["result"][0] % 6 + 1]
        move.save()
        assert replays.differences(match) == ["move 2: other draws"]

    def test_what_was_told(self, match: Match) -> None:
        told = Move.objects.get(match=match, number=3).told
        Move.objects.filter(match=match, number=2).update(told=told)
        assert replays.differences(match) == ["move 2: other events told"]

    def test_the_state(self, match: Match) -> None:
        match.state = match.state.replace('"rolls":', '"rolls":1')
        assert replays.differences(match) == ["another state at the end"]

    def test_the_result(self, match: Match) -> None:
        match.ranks = match.ranks[::-1]
        assert replays.differences(match) == ["another result"]

    def test_the_count_of_draws(self, match: Match) -> None:
        match.draws += 1
        assert replays.differences(match)[0].startswith(f"{match.draws - 1} draws")

    def test_another_key(self, match: Match) -> None:
        match.key.transcript = match.key.transcript.replace("game:", "game:x")
        assert replays.differences(match)

    def test_a_missing_move(self, match: Match) -> None:
        Move.objects.filter(match=match, number=match.version).delete()
        assert replays.differences(match)

    def test_a_move_that_the_rules_refuse(self, match: Match) -> None:
        move = Move.objects.get(match=match, number=1)
        Move.objects.filter(pk=move.pk).update(seat=1)
        assert replays.differences(match) == ["the rules do not play it to the end: not_your_turn"]
