"""Telling players whose number was moved by a ruling: on their own page, and on the front page
until they have seen it there."""

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q

from kirakuken.accounts.models import Player
from kirakuken.lib import clock
from ratings.models import Correction, Ladder, RatedGame, RatingEvent, Ruling, Standing
from ratings.replay import SETTLING

SHOWN_FOR = timedelta(days=30)  # on one's own page, after it was seen there
AT_ONCE = 2000  # rows in one statement


def shown_numbers(ladder: Ladder) -> dict[int, int | None]:
    """By player the number that pages show; None while it settles. Former players read none."""
    rows = Standing.objects.filter(ladder=ladder, player__erased_at=None).values_list(
        "player_id", "mu", "games"
    )
    return {player: round(mu) if games >= SETTLING else None for player, mu, games in rows}


def last_ruling(ladder: Ladder) -> RatedGame.State | None:
    """What the last of the rulings did for which the ladder is worked out anew. One that was
    taken back before that is none; without any the ladder is repaired, and nobody is told."""
    event = RatingEvent.objects.filter(game=OuterRef("game"), revision=OuterRef("game__revision"))
    struck = Q(did_count=True, state=RatedGame.State.VOIDED)
    restored = Q(did_count=False, state=RatedGame.State.COUNTED)
    found = (
        Ruling.objects.filter(game__ladder=ladder, state=F("game__state"))
        .annotate(did_count=Exists(event))
        .filter(struck | restored)
        .order_by("-pk")
        .first()
    )
    return RatedGame.State(found.state) if found is not None else None


def note_moved(ladder: Ladder, before: Mapping[int, int | None], state: RatedGame.State) -> None:
    """Everybody whose number is not that of `before` is to be told. What an earlier ruling did
    and nobody has read yet becomes one with it, or nothing where it is as it was."""
    after = shown_numbers(ladder)
    unread = dict(
        Correction.objects.filter(ladder=ladder, seen_at=None).values_list("player_id", "before")
    )
    moved = {who for who in {*before, *after} if before.get(who) != after.get(who)}
    firsts = {who: unread.get(who, before.get(who)) for who in moved}
    Correction.objects.filter(
        ladder=ladder, player__in=[who for who in unread if who in moved]
    ).delete()
    Correction.objects.bulk_create(
        (
            Correction(
                ladder=ladder,
                player_id=who,
                state=state,
                before=first,
                after=after.get(who),
                made_at=clock.now(),
            )
            for who, first in sorted(firsts.items())
            if first != after.get(who)
        ),
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["state", "before", "after", "made_at", "seen_at"],
        batch_size=AT_ONCE,
    )


def unread_of(player: Player | None) -> list[Correction]:
    """For the front page; guests have none and are not looked up."""
    if player is None or player.user_id is None:
        return []
    rows = Correction.objects.filter(player=player, seen_at=None)
    return list(rows.select_related("ladder").order_by("ladder"))


def do_read(player: Player) -> list[Correction]:
    """Those that the player's own page shows; from now on they have seen them."""
    rows = list(Correction.objects.filter(player=player).select_related("ladder"))
    new = [one.pk for one in rows if one.seen_at is None]
    if new:
        Correction.objects.filter(pk__in=new).update(seen_at=clock.now())
    return [one for one in rows if one.seen_at is None or one.seen_at > clock.now() - SHOWN_FOR]


def do_forget_corrections() -> int:
    gone, _by_model = Correction.objects.filter(seen_at__lt=clock.now() - SHOWN_FOR).delete()
    return int(gone)
