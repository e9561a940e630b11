"""Every combination of a game's house rules, found from the fields of its options."""

import itertools
from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec


def every_option_set(options_type: Any) -> tuple[Any, ...]:
    asked = msgspec.structs.fields(options_type)
    return tuple(
        options_type(**dict(zip([field.name for field in asked], values, strict=True)))
        for values in itertools.product(*(values_of(field.type) for field in asked))
    )


def values_of(kind: Any) -> Iterator[Any]:
    if kind is bool:
        yield from (False, True)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from kind
    else:
        raise TypeError(f"a house rule of type {kind}")
