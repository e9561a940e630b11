"""The ground all values stand on: frozen, strict, JSON both ways."""

import msgspec


def spoken_name(class_name: str) -> str:
    """`TurnMissed` is written `turn_missed` in JSON, as the rules pages write it."""
    parted = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in class_name)
    return parted.lstrip("_")


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value that is known by its fields: options, states, views, results."""


class Tagged(Value, frozen=True, tag=spoken_name):
    """A value that is known by its name too, under `type`: actions, events, tasks."""


class Sealed(Value, frozen=True):
    """A value with secrets in it: error pages and logs can print no more than its name."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(sealed)"
