"""Ranked tables: who may sit there, how a match begins, goes on and ends, and what counts."""

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress

from games.core.seats import Seat as SeatNumber
from games.registry import GAMES, game_for
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.parts import parts
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from ratings.models import Ladder, RatedGame, RatedSeat, Standing
from ratings.reckoning import do_work_out
from ratings.services import do_rule
from tables import replays, store, tasks
from tables.models import Match, MatchSeat, Move, Seat, Table
from tables.services import opening, playing, ranked, seating, starting, stepping_in, stopping
from tables.services.forgetting import REPLAYS_KEPT, do_forget_old_matches
from tables.services.ranked import Turn
from tests.cast import ClientOf, make_key
from tests.ratings.people import members, played
from tests.tables.play import Time, asked, fresh, match_of, play_to_the_end, press


def ranked_table(*people: Player, game: str = "hokusai", is_listed: bool = False) -> Table:
    table = opening.do_open_ranked(people[0].parlour, people[0], game=game, is_listed=is_listed)
    for each in people[1:]:
        seating.do_join(table, each)
    found: Table = fresh(table)
    return found


def ranked_match(*people: Player, game: str = "hokusai") -> Match:
    table = ranked_table(*people, game=game)
    return starting.do_start(table, people[0])


def run_out(match: Match, time: Time) -> None:
    """The clock and CPUs alone, to the end."""
    for _ in range(2000):
        now = fresh(match)
        if now.is_over:
            return
        time.until(now.due_at)
        playing.act_on_due(match.pk)
    raise AssertionError("it does not end")


def begun(match: Match) -> Match:
    """Everybody has had three turns."""
    while True:
        seats = list(Move.objects.filter(match=match).values_list("seat", flat=True))
        if all(seats.count(seat) >= 3 for seat in range(len(match.decisions))):
            return match
        press(match)


def play_on(match: Match, time: Time) -> None:
    """To the end by those who stayed, and CPUs for the others."""
    while not (now := fresh(match)).is_over:
        seat, _decision = asked(now)
        if Seat.objects.get(table=match.table_id, number=seat).is_cpu:
            time.until(now.due_at)
            playing.act_on_due(match.pk)
        else:
            press(match)


def play_by_people(match: Match) -> None:
    """To the end, each question answered by the person it is put to, as the clock would."""
    while not (now := fresh(match)).is_over:
        seat, decision = asked(now)
        stored = store.load(now)
        action = stored.engine.on_timeout(stored.state, SeatNumber(seat))
        playing.do_move(match.pk, seat, action, decision=decision.number, by=Move.By.HUMAN)


# --- who may sit ----------------------------------------------------------------------------


def test_it_plays_by_the_parlours_usual_rules_and_limit(at_home: Parlour) -> None:
    Parlour.objects.filter(pk=at_home.pk).update(
        ranked_turn_limit=45, house_rules={"hokusai": {"getting_home": "over_is_fine"}}
    )
    (host,) = members(Parlour.objects.get(pk=at_home.pk), 1)
    table = ranked_table(Player.objects.select_related("parlour").get(pk=host.pk))
    assert (table.is_ranked, table.turn_limit) == (True, 45)


def test_a_guest_cannot_open_one(at_home: Parlour, aki: Player) -> None:
    with pytest.raises(Refused, match="ranked_members"):
        ranked_table(aki)
    assert not Table.objects.exists()


def test_a_guest_cannot_sit_down(at_home: Parlour, aki: Player) -> None:
    table = ranked_table(*members(at_home, 1))
    with pytest.raises(Refused, match="ranked_members"):
        seating.do_join(table, aki)


def test_a_visitor_is_told_before_they_become_a_guest(
    at_home: Parlour, client_of: ClientOf
) -> None:
    table = ranked_table(*members(at_home, 1), is_listed=True)
    before = Player.objects.count()
    answer = client_of(None).post(f"/t/{table.public_id}/join/", {"name": "Fumiko"})
    assert answer.status_code == 422
    assert "account" in answer.content.decode()
    assert Player.objects.count() == before


def test_an_unconfirmed_address_is_none(at_home: Parlour) -> None:
    host, other = members(at_home, 2)
    EmailAddress.objects.filter(user=other.user).update(verified=False)
    with pytest.raises(Refused, match="ranked_address"):
        seating.do_join(ranked_table(host), other)


def test_nobody_comes_who_is_leaving(at_home: Parlour) -> None:
    host, other = members(at_home, 2)
    User.objects.filter(pk=other.user_id).update(leaving_at=clock.now())
    with pytest.raises(Refused, match="ranked_leaving"):
        seating.do_join(ranked_table(host), Player.objects.get(pk=other.pk))


def test_no_cpu_sits_there(at_home: Parlour) -> None:
    (host,) = members(at_home, 1)
    with pytest.raises(Refused, match="ranked_humans"):
        seating.do_add_cpu(ranked_table(host), host)


def test_nobody_of_another_parlour(parlour: Parlour, other_parlour: Parlour) -> None:
    with with_parlour(other_parlour):
        (stranger,) = members(other_parlour, 1)
    with with_parlour(parlour):
        table = ranked_table(*members(parlour, 1))
        with pytest.raises(ValueError, match="another parlour"):
            seating.do_join(table, stranger)


def test_a_second_browser_of_an_account_gets_no_second_seat(
    at_home: Parlour, client_of: ClientOf
) -> None:
    host, other = members(at_home, 2)
    table = ranked_table(host, is_listed=True)
    for _ in range(2):  # each client is a browser with a key of its own
        assert make_key(other)
        assert client_of(other).post(f"/t/{table.public_id}/join/").status_code == 303
    assert Seat.objects.filter(table=table, player=other).count() == 1


def test_names_that_look_alike_do_not_sit_together(at_home: Parlour) -> None:
    one, other = members(at_home, 2)
    Player.objects.filter(pk=other.pk).update(name_key=one.name_key)
    with pytest.raises(Refused, match="same_name_here"):
        seating.do_join(ranked_table(one), Player.objects.get(pk=other.pk))


def test_who_left_again_and_again_waits(at_home: Parlour, time: Time) -> None:
    leaver, *others = members(at_home, 5)
    for other in others[:3]:
        played(at_home, [leaver, other], [2, 1], at=time.now, abandoned=[0])
    with pytest.raises(Refused, match="ranked_waits"):
        ranked.check_player(leaver)
    time.passes(15 * 60)
    ranked.check_player(leaver)
    played(at_home, [leaver, others[3]], [2, 1], at=time.now, abandoned=[0])
    time.passes(59 * 60)
    with pytest.raises(Refused, match="ranked_waits"):
        ranked.check_player(leaver)
    time.passes(60)
    ranked.check_player(leaver)


# --- the start ------------------------------------------------------------------------------


def test_the_same_two_play_three_a_day(at_home: Parlour, time: Time) -> None:
    one, other = members(at_home, 2)
    table = ranked_table(one, other)
    for _ in range(3):
        played(at_home, [one, other], [1, 2], at=time.now)
    with pytest.raises(Refused, match="ranked_pair"):
        starting.do_start(table, one)
    assert not Match.objects.exists()
    time.passes(24 * 3600)
    assert starting.do_start(table, one).is_ranked


def test_the_first_seat_is_drawn_and_can_be_checked(at_home: Parlour) -> None:
    firsts = set()
    for _ in range(12):
        match = ranked_match(*members(at_home, 3))
        firsts.add(fresh(match).first)
    assert len(firsts) > 1  # all alike once in 177,000 runs
    ended = play_to_the_end(match)
    found = Match.objects.select_related("key", "parlour").get(pk=ended.pk)
    assert replays.differences(found) == []
    found.first = (found.first + 1) % 3
    assert replays.differences(found) != []


def test_chairs_are_dealt_at_random(at_home: Parlour) -> None:
    orders = set()
    for _ in range(12):
        people = members(at_home, 3)
        table = ranked_table(*people)
        order = Seat.objects.filter(table=table).order_by("number")
        assert [seat.number for seat in order] == [0, 1, 2]
        orders.add(tuple(people.index(seat.player) for seat in order))
    assert len(orders) > 1


# --- the match ------------------------------------------------------------------------------


def test_it_is_not_stopped_and_no_seat_changes_hands(at_home: Parlour) -> None:
    people = members(at_home, 3)
    match = ranked_match(*people)
    table = match.table
    with pytest.raises(Refused, match="ranked_no_stop"):
        stopping.do_agree_to_stop(table, people[1])
    other = next(seat for seat in Seat.objects.filter(table=table) if seat.player != people[0])
    with pytest.raises(Refused, match="ranked_seats_stay"):
        seating.do_remove_seat(table, people[0], other.number)
    seating.do_leave(table, people[1])
    left = Seat.objects.get(table=table, player=None)
    with pytest.raises(Refused, match="ranked_seats_stay"):
        stepping_in.do_offer_seat(table, people[0], left.number, offered=True)
    assert not Seat.objects.filter(is_offered=True).exists()


def test_its_clock_never_stands_still(at_home: Parlour, time: Time) -> None:
    match = ranked_match(*members(at_home, 2))
    Seat.objects.filter(table=match.table_id).update(absent_since=time.now)
    playing.do_look_again(match.pk)
    run_out(match, time)
    assert fresh(match).status == Match.Status.FINISHED


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_match_of_each_game_is_rated(at_home: Parlour, time: Time, game: str) -> None:
    people = members(at_home, game_for(game).seat_counts.start)
    match = ranked_match(*people, game=game)
    play_by_people(match)
    assert fresh(match).to_rate == {"away": []}
    tasks.sweep_once()
    assert fresh(match).to_rate is None
    assert Standing.objects.filter(ladder__game=game).count() == len(people)
    found = Match.objects.select_related("key", "parlour").get(pk=match.pk)
    assert replays.differences(found) == []


def test_a_match_that_nobody_played_counts_for_nobody(at_home: Parlour, time: Time) -> None:
    match = ranked_match(*members(at_home, 2))
    run_out(match, time)
    assert fresh(match).to_rate == {"away": [0, 1]}
    ranked.do_rate_match(match.pk)
    assert not RatedGame.objects.exists()


def test_a_match_that_ended_twice_is_rated_once(at_home: Parlour) -> None:
    match = ranked_match(*members(at_home, 2))
    play_to_the_end(match)
    assert ranked.do_rate_match(match.pk) is True
    assert ranked.do_rate_match(match.pk) is False
    Match.objects.filter(pk=match.pk).update(to_rate={"away": []})  # as by a lost commit
    assert ranked.do_rate_match(match.pk) is True
    assert RatedGame.objects.count() == 1
    assert {standing.games for standing in Standing.objects.all()} == {1}


def test_a_casual_match_is_never_rated(at_home: Parlour) -> None:
    play_to_the_end(match_of(*members(at_home, 2)))
    tasks.sweep_once()
    assert not RatedGame.objects.exists()


def test_ranks_are_those_of_the_match(at_home: Parlour) -> None:
    match = play_to_the_end(ranked_match(*members(at_home, 4)))
    ranked.do_rate_match(match.pk)
    rows = RatedSeat.objects.order_by("number")
    assert [row.rank for row in rows] == match.ranks
    assert not any(row.is_abandoned for row in rows)


def test_who_left_is_last_and_behind_the_cpu_too(at_home: Parlour, time: Time) -> None:
    people = members(at_home, 3)
    match = begun(ranked_match(*people))
    seating.do_leave(match.table, people[1])
    play_on(match, time)
    ranked.do_rate_match(match.pk)
    ranks = {row.player: row.rank for row in RatedSeat.objects.select_related("player")}
    assert ranks[people[1]] == 3
    assert sorted(ranks.values()) in ([1, 2, 3], [1, 1, 3])
    assert RatedSeat.objects.get(is_abandoned=True).player == people[1]


def test_deletion_in_mid_match_is_leaving(at_home: Parlour, time: Time) -> None:
    people = members(at_home, 3)
    match = begun(ranked_match(*people))
    for part in parts():
        part.leave(people[0])
    for part in parts():
        part.erase(people[0])
    play_on(match, time)
    ranked.do_rate_match(match.pk)
    ranks = {row.player_id: row.rank for row in RatedSeat.objects.all()}
    assert ranks.keys() == {each.pk for each in people}
    assert ranks[people[0].pk] == 3


def test_nobody_escapes_a_result_by_both_leaving(at_home: Parlour, time: Time) -> None:
    people = members(at_home, 2)
    match = ranked_match(*people)
    while fresh(match).version < 8:
        press(match)
    seating.do_leave(match.table, people[0])
    seating.do_leave(match.table, people[1])
    assert fresh(match).status == Match.Status.PLAYING
    run_out(match, time)
    assert fresh(match).status == Match.Status.FINISHED


def test_given_up_at_once_counts_for_nobody(at_home: Parlour, time: Time) -> None:
    people = members(at_home, 2)
    match = ranked_match(*people)
    press(match)
    seating.do_leave(match.table, people[0])
    run_out(match, time)
    assert ranked.do_rate_match(match.pk) is True
    assert not RatedGame.objects.exists()


def test_who_is_back_keeps_their_own_place(at_home: Parlour, time: Time) -> None:
    """The clock played some of their turns, but they play at the end."""
    match = ranked_match(*members(at_home, 2))
    for _ in range(6):
        time.until(fresh(match).due_at)
        playing.act_on_due(match.pk)
    ended = play_to_the_end(match)
    ranked.do_rate_match(match.pk)
    assert Move.objects.filter(match=match, by=Move.By.CLOCK).count() == 6
    assert [row.rank for row in RatedSeat.objects.order_by("number")] == ended.ranks


# --- the rules of leaving, by hand ----------------------------------------------------------

H, C = Move.By.HUMAN, Move.By.CLOCK


def turns(*of: str) -> list[Turn]:
    """One string a seat, by round: h for their own turns, c for those of the clock."""
    rounds = [[seat[at] for seat in of] for at in range(len(of[0]))]
    rows = [(seat, by) for each in rounds for seat, by in enumerate(each)]
    return [
        Turn(number, seat, {"h": H, "c": C}[by]) for number, (seat, by) in enumerate(rows, start=1)
    ]


@pytest.mark.parametrize(
    ("seat", "is_gone"),
    [
        ("hhhhhhhhhc", False),
        ("hhhhhhhhcc", True),
        ("h" * 18 + "cc", False),
        ("h" * 17 + "cc", True),
    ],
)
def test_more_than_a_tenth_and_two_at_least_make_it_abandoned(seat: str, is_gone: bool) -> None:
    gone = ranked._given_up(turns(seat, "h" * len(seat)), [0], {})
    assert bool(gone) is is_gone


def test_gone_begins_after_the_last_turn_of_their_own() -> None:
    assert ranked._given_up(turns("hhcc", "hhhh"), [0], {}) == {0: 3}


@pytest.mark.parametrize(
    ("seats", "total", "gone", "counts"),
    [
        (2, 40, {}, True),
        (2, 40, {0: 4}, False),  # two turns each, but the first quarter, and one is left
        (2, 40, {0: 10}, False),
        (2, 40, {0: 11}, True),
        (2, 8, {0: 3}, False),  # seat 1 has had one turn
        (3, 60, {0: 6}, True),  # two are left
        (3, 60, {0: 5}, False),  # not two turns each
        (3, 60, {0: 6, 1: 50}, False),  # one is left, and the first went early
        (3, 60, {0: 16, 1: 50}, True),
    ],
)
def test_what_was_given_up_early_does_not_count(
    seats: int, total: int, gone: dict[int, int], counts: bool
) -> None:
    made = [Turn(number, (number - 1) % seats, H) for number in range(1, total + 1)]
    assert ranked._counts(seats, made, gone) is counts


def test_its_replay_is_kept_as_long_as_the_ladder(at_home: Parlour, time: Time) -> None:
    play_to_the_end(ranked_match(*members(at_home, 2)))
    play_to_the_end(match_of(*members(at_home, 2)))
    time.passes(REPLAYS_KEPT.total_seconds() + 10)
    assert do_forget_old_matches() == 1
    assert Match.objects.get().is_ranked


# --- what people are told -------------------------------------------------------------------


def rated_words(match: Match, player: Player | None, client_of: ClientOf) -> str:
    page = client_of(player).get(f"/t/{match.table.public_id}/").content.decode()
    found = re.search(r'id="rated">([^<]*)', page)
    return found[1].strip() if found else ""


def test_the_result_says_what_it_made_of_the_rating_and_why(
    at_home: Parlour, time: Time, client_of: ClientOf
) -> None:
    people = members(at_home, 2)
    for _ in range(2):
        played(at_home, people, [1, 2], at=time.now)
    match = play_to_the_end(ranked_match(*people))
    assert "in a moment" in rated_words(match, people[0], client_of)
    ranked.do_rate_match(match.pk)
    winner = next(each for each in people if match.ranks[seat_of(match, each)] == 1)
    words = rated_words(match, winner, client_of)
    assert re.fullmatch(r"Your rating is 1,[45]\d\d now \(\+\d+\): 1st of 2, .*", words)
    assert rated_words(match, None, client_of) == ""


def test_the_first_matches_settle_a_rating(at_home: Parlour, client_of: ClientOf) -> None:
    people = members(at_home, 2)
    match = play_to_the_end(ranked_match(*people))
    ranked.do_rate_match(match.pk)
    assert "settling" in rated_words(match, people[0], client_of)


def test_a_struck_match_says_so_on_its_result(
    at_home: Parlour, omi: User, client_of: ClientOf
) -> None:
    people = members(at_home, 2)
    match = play_to_the_end(ranked_match(*people))
    ranked.do_rate_match(match.pk)
    do_rule([RatedGame.objects.get()], RatedGame.State.VOIDED, omi, "a reason")
    assert "struck from the record" in rated_words(match, people[0], client_of)
    do_work_out(Ladder.objects.get().pk)
    assert "struck from the record" in rated_words(match, people[0], client_of)
    do_rule([RatedGame.objects.get()], RatedGame.State.COUNTED, omi, "a reason")
    assert "in a moment" in rated_words(match, people[0], client_of)
    do_work_out(Ladder.objects.get().pk)
    assert "settling" in rated_words(match, people[0], client_of)


def test_the_result_says_who_left_and_counts_as_last(
    at_home: Parlour, time: Time, omi: User, client_of: ClientOf
) -> None:
    """The ranking above has them where their piece stood, which the CPU moved on."""
    people = members(at_home, 3)
    match = begun(ranked_match(*people))
    seating.do_leave(match.table, people[1])
    play_on(match, time)
    words = f"{people[1].name} left, and counts on the ladder behind all who stayed."
    address = f"/t/{match.table.public_id}/"
    assert words not in unescape(client_of(people[0]).get(address).text)
    ranked.do_rate_match(match.pk)
    for reader in people:
        page = unescape(client_of(reader).get(address).text)
        assert words in page
        ((name, tagged),) = re.findall(r"<b>([^<]*)</b> <span class=.why.>(<span class=.tag)", page)
        assert people[1].name in name and tagged
    replay = f"/m/{match.public_id}/replay?move={Move.objects.count()}"
    assert words in unescape(client_of(people[0]).get(replay, follow=True).text)
    do_rule([RatedGame.objects.get()], RatedGame.State.VOIDED, omi, "a reason")
    assert words not in unescape(client_of(people[0]).get(address).text)


def seat_of(match: Match, player: Player) -> int:
    found: int = MatchSeat.objects.get(match=match, player=player).number
    return found
