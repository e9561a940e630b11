from typing import ClassVar

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables import rooms
from tables.models import Table
from tests.cast import ClientOf
from tests.tables.doors import Door, open_table, path_of


def fresh(table: Table) -> Table:
    with with_parlour(table.parlour):
        return Table.objects.get(pk=table.pk)


class TestNewLink(Door):
    name: ClassVar[str] = "new_link"

    def test_works_and_the_old_link_is_dead(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        old, code = rooms.invite_path(table), table.code
        answer = client_of(aki).post(path_of(table, self.name), {"door": "0"})
        assert answer.status_code == 303
        new = fresh(table)
        assert rooms.invite_path(new) != old
        assert new.code != code
        page = client_of(aki).get(path_of(table)).content.decode()
        assert rooms.invite_path(new) in page
        assert old not in page
        stranger = client_of(None)
        stranger.get(old)
        assert stranger.get(path_of(table)).status_code == 404
        assert stranger.get(rooms.invite_path(new)).status_code in {302, 303}
        assert stranger.get(path_of(table)).status_code == 200

    def test_pressed_twice_it_changes_once(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        for _ in range(3):
            client_of(aki).post(path_of(table, self.name), {"door": "0"})
        assert fresh(table).invite_revision == 1

    def test_a_guest_may_not(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        assert client_of(botan).post(path_of(table, self.name)).status_code == 403
        assert fresh(table).invite_revision == 0
        assert "New link" not in client_of(botan).get(path_of(table)).content.decode()
