import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from kirakuken.accounts.models import User
from kirakuken.lib import clock
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Move, Table


@pytest.fixture(autouse=True)
def waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """CPUs take their time; the house's clock is put on instead of waiting for them."""
    ahead = [timedelta()]

    def sleep(seconds: float) -> None:
        ahead[0] += timedelta(seconds=seconds)

    monkeypatch.setattr(clock, "now", lambda: timezone.now() + ahead[0])
    monkeypatch.setattr(time, "sleep", sleep)


def each_parlour() -> Iterator[Parlour]:
    for parlour in Parlour.objects.all():
        with with_parlour(parlour):
            yield parlour


@pytest.mark.django_db
def test_both_parlours_have_tables_in_every_phase_really_played() -> None:
    call_command("seed_demo")
    parlours = 0
    for parlour in each_parlour():
        parlours += 1
        phases = set(Table.objects.values_list("phase", flat=True))
        assert phases == {"waiting", "playing", "finished"}, parlour.slug
        assert Match.objects.filter(status="playing", version__gt=5).count() == 2
        for match in Match.objects.filter(status="finished"):
            assert match.ranks is not None
            assert match.version == match.moves.count() > 20
        assert set(Move.objects.values_list("by", flat=True)) == {"human", "cpu"}
    assert parlours == 2


@pytest.mark.django_db
def test_a_second_run_adds_nothing() -> None:
    call_command("seed_demo")
    before = [(Table.objects.count(), Move.objects.count()) for _ in each_parlour()]
    call_command("seed_demo")
    assert [(Table.objects.count(), Move.objects.count()) for _ in each_parlour()] == before


@pytest.mark.django_db
def test_nobody_can_sign_in_unless_a_password_is_told() -> None:
    call_command("seed_demo")
    assert User.objects.count() == 0
    call_command("seed_demo", password="a long way to Kyoto")
    names = ["admin", "owner-asakusa", "owner-kirakuken"]
    assert sorted(User.objects.values_list("username", flat=True)) == names
    call_command("seed_demo", password="another one")
    assert all(user.check_password("a long way to Kyoto") for user in User.objects.all())
