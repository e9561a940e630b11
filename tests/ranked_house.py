"""A parlour for ranked play in a running house: four people with accounts, and its owner.

    banzuke = furnish(house, "banzuke")
    banzuke.url, banzuke.keys["Ozeki"], banzuke.profiles["Ozeki"]

Two of them, Yokozuna and Ozeki, have played two ranked matches of Hokusai's sugoroku, each first
once, so that the next one shows a number: a rating settles until the third. Matches of Okuribito
are short by the parlour's usual house rules.
"""

import json
from dataclasses import dataclass
from datetime import timedelta

from tests.cast import PASSWORD
from tests.house import House

NAMES = ("Yokozuna", "Ozeki", "Sekiwake", "Komusubi")
OWNER = "gyoji"
SHORT = {"okuribito": {"limit": 40, "start": 20_000_000, "target": 50_000_000}}

__all__ = ["NAMES", "OWNER", "PASSWORD", "RankedParlour", "furnish"]


@dataclass(frozen=True, slots=True)
class RankedParlour:
    """User names are `NAMES` in small letters; `keys` are those of browsers, `profiles` paths."""

    host: str
    url: str
    keys: dict[str, str]
    profiles: dict[str, str]


def furnish(house: House, slug: str, *, japanese: str = "") -> RankedParlour:
    """`japanese` is the name of whoever reads that."""
    made = json.loads(
        house.python(f"from tests.ranked_house import do; do({slug!r}, {japanese!r})")
    )
    return RankedParlour(f"{slug}.{house.host}", house.url_of(slug), **made)


def do(slug: str, japanese: str) -> None:
    """In the house: makes it all, and prints what it made."""
    # Only there is Django set up.
    from kirakuken.lib import clock
    from kirakuken.parlours.models import Membership
    from kirakuken.parlours.scope import with_parlour
    from kirakuken.parlours.services import do_open_parlour
    from tests.accounts.people import make_member
    from tests.cast import make_key, make_player, make_user
    from tests.ratings.people import played

    parlour = do_open_parlour(slug, "Banzuke")
    parlour.house_rules = SHORT
    parlour.save()
    people = [
        make_player(parlour, name, language="ja" if name == japanese else "en") for name in NAMES
    ]
    for player in people:
        make_member(player, player.name.lower(), address=f"{player.name.lower()}@example.org")
    make_user(parlour, OWNER, Membership.Role.OWNER)
    before = clock.now() - timedelta(days=2)
    with with_parlour(parlour):
        for ranks in ([1, 2], [2, 1]):
            played(parlour, people[:2], ranks, at=before)
    keys = {player.name: make_key(player) for player in people}
    profiles = {player.name: f"/people/{player.public_id}/" for player in people}
    print(json.dumps({"keys": keys, "profiles": profiles}))
