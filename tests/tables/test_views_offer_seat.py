from typing import Any, ClassVar

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import Door, path_of, seats_of, started_table


class TestOfferSeat(Door):
    name: ClassVar[str] = "offer_seat"
    more: ClassVar[tuple[Any, ...]] = (1,)
    body: ClassVar[dict[str, str]] = {"offered": "1"}

    def test_offers_and_takes_back(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        browser, path = client_of(aki), path_of(table, self.name, 1)
        for offered in (True, False):
            body = {"offered": str(int(offered)), "sitting": seats_of(table)[1].pk}
            answer = browser.post(path, body)
            assert (answer.status_code, answer["Location"]) == (303, path_of(table))
            assert seats_of(table)[1].is_offered is offered

    def test_a_guest_may_not(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = started_table(aki, botan, cpus=1)
        answer = client_of(botan).post(path_of(table, self.name, 2), self.body)
        assert answer.status_code == 403
        assert not seats_of(table)[2].is_offered

    def test_nonsense(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        for body in ({}, {"offered": "yes"}, {"offered": "1", "sitting": "x"}):
            assert client_of(aki).post(path_of(table, self.name, 1), body).status_code == 422
        assert not seats_of(table)[1].is_offered
