"""Unguessable public ids and codes that can be spoken."""

import secrets

# 31 letters and digits that are hard to mishear or misread: no 0, O, 1, I, L.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8


def new_public_id() -> str:
    """128 random bits as 22 characters that are safe in an address."""
    return secrets.token_urlsafe(16)


def new_table_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def read_table_code(typed: str) -> str | None:
    """The code behind what somebody typed (spaces, dashes, small or full-width letters)."""
    import unicodedata

    plain = unicodedata.normalize("NFKC", typed).upper().replace("-", "").replace(" ", "")
    if len(plain) == CODE_LENGTH and all(letter in CODE_ALPHABET for letter in plain):
        return plain
    return None
