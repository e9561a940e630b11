"""Matches that were played to the end, with the shares of the people in their dice."""

import secrets
from typing import Any

from games.core.fairness import seat_commit
from kirakuken.accounts.models import Player
from kirakuken.parlours.scope import with_parlour
from tables.models import Match, Table
from tables.services import opening, playing, starting
from tests.tables.play import fresh, play_to_the_end, table_of


def shuffling_match(host: Player, *others: Player, **settings: Any) -> tuple[Match, list[bytes]]:
    """Started, and waiting for the shares; everybody has committed to one."""
    with with_parlour(host.parlour):
        table = table_of(host, *others, **settings)
        nonces = []
        for seat, player in enumerate((host, *others)):
            nonces.append(secrets.token_bytes(32))
            made = seat_commit(table.next_match_id, seat + 1, nonces[-1])
            starting.do_commit_nonce(table, player, made)
        return starting.do_start(table, host), nonces


def running_match(
    host: Player, *others: Player, silent: tuple[int, ...] = (), **settings: Any
) -> Match:
    """Begun; everybody has shown their share but for the silent seats."""
    match, nonces = shuffling_match(host, *others, **settings)
    with with_parlour(host.parlour):
        for seat, player in enumerate((host, *others)):
            if seat not in silent and fresh(match).status == Match.Status.SHUFFLING:
                starting.do_reveal_nonce(match.table, player, nonces[seat].hex())
        if fresh(match).status == Match.Status.SHUFFLING:
            Match.objects.filter(pk=match.pk).update(due_at=None)
            playing.do_end_shuffling(match.table_id)
        return Match.objects.select_related("table", "parlour", "key").get(pk=match.pk)


def finished_match(host: Player, *others: Player, **settings: Any) -> Match:
    match = running_match(host, *others, **settings)
    with with_parlour(host.parlour):
        play_to_the_end(match)
        return Match.objects.select_related("table", "parlour", "key").get(pk=match.pk)


def closed(match: Match) -> Match:
    """Its table is closed, in the middle of the match if it was not over."""
    with with_parlour(match.parlour):
        opening.do_close(Table.objects.get(pk=match.table_id))
        return Match.objects.select_related("table", "parlour", "key").get(pk=match.pk)
