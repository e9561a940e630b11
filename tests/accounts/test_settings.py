"""What members choose about themselves: the piece, and what others may see."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from kirakuken import settings
from kirakuken.accounts import tasks
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.passwords import Argon2
from kirakuken.accounts.selectors import (
    account_of,
    has_verified_address,
    is_member,
    members_with_verified_address,
    shows_profile,
)
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tests.accounts.people import ADDRESS, PASSWORD, account_at, make_member, sign_in, who
from tests.cast import ClientOf
from tests.tables.doors import open_table, seats_of


def test_the_piece_one_likes_is_taken_where_it_is_free(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    for player in (aki, botan):
        assert client_of(player).post("/you/piece/", {"mark": "fan"}).status_code == 303
        player.refresh_from_db()
    assert [seat.mark for seat in seats_of(open_table(aki, botan))] == ["fan", "hat"]
    client_of(aki).post("/you/piece/", {"mark": ""})
    aki.refresh_from_db()
    assert [seat.mark for seat in seats_of(open_table(aki, botan))] == ["hat", "fan"]


def test_a_piece_that_is_none_is_refused(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).post("/you/piece/", {"mark": "crown"}).status_code == 422
    assert client_of(None).post("/you/piece/", {"mark": "fan"}).status_code == 403


def test_what_others_may_see_is_the_members_choice(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    assert shows_profile(aki, botan) and shows_profile(aki, None)
    browser = client_of(None)
    sign_in(browser)
    browser.post("/you/shown/", {"leaderboards": "yes"})
    aki.refresh_from_db()
    assert (aki.is_profile_open, aki.is_on_leaderboards) == (False, True)
    assert shows_profile(aki, aki) and not shows_profile(aki, botan)
    assert not shows_profile(aki, None)


def test_a_guest_has_nothing_to_hide(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).post("/you/shown/", {}).status_code == 403


def test_who_has_a_verified_address(
    parlour: Parlour, aki: Player, botan: Player, chiyo: Player, daigo: Player
) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    make_member(botan, "botan2")
    unverified = make_member(chiyo, "chiyoko")
    EmailAddress.objects.create(user=unverified, email="c@example.org", verified=False)
    people = [aki, botan, chiyo, daigo]
    assert [has_verified_address(each) for each in people] == [True, False, False, False]
    assert members_with_verified_address(people) == {aki.pk}
    assert [is_member(each) for each in people] == [True, True, True, False]
    assert account_of(daigo) is None and account_of(aki) == User.objects.get(username="akiko")


def test_public_ids_differ_and_cannot_be_counted(parlour: Parlour, aki: Player) -> None:
    with with_parlour(parlour):
        ids = set(Player.objects.values_list("public_id", flat=True))
    assert all(len(one) == 22 for one in ids) and aki.public_id in ids


@pytest.mark.parametrize("password", ["seven herons on a pine", "七羽の鷺"])
def test_passwords_are_hashed_with_a_memory_a_small_house_can_bear(password: str) -> None:
    hasher = Argon2()
    encoded = hasher.encode(password, hasher.salt())
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert hasher.verify(password, encoded) and not hasher.verify(password + "x", encoded)


def test_the_house_hashes_with_it() -> None:
    assert settings.PASSWORD_HASHERS[0] == "kirakuken.accounts.passwords.Argon2"


def test_sessions_that_ran_out_are_forgotten_and_the_seat_is_not(
    aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    old, new = client_of(None), client_of(None)
    sign_in(old)
    Session.objects.update(expire_date=clock.now() - timedelta(minutes=1))
    sign_in(new)
    tasks.forget()
    assert Session.objects.count() == UserSession.objects.count() == 1
    assert who(old) == who(new) == aki
    assert account_at(old) is None and account_at(new) is not None


def test_the_staff_room_gives_a_new_password_and_deletes_nobody(
    parlour: Parlour, aki: Player, client_of: ClientOf
) -> None:
    user = make_member(aki, "akiko", address=ADDRESS)
    User.objects.create_superuser("site", password=PASSWORD)
    browser, staff = client_of(None), client_of(None)
    sign_in(browser)
    sign_in(staff, "site")
    page = staff.get(f"/admin/accounts/user/{user.pk}/change/")
    assert page.status_code == 200 and ADDRESS not in page.content.decode()
    assert staff.post(f"/admin/accounts/user/{user.pk}/delete/").status_code == 403
    new = {
        "password1": "nine cranes fly",
        "password2": "nine cranes fly",
        "usable_password": "true",
    }
    answer = staff.post(f"/admin/accounts/user/{user.pk}/password/", new)
    assert answer.status_code == 302
    assert who(browser) is None and account_at(browser) is None
    assert sign_in(browser, password="nine cranes fly").status_code == 302
