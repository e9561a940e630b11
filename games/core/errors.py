"""What the rules say no with."""


class Refused(Exception):
    """An answer the rules do not allow; `code` says why and is what tests and pages go by."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
