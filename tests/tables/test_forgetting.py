"""What is forgotten after 180 days, and what is not."""

from datetime import timedelta

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import across_parlours
from tables import fair
from tables.commitment_log import unrevealed
from tables.models import (
    CommitmentLog,
    Key,
    Match,
    MatchSeat,
    Move,
    Nonce,
    Seat,
    Table,
)
from tables.services.forgetting import REPLAYS_KEPT, do_forget_old_matches
from tables.tasks import tidy
from tests.cast import make_player
from tests.tables.finished import closed, finished_match, running_match
from tests.tables.play import Time, fresh


def test_the_promise() -> None:
    assert timedelta(days=180) == REPLAYS_KEPT


def test_a_match_is_kept_for_180_days_and_then_forgotten_whole(
    at_home: Parlour, aki: Player, botan: Player, time: Time
) -> None:
    finished_match(aki, botan)
    time.passes(REPLAYS_KEPT.total_seconds() - 5)
    assert do_forget_old_matches() == 0
    time.passes(10)
    assert do_forget_old_matches() == 1
    for model in (Match, MatchSeat, Move, Key, Nonce):
        assert not model.objects.exists()
    assert Player.objects.count() == 2


def test_the_log_stays_whole(at_home: Parlour, aki: Player, botan: Player, time: Time) -> None:
    finished_match(aki, botan)
    time.passes(REPLAYS_KEPT.total_seconds() + 10)
    finished_match(aki, botan)
    do_forget_old_matches()
    assert CommitmentLog.objects.count() == 2
    assert fair.broken_link(at_home) is None
    assert unrevealed(at_home) == (0, 0)


def test_a_match_that_is_on_is_never_forgotten(
    at_home: Parlour, aki: Player, botan: Player, time: Time
) -> None:
    match = running_match(aki, botan)
    time.passes(REPLAYS_KEPT.total_seconds() * 2)
    assert do_forget_old_matches() == 0
    assert fresh(match).status == Match.Status.PLAYING


def test_a_closed_table_goes_with_its_last_match(
    at_home: Parlour, aki: Player, botan: Player, time: Time
) -> None:
    closed(finished_match(aki, botan))
    kept = finished_match(aki, botan).table
    time.passes(REPLAYS_KEPT.total_seconds() + 10)
    do_forget_old_matches()
    assert list(Table.objects.all()) == [kept]
    assert set(Seat.objects.values_list("table", flat=True)) == {kept.pk}


def test_tidy_does_it_in_every_parlour(
    aki: Player, botan: Player, fumi: Player, time: Time
) -> None:
    finished_match(aki, botan)
    finished_match(fumi, make_player(fumi.parlour, "Goro"))
    time.passes(REPLAYS_KEPT.total_seconds() + 10)
    tidy()
    with across_parlours():
        assert not Match.objects.exists()
