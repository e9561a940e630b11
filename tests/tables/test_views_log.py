"""/log/ and its file: one public chain per parlour, naming no match."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from kirakuken.parlours.scope import with_parlour
from tables import replay_views
from tables.models import CommitmentLog, Match
from tests.cast import ClientOf
from tests.tables.finished import closed, finished_match, running_match
from verifier import kirakuken_verify as verifier


def log_file(client: Client, after: int | None = None) -> Any:
    query = {} if after is None else {"after": str(after)}
    answer = client.get(reverse("matches:log_file"), query)
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_empty(parlour: Parlour, client_of: ClientOf) -> None:
    answer = client_of(None).get(reverse("matches:log"))
    assert "No match has been started yet." in answer.content.decode()
    assert log_file(client_of(None))["rows"] == []


def test_everybody_may_read_it_and_it_names_no_match(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    over, on = finished_match(aki, botan), running_match(aki, botan)
    words = client_of(None).get(reverse("matches:log")).content.decode()
    written = json.dumps(log_file(client_of(None)))
    for match in (over, on):
        assert match.key.commitment in words
        assert match.key.commitment in written
        for text in (words, written):
            assert match.public_id not in text
            assert match.table.public_id not in text
    assert "1 being played," in words
    assert "0 never revealed." in words


def test_the_file_is_a_right_chain_with_the_match_in_it(
    aki: Player, botan: Player, client_of: ClientOf, tmp_path: Path
) -> None:
    matches = [finished_match(aki, botan) for _ in range(3)]
    rows = log_file(client_of(None))["rows"]
    address = reverse("matches:record", args=[matches[1].public_id])
    record = json.loads(client_of(aki).get(address).content)
    assert verifier.check_log(rows, record) == []


def test_in_parts(
    aki: Player, botan: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        closed(running_match(aki, botan))
    monkeypatch.setattr(replay_views, "LOG_PART", 2)
    first, second = log_file(client_of(None)), log_file(client_of(None), after=2)
    assert (first["has_more"], second["has_more"]) == (True, False)
    assert verifier.check_log(first["rows"] + second["rows"]) == []


def test_in_pages(
    aki: Player, botan: Player, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        closed(running_match(aki, botan))
    monkeypatch.setattr(replay_views, "LOG_PAGE", 2)
    address = reverse("matches:log")
    pages = [client_of(None).get(address, {"page": page}) for page in ("1", "2", "99", "x")]
    numbers = [[row.number for row in page.context["rows"]] for page in pages]
    assert numbers == [[3, 2], [1], [1], [3, 2]]


def test_another_parlour_has_a_log_of_its_own(
    aki: Player, botan: Player, fumi: Player, client_of: ClientOf
) -> None:
    finished_match(aki, botan)
    assert log_file(client_of(fumi))["rows"] == []


def test_what_was_never_revealed_is_counted_in_public(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = running_match(aki, botan)
    with with_parlour(match.parlour):
        Match.objects.filter(pk=match.pk).delete()
    words = client_of(None).get(reverse("matches:log")).content.decode()
    assert "1 never revealed." in words


def test_a_revealed_match_stays_revealed_when_it_is_forgotten(
    aki: Player, botan: Player, client_of: ClientOf
) -> None:
    match = finished_match(aki, botan)
    with with_parlour(match.parlour):
        Match.objects.filter(pk=match.pk).delete()
        assert CommitmentLog.objects.get().revealed_at is not None
    assert "0 never revealed." in client_of(None).get(reverse("matches:log")).content.decode()


@pytest.mark.parametrize("query", ["after=x", "after=-1", f"after={'9' * 99}"])
def test_nonsense_is_refused(parlour: Parlour, client_of: ClientOf, query: str) -> None:
    assert client_of(None).get(f"{reverse('matches:log_file')}?{query}").status_code == 422
