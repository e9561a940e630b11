"""What a seat is being asked."""

from games.core.values import Value


class Question(Value, frozen=True):
    """Equal as long as it is the same question; decision numbers and clocks hang on that.

    `name` is a short word for the page (`turn`). `number` tells this question from the
    earlier and later ones of the same name. `seconds`, if given, is the question's own
    time, whatever the table's turn limit is.
    """

    name: str
    number: int = 0
    seconds: int | None = None
