from typing import ClassVar

from pytest_django import Settings

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import Door, open_table, path_of, seats_of, started_table


class TestChooseMark(Door):
    name: ClassVar[str] = "choose_mark"
    body: ClassVar[dict[str, str]] = {"mark": "gourd"}

    def test_works(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(path_of(table, self.name), {"mark": "gourd"})
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert [seat.mark for seat in seats_of(table)] == ["hat", "gourd"]

    def test_taken_by_a_neighbour(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(path_of(table, self.name), {"mark": "hat"})
        assert answer.status_code == 422
        assert "taken that piece" in answer.content.decode()
        assert [seat.mark for seat in seats_of(table)] == ["hat", "lantern"]

    def test_a_script_gets_the_words_in_a_frame(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(
            path_of(table, self.name), {"mark": "hat"}, headers={"Accept": "application/json"}
        )
        regions = answer.json()["regions"]
        assert answer.status_code == 422
        assert "taken that piece" in regions["counter"]
        assert 'id="mark-lantern" checked' in regions["marks"]

    def test_pressed_again_it_stays(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        for _ in range(3):
            answer = client_of(aki).post(path_of(table, self.name), {"mark": "fan"})
            assert answer.status_code == 303
        assert [seat.mark for seat in seats_of(table)] == ["fan"]

    def test_nonsense_is_refused(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        for mark in ("", "crown", "hat" * 100):
            assert client_of(aki).post(path_of(table, self.name), {"mark": mark}).status_code == 422
        assert [seat.mark for seat in seats_of(table)] == ["hat"]

    def test_not_while_a_match_is_on(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        answer = client_of(aki).post(path_of(table, self.name), {"mark": "gourd"})
        assert answer.status_code == 422
        assert seats_of(table)[0].mark == "hat"

    def test_too_often_is_refused(
        self, aki: Player, client_of: ClientOf, redis_here: str, settings: Settings
    ) -> None:
        """Each press is told to everybody at the table."""
        settings.LIMITS = settings.LIMITS | {"press_per_player": (3, 60)}
        table, browser = open_table(aki), client_of(aki)
        presses = [
            browser.post(path_of(table, self.name), {"mark": mark}).status_code
            for mark in ("fan", "top", "hat", "fan")
        ]
        assert presses == [303, 303, 303, 429]
        assert seats_of(table)[0].mark == "hat"
