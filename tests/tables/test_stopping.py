"""Stopping a match early: who is asked, what ends it, and what is kept of it."""

import pytest

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed, Refused, TooLate
from tables import fair, replays
from tables.models import Match, Seat, Table
from tables.pages import page_for
from tables.selectors import snapshot
from tables.services.presence import do_miss, do_see
from tables.services.seating import do_leave
from tables.services.starting import do_again
from tables.services.stopping import do_agree_to_stop, do_decline_to_stop
from tables.tasks import sweep_once
from tests.tables.play import Time, asked, fresh, match_of, press, table_of

pytestmark = pytest.mark.usefixtures("at_home")


def proposal_of(match: Match) -> int:
    number: int | None = fresh(match).stop_proposal
    assert number is not None, "nobody proposes anything"
    return number


def test_somebody_alone_stops_at_once_with_the_places_of_that_moment(
    time: Time, aki: Player
) -> None:
    match = match_of(aki, cpus=2)
    press(match, 0)
    assert do_agree_to_stop(match.table, aki)
    now = fresh(match)
    assert (now.status, now.reason) == (Match.Status.UNFINISHED, "stopped")
    assert now.ranks == [1, 2, 2], "Aki has walked, the CPUs stand at the start"
    assert fresh(match.table).phase == Table.Phase.FINISHED
    assert now.due_at is None
    assert fair.revealed_secret(now) is not None
    assert replays.differences(now) == []


def test_all_who_are_there_have_to_agree(
    time: Time, aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan, chiyo)
    assert not do_agree_to_stop(match.table, botan)
    assert not do_agree_to_stop(match.table, chiyo, proposal_of(match))
    assert not fresh(match).is_over
    assert not do_agree_to_stop(match.table, chiyo, proposal_of(match)), "pressed twice"
    assert do_agree_to_stop(match.table, aki, proposal_of(match))
    assert fresh(match).is_over


def test_whoever_has_only_just_gone_is_still_asked(time: Time, aki: Player, botan: Player) -> None:
    """A phone that sleeps for a moment must not cost its player the match."""
    match = match_of(aki, botan)
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    assert not do_agree_to_stop(match.table, aki)
    assert "Waiting for Botan" in page_for(snapshot(match.table_id), 0, "en").regions["aside"]
    time.passes(59)
    do_see(match.table_id, botan.pk)
    assert not fresh(match).is_over
    assert do_agree_to_stop(match.table, botan, proposal_of(match))


def test_who_has_been_away_for_two_minutes_is_not_asked(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    time.passes(10)
    do_miss(match.table_id, botan.pk)
    time.passes(119)
    assert not do_agree_to_stop(match.table, aki)
    time.passes(61)
    sweep_once()
    assert "Yes, stop here" in page_for(snapshot(match.table_id), 0, "en").regions["menu"]
    assert do_agree_to_stop(match.table, aki)


def test_who_is_away_by_time_outs_is_not_asked(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    Seat.objects.filter(table=match.table, player=botan).update(timeouts=2)
    assert do_agree_to_stop(match.table, aki)


def test_one_who_would_rather_play_on_is_enough_and_not_asked_again_within_a_minute(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    do_decline_to_stop(match.table, botan, proposal_of(match))
    assert fresh(match).stop_proposal is None
    for player in (aki, botan):
        with pytest.raises(Refused, match="stop_declined"):
            do_agree_to_stop(match.table, player)
    time.passes(60)
    sweep_once()
    assert not do_agree_to_stop(match.table, aki)


def test_whoever_proposed_it_may_think_better_of_it(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    number = proposal_of(match)
    do_decline_to_stop(match.table, aki, number)
    with pytest.raises(TooLate):
        do_agree_to_stop(match.table, botan, number)
    assert not fresh(match).is_over


def test_a_proposal_lapses_after_a_minute_and_every_page_hears_of_it(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    number, room = proposal_of(match), fresh(match.table).room_version
    time.passes(59)
    sweep_once()
    assert fresh(match).stop_proposal == number
    time.passes(1)
    with pytest.raises(TooLate, match="stop_over"):
        do_agree_to_stop(match.table, botan, number)
    sweep_once()
    assert fresh(match).stop_proposal is None
    assert fresh(match.table).room_version == room + 1
    do_decline_to_stop(match.table, botan, number)
    assert fresh(match.table).room_version == room + 1, "too late for a no, too"


def test_an_answer_to_an_old_proposal_is_none_to_a_new_one(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    old = proposal_of(match)
    time.passes(61)
    do_agree_to_stop(match.table, botan)
    with pytest.raises(TooLate):
        do_agree_to_stop(match.table, aki, old)
    assert not fresh(match).is_over


def test_the_game_goes_on_while_they_think_it_over(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    press(match, asked(match)[0])
    assert fresh(match).version == 1
    assert do_agree_to_stop(match.table, botan, proposal_of(match))
    assert replays.differences(fresh(match)) == []


def test_somebodys_leaving_ends_the_asking_and_not_the_match(
    time: Time, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    do_leave(match.table, botan)
    assert fresh(match).stop_proposal is None
    assert not fresh(match).is_over


def test_strangers_and_matches_that_are_not_on(
    time: Time, aki: Player, botan: Player, daigo: Player
) -> None:
    match = match_of(aki, botan)
    with pytest.raises(NotAllowed):
        do_agree_to_stop(match.table, daigo)
    with pytest.raises(TooLate):
        do_agree_to_stop(table_of(aki, botan), aki)
    do_agree_to_stop(match.table, aki)
    do_agree_to_stop(match.table, botan, proposal_of(match))
    with pytest.raises(TooLate):
        do_agree_to_stop(match.table, aki)


def test_another_match_may_follow(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    do_agree_to_stop(match.table, botan, proposal_of(match))
    again = do_again(match.table, botan)
    assert (again.number, again.first) == (2, 1)
    assert fresh(again).stop_proposal is None


def test_pages_ask_the_others_and_say_who_is_asked(time: Time, aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_agree_to_stop(match.table, aki)
    now = snapshot(match.table_id)
    mine, theirs, watching = (page_for(now, eyes, "en") for eyes in (0, 1, None))
    assert "Waiting for Botan" in mine.regions["aside"]
    assert "Aki would like to stop here" in theirs.regions["aside"]
    assert f'value="{proposal_of(match)}"' in theirs.regions["aside"]
    assert watching.regions["aside"] == ""
    assert 'id="stop"' not in mine.regions["menu"], "not twice"


def test_the_result_page_says_that_it_was_ended_early(time: Time, aki: Player) -> None:
    match = match_of(aki, cpus=1)
    press(match, 0)
    do_agree_to_stop(match.table, aki)
    for language, words in (("en", "The match was ended early"), ("ja", "途中で終わりにしました")):
        page = page_for(snapshot(match.table_id), 0, language)
        assert page.kind == "result"
        assert words in page.regions["turnbar"] and words in page.regions["counter"]
        assert "standings" in page.regions["counter"]
        assert 'class="hanko"' not in page.regions["counter"]
        assert not any("data-turn" in each for name, each in page.scene.items() if "seat-" in name)
