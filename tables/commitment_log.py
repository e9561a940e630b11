"""Questions about the parlour's log of commitments (models.CommitmentLog)."""

from kirakuken.parlours.models import Parlour
from tables import fair
from tables.models import CommitmentLog, Match


def log_length(parlour: Parlour) -> int:
    """How many commitments the parlour has logged; rows are numbered from 1 without gaps."""
    last = CommitmentLog.objects.filter(parlour=parlour).order_by("-number").first()
    return last.number if last else 0


def log_rows(parlour: Parlour, after: int, most: int) -> list[tuple[str, CommitmentLog]]:
    """The rows after number `after`, each with the link of the row before it."""
    rows = CommitmentLog.objects.filter(parlour=parlour, number__gte=after).order_by("number")
    before, found = fair.FIRST_LINK, []
    for row in rows[: most + (after > 0)]:
        if row.number > after:
            found.append((before, row))
        before = row.link
    return found


def log_row_of(match: Match) -> tuple[str, CommitmentLog] | None:
    """The match's row in its parlour's log, with the link of the row before it."""
    rows = CommitmentLog.objects.filter(parlour_id=match.parlour_id)
    row = rows.filter(match_hash=fair.hash_of_match(match)).order_by("number").first()
    if row is None:
        return None
    before = rows.filter(number=row.number - 1).first()
    return (before.link if before else fair.FIRST_LINK), row


def unrevealed(parlour: Parlour) -> tuple[int, int]:
    """How many commitments are not revealed because their match is still being played, and how
    many although there is no such match: the second has to be 0."""
    rows = CommitmentLog.objects.filter(parlour=parlour, revealed_at=None)
    on = [Match.Status.SHUFFLING, Match.Status.PLAYING]
    running = {
        fair.hash_of_match(match)
        for match in Match.objects.filter(parlour=parlour, status__in=on).only("public_id")
    }
    hashes = list(rows.values_list("match_hash", flat=True))
    played = sum(each in running for each in hashes)
    return played, len(hashes) - played


def unlogged(parlour: Parlour) -> int:
    """How many matches have no row with their commitment in the log: has to be 0."""
    rows = set(
        CommitmentLog.objects.filter(parlour=parlour).values_list("match_hash", "commitment")
    )
    matches = Match.objects.filter(parlour=parlour).only("public_id", "key__commitment")
    return sum(
        (fair.hash_of_match(match), match.key.commitment) not in rows
        for match in matches.select_related("key")
    )
