"""Code app, recovery codes and passkeys: asked after the password, counted, sealed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client, override_settings

from kirakuken.accounts.models import Player
from kirakuken.lib import limits, redis
from kirakuken.parlours.models import Parlour
from tests.accounts.people import (
    ADDRESS,
    account_at,
    code_of,
    letters,
    make_member,
    once_more,
    sign_in,
    who,
)
from tests.cast import ClientOf


@pytest.fixture(autouse=True)
def counted(redis_here: str) -> Iterator[None]:
    """Codes are refused where nobody counts the tries."""
    with override_settings(
        CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    ):
        cache.clear()
        yield


def signed_in(aki: Player, client_of: ClientOf) -> Client:
    make_member(aki, "akiko", address=ADDRESS)
    browser = client_of(None)
    sign_in(browser)
    once_more(browser)
    return browser


def set_up_codes(browser: Client) -> tuple[str, list[str]]:
    """The key of the code app, and the recovery codes."""
    secret = browser.get("/you/account/code-app/").context["form"].secret
    answer = browser.post("/you/account/code-app/", {"code": code_of(secret, -1)})
    assert answer["Location"] == "/you/account/codes/"
    page = browser.get("/you/account/codes/")
    return secret, list(page.context["unused_codes"])


def test_a_code_is_asked_after_the_password(aki: Player, client_of: ClientOf) -> None:
    secret, _codes = set_up_codes(signed_in(aki, client_of))
    browser = client_of(None)
    answer = sign_in(browser)
    assert answer["Location"] == "/you/sign-in/code/"
    assert who(browser) is None and account_at(browser) is None, "the password alone is nothing"
    assert browser.get("/you/account/").status_code == 302
    assert browser.post("/you/sign-in/code/", {"code": "000000"}).status_code == 422
    answer = browser.post("/you/sign-in/code/", {"code": code_of(secret)})
    assert answer.status_code == 302 and who(browser) == aki and account_at(browser) is not None


def test_the_second_step_is_nobodys_without_the_first(client_of: ClientOf) -> None:
    answer = client_of(None).get("/you/sign-in/code/")
    assert (answer.status_code, answer["Location"]) == (302, "/you/sign-in/")


def test_a_code_is_good_once(aki: Player, client_of: ClientOf) -> None:
    secret, _codes = set_up_codes(signed_in(aki, client_of))
    code = code_of(secret)
    one, two = client_of(None), client_of(None)
    for browser in (one, two):
        sign_in(browser)
        browser.post("/you/sign-in/code/", {"code": code})
    assert account_at(one) is not None and account_at(two) is None


def test_a_recovery_code_opens_once(aki: Player, client_of: ClientOf) -> None:
    _secret, codes = set_up_codes(signed_in(aki, client_of))
    assert len(codes) == 10
    one, two = client_of(None), client_of(None)
    for browser in (one, two):
        sign_in(browser)
        browser.post("/you/sign-in/code/", {"code": codes[0]})
    assert account_at(one) is not None and account_at(two) is None


def test_guessed_codes_end_with_the_sixth(aki: Player, client_of: ClientOf) -> None:
    secret, _codes = set_up_codes(signed_in(aki, client_of))
    browser = client_of(None)
    sign_in(browser)
    guesses = [f"00000{number}" for number in range(5)]
    statuses = [browser.post("/you/sign-in/code/", {"code": one}).status_code for one in guesses]
    assert statuses == [422] * 4 + [429], "setting it up was the first"
    late = browser.post("/you/sign-in/code/", {"code": code_of(secret)})
    assert late.status_code == 429 and account_at(browser) is None, "nor is the right one tried"


def test_without_anybody_who_counts_no_code_is_good(
    aki: Player, client_of: ClientOf, tmp_path: object
) -> None:
    secret, _codes = set_up_codes(signed_in(aki, client_of))
    with override_settings(REDIS_URL=f"unix://{tmp_path}/nobody.sock"):
        for one in (redis.client, limits._script):
            one.cache_clear()
        browser = client_of(None)
        sign_in(browser)
        assert browser.post("/you/sign-in/code/", {"code": code_of(secret)}).status_code == 429
    for one in (redis.client, limits._script):
        one.cache_clear()


def test_keys_and_seeds_are_sealed(aki: Player, client_of: ClientOf) -> None:
    secret, codes = set_up_codes(signed_in(aki, client_of))
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept and not any(code in kept for code in codes)


def test_it_can_be_done_without_again(
    aki: Player, client_of: ClientOf, django_capture_on_commit_callbacks: Any
) -> None:
    browser = signed_in(aki, client_of)
    with django_capture_on_commit_callbacks(execute=True):
        set_up_codes(browser)
    assert browser.get("/you/account/code-app/remove/").status_code == 200
    assert Authenticator.objects.exists(), "looking removes nothing"
    assert browser.post("/you/account/code-app/remove/").status_code == 302
    assert not Authenticator.objects.exists(), "codes for nothing go with it"
    assert sign_in(client_of(None))["Location"] == "/you/"
    sent = "\n".join(letters())
    assert "A code app was set up" in sent and "The code app was removed" in sent


def test_nothing_is_set_up_without_the_password_once_more(aki: Player, client_of: ClientOf) -> None:
    make_member(aki, "akiko")
    browser = client_of(None)
    sign_in(browser)
    for page in ("code-app/", "passkeys/new/", "codes/new/", "password/first/", "delete/"):
        answer = browser.get(f"/you/account/{page}")
        assert answer.status_code == 302, page
        assert answer["Location"].split("?")[0] in {"/you/again/", "/you/account/password/"}


def test_passkeys_of_others_cannot_be_touched(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    other = make_member(botan, "botan2")
    key = Authenticator.objects.create(user=other, type="webauthn", data={"name": "x"})
    browser = signed_in(aki, client_of)
    for page in ("", "remove/"):
        for method in (browser.get, browser.post):
            assert method(f"/you/account/passkeys/{key.pk}/{page}").status_code == 404
    assert Authenticator.objects.filter(pk=key.pk).exists()


def test_a_passkey_is_asked_for_by_the_parlours_own_host(
    parlour: Parlour, other_parlour: Parlour, client_of: ClientOf
) -> None:
    script = {"X-Requested-With": "XMLHttpRequest"}
    for at, host in ((parlour, "localhost"), (other_parlour, "asakusa.localhost")):
        options = client_of(None, at=at).get("/you/sign-in/passkey/", headers=script).json()
        asked = options["request_options"]["publicKey"]
        assert asked["rpId"] == host and asked["userVerification"] == "required"
        assert not asked.get("allowCredentials"), "nobody learns who has passkeys"


@pytest.mark.parametrize(
    "credential",
    ["", "{}", "null", "[]", "1", '{"id":"x"}', '{"response":{"userHandle":"eA"}}', "\0"],
)
def test_junk_for_a_passkey_signs_nobody_in(credential: str, client_of: ClientOf) -> None:
    browser = client_of(None)
    browser.get("/you/sign-in/passkey/", headers={"X-Requested-With": "XMLHttpRequest"})
    answer = browser.post("/you/sign-in/passkey/", {"credential": credential})
    assert answer.status_code in {302, 422} and account_at(browser) is None
