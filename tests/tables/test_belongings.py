"""What is a player's of matches in which seats changed hands: told to them, and brought along."""

import pytest

from kirakuken.accounts.models import Player
from tables.lists import matches_of
from tables.models import Handover, Match, MatchSeat
from tables.services.belongings import Belongings
from tables.services.seating import do_leave
from tables.services.stepping_in import do_offer_seat, do_step_in
from tests.tables.play import Time, asked, fresh, match_of, play_to_the_end, press, seat_at

pytestmark = pytest.mark.usefixtures("at_home")


def taken_over(match: Match, number: int, by: Player, host: Player) -> None:
    do_offer_seat(match.table, host, number, offered=True)
    do_step_in(match.table, by, seat_at(match, number).pk)


def test_everybody_is_told_the_moves_of_their_own_time_at_a_seat(
    time: Time, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    match = match_of(aki, botan)
    made: dict[Player, list[int]] = {}
    for sitting, comer in ((botan, chiyo), (chiyo, daigo), (daigo, None)):
        while sitting not in made:  # who may go again, or must wait, is up to the dice
            by = sitting if asked(match)[0] == 1 else aki
            made.setdefault(by, []).append(press(match).match_version)
        if comer is not None:
            do_leave(match.table, sitting)
            taken_over(match, 1, comer, aki)
    for player, numbers in made.items():
        (told,) = Belongings().export(player)["matches"]
        assert [move["number"] for move in told["own_moves"]] == numbers, player.name
        assert told["own_seats"] == ([1] if player == aki else [2])
    assert Belongings().counts(chiyo) == {"seats": 0, "matches": 1}


def test_a_seat_taken_over_in_ones_own_match_is_brought_along(
    time: Time, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    match = match_of(aki, botan, cpus=1)
    press(match, 0)
    do_leave(match.table, botan)
    taken_over(match, 1, chiyo, aki)
    taken_over(match, 2, botan, aki)
    play_to_the_end(match)
    do_leave(match.table, botan)
    Belongings().bring(botan, daigo)
    assert [seat.player for seat in MatchSeat.objects.filter(match=match)] == [aki, daigo, None]
    assert MatchSeat.objects.get(match=match, number=2).successor == daigo
    assert not Handover.objects.filter(player=botan).exists()
    assert match in matches_of(daigo, fresh(match).created_at)
