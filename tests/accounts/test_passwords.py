"""Passwords: a new one, a lost one, and what asking for one tells."""

from allauth.account.models import EmailAddress
from django.core import mail

from kirakuken.accounts.models import Letter, Player
from kirakuken.parlours.models import Parlour
from tests.accounts.people import (
    ADDRESS,
    PASSWORD,
    account_at,
    letters,
    link_in,
    make_member,
    sign_in,
    who,
)
from tests.cast import ClientOf

NEW = "nine cranes fly"


def test_a_new_password_signs_all_others_out(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    here, there = client_of(None), client_of(None)
    sign_in(here)
    sign_in(there)
    fields = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
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
