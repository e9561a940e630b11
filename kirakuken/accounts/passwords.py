"""How passwords are hashed: Argon2id, with a memory that a small house can bear."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Django's own takes 100 MiB and eight threads a hash: a few sign-ins at once would take all
    memory. These are OWASP's figures for servers: 19 MiB, two passes."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
