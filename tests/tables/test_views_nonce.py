import hashlib
from typing import ClassVar

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import Door, open_table, path_of, seats_of

HASH = hashlib.sha256(b"a share in the dice").hexdigest()


class TestNonce(Door):
    name: ClassVar[str] = "nonce"
    body: ClassVar[dict[str, str]] = {"commitment": HASH}

    def test_a_commitment_is_kept_with_the_seat(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        answer = client_of(aki).post(path_of(table, self.name), {"commitment": HASH})
        assert (answer.status_code, answer.content) == (204, b"")
        assert seats_of(table)[0].commitment == HASH

    def test_nonsense_is_refused(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        for body in (
            {},
            {"commitment": "zz"},
            {"commitment": HASH.upper()},
            {"commitment": HASH + "00"},
            {"nonce": "12"},
            {"commitment": HASH, "nonce": HASH},
        ):
            assert client_of(aki).post(path_of(table, self.name), body).status_code == 422
        assert seats_of(table)[0].commitment == ""

    def test_a_share_before_the_start_is_too_late_or_early(
        self, aki: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki)
        answer = client_of(aki).post(path_of(table, self.name), {"nonce": HASH})
        assert answer.status_code == 409
