from typing import ClassVar

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.models import Match
from tests.cast import ClientOf
from tests.tables.doors import Door, open_table, path_of, started_table


def matches_at(table_id: int, player: Player) -> int:
    with with_parlour(player.parlour):
        return Match.objects.filter(table=table_id).count()


class TestStart(Door):
    name: ClassVar[str] = "start"

    def test_works(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        answer = client_of(aki).post(path_of(table, self.name))
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        for player in (aki, botan):
            page = client_of(player).get(path_of(table)).content.decode()
            assert 'data-kind="match"' in page

    def test_a_script_gets_the_frame_of_another_page(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        answer = client_of(aki).post(
            path_of(table, self.name), headers={"Accept": "application/json"}
        )
        assert answer.json()["kind"] == "match"

    def test_alone_it_says_why_not(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        page = client_of(aki).get(path_of(table)).content.decode()
        assert 'aria-disabled="true"' in page
        assert "when 1 more has sat down" in page
        answer = client_of(aki).post(path_of(table, self.name))
        assert answer.status_code == 422
        assert "cannot be played by this number" in answer.content.decode()
        assert matches_at(table.pk, aki) == 0

    def test_a_guest_may_not(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        browser = client_of(botan)
        assert "Waiting for Aki to start" in browser.get(path_of(table)).content.decode()
        assert browser.post(path_of(table, self.name)).status_code == 403
        assert matches_at(table.pk, aki) == 0

    def test_pressed_twice_it_starts_one(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki, cpus=1)
        for _ in range(3):
            assert client_of(aki).post(path_of(table, self.name)).status_code == 303
        assert matches_at(table.pk, aki) == 1

    def test_in_a_running_match_it_leads_to_it(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        assert client_of(aki).post(path_of(table, self.name)).status_code == 303
