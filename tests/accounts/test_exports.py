"""Everything in one ZIP: whole, one's own, and nobody else's."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from allauth.mfa.models import Authenticator
from django.test import Client

from kirakuken.accounts import exports, tasks
from kirakuken.accounts.models import Export, Player, User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from tests.accounts.people import ADDRESS, make_member, once_more, sign_in
from tests.cast import ClientOf
from tests.tables.doors import open_table, started_table


def taken(browser: Client) -> dict[str, Any]:
    browser.post("/you/account/export/")
    tasks.tidy()
    answer = browser.get("/you/account/export/kirakuken.zip")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    file = zipfile.ZipFile(io.BytesIO(answer.content))
    assert file.testzip() is None
    return {name: json.loads(file.read(name)) for name in file.namelist()}


def came_in(client_of: ClientOf, user_name: str = "akiko") -> Client:
    browser = client_of(None)
    sign_in(browser, user_name)
    once_more(browser)
    return browser


def test_all_of_it_is_there(
    aki: Player, botan: Player, other_parlour: Parlour, client_of: ClientOf
) -> None:
    make_member(aki, "akiko", address=ADDRESS)
    sign_in(client_of(None, at=other_parlour))
    started_table(aki, cpus=1)
    open_table(botan, aki)
    files = taken(came_in(client_of))
    assert set(files) == {
        "account.json",
        "sessions.json",
        *(
            f"{slug}/{name}.json"
            for slug in ("kirakuken", "asakusa")
            for name in ("player", "seats", "matches", "phrases")
        ),
    }
    account = files["account.json"]
    assert account["user_name"] == "akiko" and account["addresses"][0]["email"] == ADDRESS
    assert len(files["sessions.json"]) == 2
    assert files["kirakuken/player.json"]["name"] == "Aki"
    assert len(files["kirakuken/seats.json"]) == 2 and files["asakusa/seats.json"] == []
    (match,) = files["kirakuken/matches.json"]
    assert match["own_seats"] == [1] and match["seats"][0]["name"] == "Aki"


def test_no_secret_is_in_it(aki: Player, client_of: ClientOf) -> None:
    user = make_member(aki, "akiko", address=ADDRESS)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "TOPSECRET"})
    user.refresh_from_db()
    browser = client_of(None)
    browser.force_login(user)
    session = browser.session
    session["parlour_id"] = aki.parlour_id
    session.save()
    once_more(browser)
    said = json.dumps(taken(browser))
    assert "TOPSECRET" not in said and user.password not in said
    for hidden in ("key_hash", "sealed", "state", "told", "session_key"):
        assert hidden not in said


def test_it_is_its_owners_alone(aki: Player, botan: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    make_member(botan, "botan2")
    taken(came_in(client_of))
    other = came_in(client_of, "botan2")
    assert other.get("/you/account/export/kirakuken.zip").status_code == 404
    assert client_of(None).get("/you/account/export/kirakuken.zip").status_code == 302
    files = taken(other)
    assert files["account.json"]["user_name"] == "botan2"
    assert "Aki" not in json.dumps(files)


def test_the_file_asks_for_the_password(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    browser.post("/you/account/export/")
    tasks.tidy()
    answer = browser.get("/you/account/export/kirakuken.zip")
    assert answer.status_code == 302 and answer["Location"].startswith("/you/again/")


def test_until_it_is_packed_the_page_looks_again(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = came_in(client_of)
    assert 'http-equiv="refresh"' not in browser.get("/you/account/export/").content.decode()
    browser.post("/you/account/export/")
    page = browser.get("/you/account/export/").content.decode()
    assert 'http-equiv="refresh"' in page
    assert browser.get("/you/account/export/kirakuken.zip").status_code == 404
    tasks.tidy()
    page = browser.get("/you/account/export/").content.decode()
    assert 'http-equiv="refresh"' not in page and "kirakuken.zip" in page
    browser.post("/you/account/export/")  # a fresh one: what was packed before is gone
    assert browser.get("/you/account/export/kirakuken.zip").status_code == 404


def test_one_that_cannot_be_packed_stops_no_other(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    akiko, botaro = make_member(aki, "akiko"), make_member(botan, "botaro")
    for user_name in ("akiko", "botaro"):
        came_in(client_of, user_name).post("/you/account/export/")
    whole = exports.zip_of

    def sometimes(user: User) -> bytes:
        if user == akiko:
            raise ZeroDivisionError
        return whole(user)

    with patch.object(exports, "zip_of", sometimes):
        tasks.tidy()
    assert [each.user for each in Export.objects.exclude(made_at=None)] == [botaro]


def test_it_is_kept_for_a_day(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = came_in(client_of)
    taken(browser)
    Export.objects.update(asked_at=clock.now() - timedelta(hours=25))
    tasks.tidy()
    assert not Export.objects.exists()
    assert browser.get("/you/account/export/kirakuken.zip").status_code == 404
