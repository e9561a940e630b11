"""Players whose number a ruling has moved are told, once."""

import re
from datetime import timedelta

import pytest

from kirakuken.accounts.models import Player, User
from kirakuken.accounts.parts import parts
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from ratings import reckoning, selectors, services
from ratings.corrections import SHOWN_FOR, do_forget_corrections
from ratings.models import Correction, RatedGame, Standing
from tests.cast import ClientOf
from tests.ratings.people import START, UPSET_IN, ladder, members, played, rule, text_of

VOIDED, COUNTED = RatedGame.State.VOIDED, RatedGame.State.COUNTED


def text_at(client_of: ClientOf, reader: Player | None, path: str) -> str:
    return text_of(client_of(reader).get(path))


def page_of(player: Player) -> str:
    return f"/people/{player.public_id}/"


def number_of(player: Player) -> int:
    return round(Standing.objects.get(player=player).mu)


def test_whoever_moved_is_told_on_the_front_page_until_they_looked(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    before = number_of(people[0])
    rule([upset], VOIDED, omi, "a reason of ours")
    after = number_of(people[0])
    assert before != after
    said = "A match was struck from the record on 2026-11-02."
    told = f"{said} It brought your rating in Oicho-Kabu to {after:,} instead of {before:,}."
    assert told in text_at(client_of, people[0], "/")
    assert told in text_at(client_of, people[0], "/")
    assert told in text_at(client_of, people[0], page_of(people[0]))
    assert said not in text_at(client_of, people[0], "/")
    assert told in text_at(client_of, people[0], page_of(people[0]))  # there for a month


def test_nobody_else_reads_it(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    rule([upset], VOIDED, omi, "a reason of ours")
    for reader in (None, people[1]):
        assert "instead of" not in text_at(client_of, reader, page_of(people[0]))
    assert Correction.objects.get(player=people[0]).seen_at is None
    # Only two played it, and it was the last.
    assert set(Correction.objects.values_list("player", flat=True)) == {p.pk for p in people[:2]}


def test_struck_and_restored_unread_is_nothing(
    people: list[Player], upset: RatedGame, omi: User
) -> None:
    rule([upset], VOIDED, omi, "why")
    rule([upset], COUNTED, omi, "why not")
    assert not Correction.objects.exists()


def test_restored_after_it_was_read_is_told_again(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    before = number_of(people[0])
    rule([upset], VOIDED, omi, "why")
    between = number_of(people[0])
    text_at(client_of, people[0], page_of(people[0]))
    rule([upset], COUNTED, omi, "why not")
    told = text_at(client_of, people[0], "/")
    assert "A match was put back on the record" in told
    assert f"to {before:,} instead of {between:,}." in told


def test_a_number_that_settles_again(at_home: Parlour, client_of: ClientOf, omi: User) -> None:
    one, other = members(at_home, 2)
    games = [played(at_home, [one, other], [1, 2], game=UPSET_IN) for _ in range(3)]
    rule(games[:1], VOIDED, omi, "why")
    assert "Your rating in Oicho-Kabu is settling again." in text_at(client_of, one, "/")
    rule(games[1:2], VOIDED, omi, "why")  # never had a number to move
    assert Correction.objects.count() == 2
    text_at(client_of, one, page_of(one))
    rule(games[:2], COUNTED, omi, "why not")
    assert f"It brought your rating in Oicho-Kabu to {number_of(one):,}." in text_at(
        client_of, one, page_of(one)
    )


def test_the_day_is_the_parlours(
    at_home: Parlour, people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    """On an island where it is the next day when it is noon in UTC."""
    Parlour.objects.filter(pk=at_home.pk).update(time_zone="Pacific/Kiritimati")
    rule([upset], VOIDED, omi, "why")
    for page in ("/", page_of(people[0])):
        assert "struck from the record on 2026-11-03." in text_at(client_of, people[0], page)
    html = client_of(None).get(page_of(people[0])).content.decode()
    assert set(re.findall(r'<time[^>]* datetime="([^T]+)T', html)) == {"2026-11-02"}


def test_a_former_player_is_told_nothing(people: list[Player], upset: RatedGame, omi: User) -> None:
    Player.objects.filter(pk=people[1].pk).update(user=None, erased_at=clock.now())
    rule([upset], VOIDED, omi, "why")
    assert Correction.objects.get().player == people[0]


def test_in_japanese(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    rule([upset], VOIDED, omi, "why")
    Player.objects.filter(pk=people[0].pk).update(language="ja")
    answer = client_of(people[0]).get("/")
    assert "記録から除かれました" in answer.content.decode()


def test_it_is_forgotten_in_time(
    people: list[Player],
    upset: RatedGame,
    client_of: ClientOf,
    omi: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule([upset], VOIDED, omi, "why")
    text_at(client_of, people[0], page_of(people[0]))
    later = clock.now() + SHOWN_FOR + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert "instead of" not in text_at(client_of, people[0], page_of(people[0]))
    assert do_forget_corrections() == 1  # the other has not seen theirs
    for part in parts():
        part.erase(people[1])
    assert not Correction.objects.exists()


def told() -> dict[int, tuple[str, int | None, int | None]]:
    rows = Correction.objects.values_list("player", "state", "before", "after")
    return {player: (state, before, after) for player, state, before, after in rows}


def test_a_ruling_taken_back_before_it_is_worked_out_is_told_to_nobody(
    upset: RatedGame, omi: User
) -> None:
    services.do_rule([upset], VOIDED, omi, "why")
    services.do_rule([upset], COUNTED, omi, "why not")
    assert reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert told() == {}
    assert list(selectors.differences(ladder(UPSET_IN))) == []


def test_rulings_in_a_pile_are_told_as_what_they_come_to(
    at_home: Parlour, people: list[Player], upset: RatedGame, omi: User
) -> None:
    other = played(at_home, people[2:4], [2, 1], game=UPSET_IN, at=START + timedelta(hours=13))
    before = number_of(people[0])
    services.do_rule([upset, other], VOIDED, omi, "why")
    services.do_rule([other], COUNTED, omi, "why not")
    reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert told()[people[0].pk] == (VOIDED, before, number_of(people[0]))
    assert set(told()) == {each.pk for each in people[:2]}


def test_a_repair_is_told_to_nobody(people: list[Player], upset: RatedGame, omi: User) -> None:
    """What was struck long ago is no reason to tell of it now."""
    rule([upset], VOIDED, omi, "why")
    Correction.objects.all().delete()
    Standing.objects.filter(player=people[0]).update(mu=1600.0)
    assert services.do_recompute(ladder(UPSET_IN))
    assert number_of(people[0]) != 1600
    assert told() == {}


def test_a_match_played_meanwhile_is_not_laid_to_the_ruling(
    at_home: Parlour, people: list[Player], upset: RatedGame, omi: User
) -> None:
    """Both numbers have it: they differ by the ruling alone."""
    services.do_rule([upset], VOIDED, omi, "why")
    old = number_of(people[0])
    played(at_home, [people[0], people[5]], [2, 1], game=UPSET_IN, at=START + timedelta(hours=13))
    before = number_of(people[0])
    assert before != old
    reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert told()[people[0].pk] == (VOIDED, before, number_of(people[0]))
    assert before != number_of(people[0])
