from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django import Settings

from kirakuken.lib import limits
from kirakuken.lib.errors import TooMany
from kirakuken.lib.redis import client


@pytest.fixture(autouse=True)
def three_a_minute(settings: Settings) -> None:
    settings.LIMITS = {"wave": (3, 60), "code_per_player": (3, 60), "crowd": (20, 60)}


def test_three_are_allowed_and_the_fourth_is_not(redis_here: str) -> None:
    for _ in range(3):
        limits.use("wave", "aki", parlour=1)
    with pytest.raises(TooMany) as refusal:
        limits.use("wave", "aki", parlour=1)
    assert refusal.value.code == "wave"
    assert 0 < refusal.value.retry_after <= 60


def test_people_parlours_and_names_are_counted_apart(redis_here: str) -> None:
    for _ in range(3):
        limits.use("wave", "aki", parlour=1)
    limits.use("wave", "botan", parlour=1)
    limits.use("wave", "aki", parlour=2)
    limits.use("code_per_player", "aki", parlour=1)


def test_of_a_hundred_at_once_exactly_as_many_as_allowed_pass(redis_here: str) -> None:
    def one(_: int) -> bool:
        try:
            limits.use("crowd", "class", parlour=1)
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(16) as people:
        assert sum(people.map(one, range(100))) == 20


def test_the_window_ends(redis_here: str) -> None:
    for _ in range(3):
        limits.use("wave", "aki", parlour=1)
    (key,) = client().keys("*")
    assert 30_000 < client().pttl(key) <= 60_000
    client().pexpire(key, 1)
    while client().exists(key):
        pass
    limits.use("wave", "aki", parlour=1)


def test_a_count_without_an_end_gets_one(redis_here: str) -> None:
    limits.use("wave", "aki", parlour=1)
    (key,) = client().keys("*")
    client().persist(key)
    limits.use("wave", "aki", parlour=1)
    assert client().pttl(key) > 0


def test_without_redis_people_may_act_but_not_guess_codes() -> None:
    for _ in range(5):
        limits.use("wave", "aki", parlour=1)
    with pytest.raises(TooMany) as refusal:
        limits.use("code_per_player", "aki", parlour=1)
    assert refusal.value.retry_after == limits.RETRY_WITHOUT_REDIS


def test_a_limit_that_nobody_set_is_a_fault(redis_here: str) -> None:
    with pytest.raises(KeyError):
        limits.use("unheard_of", "aki", parlour=1)
