"""What is shown after a ruling until its ladder is worked out anew."""

from collections.abc import Callable

import pytest
from django.test import Client

from kirakuken.accounts.models import Player, User
from kirakuken.parlours.models import Parlour
from ratings import reckoning, selectors, services
from ratings.models import RatedGame
from tests.cast import ClientOf
from tests.ratings.people import UPSET_IN, ladder, text_of
from tests.ratings.workers import Died, at_slice, die

AdminOf = Callable[[User, Parlour], Client]
COUNTED, VOIDED = RatedGame.State.COUNTED, RatedGame.State.VOIDED


def test_pages_say_so_until_it_is_done(
    people: list[Player],
    upset: RatedGame,
    client_of: ClientOf,
    omi: User,
    at_home: Parlour,
    admin_of: AdminOf,
) -> None:
    paths = (f"/ladders/{UPSET_IN}/", f"/people/{people[0].public_id}/")
    reader, staff = client_of(None), admin_of(omi, at_home)
    services.do_rule([upset], VOIDED, omi, "why")
    for path in paths:
        assert "being worked out anew" in text_of(reader.get(path))
    assert "being worked out anew" in text_of(staff.get("/admin/ratings/ladder/"))
    reckoning.do_work_out(ladder(UPSET_IN).pk)
    for path in paths:
        assert "being worked out anew" not in text_of(reader.get(path))
    assert "being worked out anew" not in text_of(staff.get("/admin/ratings/ladder/"))


def test_a_profile_is_of_one_piece_meanwhile(
    people: list[Player], upset: RatedGame, client_of: ClientOf, omi: User
) -> None:
    """All figures are those of before, and the struck match is marked as struck; one that was
    put back has made nothing yet."""

    def figures() -> tuple[int, int, int, list[str]]:
        answer = client_of(None).get(f"/people/{people[0].public_id}/")
        row, rows = answer.context["row"], answer.context["matches"]
        assert row.games == sum(times for _words, times, _wide in answer.context["places"])
        history = selectors.history_of(row.ladder, people[0])
        assert (len(history), history[-1].mu_after) == (row.games, row.mu)
        met = max(sum(record) for _other, _name, _open, *record in answer.context["against"])
        struck = [one.change for one in rows if one.is_voided]
        return row.games, met, len(struck), [one.change for one in rows][:1]

    games, met, struck, (change,) = figures()
    assert (games, met, struck) == (11, 11, 0)
    services.do_rule([upset], VOIDED, omi, "why")
    assert figures() == (11, 11, 1, [change])
    reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert figures() == (10, 10, 1, ["–"])
    services.do_rule([upset], COUNTED, omi, "why not")
    assert figures() == (10, 10, 0, ["–"])
    reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert figures() == (11, 11, 0, [change])


@pytest.mark.usefixtures("short_slices")
def test_what_is_not_in_force_is_not_in_the_staff_room(
    people: list[Player], omi: User, at_home: Parlour, admin_of: AdminOf
) -> None:
    first = RatedGame.objects.get(number=2)
    services.do_rule([RatedGame.objects.get(number=1)], VOIDED, omi, "why")
    with at_slice(5, die), pytest.raises(Died):
        reckoning.do_work_out(ladder(UPSET_IN).pk)
    assert first.events.count() == 12
    browser = admin_of(omi, at_home)
    inlines = browser.get(f"/admin/ratings/ratedgame/{first.pk}/change/").context[
        "inline_admin_formsets"
    ]
    assert sum(len(one.formset.queryset) for one in inlines) == 6 + 6  # seats, events
    answer = browser.get("/admin/ratings/ratingevent/")
    assert {event.revision for event in answer.context["cl"].queryset} == {0}
