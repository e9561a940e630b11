"""The questions that every post of the waiting room has to answer, and tables to ask them at."""

from typing import Any, ClassVar

from django.test import Client
from django.urls import reverse

from kirakuken.accounts.models import Player
from kirakuken.lib.ids import new_public_id
from kirakuken.parlours.scope import with_parlour
from tables.models import Seat, Table
from tables.services import opening, seating, starting
from tests.cast import ClientOf


def open_table(
    host: Player,
    *guests: Player,
    cpus: int = 0,
    is_listed: bool = False,
    game: str = "hokusai",
) -> Table:
    with with_parlour(host.parlour):
        table = opening.do_open(
            host.parlour, host, game=game, options={}, turn_limit=None, is_listed=is_listed
        )
        for guest in guests:
            seating.do_join(table, guest)
        for _ in range(cpus):
            seating.do_add_cpu(table, host)
        table.refresh_from_db()
    return table


def started_table(host: Player, *guests: Player, cpus: int = 0, is_listed: bool = False) -> Table:
    table = open_table(host, *guests, cpus=cpus, is_listed=is_listed)
    with with_parlour(host.parlour):
        starting.do_start(table, host)
        table.refresh_from_db()
    return table


def invite(client: Client, table: Table) -> None:
    """What opening the invite link leaves in the browser."""
    session = client.session
    session["parlour_id"] = table.parlour_id
    session["invites"] = {table.public_id: table.invite_revision}
    session.save()


def seats_of(table: Table) -> list[Seat]:
    with with_parlour(table.parlour):
        return list(Seat.objects.filter(table=table).select_related("player").order_by("number"))


def names_at(table: Table) -> list[str]:
    return [seat.player.name if seat.player else "CPU" for seat in seats_of(table)]


def path_of(table: Table, name: str = "table", *more: Any) -> str:
    return reverse(f"tables:{name}", args=[table.public_id, *more])


class Door:
    """A post that needs a seat. `name` and `more` make its address, `body` is what is sent."""

    name: ClassVar[str]
    more: ClassVar[tuple[Any, ...]] = ()
    body: ClassVar[dict[str, str]] = {}

    def test_rejects_get(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        assert client_of(aki).get(path_of(table, self.name, *self.more)).status_code == 405

    def test_needs_csrf(self, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        browser = client_of(aki, csrf=True)
        answer = browser.post(path_of(table, self.name, *self.more), self.body)
        assert answer.status_code == 403
        assert names_at(table) == ["Aki"]

    def test_foreign_parlour_is_404(self, aki: Player, fumi: Player, client_of: ClientOf) -> None:
        table = open_table(aki, is_listed=True)
        answer = client_of(fumi).post(path_of(table, self.name, *self.more), self.body)
        assert answer.status_code == 404

    def test_unknown_table_is_the_same_404(self, aki: Player, client_of: ClientOf) -> None:
        path = reverse(f"tables:{self.name}", args=[new_public_id(), *self.more])
        assert client_of(aki).post(path, self.body).status_code == 404

    def test_stranger_without_the_link_gets_404(
        self, aki: Player, daigo: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki)
        answer = client_of(daigo).post(path_of(table, self.name, *self.more), self.body)
        assert answer.status_code == 404

    def test_spectator_may_not(self, aki: Player, daigo: Player, client_of: ClientOf) -> None:
        table = open_table(aki, is_listed=True)
        answer = client_of(daigo).post(path_of(table, self.name, *self.more), self.body)
        assert answer.status_code == 403
        assert names_at(table) == ["Aki"]
