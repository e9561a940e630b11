"""A guest becomes an account in place; a stranger opens one; names that look alike do not."""

from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings

from kirakuken.accounts.access import hash_of_key, hash_of_name
from kirakuken.accounts.models import Player, PlayerKey, TakenName, User
from kirakuken.accounts.moving import do_offer_move
from kirakuken.accounts.names import name_key
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.clocks import from_json
from tables.models import Match, MatchSeat, Seat
from tests.accounts.people import PASSWORD, account_at, letters, link_in, sign_in, sign_up, who
from tests.cast import ClientOf, make_key, make_player
from tests.tables.doors import path_of, started_table

COOKIE = settings.PLAYER_COOKIE_NAME


def test_a_stranger_opens_an_account_and_is_somebody(client_of: ClientOf) -> None:
    browser = client_of(None)
    answer = sign_up(browser, "Hana")
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    player = who(browser)
    assert player is not None and player.name == "Hana"
    assert player.user is not None and player.user.username == "Hana"
    assert account_at(browser) == player.user
    assert player.user.check_password(PASSWORD) and not player.user.is_staff
    assert browser.cookies[COOKIE]["httponly"]


def test_a_guest_stays_who_they_are(aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki)
    before = browser.cookies[COOKIE].value
    assert sign_up(browser, "akiko", name="Aki").status_code == 302
    player = who(browser)
    assert player == aki and player.name == "Aki"
    assert player.user is not None and player.user.username == "akiko"
    assert browser.cookies[COOKIE].value != before, "a key that somebody may have known is dead"
    thief = client_of(None)
    thief.cookies[COOKIE] = before
    assert who(thief) is None


def test_in_mid_match_seat_and_history_stay(
    parlour: Parlour, aki: Player, client_of: ClientOf
) -> None:
    table = started_table(aki, cpus=1)
    browser = client_of(aki)
    with with_parlour(parlour):
        seats = list(Seat.objects.order_by("number").values())
        keys = list(PlayerKey.objects.values_list("pk", flat=True))
    assert sign_up(browser, "akiko", name="Akiko").status_code == 302
    with with_parlour(parlour):
        assert list(Seat.objects.order_by("number").values()) == seats
        assert MatchSeat.objects.filter(player=aki, name="Aki").count() == 1
        # The same row: sockets of open pages ask by it whether they may stay.
        assert list(PlayerKey.objects.values_list("pk", flat=True)) == keys
        match = Match.objects.get()
        version = match.version
    page = browser.get(path_of(table))
    assert page.status_code == 200 and "Akiko" in page.content.decode()
    decision = from_json(match.decisions)[0]
    assert decision is not None, "the first seat is asked"
    answer = browser.post(
        f"{path_of(table)}move/",
        {
            "action": '{"type":"roll"}',
            "decision": decision.number,
            "one_time_id": "11111111-1111-4111-8111-111111111111",
        },
    )
    assert answer.status_code in {200, 303}, answer.content.decode()[:500]
    with with_parlour(parlour):
        assert Match.objects.get().version > version


@pytest.mark.parametrize("taken", ["hana", "HANA", "Ｈａｎａ", "hаna", "Hana'", "H-a-n-a"])
def test_a_user_name_that_looks_like_anothers_is_refused(
    taken: str, parlour: Parlour, client_of: ClientOf
) -> None:
    sign_up(client_of(None), "Hana")
    answer = sign_up(client_of(None), taken)
    assert answer.status_code == 422
    assert User.objects.count() == 1


def test_it_is_one_name_in_all_parlours(other_parlour: Parlour, client_of: ClientOf) -> None:
    sign_up(client_of(None), "Hana")
    assert sign_up(client_of(None, at=other_parlour), "Hana").status_code == 422


def test_the_name_of_a_deleted_account_stays_taken(client_of: ClientOf) -> None:
    TakenName.objects.create(name_hash=hash_of_name(name_key("Hana")))
    assert sign_up(client_of(None), "hana").status_code == 422


@pytest.mark.parametrize(
    "name", ["", " ", "admin", "からくり三号", "x" * 17, "a\u202eb", "Aki🎲", "<b>"]
)
def test_user_names_obey_the_rules_of_names(name: str, client_of: ClientOf) -> None:
    assert sign_up(client_of(None), name).status_code == 422
    assert not User.objects.exists()


def test_a_strangers_user_name_may_not_be_a_members_name_here(
    parlour: Parlour, client_of: ClientOf
) -> None:
    member = make_player(parlour, "Hana")
    user = User.objects.create_user("somebody")
    with with_parlour(parlour):
        Player.objects.filter(pk=member.pk).update(user=user)
    assert sign_up(client_of(None), "hana").status_code == 422


def test_a_guest_whose_name_a_member_bears_chooses_another(
    parlour: Parlour, aki: Player, client_of: ClientOf
) -> None:
    assert sign_up(client_of(make_player(parlour, "AKI")), "first", name="AKI").status_code == 302
    browser = client_of(aki)
    answer = sign_up(browser, "second", name="Aki")
    assert answer.status_code == 422 and not User.objects.filter(username="second").exists()
    assert who(browser) == aki
    assert sign_up(browser, "second", name="Akiko").status_code == 302
    found = who(browser)
    assert found == aki and found.name == "Akiko"


@pytest.mark.parametrize("password", ["", "short", "password", "12345678", "akiko123"])
def test_weak_passwords_are_refused(password: str, client_of: ClientOf) -> None:
    answer = sign_up(client_of(None), "akiko", password1=password, password2=password)
    assert answer.status_code == 422 and not User.objects.exists()


def test_the_password_is_typed_twice(client_of: ClientOf) -> None:
    assert sign_up(client_of(None), password2=PASSWORD + "x").status_code == 422


def test_a_second_sign_up_of_the_same_guest_takes_nothing(aki: Player, client_of: ClientOf) -> None:
    """Two tabs, both with the form open: the later one is signed in already."""
    browser = client_of(aki)
    sign_up(browser, "first", name="Aki")
    assert sign_up(browser, "second", name="Aki").status_code == 302
    assert list(User.objects.values_list("username", flat=True)) == ["first"]


def test_a_code_to_move_the_guest_is_good_no_more(
    at_home: Parlour, aki: Player, client_of: ClientOf
) -> None:
    offer = do_offer_move(aki)
    browser = client_of(aki)
    sign_up(browser, "akiko", name="Aki")
    assert client_of(None).get(f"/you/move/{offer.token}/").status_code == 404
    assert browser.post("/you/move/code/").status_code == 403


def test_an_address_is_verified_by_its_link(client_of: ClientOf) -> None:
    browser = client_of(None)
    sign_up(browser, "akiko", email="Aki@Example.org")
    row = EmailAddress.objects.get()
    assert (row.email, row.verified) == ("aki@example.org", False)
    (letter,) = letters()
    path = link_in(letter)
    assert "akiko" in letter and "localhost" in letter
    assert browser.get(path).status_code == 200
    assert not EmailAddress.objects.get().verified, "looking verifies nothing"
    assert browser.post(path).status_code == 302
    assert EmailAddress.objects.get().verified
    assert "not good any more" in browser.get(path).content.decode()


def test_the_link_does_not_sign_in(client_of: ClientOf) -> None:
    sign_up(client_of(None), "akiko", email="aki@example.org")
    (letter,) = letters()
    other = client_of(None)
    other.post(link_in(letter))
    assert account_at(other) is None and EmailAddress.objects.get().verified


def test_signing_up_tells_nobody_which_addresses_are_known(client_of: ClientOf) -> None:
    """The same answer, and both accounts; the address is whose owner follows the link."""
    known = sign_up(client_of(None), "first", email="aki@example.org")
    again = sign_up(client_of(None), "second", email="aki@example.org")
    assert (known.status_code, known["Location"]) == (again.status_code, again["Location"])
    first, second = letters()
    client_of(None).post(link_in(first))
    assert "not good any more" in client_of(None).get(link_in(second)).content.decode()
    owners = EmailAddress.objects.filter(verified=True).values_list("user__username", flat=True)
    assert list(owners) == ["first"]


def test_a_guest_without_anything_and_a_new_account_are_one(client_of: ClientOf) -> None:
    browser = client_of(None)
    browser.post("/you/name/", {"name": "Hana"})
    sign_up(browser, "hanako", name="Hana")
    player = who(browser)
    assert player is not None
    with with_parlour(player.parlour):
        assert Player.objects.count() == 1
    key = browser.cookies[COOKIE].value
    with with_parlour(player.parlour):
        assert PlayerKey.objects.get().key_hash == hash_of_key(key)


def test_all_pages_need_a_token(aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki, csrf=True)
    assert sign_up(browser).status_code == 403 and sign_in(browser).status_code == 403


def test_nobody_signs_up_for_anothers_guest(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    sign_up(client_of(botan), "akiko", name="Aki2")
    with with_parlour(aki.parlour):
        aki.refresh_from_db()
    assert aki.user is None and who(client_of(None)) is None


def test_a_key_of_another_parlour_keeps_nothing(
    fumi: Player, parlour: Parlour, client_of: ClientOf
) -> None:
    browser = client_of(None, at=parlour)
    browser.cookies[COOKIE] = make_key(fumi)
    sign_up(browser, "fumi")
    with with_parlour(fumi.parlour):
        fumi.refresh_from_db()
    assert fumi.user is None
    found = who(browser)
    assert found is not None and found.parlour_id == parlour.pk


def test_of_two_at_the_same_moment_one_gets_the_name(client_of: ClientOf) -> None:
    """Both forms were found good before either was kept."""
    sign_up(client_of(None), "Hana")
    late = client_of(None)
    with patch("kirakuken.accounts.names.is_user_name", return_value=False):
        answer = sign_up(late, "hаna")  # with a Cyrillic letter, which only the key knows
    assert answer.status_code == 422 and who(late) is None
    assert User.objects.count() == 1
