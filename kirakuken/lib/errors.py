"""Refusals: expected answers to bad or late input, each with a code that tests and pages use."""


class Refused(Exception):
    """Something may not be done, said by a code. `status` is the HTTP answer it becomes."""

    status = 422

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TooLate(Refused):
    """The question was answered, or taken by the clock, before this answer came."""

    status = 409


class NotAllowed(Refused):
    status = 403


class TooMany(Refused):
    """A limit was reached; `retry_after` is in seconds."""

    status = 429

    def __init__(self, code: str, retry_after: int) -> None:
        super().__init__(code)
        self.retry_after = retry_after


class Busy(Refused):
    """The database could not take it now; nothing was changed. `retry_after` is in seconds."""

    status = 503
    retry_after = 1

    def __init__(self) -> None:
        super().__init__("busy")
