"""From the seats to a match: the seats' shares in its dice, the start, Again."""

import re
from collections.abc import Iterable

from games.core.seats import Seat as SeatNumber
from games.core.seats import next_first
from games.registry import game_for
from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from kirakuken.lib.errors import Refused, TooLate
from kirakuken.lib.ids import new_public_id
from tables import clocks, fair, notify
from tables.models import Match, MatchSeat, Nonce, Seat, Table
from tables.services import playing, ranked
from tables.services.seating import may_change
from tables.services.transactions import Locked, changed, lock, must_be_host, must_sit, whole

_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,32}")


@whole
def do_commit_nonce(table: Table, player: Player, commitment: str) -> None:
    """A browser commits to its share in the dice of the match to come."""
    if not _COMMITMENT.fullmatch(commitment):
        raise Refused("commitment_malformed")
    locked = lock(table.pk)
    seat = must_sit(locked, player)
    may_change(locked)
    seat.commitment = commitment
    seat.save(update_fields=["commitment"])


@whole
def do_reveal_nonce(table: Table, player: Player, nonce_hex: str) -> None:
    """A browser shows its share; with the last one the match begins. Too late, or not what
    was committed to, counts as none."""
    if not _NONCE.fullmatch(nonce_hex):
        raise Refused("nonce_malformed")
    locked = lock(table.pk)
    seat = must_sit(locked, player)
    match = locked.match
    if match is None:
        raise TooLate("too_late")
    nonces = list(Nonce.objects.filter(match=match))
    nonce = next((nonce for nonce in nonces if nonce.seat == seat.number), None)
    if nonce is not None and nonce.revealed == nonce_hex:
        return  # a page that is loaded anew while it shows its share shows it once more
    if match.status != Match.Status.SHUFFLING:
        raise TooLate("too_late")
    if nonce is None or not fair.fits_commitment(match, nonce, bytes.fromhex(nonce_hex)):
        raise Refused("nonce_wrong")
    if not nonce.revealed:
        nonce.revealed = nonce_hex
        nonce.revealed_at = clock.now()
        nonce.save(update_fields=["revealed", "revealed_at"])
    if all(each.revealed for each in nonces):
        playing.begin(match, locked.seats, clock.now())
        changed(locked)


@whole
def do_start(table: Table, by: Player) -> Match:
    """Start the first match. A second press gets the match that the first one started."""
    locked = lock(table.pk)
    must_be_host(locked, by)
    if locked.match is not None:
        return locked.match
    if locked.table.phase != Table.Phase.WAITING:
        raise Refused("table_closed" if locked.is_closed else "match_running")
    return _start(locked, first=0, number=1)


@whole
def do_again(table: Table, by: Player) -> Match:
    """Another match at the same table: one press by anybody who sits, one match however many
    press. Seats are kept, also those of absent people, for whom the CPU stands in."""
    locked = lock(table.pk)
    must_sit(locked, by)
    if locked.match is not None:
        return locked.match
    if locked.table.phase != Table.Phase.FINISHED:
        raise Refused("table_closed" if locked.is_closed else "match_not_over")
    last = Match.objects.filter(table=table).order_by("-number")[0]
    _seats_fit(locked)
    first = next_first(SeatNumber(last.first), len(locked.seats), rotate=locked.table.rotate_first)
    return _start(locked, first=first, number=last.number + 1)


def _start(locked: Locked, *, first: int, number: int) -> Match:
    """Everything up to the shuffling, or, if there is nobody to wait for, up to the first
    question."""
    _seats_fit(locked)
    ranked.check_start(locked)
    table, now = locked.table, clock.now()
    match = Match.objects.create(
        parlour=table.parlour,
        table=table,
        public_id=table.next_match_id,
        number=number,
        game=table.game,
        rules_version=game_for(table.game).engine.rules_version,
        options=table.options,
        turn_limit=table.turn_limit,
        first=first,
        is_ranked=table.is_ranked,
    )
    MatchSeat.objects.bulk_create(_who_plays(match, locked.seats))
    nonces = Nonce.objects.bulk_create(
        Nonce(match=match, seat=seat.number, commitment=seat.commitment)
        for seat in locked.humans()
        if seat.commitment
    )
    Seat.objects.filter(table=table).update(commitment="", timeouts=0, is_offered=False)
    table.phase = Table.Phase.PLAYING
    table.next_match_id = new_public_id()
    fair.make_key(match, now)
    if nonces and len(locked.humans()) > 1:
        match.due_at = now + clocks.SHUFFLE_TIME
        match.save(update_fields=["due_at"])
        notify.wake(match)
    else:
        playing.begin(match, locked.seats, now)
    locked.match = match
    changed(locked)
    return match


def _who_plays(match: Match, seats: Iterable[Seat]) -> list[MatchSeat]:
    return [
        MatchSeat(
            match=match,
            number=seat.number,
            player=seat.player,
            name=seat.player.name if seat.player else "",
            cpu_number=seat.cpu_number,
            mark=seat.mark,
        )
        for seat in seats
    ]


def _seats_fit(locked: Locked) -> None:
    if len(locked.seats) not in game_for(locked.table.game).seat_counts:
        raise Refused("seats_do_not_fit")
