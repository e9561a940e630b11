from typing import ClassVar

from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Table
from tests.cast import ClientOf
from tests.tables.doors import Door, path_of, started_table


def match_at(table: Table) -> Match:
    with with_parlour(table.parlour):
        return Match.objects.get(table=table)


class TestStop(Door):
    name: ClassVar[str] = "stop"
    body: ClassVar[dict[str, str]] = {"answer": "yes"}

    def test_alone_at_once(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        browser = client_of(aki)
        assert 'id="ask-stop"' in browser.get(path_of(table)).content.decode()
        answer = browser.post(path_of(table, self.name), self.body)
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert match_at(table).is_over
        page = browser.get(path_of(table)).content.decode()
        assert "The match was ended early" in page
        assert "Again" in page

    def test_without_scripts_one_asks_and_the_other_agrees(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = started_table(aki, botan)
        client_of(aki).post(path_of(table, self.name), self.body)
        assert (
            "Aki would like to stop here" in client_of(botan).get(path_of(table)).content.decode()
        )
        proposal = match_at(table).stop_proposal
        client_of(botan).post(path_of(table, self.name), {**self.body, "proposal": proposal})
        assert match_at(table).is_over

    def test_a_no(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = started_table(aki, botan)
        client_of(aki).post(path_of(table, self.name), self.body)
        proposal = match_at(table).stop_proposal
        client_of(botan).post(path_of(table, self.name), {"answer": "no", "proposal": proposal})
        assert match_at(table).stop_proposal is None
        answer = client_of(aki).post(path_of(table, self.name), self.body)
        assert answer.status_code == 422
        assert "would rather play on" in answer.content.decode()

    def test_too_late_is_409_and_the_page_as_it_is(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = started_table(aki, botan)
        answer = client_of(aki).post(path_of(table, self.name), {**self.body, "proposal": "1"})
        assert answer.status_code == 409
        assert "That proposal is over." in answer.content.decode()
        assert not match_at(table).is_over

    def test_with_scripts_the_answer_is_a_frame(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        answer = client_of(aki).post(
            path_of(table, self.name), self.body, headers={"Accept": "application/json"}
        )
        assert answer.json()["kind"] == "result"

    def test_nonsense(self, aki: Player, client_of: ClientOf) -> None:
        table = started_table(aki, cpus=1)
        for body in ({}, {"answer": "perhaps"}, {"answer": "yes", "proposal": "-1"}):
            assert client_of(aki).post(path_of(table, self.name), body).status_code == 422
        assert not match_at(table).is_over
