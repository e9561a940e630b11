"""Secrets at rest: sealed with a key that is derived from the house's own, and not kept."""

import base64
from functools import cache

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def seal(what: str, text: str) -> str:
    """`what` it is (such as "second step") keeps seals of different things apart."""
    return _fernet(what, settings.SECRET_KEY).encrypt(text.encode()).decode()


def unseal(what: str, sealed: str) -> str:
    """Raises cryptography's InvalidToken for what was not sealed here."""
    return _fernet(what, settings.SECRET_KEY).decrypt(sealed.encode()).decode()


@cache
def _fernet(what: str, secret_key: str) -> Fernet:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"kirakuken {what}".encode())
    return Fernet(base64.urlsafe_b64encode(derive.derive(secret_key.encode())))
