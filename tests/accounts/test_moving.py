"""Moving a player to another browser: once, in time, by those who may, and wholly."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from kirakuken.accounts import moving
from kirakuken.accounts.models import Player, PlayerKey, SeatMove
from kirakuken.accounts.moving import do_forget_moves, do_offer_move, do_try_code
from kirakuken.accounts.players import player_of_key
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tests.cast import ClientOf, make_key
from tests.tables.doors import open_table, path_of

COOKIE = settings.PLAYER_COOKIE_NAME
NOT_GOOD = "That code is not good"


@pytest.fixture(autouse=True)
def limits_kept(redis_here: str) -> Iterator[None]:
    """Codes are refused where nobody counts the tries."""
    yield


def ask(browser: Client, leads_to: str = "") -> tuple[str, str]:
    """Digits and the link's path, as the page shows them."""
    shown = browser.post("/you/move/code/", {"next": leads_to}).content.decode()
    digits = re.search(r'id="move-digits">(\d{3}) (\d{3})<', shown)
    link = re.search(r'value="http://[^/]+(/you/move/[^"]+)"', shown)
    assert digits and link
    return digits[1] + digits[2], link[1]


def offer(player: Player) -> moving.Offer:
    with with_parlour(player.parlour):
        return do_offer_move(player)


def who(browser: Client) -> Player | None:
    found: Player | None = browser.get("/you/").context["player"]
    return found


def wrong(code: str) -> str:
    """Another code that begins like this one."""
    return code[:5] + str((int(code[5]) + 1) % 10)


def test_the_digits_move_the_player(aki: Player, client_of: ClientOf) -> None:
    old, new = client_of(aki), client_of(None)
    code, _link = ask(old)
    shown = new.post("/you/move/", {"code": f"{code[:3]} {code[3:]}"})
    assert shown.status_code == 200 and "Go on here as Aki?" in shown.content.decode()
    assert who(new) is None and who(old) == aki, "asked first"
    moved = new.post("/you/move/", {"code": code, "sure": "yes"})
    assert (moved.status_code, moved["Location"]) == (303, "/")
    assert who(new) == aki and who(old) is None
    assert moved.cookies[COOKIE]["httponly"]


def test_full_width_digits_are_digits(aki: Player, client_of: ClientOf) -> None:
    code, _link = ask(client_of(aki))
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in code)
    assert client_of(None).post("/you/move/", {"code": wide}).status_code == 200


def test_the_link_asks_and_looking_changes_nothing(aki: Player, client_of: ClientOf) -> None:
    old, new = client_of(aki), client_of(None)
    _code, link = ask(old)
    for _ in range(3):
        assert "Go on as Aki" in new.get(link).content.decode()
        new.head(link)
    assert who(new) is None and who(old) == aki
    assert new.post(link).status_code == 303
    assert who(new) == aki and who(old) is None


def test_it_is_good_once(aki: Player, client_of: ClientOf) -> None:
    code, link = ask(client_of(aki))
    assert client_of(None).post(link).status_code == 303
    late = client_of(None)
    assert late.post("/you/move/", {"code": code, "sure": "yes"}).status_code == 422
    assert late.get(link).status_code == late.post(link).status_code == 404
    assert who(late) is None


def test_all_bad_codes_are_one_answer(
    parlour: Parlour, aki: Player, botan: Player, fumi: Player, client_of: ClientOf
) -> None:
    used, used_link = ask(client_of(aki))
    assert client_of(None).post(used_link).status_code == 303
    foreign = offer(fumi)
    old = offer(botan)
    with with_parlour(parlour):
        SeatMove.objects.update(made_at=clock.now() - timedelta(minutes=10))
    answers, pages = set(), set()
    for code in (used, foreign.code, old.code, "000001", "", "x" * 5000, "12345", "１２３"):
        answer = client_of(None).post("/you/move/", {"code": code})
        answers.add((answer.status_code, bare(answer.content)))
    for token in (used_link.split("/")[3], foreign.token, old.token, "nonsense"):
        answer = client_of(None).get(f"/you/move/{token}/")
        pages.add((answer.status_code, bare(answer.content)))
    ((status, words),) = answers
    assert status == 422 and NOT_GOOD in words
    ((status, words),) = pages
    assert status == 404 and NOT_GOOD in words


def bare(content: bytes) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", content.decode())


def test_five_wrong_tries_kill_a_code(at_home: Parlour, aki: Player, botan: Player) -> None:
    code, other = do_offer_move(aki).code, do_offer_move(botan).code
    while other[:2] == code[:2]:
        other = do_offer_move(botan).code
    for _ in range(5):
        assert do_try_code(at_home, wrong(code)) is None
    assert do_try_code(at_home, code) is None
    assert do_try_code(at_home, other) is not None, "another's is not spoiled"
    assert do_try_code(at_home, do_offer_move(aki).code) is not None


def test_four_mistakes_do_no_harm(at_home: Parlour, aki: Player) -> None:
    code = do_offer_move(aki).code
    for _ in range(4):
        do_try_code(at_home, wrong(code))
    for _ in range(3):
        assert do_try_code(at_home, code) is not None, "the right one is no mistake"


def test_a_new_code_ends_the_old(aki: Player, client_of: ClientOf) -> None:
    browser = client_of(aki)
    (first, first_link), (second, _link) = ask(browser), ask(browser)
    new = client_of(None)
    if first != second:
        assert new.post("/you/move/", {"code": first}).status_code == 422
    assert new.get(first_link).status_code == 404
    assert new.post("/you/move/", {"code": second}).status_code == 200


def test_after_ten_minutes_it_is_over(at_home: Parlour, aki: Player) -> None:
    code = do_offer_move(aki).code
    SeatMove.objects.update(made_at=clock.now() - timedelta(minutes=9, seconds=55))
    assert do_try_code(at_home, code) is not None
    SeatMove.objects.update(made_at=clock.now() - timedelta(minutes=10))
    assert do_try_code(at_home, code) is None


def test_a_player_in_the_other_browser_stays_apart(
    parlour: Parlour, aki: Player, botan: Player, client_of: ClientOf
) -> None:
    table = open_table(botan)
    old, new = client_of(aki), client_of(botan)
    _code, link = ask(old)
    assert "Aki and Botan stay two" not in (said := new.get(link).content.decode())
    assert "Botan and Aki stay two" in said
    new.post(link)
    assert who(new) == aki
    with with_parlour(parlour):
        assert list(Player.objects.all()) == [aki, botan]
        assert table.seats.get().player == botan
        assert player_of_key(make_key(botan)) == botan


def test_in_the_same_browser_it_says_so_and_keeps_the_code(
    aki: Player, client_of: ClientOf
) -> None:
    browser = client_of(aki)
    code, link = ask(browser)
    for answer, status in (
        (browser.get(link), 200),
        (browser.post(link), 422),
        (browser.post("/you/move/", {"code": code}), 422),
    ):
        assert "in this browser already" in answer.content.decode()
        assert answer.status_code == status
    assert who(browser) == aki
    assert client_of(None).post(link).status_code == 303


def test_every_browser_of_the_player_is_let_go(
    at_home: Parlour, aki: Player, client_of: ClientOf
) -> None:
    one, two, new = client_of(aki), client_of(aki), client_of(None)
    new.post(ask(one)[1])
    assert who(one) is who(two) is None
    assert PlayerKey.objects.filter(player=aki, moved_at=None).count() == 1


def test_the_old_browser_is_told_and_can_do_nothing(aki: Player, client_of: ClientOf) -> None:
    table = open_table(aki)
    old, new = client_of(aki), client_of(None)
    code, link = ask(old, path_of(table))
    assert new.post(link)["Location"] == path_of(table)
    assert new.get(path_of(table)).context["page"].viewer == 0
    gone = old.get(path_of(table))
    assert gone.status_code == 403 and "moved to another browser" in gone.content.decode()
    assert "<form" not in gone.content.decode().split("<main")[1]
    for name in ("start", "leave", "add_cpu", "since"):
        answer = (
            old.post(path_of(table, name)) if name != "since" else old.get(path_of(table, name))
        )
        assert answer.status_code == 403, name
    assert old.post("/you/move/code/").status_code == 403
    assert "Aki has moved to another browser" in old.get("/you/").content.decode()
    old.post("/you/name/", {"name": "Hana"})
    assert old.get(path_of(table)).status_code == 404, "a stranger like any other"


def test_after_a_day_the_old_browser_is_a_stranger(
    at_home: Parlour, aki: Player, client_of: ClientOf
) -> None:
    old = client_of(aki)
    client_of(None).post(ask(old)[1])
    do_forget_moves()
    assert PlayerKey.objects.filter(player=aki).count() == 2
    PlayerKey.objects.filter(moved_at__isnull=False).update(
        moved_at=clock.now() - timedelta(days=1)
    )
    do_forget_moves()
    assert PlayerKey.objects.filter(player=aki).count() == 1
    assert "moved to another" not in old.get("/you/").content.decode()


def test_only_hashes_are_kept(at_home: Parlour, aki: Player) -> None:
    made = do_offer_move(aki)
    kept = str(SeatMove.objects.values().get())
    assert made.code not in kept and made.token not in kept


@pytest.mark.parametrize(
    "leads_to", ["https://evil.example/", "//evil.example", "/\\evil", "x" * 9]
)
def test_it_leads_nowhere_but_into_the_house(
    leads_to: str, aki: Player, client_of: ClientOf
) -> None:
    moved = client_of(None).post(ask(client_of(aki), leads_to)[1])
    assert moved["Location"] == "/"


def test_a_stranger_has_nothing_to_move(client_of: ClientOf) -> None:
    assert client_of(None).post("/you/move/code/").status_code == 403
    assert "nothing to move" in client_of(None).get("/you/move/").content.decode()


def test_guessing_is_limited(aki: Player, botan: Player, client_of: ClientOf) -> None:
    code, _link = ask(client_of(aki))
    guesser = client_of(botan)
    for guess in range(10):
        assert guesser.post("/you/move/", {"code": f"{guess:06}"}).status_code in {200, 422}
    late = guesser.post("/you/move/", {"code": code})
    assert late.status_code == 429 and int(late["Retry-After"]) > 0
    assert who(guesser) == botan


def test_every_post_needs_a_token(aki: Player, client_of: ClientOf) -> None:
    _code, link = ask(client_of(aki))
    browser = client_of(aki, csrf=True)
    for path in ("/you/move/", "/you/move/code/", link):
        assert browser.post(path).status_code == 403
    assert browser.get("/you/move/code/").status_code == 405


class TestWithoutRedis:
    @pytest.fixture(autouse=True)
    def limits_kept(self) -> None:
        """Nobody counts."""

    def test_no_code_is_taken(self, aki: Player, client_of: ClientOf) -> None:
        made = offer(aki)
        assert client_of(None).post("/you/move/", {"code": made.code}).status_code == 429
        assert client_of(None).get(f"/you/move/{made.token}/").status_code == 200
