"""JSON of options, states, actions, events, views and results: strict both ways.

Types come from the engine (`load(engine.state_type, text)`); what was told is stored as
`told_type(engine.event_type)`.
"""

import json
from functools import cache
from typing import Any

import msgspec

from games.core.events import Told


class Malformed(ValueError):
    """Text that is not exactly the JSON of a value of the wanted type."""


def dump(value: Any) -> bytes:
    """The one JSON text of a value: keys and sets sorted, no blanks.

    The rules part of a match's dice transcript is the digest of this text.
    """
    return _encoder.encode(value)


def load(kind: Any, text: bytes | str) -> Any:
    """The value of type `kind` in a text of our own making, such as a stored one."""
    try:
        return _decoder(kind).decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Malformed(str(error)) from error


def load_posted(kind: Any, text: bytes | str) -> Any:
    """The same for a text that somebody sent us.

    Beyond `load` it refuses what a JSON reader lets pass in silence: a key given twice,
    a missing tag, a field left to its default, a set with repeated members.
    """
    value = load(kind, text)
    try:
        written = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error
    if written != json.loads(dump(value)):
        raise Malformed("not written out in full")
    return value


def plain(value: Any) -> Any:
    """The value as dicts, lists, text and numbers, for a JSON column."""
    return msgspec.json.decode(dump(value))


def from_plain(kind: Any, written: Any) -> Any:
    """The value of type `kind` in what `plain` gave."""
    try:
        return msgspec.convert(written, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Malformed(str(error)) from error


@cache
def told_type(event_type: Any) -> Any:
    """The type of everything told in a step, for `load`."""
    return tuple[Told[event_type], ...]


_encoder = msgspec.json.Encoder(order="sorted")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Malformed("a key is given twice")
    return fields
