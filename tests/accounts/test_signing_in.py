"""Coming in and going out: the browser's player, guests who wait, limits, and what is not told."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import mail
from django.test import override_settings

from kirakuken.accounts.adapters import NOBODYS_ADDRESS
from kirakuken.accounts.models import Letter, Player, PlayerKey, User
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import MatchSeat, Removal, Table
from tables.services import opening
from tests.accounts.people import (
    ADDRESS,
    PASSWORD,
    account_at,
    letters,
    link_in,
    make_member,
    once_more,
    sign_in,
    sign_up,
    who,
)
from tests.cast import ClientOf, make_player
from tests.tables.doors import names_at, open_table, path_of, seats_of, started_table

COOKIE = settings.PLAYER_COOKIE_NAME
NEW = "nine cranes fly"


def test_signing_in_brings_the_accounts_player(aki: Player, client_of: ClientOf) -> None:
    user = make_member(aki, "akiko")
    browser = client_of(None)
    answer = sign_in(browser)
    assert (answer.status_code, answer["Location"]) == (302, "/you/")
    assert who(browser) == aki and account_at(browser) == user


@pytest.mark.parametrize("typed", [" akiko ", "\u3000akiko", "AKIKO"])
def test_user_names_are_typed_as_phones_do(typed: str, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    assert sign_in(client_of(None), typed).status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_one_answer(
    aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    known, unknown = sign_in(browser, "akiko", "wrong"), sign_in(browser, "nobody", "wrong")
    assert known.status_code == unknown.status_code == 422
    words = "do not go together"
    assert words in known.content.decode() and words in unknown.content.decode()
    assert who(browser) is None and account_at(browser) is None


def test_they_take_the_same_time(aki: Player, client_of: ClientOf) -> None:
    """With the hash that is used in earnest, which is most of the work."""
    with override_settings(PASSWORD_HASHERS=["kirakuken.accounts.passwords.Argon2"]):
        make_member(aki, "akiko")
        browser = client_of(None)
        times: dict[str, list[float]] = {"akiko": [], "nobody": []}
        for _ in range(7):
            for name, taken in times.items():
                began = perf_counter()
                sign_in(browser, name, "wrong")
                taken.append(perf_counter() - began)
    known, unknown = (median(taken) for taken in times.values())
    assert 0.5 < known / unknown < 2


def test_a_closed_account_stays_out(aki: Player, client_of: ClientOf) -> None:
    user = make_member(aki, "akiko")
    User.objects.filter(pk=user.pk).update(is_active=False)
    browser = client_of(None)
    assert sign_in(browser)["Location"] == "/you/closed/"
    assert browser.get("/you/closed/").status_code == 200
    assert who(browser) is None and account_at(browser) is None


def test_at_another_parlour_the_account_is_another_player(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    user = make_member(aki, "akiko")
    browser = client_of(None, at=other_parlour)
    sign_in(browser)
    there = who(browser)
    assert there is not None and there != aki
    assert (there.user, there.parlour_id, there.name) == (user, other_parlour.pk, "akiko")
    sign_in(client_of(None, at=other_parlour))
    with with_parlour(other_parlour):
        assert Player.objects.filter(user=user).count() == 1


def test_where_the_name_is_taken_the_account_is_called_otherwise(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    make_member(make_player(other_parlour, "AKIKO"), "zebra")
    browser = client_of(None, at=other_parlour)
    sign_in(browser)
    there = who(browser)
    assert there is not None and there.name != "akiko"


def test_cookies_of_one_parlour_are_nothing_in_another(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    home = client_of(None)
    sign_in(home)
    away = client_of(None, at=other_parlour)
    away.cookies = home.cookies
    assert who(away) is None and account_at(away) is None
    for page in ("account/", "account/export/", "account/browsers/", "account/delete/", "bring/"):
        answer = away.get(f"/you/{page}")
        assert answer.status_code == 302 and "/you/sign-in/" in answer["Location"]


# --- the guest whom the browser held ----------------------------------------------------------


def test_a_guest_is_asked_about_and_never_brought_silently(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(botan)
    answer = sign_in(browser)
    assert answer["Location"].startswith("/you/bring/?next=")
    assert who(browser) == aki and names_at(table) == ["Botan"]
    page = browser.get(answer["Location"]).content.decode()
    assert "Does Botan come along?" in page and "1 seat at a table" in page
    assert names_at(table) == ["Botan"], "looking brings nothing"
    answer = browser.post("/you/bring/", {"bring": "yes", "next": path_of(table)})
    assert (answer.status_code, answer["Location"]) == (303, path_of(table))
    assert names_at(table) == ["Aki"]
    with with_parlour(parlour):
        assert not Player.objects.filter(pk=botan.pk).exists()
        assert Table.objects.get().host == aki
    assert browser.get("/you/bring/").status_code == 303, "once"


def test_a_seat_in_a_running_match_is_brought_with_the_match(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = started_table(botan, cpus=1)
    (before, _cpu) = seats_of(table)
    browser = client_of(botan)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes"})
    (after, _cpu) = seats_of(table)
    assert (after.pk, after.number, after.player) == (before.pk, before.number, aki)
    with with_parlour(parlour):
        assert MatchSeat.objects.get(number=0).player == aki
        assert MatchSeat.objects.get(number=0).name == "Aki"
    assert browser.get(path_of(table)).status_code == 200
    listed = browser.get("/you/matches/").content.decode()
    assert path_of(table) in listed


def test_a_guest_left_alone_is_back_after_signing_out(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    """A child's guest on the family's computer, while a parent looks in."""
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(botan)
    old = browser.cookies[COOKIE].value
    sign_in(browser)
    assert browser.post("/you/bring/", {"bring": "no"}).status_code == 303
    assert who(browser) == aki and names_at(table) == ["Botan"]
    browser.post("/you/sign-out/")
    assert who(browser) == botan and account_at(browser) is None
    assert browser.cookies[COOKIE].value != old
    assert browser.get(path_of(table)).context is not None


def test_a_guest_with_nothing_is_not_asked_about(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(botan)
    assert sign_in(browser)["Location"] == "/you/"
    with with_parlour(parlour):
        assert not Player.objects.filter(pk=botan.pk).exists()


def test_nobody_sits_at_one_table_twice(aki: Player, botan: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    table = open_table(botan, aki)
    browser = client_of(botan)
    sign_in(browser)
    answer = browser.post("/you/bring/", {"bring": "yes"})
    assert answer.status_code == 422 and "one table as both" in answer.content.decode()
    assert names_at(table) == ["Botan", "Aki"]


def test_a_removal_is_not_shaken_off_by_an_account(
    parlour: Parlour, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    shown_out, other = open_table(chiyo, botan), open_table(botan)
    with with_parlour(parlour):
        opening.do_remove_seat(shown_out, chiyo, 1)
    browser = client_of(botan)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes"})
    with with_parlour(parlour):
        assert Removal.objects.get(table=shown_out).player == aki
    assert names_at(other) == ["Aki"]


def test_where_the_member_was_shown_the_door_the_guest_brings_no_seat(
    parlour: Parlour, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(chiyo, aki, botan)
    with with_parlour(parlour):
        opening.do_remove_seat(table, chiyo, 1)
    browser = client_of(botan)
    sign_in(browser)
    assert browser.post("/you/bring/", {"bring": "yes"}).status_code == 422
    assert names_at(table) == ["千代", "Botan"]


def test_nobody_brings_anothers_guest_along(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    table = open_table(botan)
    browser = client_of(None)
    sign_in(browser)
    browser.post("/you/bring/", {"bring": "yes", "guest": botan.pk, "player": botan.pk})
    assert names_at(table) == ["Botan"]


@pytest.mark.parametrize("there", ["//evil.example/", "https://evil.example/", "/\\evil.example"])
def test_no_way_leads_out_of_the_house(there: str, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    answer = browser.post("/you/sign-in/", {"login": "akiko", "password": PASSWORD, "next": there})
    assert answer["Location"] == "/you/"
    assert browser.post("/you/bring/", {"next": there})["Location"] == "/you/"
    assert browser.post("/you/sign-out/", {"next": there})["Location"] == "/you/"


# --- going out --------------------------------------------------------------------------------


def test_signing_out_leaves_a_stranger_and_keeps_the_seat(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    table = started_table(aki, cpus=1)
    browser = client_of(None)
    sign_in(browser)
    key = browser.cookies[COOKIE].value
    assert browser.get("/you/sign-out/").status_code == 200
    assert who(browser) == aki, "looking signs nobody out"
    assert browser.post("/you/sign-out/").status_code == 302
    assert who(browser) is None and account_at(browser) is None
    thief = client_of(None)
    thief.cookies[COOKIE] = key
    assert who(thief) is None
    assert names_at(table) == ["Aki", "CPU"]
    sign_in(browser)
    assert browser.get(path_of(table)).status_code == 200 and who(browser) == aki


def test_a_session_that_ran_out_takes_nobodys_seat(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    assert who(browser) == aki and account_at(browser) is None
    assert browser.get("/you/account/").status_code == 302
    sign_in(browser)
    assert who(browser) == aki and account_at(browser) is not None
    with with_parlour(aki.parlour):
        assert PlayerKey.objects.filter(player=aki).count() == 1


def test_browsers_are_listed_and_signed_out_there(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    here, there, third = client_of(None), client_of(None), client_of(None)
    for browser, agent in ((here, "Firefox Windows"), (there, "Chrome Android"), (third, "x")):
        browser.defaults["HTTP_USER_AGENT"] = agent
        sign_in(browser)
    page = here.get("/you/account/browsers/").content.decode()
    assert "Firefox on Windows" in page and "Chrome on Android" in page
    listed = here.get("/you/account/browsers/").context["browsers"]
    (chrome,) = (each["pk"] for each in listed if each["name"] == "Chrome on Android")
    here.post("/you/account/browsers/", {"end": chrome})
    assert account_at(there) is None and who(there) is None
    assert account_at(third) is not None and who(third) == aki
    here.post("/you/account/browsers/", {"end": "others"})
    assert who(third) is None and who(here) == aki
    sign_in(there)
    here.post("/you/account/browsers/", {"end": "all"})
    assert [who(each) for each in (here, there, third)] == [None, None, None]
    assert account_at(here) is None and account_at(there) is None


def test_nobody_signs_anothers_browser_out(aki: Player, botan: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    make_member(botan, "botan2")
    victim, other = client_of(None), client_of(None)
    sign_in(victim)
    sign_in(other, "botan2")
    (mine,) = victim.get("/you/account/browsers/").context["browsers"]
    other.post("/you/account/browsers/", {"end": mine["pk"]})
    assert account_at(victim) is not None and who(victim) == aki


def test_signing_out_everywhere_reaches_other_parlours(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    here, away = client_of(None), client_of(None, at=other_parlour)
    sign_in(here)
    sign_in(away)
    here.post("/you/account/browsers/", {"end": "all"})
    assert who(away) is None and account_at(away) is None


def test_no_address_of_the_net_is_kept(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    sign_in(client_of(None))
    assert UserSession.objects.get().ip == NOBODYS_ADDRESS


# --- passwords --------------------------------------------------------------------------------


def test_a_new_password_signs_all_others_out(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    here, there = client_of(None), client_of(None)
    sign_in(here)
    sign_in(there)
    fields = {
        "oldpassword": "wrong",
        "password1": "nine cranes fly",
        "password2": "nine cranes fly",
    }
    assert here.post("/you/account/password/", fields).status_code == 422
    fields["oldpassword"] = PASSWORD
    assert here.post("/you/account/password/", fields).status_code == 302
    assert who(here) == aki and account_at(here) is not None
    assert who(there) is None and account_at(there) is None
    assert sign_in(there).status_code == 422
    assert sign_in(there, password=NEW).status_code == 302
    assert "password was changed" in letters()[-1]


def test_a_lost_password_comes_back_by_mail(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    there = client_of(None)
    sign_in(there)
    browser = client_of(None)
    assert browser.post("/you/password/", {"email": "AKI@example.org"}).status_code == 302
    (letter,) = letters()
    assert "akiko" in letter and [to.lower() for to in mail.outbox[0].to] == [ADDRESS]
    path = link_in(letter)
    form = browser.get(path)
    assert form.status_code == 302 and "set-password" in form["Location"]
    new = {"password1": NEW, "password2": NEW}
    assert browser.post(form["Location"], new).status_code == 302
    assert account_at(browser) is None, "a link alone signs nobody in"
    assert who(there) is None and account_at(there) is None
    assert sign_in(browser, password=NEW).status_code == 302
    assert "not good any more" in client_of(None).get(path, follow=True).content.decode()


def test_asking_for_a_new_password_tells_nothing(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    browser = client_of(None)
    known = browser.post("/you/password/", {"email": ADDRESS})
    unknown = browser.post("/you/password/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    # Both write one letter, and no mail server is waited for.
    assert Letter.objects.count() == 2 and not mail.outbox


def test_an_unverified_address_is_no_way_in(aki: Player, client_of: ClientOf) -> None:
    """Whoever typed a stranger's address must not have given them the account."""
    user = make_member(aki, "akiko")
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=False, primary=True)
    client_of(None).post("/you/password/", {"email": ADDRESS})
    (letter,) = letters()
    assert "No account here has it" in letter and "/you/password/" not in letter


def test_links_lead_to_the_parlour_that_was_asked(
    aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    answer = client_of(None).post(
        "/you/password/", {"email": ADDRESS}, headers={"host": "evil.example"}
    )
    assert answer.status_code == 404 and not Letter.objects.exists()
    client_of(None).post(
        "/you/password/", {"email": ADDRESS}, headers={"x-forwarded-host": "evil.example"}
    )
    client_of(None, at=other_parlour).post("/you/password/", {"email": ADDRESS})
    home, away = letters()
    assert "http://localhost/you/password/" in home and "evil" not in home
    assert "http://asakusa.localhost/you/password/" in away


# --- floods -----------------------------------------------------------------------------------


@pytest.fixture
def limits_kept(redis_here: str) -> Iterator[None]:
    yield


def test_guesses_at_one_name_end_with_the_sixth(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    assert [sign_in(browser, "AKIKO", "x").status_code for _ in range(5)] == [422] * 5
    answer = sign_in(browser)
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert account_at(browser) is None, "the right one is not tried either"
    make_member(make_player(aki.parlour, "Emi"), "emiko")
    assert sign_in(browser, "emiko").status_code == 302, "others come in"


def test_guesses_are_counted_together_however_and_wherever_the_name_is_written(
    limits_kept: None, aki: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    """PostgreSQL takes the Turkish letter for an i when it looks names up."""
    make_member(aki, "akiko")
    browser, elsewhere = client_of(None), client_of(None, at=other_parlour)
    spellings = [(browser, "akıko"), (browser, "ａkiko"), (elsewhere, "akiko"), (browser, "AKIKO")]
    for where, name in (*spellings, (elsewhere, "ak-iko")):
        assert sign_in(where, name, "x").status_code == 422
    assert sign_in(browser).status_code == sign_in(elsewhere).status_code == 429


def test_an_unknown_name_is_counted_alike(limits_kept: None, client_of: ClientOf) -> None:
    browser = client_of(None)
    statuses = [sign_in(browser, "nobody", "x").status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


def test_guesses_at_many_names_end_by_the_address(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    with override_settings(LIMITS={**settings.LIMITS, "sign_in_per_address": (8, 300)}):
        browser = client_of(None)
        statuses = [sign_in(browser, f"name{n}", "x").status_code for n in range(9)]
    assert statuses == [422] * 8 + [429]


def test_a_class_of_forty_signs_up_and_in_behind_one_address(
    limits_kept: None, client_of: ClientOf
) -> None:
    for pupil in range(40):
        browser = client_of(None)
        assert sign_up(browser, f"Pupil {pupil:02}").status_code == 302, pupil
        browser.post("/you/sign-out/")
        assert sign_in(browser, f"Pupil {pupil:02}").status_code == 302, pupil


def test_nobodys_mailbox_is_flooded(limits_kept: None, aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    statuses = [
        client_of(None).post("/you/password/", {"email": address}).status_code
        for address in (ADDRESS, ADDRESS.upper(), ADDRESS, ADDRESS, "other@example.org")
    ]
    assert statuses == [302, 302, 302, 429, 302]
    assert Letter.objects.count() == 4


def test_the_password_is_asked_once_more_and_counted(
    limits_kept: None, aki: Player, client_of: ClientOf
) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    wrong = [browser.post("/you/again/", {"password": "x"}).status_code for _ in range(5)]
    assert wrong == [422] * 4 + [429], "the sign-in itself was the first"


def test_once_more_leads_on(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    answer = browser.get("/you/account/delete/")
    assert answer.status_code == 302 and answer["Location"].startswith("/you/again/?next=")
    answer = browser.post(answer["Location"], {"password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/you/account/delete/")
    assert browser.get("/you/account/delete/").status_code == 200
    once_more(browser)


def test_signed_in_pages_are_kept_by_no_cache(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    for page in ("", "account/", "account/browsers/", "account/address/", "account/passkeys/"):
        assert "no-store" in browser.get(f"/you/{page}")["Cache-Control"], page
