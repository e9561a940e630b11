"""Tables without their moves: opening, sitting, leaving, host, start, Again."""

from typing import Any

import pytest

from games.core.fairness import seat_commit
from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed, Refused, TooLate
from kirakuken.parlours.models import Parlour
from tables.models import Match, MatchSeat, Nonce, Removal, Seat, Table
from tables.services.opening import do_close, do_new_link, do_open, do_try_with_cpus
from tables.services.presence import do_miss
from tables.services.seating import (
    check_door,
    do_add_cpu,
    do_choose_mark,
    do_join,
    do_leave,
    do_remove_seat,
)
from tables.services.starting import do_again, do_commit_nonce, do_reveal_nonce, do_start
from tests.cast import make_player
from tests.tables.play import Time, asked, fresh, match_of, play_to_the_end, press, table_of

pytestmark = pytest.mark.usefixtures("at_home")


def seats(table: Table) -> list[tuple[int, str, str]]:
    """Number, name or CPU number, piece."""
    return [
        (seat.number, seat.player.name if seat.player else f"CPU {seat.cpu_number}", seat.mark)
        for seat in Seat.objects.filter(table=table).select_related("player").order_by("number")
    ]


def names(table: Table) -> list[str]:
    return [name for _, name, _ in seats(table)]


def refusal(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


def many(parlour: Parlour, count: int) -> list[Player]:
    return [make_player(parlour, f"Player {'abcdefgh'[number]}") for number in range(count)]


# --- opening ------------------------------------------------------------------------------


def test_who_opens_a_table_hosts_it_and_sits_first(aki: Player, at_home: Parlour) -> None:
    table = do_open(
        at_home, aki, game="hokusai", options={}, turn_limit=60, is_listed=True, rotate_first=False
    )
    assert fresh(table).host == aki
    assert seats(table) == [(0, "Aki", "hat")]
    assert (table.turn_limit, table.is_listed, table.rotate_first) == (60, True, False)
    assert table.phase == Table.Phase.WAITING
    assert len(table.public_id) == 22
    assert len(table.code) == 8


def test_house_rules_are_stored_written_out_in_full(aki: Player) -> None:
    table = table_of(aki, getting_home="bounce_back")
    assert table.options == {"getting_home": "bounce_back", "rank_everyone": False}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"game": "chess"}, "game_unknown"),
        ({"options": {"getting_home": "by_boat"}}, "options_malformed"),
        ({"options": {"more": 1}}, "options_malformed"),
        ({"turn_limit": 9}, "turn_limit_unknown"),
        ({"turn_limit": 3601}, "turn_limit_unknown"),
        ({"turn_limit": -60}, "turn_limit_unknown"),
    ],
)
def test_nonsense_opens_no_table(
    at_home: Parlour, aki: Player, settings: dict[str, Any], code: str
) -> None:
    usual: dict[str, Any] = {
        "game": "hokusai",
        "options": {},
        "turn_limit": None,
        "is_listed": False,
    }
    assert refusal(do_open, at_home, aki, **usual | settings) == code
    assert not Table.objects.exists()


def test_nobody_hosts_more_than_three_waiting_tables(aki: Player, botan: Player) -> None:
    tables = [table_of(aki) for _ in range(3)]
    assert refusal(table_of, aki) == "too_many_tables"
    table_of(botan)
    do_leave(tables[0], aki)
    table_of(aki)


def test_a_player_of_another_parlour_opens_and_joins_nothing(
    at_home: Parlour, aki: Player, fumi: Player
) -> None:
    with pytest.raises(ValueError, match="parlour"):
        do_open(at_home, fumi, game="hokusai", options={}, turn_limit=None, is_listed=True)
    with pytest.raises(ValueError, match="parlour"):
        do_join(table_of(aki), fumi)


def test_trying_it_with_cpus_starts_at_once(at_home: Parlour, aki: Player) -> None:
    table = do_try_with_cpus(at_home, aki, "hokusai")
    assert names(table) == ["Aki", "CPU 1", "CPU 2", "CPU 3"]
    assert table.phase == Table.Phase.PLAYING
    assert not table.is_listed
    assert Match.objects.get(table=table).status == Match.Status.PLAYING
    assert refusal(do_try_with_cpus, at_home, aki, "chess") == "game_unknown"


def test_trying_it_uses_the_parlours_own_rules(at_home: Parlour, aki: Player) -> None:
    at_home.house_rules = {"hokusai": {"getting_home": "over_is_fine"}}
    at_home.save()
    table = do_try_with_cpus(at_home, aki, "hokusai")
    assert table.options["getting_home"] == "over_is_fine"


# --- sitting down -------------------------------------------------------------------------


def test_guests_sit_in_the_order_they_come_each_with_a_free_piece(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    table = table_of(aki, botan, chiyo)
    assert seats(table) == [(0, "Aki", "hat"), (1, "Botan", "lantern"), (2, "千代", "fan")]


def test_joining_twice_is_one_seat(aki: Player, botan: Player) -> None:
    table = table_of(aki)
    first = do_join(table, botan)
    room = fresh(table).room_version
    assert [do_join(table, botan).pk for _ in range(5)] == [first.pk] * 5
    assert names(table) == ["Aki", "Botan"]
    assert fresh(table).room_version == room


def test_a_full_table_seats_nobody_more(at_home: Parlour, aki: Player, botan: Player) -> None:
    table = table_of(aki, *many(at_home, 5))
    assert refusal(do_join, table, botan) == "table_full"
    assert refusal(do_add_cpu, table, aki) == "table_full"
    assert refusal(check_door, table, botan) == "table_full"
    assert len(seats(table)) == 6


def test_nobody_sits_down_at_a_running_match_or_a_closed_table(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    match = match_of(aki, botan)
    assert refusal(do_join, match.table, chiyo) == "match_running"
    do_close(match.table)
    assert refusal(do_join, match.table, chiyo) == "table_closed"


def test_between_matches_somebody_may_join(aki: Player, botan: Player, chiyo: Player) -> None:
    match = play_to_the_end(match_of(aki, botan))
    do_join(match.table, chiyo)
    assert do_again(match.table, aki).seats.count() == 3


@pytest.mark.parametrize("name", ["Aki", "aki", "ＡＫＩ", "Аki"])
def test_names_at_one_table_do_not_look_alike(at_home: Parlour, aki: Player, name: str) -> None:
    table = table_of(aki)
    assert refusal(do_join, table, make_player(at_home, name)) == "same_name_here"
    assert refusal(check_door, table, None, name) == "same_name_here"
    check_door(table, None, "Somebody Else")
    assert names(table) == ["Aki"]


def test_everything_that_changes_the_room_raises_its_version(aki: Player, botan: Player) -> None:
    table = table_of(aki)
    steps: list[Any] = [
        lambda: do_join(table, botan),
        lambda: do_choose_mark(table, botan, "gourd"),
        lambda: do_add_cpu(table, aki),
        lambda: do_remove_seat(table, aki, 2),
        lambda: do_new_link(table, aki),
        lambda: do_leave(table, botan),
    ]
    for step in steps:
        before = fresh(table).room_version
        step()
        assert fresh(table).room_version > before


def test_the_lobby_hears_of_listed_tables_only(
    aki: Player,
    botan: Player,
    notices: list[dict[str, Any]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    for is_listed in (False, True):
        table = table_of(aki, is_listed=is_listed)
        notices.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do_join(table, botan)
        groups = [notice["group"] for notice in notices]
        assert (f"p{table.parlour_id}.lobby" in groups) == is_listed
        assert f"p{table.parlour_id}.t{table.pk}" in groups


# --- CPUs, pieces, links ------------------------------------------------------------------


def test_cpus_bear_the_lowest_free_number(aki: Player) -> None:
    table = table_of(aki, cpus=3)
    do_remove_seat(table, aki, 1)
    assert names(table) == ["Aki", "CPU 2", "CPU 3"]
    do_add_cpu(table, aki)
    assert names(table) == ["Aki", "CPU 2", "CPU 3", "CPU 1"]


def test_a_double_press_adds_one_cpu(aki: Player) -> None:
    table = table_of(aki)
    for _ in range(3):
        do_add_cpu(table, aki, seated=1)
    assert names(table) == ["Aki", "CPU 1"]


def test_who_goes_first_next_time_goes_by_the_chairs_there_are(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    Match.objects.filter(pk=match.pk).update(first=1)
    play_to_the_end(match)
    table = fresh(match.table)
    assert table.next_first == 0
    do_add_cpu(table, aki)
    assert fresh(table).next_first == 2
    do_remove_seat(table, aki, 2)
    assert fresh(table).next_first == 0


def test_a_piece_is_one_persons_only(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    assert refusal(do_choose_mark, table, botan, "hat") == "mark_taken"
    assert refusal(do_choose_mark, table, botan, "crown") == "mark_taken"
    do_choose_mark(table, botan, "gourd")
    do_choose_mark(table, botan, "gourd")
    assert [mark for _, _, mark in seats(table)] == ["hat", "gourd"]
    match = do_start(table, aki)
    assert refusal(do_choose_mark, table, botan, "fan") == "match_running"
    assert [seat.mark for seat in MatchSeat.objects.filter(match=match)] == ["hat", "gourd"]


def test_a_new_link_changes_revision_and_code_once_for_each_page(aki: Player) -> None:
    table = table_of(aki)
    for _ in range(2):
        do_new_link(table, aki, revision=0)
    now = fresh(table)
    assert now.invite_revision == 1
    assert now.code != table.code


@pytest.mark.parametrize(
    "deed",
    [
        lambda table, by: do_add_cpu(table, by),
        lambda table, by: do_remove_seat(table, by, 0),
        lambda table, by: do_new_link(table, by),
        lambda table, by: do_start(table, by),
    ],
)
def test_what_is_the_hosts_is_nobody_elses(
    aki: Player, botan: Player, daigo: Player, deed: Any
) -> None:
    table = table_of(aki, botan)
    for somebody in (botan, daigo):
        with pytest.raises(NotAllowed) as refused:
            deed(table, somebody)
        assert refused.value.code == "not_host"
    assert names(table) == ["Aki", "Botan"]


# --- leaving and removing -----------------------------------------------------------------


def test_leaving_a_waiting_table_frees_the_chair_and_closes_the_gap(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    table = table_of(aki, botan, chiyo)
    do_commit_nonce(table, chiyo, "c" * 64)
    do_leave(table, botan)
    assert seats(table) == [(0, "Aki", "hat"), (1, "千代", "fan")]
    moved = Seat.objects.get(table=table, player=chiyo)
    assert moved.commitment == "", "it was bound to the chair she had"


def test_leaving_twice_is_leaving_once(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_leave(table, botan)
    room = fresh(table).room_version
    do_leave(table, botan)
    assert fresh(table).room_version == room


def test_the_host_passes_on_to_the_next_person_who_is_there(
    time: Time, aki: Player, botan: Player, chiyo: Player
) -> None:
    table = table_of(aki, botan, chiyo)
    time.passes(10)
    do_miss(table.pk, botan.pk)
    do_leave(table, aki)
    assert fresh(table).host == chiyo
    do_leave(table, chiyo)
    assert fresh(table).host == botan


def test_the_last_persons_leaving_closes_the_table(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan, cpus=2)
    do_leave(table, aki)
    assert fresh(table).phase == Table.Phase.WAITING
    do_leave(table, botan)
    assert fresh(table).phase == Table.Phase.CLOSED


def test_leaving_a_match_gives_the_seat_to_a_cpu_for_good(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, cpus=1)
    do_leave(match.table, aki)
    assert names(match.table) == ["CPU 2", "Botan", "CPU 1"]
    assert fresh(match.table).host == botan
    played = MatchSeat.objects.get(match=match, number=0)
    assert (played.player, played.name) == (aki, "Aki"), "who began stays on record"
    assert refusal(do_join, match.table, aki) == "match_running"
    with pytest.raises(NotAllowed):
        press(match, 0, decision=0)


def test_a_match_that_everybody_leaves_ends_unfinished(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan, cpus=1)
    do_leave(match.table, aki)
    do_leave(match.table, botan)
    over = fresh(match)
    assert (over.status, over.reason) == (Match.Status.UNFINISHED, "everybody_left")
    assert over.due_at is None
    assert over.ranks is None
    assert over.key.revealed_at is not None
    assert fresh(match.table).phase == Table.Phase.CLOSED


def test_leaving_at_the_result_leaves_a_cpu_to_play_again_with(aki: Player, botan: Player) -> None:
    match = play_to_the_end(match_of(aki, botan))
    do_leave(match.table, aki)
    assert names(match.table) == ["CPU 1", "Botan"]
    again = do_again(match.table, botan)
    assert again.seats.count() == 2


def test_a_removed_guest_loses_the_chair_and_cannot_sit_there_again(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    table = table_of(aki, botan, chiyo)
    do_remove_seat(table, aki, 1)
    assert names(table) == ["Aki", "千代"]
    assert refusal(do_join, table, botan) == "removed"
    assert refusal(check_door, table, botan) == "removed"
    assert Removal.objects.get().player == botan
    other = table_of(chiyo)
    do_join(other, botan)


def test_a_guest_removed_in_a_match_is_replaced_by_a_cpu(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_remove_seat(match.table, aki, 1)
    assert names(match.table) == ["Aki", "CPU 1"]
    play_on = asked(match)
    assert play_on[0] == 0
    over = match
    do_close(over.table)
    assert refusal(do_join, match.table, botan) == "removed"


def test_removing_takes_the_one_whom_the_page_showed_or_nobody(
    aki: Player, botan: Player, chiyo: Player
) -> None:
    table = table_of(aki, botan)
    shown = Seat.objects.get(table=table, number=1).pk
    do_leave(table, botan)
    do_join(table, chiyo)
    do_remove_seat(table, aki, 1, sitting=shown)
    assert names(table) == ["Aki", "千代"]
    do_remove_seat(table, aki, 5, sitting=shown)
    assert refusal(do_remove_seat, table, aki, 5) == "no_such_seat"


def test_the_host_does_not_remove_themselves_nor_a_cpu_in_a_match(aki: Player) -> None:
    match = match_of(aki, cpus=1)
    assert refusal(do_remove_seat, match.table, aki, 0) == "not_yourself"
    assert refusal(do_remove_seat, match.table, aki, 1) == "match_running"


def test_closing_a_table_ends_its_match(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_close(match.table)
    do_close(match.table)
    assert fresh(match).status == Match.Status.UNFINISHED
    assert fresh(match.table).phase == Table.Phase.CLOSED
    with pytest.raises(TooLate):
        press(match, 0, decision=0)


# --- start and Again ----------------------------------------------------------------------


def test_a_match_starts_with_who_sits_there(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan, cpus=1, turn_limit=60, rank_everyone=True)
    match = do_start(table, aki)
    assert match.public_id == table.next_match_id
    assert fresh(table).next_match_id != table.next_match_id
    assert (match.number, match.first, match.turn_limit, match.version) == (1, 0, 60, 0)
    assert match.options == table.options
    assert match.rules_version == 1
    assert [(seat.number, seat.name, seat.cpu_number) for seat in match.seats.all()] == [
        (0, "Aki", None),
        (1, "Botan", None),
        (2, "", 1),
    ]
    assert fresh(table).phase == Table.Phase.PLAYING


def test_starting_twice_is_one_match(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    assert {do_start(table, aki).pk for _ in range(4)} == {Match.objects.get().pk}


def test_a_match_needs_as_many_seats_as_the_game(aki: Player) -> None:
    table = table_of(aki)
    assert refusal(do_start, table, aki) == "seats_do_not_fit"
    assert not Match.objects.exists()
    assert fresh(table).phase == Table.Phase.WAITING


def test_again_is_one_match_however_many_press(aki: Player, botan: Player, chiyo: Player) -> None:
    match = play_to_the_end(match_of(aki, botan, chiyo))
    pressed = [do_again(match.table, player).pk for player in (aki, chiyo, botan, aki)]
    assert len(set(pressed)) == 1
    assert Match.objects.filter(table=match.table).count() == 2


def test_again_needs_a_seat_and_a_match_that_is_over(
    aki: Player, botan: Player, daigo: Player
) -> None:
    table = table_of(aki, botan)
    assert refusal(do_again, table, aki) == "match_not_over"
    match = play_to_the_end(do_start(table, aki))
    with pytest.raises(NotAllowed):
        do_again(match.table, daigo)
    do_close(match.table)
    assert refusal(do_again, match.table, aki) == "table_closed"


@pytest.mark.parametrize(("rotate", "firsts"), [(True, [0, 1, 2, 0]), (False, [0, 0, 0, 0])])
def test_the_first_seat_moves_on_if_the_table_says_so(
    at_home: Parlour, aki: Player, botan: Player, rotate: bool, firsts: list[int]
) -> None:
    table = do_open(
        at_home, aki, game="hokusai", options={}, turn_limit=None, is_listed=False,
        rotate_first=rotate,
    )  # fmt: skip
    do_join(table, botan)
    do_add_cpu(table, aki)
    match = do_start(table, aki)
    found = [match.first]
    for _ in range(3):
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, due_at=None)
        Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
        match = do_again(table, botan)
        found.append(match.first)
    assert found == firsts


def test_the_next_to_go_first_may_be_somebody_who_just_sat_down(
    aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    match = play_to_the_end(match_of(aki, botan, chiyo))
    Match.objects.filter(pk=match.pk).update(first=2)
    do_join(match.table, daigo)
    assert do_again(match.table, aki).first == 3


def test_absent_peoples_seats_are_kept_for_the_next_match(
    time: Time, aki: Player, botan: Player
) -> None:
    match = play_to_the_end(match_of(aki, botan))
    time.passes(10)
    do_miss(match.table_id, aki.pk)
    again = do_again(match.table, botan)
    assert names(match.table) == ["Aki", "Botan"]
    assert fresh(again).due_at is None, "it is Botan's turn, and he is here"
    while asked(again)[0] == 1:
        press(again)
    due = fresh(again).due_at
    assert due is not None
    assert (due - time.now).total_seconds() >= 30


# --- nonces -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "commitment", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 63 + "\n"]
)
def test_a_commitment_is_64_small_hex_digits(aki: Player, commitment: str) -> None:
    assert refusal(do_commit_nonce, table_of(aki), aki, commitment) == "commitment_malformed"


@pytest.mark.parametrize("nonce", ["", "0" * 30, "0" * 33, "0" * 66, "G" * 32, "AB" * 16])
def test_a_nonce_is_16_to_32_bytes_in_small_hex(aki: Player, botan: Player, nonce: str) -> None:
    table = table_of(aki, botan)
    do_commit_nonce(table, aki, "0" * 64)
    do_start(table, aki)
    assert refusal(do_reveal_nonce, table, aki, nonce) == "nonce_malformed"


def test_a_nonce_that_was_not_committed_to_is_refused(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_commit_nonce(table, aki, "0" * 64)
    match = do_start(table, aki)
    assert refusal(do_reveal_nonce, table, aki, "11" * 16) == "nonce_wrong"
    assert refusal(do_reveal_nonce, table, botan, "11" * 16) == "nonce_wrong"
    assert [nonce.revealed for nonce in Nonce.objects.filter(match=match)] == [""]


def test_a_nonce_counts_neither_before_the_start_nor_after_the_shuffling(
    aki: Player, botan: Player
) -> None:
    table = table_of(aki, botan)
    with pytest.raises(TooLate):
        do_reveal_nonce(table, aki, "11" * 16)
    do_start(table, aki)
    with pytest.raises(TooLate):
        do_reveal_nonce(table, aki, "11" * 16)


def test_a_share_that_is_shown_once_more_is_no_fault(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    nonces = [bytes(range(16)), bytes(range(16, 32))]
    for seat, player in enumerate((aki, botan)):
        share = seat_commit(table.next_match_id, seat + 1, nonces[seat])
        do_commit_nonce(table, player, share)
    match = do_start(table, aki)
    do_reveal_nonce(table, aki, nonces[0].hex())
    do_reveal_nonce(table, botan, nonces[1].hex())
    assert fresh(match).status == Match.Status.PLAYING
    do_reveal_nonce(table, aki, nonces[0].hex())  # from the page that was loaded anew meanwhile
    with pytest.raises(TooLate):
        do_reveal_nonce(table, aki, "11" * 16)


def test_the_commitment_for_the_next_match_is_made_at_the_result(
    aki: Player, botan: Player
) -> None:
    match = play_to_the_end(match_of(aki, botan))
    do_commit_nonce(match.table, botan, "b" * 64)
    again = do_again(match.table, aki)
    assert again.status == Match.Status.SHUFFLING
    assert [(nonce.seat, nonce.commitment) for nonce in again.nonces.all()] == [(1, "b" * 64)]
    assert {seat.commitment for seat in Seat.objects.filter(table=match.table)} == {""}
