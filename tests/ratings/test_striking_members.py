"""Staff strike all that one member played, and take that back in one go."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.test import Client

from kirakuken.accounts.models import Player, User
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Membership, Parlour
from kirakuken.parlours.scope import with_parlour
from ratings import reckoning, rulings, selectors, services
from ratings.models import Ladder, RatedGame, Ruling
from tests.cast import make_user
from tests.ratings.people import ladder, members, played, text_of

AdminOf = Callable[[User, Parlour], Client]
COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED
RULINGS = "/admin/ratings/ruling/"


@pytest.fixture
def people(at_home: Parlour) -> list[Player]:
    """Four; the first plays three days of hokusai and one match of oicho-kabu, around Tokyo's
    midnight; the last two play one without them."""
    Parlour.objects.filter(pk=at_home.pk).update(time_zone="Asia/Tokyo")
    found = members(at_home, 4)
    one, two, three, four = found
    played(at_home, [one, two], [1, 2], at=datetime(2026, 11, 1, 14, 59, tzinfo=UTC), match="m1")
    played(at_home, [one, three], [1, 2], at=datetime(2026, 11, 1, 15, 0, tzinfo=UTC), match="m2")
    played(at_home, [one, two], [1, 2], at=datetime(2026, 11, 3, tzinfo=UTC), match="m3")
    last = datetime(2026, 11, 4, tzinfo=UTC)
    played(at_home, [four, one], [1, 2], at=last, game="oicho-kabu", match="m4")
    played(at_home, [three, four], [1, 2], at=last, match="m5")
    return found


def page_of(player: Player) -> str:
    return f"/admin/ratings/ratedgame/of-member/{player.pk}/"


def struck() -> set[str]:
    return set(RatedGame.objects.filter(state=VOIDED).values_list("match", flat=True))


@pytest.mark.parametrize(
    ("since", "game", "matches", "others"),
    [
        ("", "", {"m1", "m2", "m3", "m4"}, 3),
        ("2026-11-02", "", {"m2", "m3", "m4"}, 3),  # in Tokyo the second begins at 15:00 UTC
        ("2026-11-02", "hokusai", {"m2", "m3"}, 2),
        ("", "oicho-kabu", {"m4"}, 1),
    ],
)
def test_staff_are_shown_how_many_and_asked_once_more(
    people: list[Player],
    at_home: Parlour,
    omi: User,
    admin_of: AdminOf,
    since: str,
    game: str,
    matches: set[str],
    others: int,
) -> None:
    browser = admin_of(omi, at_home)
    form = {"since": since, "game": game, "reason": "two seats, one person"}
    said = text_of(browser.post(page_of(people[0]), form))
    assert re.search(rf"{len(matches)} match(es)? would be struck", said)
    assert re.search(rf"{others} other players? took part", said)
    assert struck() == set()
    answer = browser.post(page_of(people[0]), form | {"sure": "yes"}, follow=True)
    assert re.search(rf"{len(matches)} match(es were| was) changed", text_of(answer))
    assert struck() == matches
    assert {row.by for row in Ruling.objects.all()} == {omi}
    assert {row.reason for row in Ruling.objects.all()} == {"two seats, one person"}


def test_it_is_reached_from_the_member(
    people: list[Player], at_home: Parlour, omi: User, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, at_home)
    html = browser.get(f"/admin/accounts/player/{people[0].pk}/change/").content.decode()
    assert page_of(people[0]) in html
    assert browser.get(page_of(people[0])).status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {"reason": ""},
        {"reason": "  "},
        {"reason": "x", "since": "yesterday"},
        {"reason": "x", "since": "0001-01-01"},
        {"reason": "x", "since": "9999-12-31"},
        {"reason": "x", "game": "chess"},
        {"reason": "x", "since": "2026-12-01"},  # nothing since then
    ],
)
def test_nonsense_strikes_nothing(
    people: list[Player], at_home: Parlour, omi: User, admin_of: AdminOf, form: dict[str, str]
) -> None:
    answer = admin_of(omi, at_home).post(page_of(people[0]), form | {"sure": "yes"})
    assert answer.status_code == 200
    assert struck() == set()


def test_only_staff_of_this_parlour(
    people: list[Player],
    at_home: Parlour,
    other_parlour: Parlour,
    omi: User,
    gen: User,
    admin_of: AdminOf,
    client_of: Callable[..., Client],
) -> None:
    form = {"reason": "envy", "sure": "yes"}
    assert admin_of(gen, other_parlour).post(page_of(people[0]), form).status_code == 404
    with with_parlour(other_parlour):
        foreign = members(other_parlour, 2)
        played(other_parlour, foreign, [1, 2], match="theirs")
    assert admin_of(omi, at_home).post(page_of(foreign[0]), form).status_code == 404
    member = client_of(None)
    member.force_login(make_user(at_home, "mem", Membership.Role.MEMBER))
    for browser in (member, client_of(people[1]), client_of(None)):
        answer = browser.post(page_of(people[0]), form)
        assert answer.status_code in (302, 403)
    assert struck() == set()
    with with_parlour(other_parlour):
        assert struck() == set()


def test_each_ladder_is_worked_out_once(people: list[Player], omi: User) -> None:
    games = rulings.games_of_member(people[0], None, "")
    with patch.object(reckoning, "tell_worker") as told:
        assert services.do_rule(games, VOIDED, omi, "why") == 4
    assert sorted(call.args[0].game for call in told.call_args_list) == ["hokusai", "oicho-kabu"]
    assert {each.revision for each in Ladder.objects.all()} == {1}
    for each in Ladder.objects.all():
        reckoning.do_work_out(each.pk)
        assert list(selectors.differences(each)) == []
    assert not Ladder.objects.filter(standings__player=people[0]).exists()


def press(browser: Client, rulings: list[Ruling], reason: str) -> str:
    chosen = [one.pk for one in rulings]
    form = {"action": "restore", "reason": reason, "_selected_action": chosen}
    return text_of(browser.post(RULINGS, form, follow=True))


def test_one_of_a_batch_restores_all_of_it_and_nothing_else(
    people: list[Player], at_home: Parlour, omi: User, admin_of: AdminOf
) -> None:
    """But for matches on which there was a further ruling."""
    game = RatedGame.objects.in_bulk(field_name="match")
    services.do_rule([game["m1"], game["m5"]], VOIDED, omi, "before")
    services.do_rule(rulings.games_of_member(people[0], None, ""), VOIDED, omi, "all of theirs")
    services.do_rule([game["m3"]], COUNTED, omi, "this was fair")
    services.do_rule([game["m3"]], VOIDED, omi, "or not")
    one = Ruling.objects.get(game=game["m4"])
    browser = admin_of(omi, at_home)
    assert "Say why" in press(browser, [one], "")
    assert struck() == {"m1", "m2", "m3", "m4", "m5"}
    assert "2 matches were changed" in press(browser, [one], "it was somebody else")
    assert struck() == {"m1", "m3", "m5"}
    assert Ruling.objects.filter(reason="it was somebody else", by=omi).count() == 2
    assert "No match was changed" in press(browser, [one], "once more")
    reckoning.do_work_out(ladder().pk)
    assert list(selectors.differences(ladder())) == []


def test_another_parlours_staff_restore_nothing(
    people: list[Player],
    at_home: Parlour,
    other_parlour: Parlour,
    omi: User,
    gen: User,
    admin_of: AdminOf,
) -> None:
    services.do_rule(rulings.games_of_member(people[0], None, ""), VOIDED, omi, "why")
    press(admin_of(gen, other_parlour), list(Ruling.objects.all()), "envy")
    assert len(struck()) == 4
    with with_parlour(other_parlour), pytest.raises(Refused):
        services.do_restore_batches([], gen, " ")
