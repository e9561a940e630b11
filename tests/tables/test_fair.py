"""Whose dice these are. The arithmetic has tests of its own under tests/rules."""

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.test import override_settings

from games.core import fairness
from games.core.replay import Made, replay
from games.core.seats import Seat
from games.registry import Game
from kirakuken.accounts.models import Player
from kirakuken.parlours.models import Parlour
from tables import fair, store
from tables.models import CommitmentLog, Key, Match
from tables.services.opening import do_close
from tables.services.playing import act_on_due
from tables.services.starting import do_again, do_commit_nonce, do_reveal_nonce, do_start
from tests.tables.play import Time, fresh, match_of, play_to_the_end, press, table_of
from tests.tables.toy import GoOn, Ready

pytestmark = pytest.mark.usefixtures("at_home")

NONCE = bytes(range(16))


def test_the_transcript_says_what_the_key_was_made_of(
    time: Time, aki: Player, botan: Player, chiyo: Player
) -> None:
    """Chairs count from 1; who committed and did not show, and who did neither, get dashes;
    CPUs have no line."""
    table = table_of(aki, botan, chiyo, cpus=1)
    committed = fairness.seat_commit(table.next_match_id, 1, NONCE)
    do_commit_nonce(table, aki, committed)
    do_commit_nonce(table, botan, "b" * 64)
    match = do_start(table, aki)
    do_reveal_nonce(table, aki, NONCE.hex())
    time.passes(5)
    act_on_due(match.pk)
    key = Key.objects.get(match=match)
    rules = hashlib.sha256(b'{"getting_home":"as_printed","rank_everyone":false}').hexdigest()
    assert key.transcript == (
        "kirakuken-fair-1\n"
        f"game:{match.public_id}\n"
        "parlour:kirakuken\n"
        f"rules:{rules}\n"
        f"server:{key.commitment}\n"
        f"seat:1:{committed}:{NONCE.hex()}\n"
        f"seat:2:{'b' * 64}:-\n"
        "seat:3:-:-\n"
    )


def test_the_key_is_made_of_secret_and_transcript(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    secret = fair.unseal(match.key.sealed)
    assert len(secret) == 32
    assert match.key.commitment == fairness.server_commit(match.public_id, secret)
    digest = hashlib.sha256(match.key.transcript.encode()).digest()
    label = b"kirakuken-fair-1\x00key\x00"
    assert fair.match_key(match) == hmac.new(secret, label + digest, "sha256").digest()


def test_there_is_no_key_before_the_transcript_is_frozen(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_commit_nonce(table, aki, "a" * 64)
    match = do_start(table, aki)
    assert match.key.transcript == ""
    with pytest.raises(ValueError, match="frozen"):
        fair.match_key(match)


def test_neither_secret_nor_key_lies_anywhere_in_the_database(
    toy: Game, aki: Player, botan: Player
) -> None:
    match = match_of(aki, botan, game="toy")
    press(match, 0, Ready())
    hidden = [fair.unseal(match.key.sealed), fair.match_key(match)]
    stored = []
    for model in apps.get_models():
        if model._meta.app_label == "tables" or model.__name__ == "Player":
            stored += [repr(row) for row in model._base_manager.values()]
    whole = "\n".join(stored)
    assert match.key.commitment in whole, "the search looks at everything"
    for secret in hidden:
        assert secret.hex() not in whole
        assert repr(secret)[2:-1] not in whole


def test_a_sealed_secret_opens_with_this_installations_key_only() -> None:
    sealed = fair.seal(b"s" * 32)
    assert fair.unseal(sealed) == b"s" * 32
    assert fair.seal(b"s" * 32) != sealed
    another = override_settings(SECRET_KEY="another key of fifty letters or so, for this test.")
    with another, pytest.raises(InvalidToken):
        fair.unseal(sealed)
    with pytest.raises(InvalidToken):
        fair.unseal(sealed[:-8] + "AAAAAAA=")


def test_the_secret_is_shown_only_when_the_match_is_over(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    assert fair.revealed_secret(match) is None
    over = play_to_the_end(match)
    assert over.key.revealed_at is not None
    secret = fair.revealed_secret(over)
    assert secret is not None
    assert fairness.server_commit(over.public_id, secret) == over.key.commitment


def test_a_match_that_is_broken_off_shows_its_dice_too(aki: Player, botan: Player) -> None:
    match = match_of(aki, botan)
    do_close(match.table)
    assert fair.revealed_secret(fresh(match)) is not None


@pytest.mark.parametrize("game", ["hokusai", "toy"])
def test_a_match_replays_from_its_key_and_moves(
    toy: Game, aki: Player, botan: Player, game: str
) -> None:
    """Every draw is on record, in order and without gaps, and comes out the same again."""
    match = match_of(aki, botan, game=game)
    if game == "toy":
        for action in (Ready(), GoOn()):
            for seat in (0, 1):
                press(match, seat, action)
    over = play_to_the_end(match)
    engine = store.load(over).engine
    start, *moves = store.moves_made(over)
    steps = list(
        replay(
            engine,
            seats=2,
            options=store.options_of(over),
            first=Seat(over.first),
            key=fair.match_key(over),
            moves=[Made(Seat(move.seat or 0), move.action) for move in moves],
        )
    )
    assert steps[-1].step.state == store.last_state(over)
    assert [made.told for made in (start, *moves)] == [each.step.told for each in steps]
    drawn = [draw for made in (start, *moves) for draw in made.drawn]
    assert drawn == [draw for each in steps for draw in each.draws]
    assert [draw.number for draw in drawn] == list(range(over.draws))


def test_again_shares_nothing_with_the_match_before(aki: Player, botan: Player) -> None:
    first = play_to_the_end(match_of(aki, botan))
    second = do_again(first.table, aki)
    assert fair.unseal(first.key.sealed) != fair.unseal(second.key.sealed)
    assert fair.match_key(first) != fair.match_key(second)


# --- the log of commitments ---------------------------------------------------------------


def log() -> list[CommitmentLog]:
    return list(CommitmentLog.objects.order_by("number"))


def test_every_match_is_in_the_log_before_any_share_is_shown(aki: Player, botan: Player) -> None:
    table = table_of(aki, botan)
    do_commit_nonce(table, aki, "a" * 64)
    match = do_start(table, aki)
    assert match.status == Match.Status.SHUFFLING
    (row,) = log()
    assert row.commitment == match.key.commitment
    assert row.match_hash == hashlib.sha256(match.public_id.encode()).hexdigest()
    assert match.public_id not in repr(CommitmentLog.objects.values().get())


def test_the_log_is_a_chain(at_home: Parlour, aki: Player, botan: Player, chiyo: Player) -> None:
    for player in (aki, botan, chiyo):
        match_of(player, cpus=1)
    rows = log()
    assert [row.number for row in rows] == [1, 2, 3]
    assert fair.broken_link(at_home) is None
    before = rows[0].link
    time = rows[1].logged_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    text = before + rows[1].match_hash + rows[1].commitment + time
    assert rows[1].link == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("harm", "number"),
    [
        (lambda rows: rows[1].delete(), 2),
        (lambda rows: CommitmentLog.objects.filter(number=2).update(commitment="0" * 64), 2),
        (lambda rows: CommitmentLog.objects.filter(number=3).update(match_hash="0" * 64), 3),
        (
            lambda rows: CommitmentLog.objects.filter(number=1).update(
                logged_at=datetime(2026, 1, 1, tzinfo=UTC)
            ),
            1,
        ),
        (lambda rows: CommitmentLog.objects.filter(number=1).update(link="0" * 64), 1),
    ],
)
def test_a_changed_or_missing_row_breaks_the_chain(
    at_home: Parlour, aki: Player, botan: Player, chiyo: Player, harm: Any, number: int
) -> None:
    for player in (aki, botan, chiyo):
        match_of(player, cpus=1)
    harm(log())
    assert fair.broken_link(at_home) == number
