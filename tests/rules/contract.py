"""The laws every engine keeps.

A law is a function of a subject (an engine and what its tests need to know about it), a
seat count, house rules and a seed. It plays, and asserts. test_faults.py shows that each
law notices the faults it is there for.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from games.core.codec import Malformed, dump, from_plain, load, load_posted, plain, told_type
from games.core.dice import KeyedDice
from games.core.engine import AnyEngine, Engine, Step
from games.core.errors import Refused
from games.core.events import heard_by
from games.core.question import Question
from games.core.replay import Made, replay
from games.core.result import Result
from games.core.seats import Seat, all_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """An engine under test.

    `conceivable` lists answers a seat might try in a state, the legal ones and silly ones.
    `follow` changes a seat's view by one event it heard. `invariant` asserts what holds in
    every state. Questions named in `one_answer` are over once they are answered. Of long
    matches the costly laws look at every so many moments only.
    """

    engine: AnyEngine
    option_sets: tuple[Any, ...]
    conceivable: Callable[[Any, Seat], Iterable[Any]]
    follow: Callable[[Any, Any, Seat | None], Any]
    invariant: Callable[[Any], None]
    one_answer: frozenset[str] = frozenset()
    step_bound: int = 20_000
    look_at_every: int = 1


@dataclass(frozen=True, slots=True)
class Moment:
    """A state, what was done in it, and the step that came of it."""

    state: Any
    seat: Seat
    action: Any
    step: Step[Any, Any]


Law = Callable[[Subject, int, Any, int], None]


def ends_and_replays(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """Random play ends and can be replayed; then everything is refused as over."""
    engine = subject.engine
    random.seed(seed)
    stirred = random.getstate()
    start, moments = play(subject, seats, options, seed)
    assert random.getstate() == stirred, "the rules drew from the global generator"

    random.seed(seed + 1)
    made = [Made(moment.seat, moment.action) for moment in moments]
    again = replay(
        engine,
        seats=seats,
        options=options,
        first=first_seat(seats, seed),
        key=key_for(seed),
        moves=made,
    )
    steps = [replayed.step for replayed in again]
    assert steps == [start, *(moment.step for moment in moments)]

    for step in steps[:-1]:
        assert engine.must_act(step.state) and engine.result(step.state) is None
    end = steps[-1].state
    result = engine.result(end)
    assert result is not None and len(result.ranks) == len(result.scores) == seats
    assert all(1 + sum(other < rank for other in result.ranks) == rank for rank in result.ranks)
    for seat in all_seats(seats):
        assert engine.question(end, seat) is None
        assert engine.legal_actions(end, seat) == ()
        for action in subject.conceivable(end, seat):
            assert engine.refusal(end, seat, action) == "game_over"


def ends_by_the_clock(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """Nobody ever answers, and the match ends all the same."""
    play(subject, seats, options, seed, clock_share=10)


def legal_is_exactly_not_refused(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """The list of legal answers and the refusals say the same, and `apply` obeys them."""
    engine = subject.engine
    for name in ("apply", "start", "must_act"):
        assert getattr(type(engine), name) is getattr(Engine, name), f"{name} is final"
    for state in [*states(subject, seats, options, seed)][:: subject.look_at_every]:
        for seat in (*all_seats(seats), Seat(seats), Seat(-1)):
            legal = engine.legal_actions(state, seat)
            conceivable = list(subject.conceivable(state, seat))
            assert len(set(legal)) == len(legal)
            assert set(legal) <= set(conceivable)
            for action in conceivable:
                code = engine.refusal(state, seat, action)
                assert (code is None) == (action in legal)
                if code is not None:
                    with pytest.raises(Refused) as refused:
                        engine.apply(state, seat, action, KeyedDice(key_for(seed)))
                    assert refused.value.code == code
            if seat in engine.must_act(state):
                assert legal
                assert engine.on_timeout(state, seat) in legal


def nobody_can_tell(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """No seat and no spectator can tell the real state from an imagined one: not by what
    they see, not by who must act or what they may do, not by what they hear next."""
    engine, key = subject.engine, key_for(seed)
    _, moments = play(subject, seats, options, seed)
    for number, moment in enumerate(moments[:: subject.look_at_every]):
        state = moment.state
        real = engine.apply(state, moment.seat, moment.action, KeyedDice(key, 500))
        for seat in (*all_seats(seats), None):
            other = engine.imagine(state, seat, KeyedDice(key, 10_000 + number))
            assert engine.view(other, seat) == engine.view(state, seat)
            assert engine.must_act(other) == engine.must_act(state)
            if seat is not None:
                assert engine.question(other, seat) == engine.question(state, seat)
                assert engine.legal_actions(other, seat) == engine.legal_actions(state, seat)
            if engine.refusal(other, moment.seat, moment.action) is not None:
                continue
            twin = engine.apply(other, moment.seat, moment.action, KeyedDice(key, 500))
            if other == state:
                assert twin == real, "chance came from elsewhere than the dice"
            if engine.view(twin.state, seat) == engine.view(real.state, seat):
                assert heard_by(twin.told, seat) == heard_by(real.told, seat)


def json_there_and_back(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """Everything survives JSON unchanged; a field too many is refused, wherever it is."""
    engine = subject.engine
    start, moments = play(subject, seats, options, seed)
    there_and_back(engine.options_type, options)
    for step in (start, *(moment.step for moment in moments))[:: subject.look_at_every]:
        there_and_back(engine.state_type, step.state)
        there_and_back(told_type(engine.event_type), step.told)
        for seat in (*all_seats(seats), None):
            there_and_back(engine.view_type, engine.view(step.state, seat))
            if seat is not None:
                there_and_back(Question | None, engine.question(step.state, seat))
    for moment in moments[:: subject.look_at_every]:
        there_and_back(engine.action_type, moment.action)
        text = dump(moment.action)
        assert load_posted(engine.action_type, text) == moment.action
        for odd in (text[:-1] + b"," + text[1:], b"{}", b"[]", b"null", b"", text + text):
            with pytest.raises(Malformed):
                load_posted(engine.action_type, odd)
    there_and_back(Result, engine.result(moments[-1].step.state))


def states_are_left_alone(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """Asking and playing leave a state as it was, and asking twice gets the same answer."""
    engine = subject.engine
    _, moments = play(subject, seats, options, seed)
    for moment in moments[:: subject.look_at_every]:
        before = dump(moment.state)
        answers = [
            (
                engine.must_act(moment.state),
                engine.result(moment.state),
                [engine.view(moment.state, seat) for seat in (*all_seats(seats), None)],
                [engine.legal_actions(moment.state, seat) for seat in all_seats(seats)],
                engine.apply(moment.state, moment.seat, moment.action, KeyedDice(key_for(seed), 7)),
            )
            for _ in range(2)
        ]
        assert answers[0] == answers[1]
        assert dump(moment.state) == before


def invariant_holds(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """What the game keeps constant is constant in every state."""
    for state in states(subject, seats, options, seed):
        subject.invariant(state)


def hearing_is_seeing(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """Whoever hears every event knows exactly what somebody sees who has just come."""
    engine = subject.engine
    start, moments = play(subject, seats, options, seed)
    for seat in (*all_seats(seats), None):
        followed = engine.view(start.state, seat)
        for moment in moments:
            for event in heard_by(moment.step.told, seat):
                followed = subject.follow(followed, event, seat)
            assert followed == engine.view(moment.step.state, seat)


def an_answered_question_is_over(subject: Subject, seats: int, options: Any, seed: int) -> None:
    """A late answer to an old question cannot be taken for one to the new question."""
    engine = subject.engine
    start, moments = play(subject, seats, options, seed)
    before = start.state
    for moment in moments:
        asked = engine.question(before, moment.seat)
        if asked is not None and asked.name in subject.one_answer:
            assert engine.question(moment.step.state, moment.seat) != asked
        before = moment.step.state


LAWS: tuple[Law, ...] = (
    ends_and_replays,
    ends_by_the_clock,
    legal_is_exactly_not_refused,
    nobody_can_tell,
    json_there_and_back,
    states_are_left_alone,
    invariant_holds,
    hearing_is_seeing,
    an_answered_question_is_over,
)


def play(
    subject: Subject, seats: int, options: Any, seed: int, clock_share: int = 3
) -> tuple[Step[Any, Any], list[Moment]]:
    """A random match; `clock_share` of ten answers are given by the clock."""
    engine, chooser = subject.engine, random.Random(seed)
    dice = KeyedDice(key_for(seed))
    start = step = engine.start(seats, options, first_seat(seats, seed), dice)
    moments: list[Moment] = []
    while asked := engine.must_act(step.state):
        assert len(moments) < subject.step_bound, "the match does not end"
        seat = chooser.choice(sorted(asked))
        if chooser.randrange(10) < clock_share:
            action = engine.on_timeout(step.state, seat)
        else:
            legal = engine.legal_actions(step.state, seat)
            assert legal, "a seat is asked and has no answer"
            action = chooser.choice(legal)
        after = engine.apply(step.state, seat, action, dice)
        moments.append(Moment(step.state, seat, action, after))
        step = after
    assert moments, "the match is over before it has begun"
    return start, moments


def states(subject: Subject, seats: int, options: Any, seed: int) -> Iterator[Any]:
    start, moments = play(subject, seats, options, seed)
    yield start.state
    for moment in moments:
        yield moment.step.state


def key_for(seed: int) -> bytes:
    return hashlib.sha256(f"contract {seed}".encode()).digest()


def first_seat(seats: int, seed: int) -> Seat:
    return Seat(seed % seats)


def there_and_back(kind: Any, value: Any) -> None:
    text = dump(value)
    assert load(kind, text) == value
    assert dump(load(kind, text)) == text
    written = plain(value)
    assert from_plain(kind, written) == value
    for crowded in with_a_field_too_many(written):
        with pytest.raises(Malformed):
            from_plain(kind, crowded)


def with_a_field_too_many(written: Any) -> Iterator[Any]:
    """Copies of plain JSON, each with one object in it that has an extra field."""
    if isinstance(written, dict):
        yield {**written, "zzz": 1}
        for name, inner in written.items():
            yield from ({**written, name: crowded} for crowded in with_a_field_too_many(inner))
    elif isinstance(written, list):
        for place, inner in enumerate(written):
            for crowded in with_a_field_too_many(inner):
                yield [*written[:place], crowded, *written[place + 1 :]]
