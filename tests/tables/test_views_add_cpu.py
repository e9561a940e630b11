from typing import ClassVar

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import Door, names_at, open_table, path_of, seats_of, started_table


class TestAddCpu(Door):
    name: ClassVar[str] = "add_cpu"

    def test_works(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        answer = client_of(aki).post(path_of(table, "add_cpu"), {"seated": "1"})
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert names_at(table) == ["Aki", "CPU"]

    def test_a_script_gets_a_frame(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        answer = client_of(aki).post(
            path_of(table, "add_cpu"), {"seated": "1"}, headers={"Accept": "application/json"}
        )
        frame = answer.json()
        assert answer.status_code == 200
        assert (frame["kind"], frame["room"]) == ("waiting", table.room_version + 1)
        assert "Karakuri 1" in frame["regions"]["room"]

    def test_pressed_twice_it_calls_one(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        browser = client_of(aki)
        for _ in range(3):
            assert browser.post(path_of(table, "add_cpu"), {"seated": "1"}).status_code == 303
        assert names_at(table) == ["Aki", "CPU"]

    def test_a_guest_may_not(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(path_of(table, "add_cpu"))
        assert answer.status_code == 403
        assert "Only the host" in answer.content.decode()
        assert names_at(table) == ["Aki", "Botan"]

    def test_a_guests_script_gets_the_reason(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(
            path_of(table, "add_cpu"), headers={"Accept": "application/json"}
        )
        assert (answer.status_code, answer.json()["refused"]) == (403, "not_host")

    def test_a_full_table_keeps_its_six(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, cpus=5)
        answer = client_of(aki).post(path_of(table, "add_cpu"), {"seated": "6"})
        assert answer.status_code == 422
        assert "All seats at this table are taken." in answer.content.decode()
        assert len(names_at(table)) == 6

    def test_not_while_a_match_is_on(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        answer = client_of(aki).post(path_of(table, "add_cpu"), {"seated": "2"})
        assert answer.status_code == 422
        assert names_at(table) == ["Aki", "CPU"]

    def test_the_host_says_how_well_it_plays(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, game="okuribito")
        browser = client_of(aki)
        for level in ("gentle", "strong", ""):
            browser.post(path_of(table, "add_cpu"), {"level": level})
        assert [seat.cpu_level for seat in seats_of(table)] == ["", "gentle", "strong", ""]
        shown = browser.get(path_of(table)).content.decode()
        assert [shown.count(f'muted">{level}<') for level in ("gentle", "sound", "strong")] == [
            *(1, 1, 1)
        ]
        assert '<option value="sound" selected>' in shown

    def test_a_game_with_one_level_asks_for_none(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, cpus=1)
        assert "cpu-level" not in client_of(aki).get(path_of(table)).content.decode()

    def test_a_level_the_game_does_not_have_is_refused(
        self, aki: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki)
        for level in ("strong", "gentle", "divine"):
            answer = client_of(aki).post(path_of(table, "add_cpu"), {"level": level})
            assert answer.status_code == 422
        assert names_at(table) == ["Aki"]

    def test_nonsense_is_refused(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        for seated in ("x", "-1", "1e9", "9" * 200):
            answer = client_of(aki).post(path_of(table, "add_cpu"), {"seated": seated})
            assert answer.status_code == 422
        assert names_at(table) == ["Aki"]
