from typing import ClassVar

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.management.commands.seed_demo import LONGEST_MATCH, play
from tables.models import Match, Table
from tests.cast import ClientOf
from tests.tables.doors import Door, path_of, started_table


def finished_table(host: Player, *guests: Player, is_listed: bool = False) -> Table:
    table = started_table(host, *guests, is_listed=is_listed)
    with with_parlour(host.parlour):
        play(Match.objects.get(table=table), LONGEST_MATCH)
        table.refresh_from_db()
    assert table.phase == Table.Phase.FINISHED
    return table


def matches_at(table: Table) -> list[Match]:
    with with_parlour(table.parlour):
        return list(Match.objects.filter(table=table).order_by("number"))


class TestAgain(Door):
    name: ClassVar[str] = "again"

    def test_any_seated_person_starts_the_next_match(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, botan)
        answer = client_of(botan).post(path_of(table, self.name))
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert [(match.number, match.first) for match in matches_at(table)] == [(1, 0), (2, 1)]

    def test_all_press_and_one_match_begins(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, botan)
        for player in (aki, botan, aki, botan):
            assert client_of(player).post(path_of(table, self.name)).status_code == 303
        assert len(matches_at(table)) == 2

    def test_a_watcher_of_the_result_may_not(
        self, aki: Player, botan: Player, daigo: Player, client_of: ClientOf
    ) -> None:
        table = finished_table(aki, botan, is_listed=True)
        assert client_of(daigo).post(path_of(table, self.name)).status_code == 403
        assert len(matches_at(table)) == 1
