"""JSON both ways, and what is refused."""

from typing import Any

import pytest

from games.core.codec import Malformed, dump, from_plain, load, load_posted, plain, told_type
from games.core.events import Told
from games.core.seats import Seat
from games.core.values import Tagged, Value
from games.hokusai.model import Event, GettingHome, Moved, Options, Roll, Turn


class Stake(Tagged, frozen=True):
    card: int
    points: int = 10


class Ready(Tagged, frozen=True):
    pass


class Lay(Tagged, frozen=True):
    cards: frozenset[int]


def test_keys_are_sorted_and_nothing_is_left_out() -> None:
    assert dump(Options()) == b'{"getting_home":"as_printed","rank_everyone":false}'
    assert dump(Lay(frozenset({3, 1, 2}))) == b'{"cards":[1,2,3],"type":"lay"}'


def test_events_are_written_with_the_names_of_the_rules() -> None:
    assert plain(Moved(Seat(1), 50, 52, 1)) == {
        "type": "moved",
        "seat": 1,
        "from": 50,
        "to": 52,
        "extra": 1,
    }


def test_what_was_told_comes_back() -> None:
    told = (
        Told(Turn(Seat(0))),
        Told(Turn(Seat(1)), frozenset({Seat(1)}), Turn(Seat(2))),
        Told(Turn(Seat(1)), frozenset()),
    )
    assert load(told_type(Event), dump(told)) == told
    assert from_plain(told_type(Event), plain(told)) == told


def test_a_union_is_told_apart_by_its_tag() -> None:
    assert load_posted(Stake | Ready, b'{"type":"ready"}') == Ready()
    assert load_posted(Stake | Ready, b'{"points":5,"card":1,"type":"stake"}') == Stake(1, 5)
    assert load_posted(Stake | Ready, '{ "type" : "ready" }') == Ready()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"type":"roll"} ',
        b'{"type":"stake","card":1}',
        b'{"type":"stake","card":1,"points":5,"seat":0}',
        b'{"type":"stake","card":1,"card":1,"points":5}',
        b'{"type":"stake","card":1,"points":5,"points":50}',
        b'{"type":"stake","type":"stake","card":1,"points":5}',
        b'{"type":"stake","card":1,"points":5.0}',
        b'{"type":"stake","card":1,"points":5e0}',
        b'{"type":"stake","card":1,"points":"5"}',
        b'{"type":"stake","card":1,"points":true}',
        b'{"type":"stake","card":1,"points":null}',
        b'{"type":"stake","card":1,"points":NaN}',
        b'{"type":"stake","card":1,"points":05}',
        b'{"type":"Stake","card":1,"points":5}',
        b'{"type":"stake","card":[1],"points":5}',
        b'{"type":"stake","card":1,"points":5}{}',
        b"{'type':'ready'}",
        b'{"type":"ready",}',
        b'{"type":"ready"}\x00',
        b'\xff{"type":"ready"}',
        b'\xef\xbb\xbf{"type":"ready"}',
        b'{"type":"re\xffady"}',
        b'{"type":"\\ud800"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"type":"stake","card":1,"points":' + b"9" * 10_000 + b"}",
    ],
)
def test_odd_text_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed):
        load_posted(Stake | Ready, text)


@pytest.mark.parametrize(
    "text", [b"{}", b'{"type":"roll","type":"roll"}', b'{"type":"roll","x":1}']
)
def test_an_only_action_is_read_as_strictly_as_one_of_many(text: bytes) -> None:
    with pytest.raises(Malformed):
        load_posted(Roll, text)


def test_a_set_must_not_name_a_member_twice() -> None:
    assert load_posted(Lay, b'{"type":"lay","cards":[1,2]}') == Lay(frozenset({1, 2}))
    with pytest.raises(Malformed):
        load_posted(Lay, b'{"type":"lay","cards":[1,1]}')


@pytest.mark.parametrize(
    "written",
    [
        {"getting_home": "as_written"},
        {"rank_everyone": 1},
        {"rank_everyone": None},
        {"rotate_first": True},
        [],
        "as_printed",
    ],
)
def test_house_rules_that_do_not_exist_are_refused(written: Any) -> None:
    with pytest.raises(Malformed):
        from_plain(Options, written)


def test_stored_house_rules_may_leave_out_a_default() -> None:
    wanted = Options(getting_home=GettingHome.BOUNCE_BACK)
    assert from_plain(Options, {"getting_home": "bounce_back"}) == wanted


def test_values_are_frozen_and_can_be_kept_in_sets() -> None:
    with pytest.raises(AttributeError):
        Roll().seat = 1
    with pytest.raises(AttributeError):
        Options().rank_everyone = True
    assert len({Roll(), Roll(), Stake(1), Stake(1, 10), Options(), Options()}) == 3


def test_values_of_different_names_are_never_equal() -> None:
    class Pass(Tagged, frozen=True):
        pass

    class Bare(Value, frozen=True):
        pass

    assert Pass() != Ready() and Bare() != Pass()
