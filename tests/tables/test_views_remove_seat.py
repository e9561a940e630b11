from typing import Any, ClassVar

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import Door, names_at, open_table, path_of, seats_of, started_table


class TestRemoveSeat(Door):
    name: ClassVar[str] = "remove_seat"
    more: ClassVar[tuple[Any, ...]] = (1,)

    def test_a_cpu_goes_at_once(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, cpus=2)
        sitting = str(seats_of(table)[1].pk)
        answer = client_of(aki).post(path_of(table, self.name, 1), {"sitting": sitting})
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert names_at(table) == ["Aki", "CPU"]

    def test_a_guest_goes_and_cannot_come_back(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan, is_listed=True)
        client_of(aki).post(path_of(table, self.name, 1), {"sitting": seats_of(table)[1].pk})
        assert names_at(table) == ["Aki"]
        browser = client_of(botan)
        assert "took you from this table" in browser.get(path_of(table)).content.decode()
        browser.post(path_of(table, "join"))
        assert names_at(table) == ["Aki"]

    def test_a_guest_is_removed_only_after_one_more_question(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        page = client_of(aki).get(path_of(table)).content.decode()
        assert '<details class="ask"' in page
        assert "Remove Botan?" in page

    def test_pressed_twice_it_removes_one(
        self, aki: Player, botan: Player, chiyo: Player, client_of: ClientOf
    ) -> None:
        """Seats close up: the second press must not meet whoever sits there by then."""
        table = open_table(aki, botan, chiyo)
        body = {"sitting": str(seats_of(table)[1].pk)}
        for _ in range(3):
            assert client_of(aki).post(path_of(table, self.name, 1), body).status_code == 303
        assert names_at(table) == ["Aki", "千代"]

    def test_a_guest_may_not(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan, cpus=1)
        assert client_of(botan).post(path_of(table, self.name, 2)).status_code == 403
        assert names_at(table) == ["Aki", "Botan", "CPU"]

    def test_the_host_cannot_remove_themselves(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, cpus=1)
        assert client_of(aki).post(path_of(table, self.name, 0)).status_code == 422
        assert names_at(table) == ["Aki", "CPU"]

    def test_nobody_sits_there(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        answer = client_of(aki).post(path_of(table, self.name, 4))
        assert answer.status_code == 422
        assert "not there any more" in answer.content.decode()

    def test_in_a_match_a_cpu_takes_the_seat(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = started_table(aki, botan)
        answer = client_of(aki).post(
            path_of(table, self.name, 1), {"sitting": seats_of(table)[1].pk}
        )
        assert answer.status_code == 303
        assert names_at(table) == ["Aki", "CPU"]
