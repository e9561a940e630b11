"""Phrases: who may say them, how often, who sees them in which language, and who does not."""

from typing import Any, ClassVar

import pytest
from django.test import Client
from django.utils import translation

from kirakuken.accounts.models import Player
from kirakuken.lib.errors import NotAllowed, Refused, TooMany
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables.models import Hush, Phrase, Table
from tables.phrases import PHRASES, phrase_words
from tables.selectors import snapshot
from tables.services import talking
from tables.talk import lines
from tests.cast import ClientOf
from tests.tables.doors import Door, open_table, path_of, seats_of, started_table
from tests.tables.play import Time, match_of, table_of

pytestmark = pytest.mark.django_db(transaction=True)


class TestSay(Door):
    name: ClassVar[str] = "say"
    body: ClassVar[dict[str, str]] = {"phrase": "3"}

    def test_a_phrase_is_said(self, aki: Player, botan: Player, client_of: ClientOf) -> None:
        table = open_table(aki, botan)
        answer = client_of(botan).post(path_of(table, "say"), self.body)
        assert (answer.status_code, answer["Location"]) == (303, path_of(table))
        assert "Well played." in client_of(aki).get(path_of(table)).content.decode()

    def test_a_script_gets_nothing_and_hears_it_by_frames(
        self, aki: Player, client_of: ClientOf
    ) -> None:
        answer = say(client_of(aki), open_table(aki), 3)
        assert (answer.status_code, answer.content) == (204, b"")

    def test_a_second_one_at_once_is_one_too_many(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        assert say(client_of(aki), table, 1).status_code == 204
        late = say(client_of(aki), table, 2)
        assert (late.status_code, late["Retry-After"]) == (429, "3")
        assert late.json()["words"].startswith("One phrase every three seconds")
        assert say(client_of(botan), table, 2).status_code == 204
        page = client_of(aki).post(path_of(table, "say"), self.body)
        assert page.status_code == 429 and "three seconds" in page.content.decode()

    @pytest.mark.parametrize("phrase", ["0", "13", "99", "-1", "1.5", "Hello", "", "<b>", "１e0"])
    def test_there_is_no_free_text(self, phrase: str, aki: Player, client_of: ClientOf) -> None:
        table = open_table(aki)
        assert say(client_of(aki), table, phrase).status_code == 422
        with with_parlour(aki.parlour):
            assert not Phrase.objects.exists()

    def test_nobody_speaks_as_somebody_else(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        client_of(botan).post(path_of(table, "say"), {"phrase": 1, "seat": 0, "player": aki.pk})
        with with_parlour(aki.parlour):
            assert Phrase.objects.get().player == botan


class TestHush(Door):
    name: ClassVar[str] = "hush"
    body: ClassVar[dict[str, str]] = {"sitting": "1", "hide": "yes"}

    def test_what_is_hidden_stays_hidden(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = started_table(aki, botan)
        reader = client_of(aki)
        say(client_of(botan), table, 3)
        assert "<q>Well played.</q>" in reader.get(path_of(table)).content.decode()
        answer = hush(reader, table, 1, "yes")
        assert "<q>Well played.</q>" not in answer.json()["regions"]["talk"]
        for page in (reader.get(path_of(table)), client_of(aki).get(path_of(table))):
            assert "<q>Well played.</q>" not in page.content.decode()
            assert "Show what Botan says" in page.content.decode()
        assert "<q>Well played.</q>" in client_of(botan).get(path_of(table)).content.decode()
        other = open_table(aki, botan)
        say(client_of(botan), other, 3)
        assert "<q>Well played.</q>" not in reader.get(path_of(other)).content.decode()
        hush(reader, table, 1, "no")
        assert "<q>Well played.</q>" in reader.get(path_of(table)).content.decode()

    def test_without_scripts_it_leads_back(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table = open_table(aki, botan)
        sitting = seats_of(table)[1].pk
        body = {"sitting": sitting, "hide": "yes"}
        assert client_of(aki).post(path_of(table, "hush"), body).status_code == 303

    def test_it_is_counted_for_everybody_is_told(
        self, aki: Player, botan: Player, client_of: ClientOf, redis_here: str, settings: Any
    ) -> None:
        settings.LIMITS = settings.LIMITS | {"press_per_player": (1, 60)}
        table, browser = open_table(aki, botan), client_of(aki)
        assert hush(browser, table, 1, "yes").status_code == 200
        assert hush(browser, table, 1, "no").status_code == 429

    def test_only_a_neighbour_can_be_hidden(
        self, aki: Player, botan: Player, client_of: ClientOf
    ) -> None:
        table, other = open_table(aki, cpus=1), open_table(botan)
        mine, cpu, far = seats_of(table)[0].pk, seats_of(table)[1].pk, seats_of(other)[0].pk
        for sitting in (mine, cpu, far, 10**9, "x", ""):
            body = {"sitting": sitting, "hide": "yes"}
            assert client_of(aki).post(path_of(table, "hush"), body).status_code == 422
        with with_parlour(aki.parlour):
            assert not Hush.objects.exists()


def say(browser: Client, table: Table, phrase: Any) -> Any:
    headers = {"accept": "application/json"}
    return browser.post(path_of(table, "say"), {"phrase": phrase}, headers=headers)


def hush(browser: Client, table: Table, number: int, hide: str) -> Any:
    body = {"sitting": seats_of(table)[number].pk, "hide": hide}
    return browser.post(path_of(table, "hush"), body, headers={"accept": "application/json"})


def test_there_are_twelve_and_each_reader_has_their_own_words() -> None:
    assert list(PHRASES) == list(range(1, 13))
    english = [phrase_words(number) for number in PHRASES]
    with translation.override("ja"):
        japanese = [phrase_words(number) for number in PHRASES]
    assert len(set(english)) == len(set(japanese)) == 12
    assert not set(english) & set(japanese)
    assert not any("!" in words or "！" in words for words in english + japanese)


def test_each_reads_their_own_language(aki: Player, chiyo: Player, client_of: ClientOf) -> None:
    table = started_table(aki, chiyo)
    say(client_of(aki), table, 1)
    assert "<q>Good to meet you.</q>" in client_of(aki).get(path_of(table)).content.decode()
    assert "<q>よろしくお願いします。</q>" in client_of(chiyo).get(path_of(table)).content.decode()


def test_spectators_read_and_do_not_speak(
    aki: Player, botan: Player, daigo: Player, client_of: ClientOf
) -> None:
    table = started_table(aki, botan, is_listed=True)
    say(client_of(aki), table, 3)
    seen = client_of(daigo).get(path_of(table)).content.decode()
    assert "<q>Well played.</q>" in seen
    assert "data-phrases" not in seen and "Hide what" not in seen
    assert say(client_of(daigo), table, 3).status_code == 403


def test_every_three_seconds_and_no_sooner(
    at_home: Parlour, time: Time, aki: Player, botan: Player
) -> None:
    table = table_of(aki, botan)
    talking.do_say(table, aki, 1)
    time.passes(2.9)
    with pytest.raises(TooMany):
        talking.do_say(table, aki, 1)
    time.passes(0.1)
    talking.do_say(table, aki, 2)
    assert Phrase.objects.count() == 2


def test_after_an_hour_it_is_forgotten(at_home: Parlour, time: Time, aki: Player) -> None:
    table = table_of(aki)
    talking.do_say(table, aki, 1)
    time.passes(3599)
    assert len(lines(snapshot(table.pk), 0)) == 1
    talking.do_forget_phrases()
    time.passes(1)
    assert lines(snapshot(table.pk), 0) == ()
    talking.do_forget_phrases()
    assert not Phrase.objects.exists()


def test_a_phrase_is_news_and_changes_no_match(
    at_home: Parlour, time: Time, aki: Player, botan: Player, notices: list[dict[str, Any]]
) -> None:
    match = match_of(aki, botan)
    time.passes(6)
    before = snapshot(match.table_id)
    notices.clear()
    talking.do_say(match.table, aki, 7)
    after = snapshot(match.table_id)
    assert after.table.room_version == before.table.room_version + 1
    assert after.match == before.match and after.decisions == before.decisions
    assert [each["room"] for each in notices] == [after.table.room_version]


def test_a_stranger_and_a_closed_table(at_home: Parlour, aki: Player, botan: Player) -> None:
    table = table_of(aki)
    with pytest.raises(NotAllowed):
        talking.do_say(table, botan, 1)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.CLOSED)
    with pytest.raises(Refused, match="table_closed"):
        talking.do_say(table, aki, 1)


def test_only_the_last_twenty_are_shown(at_home: Parlour, time: Time, aki: Player) -> None:
    table = table_of(aki)
    for _ in range(25):
        talking.do_say(table, aki, 1)
        time.passes(3)
    assert len(lines(snapshot(table.pk), 0)) == 20


def test_a_silent_table_asks_for_nothing(
    at_home: Parlour, aki: Player, django_assert_num_queries: Any
) -> None:
    shown = snapshot(table_of(aki).pk)
    with django_assert_num_queries(0):
        assert lines(shown, 0) == ()
