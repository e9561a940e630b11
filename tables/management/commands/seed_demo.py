"""manage.py seed_demo: people, open tables, matches in full swing and finished ones, in every
open parlour, so that a new installation has something to look at.

Everything is made by the services that people's presses use; matches are really played. Run
again it adds only what is missing. Nobody can sign in as anybody here: the people's keys are
thrown away, and owners are made only with `--password`.
"""

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.core.codec import plain
from games.core.seats import Seat as SeatNumber
from games.registry import GAMES
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.services import do_make_guest
from kirakuken.lib import clock
from kirakuken.parlours.models import Membership, Parlour
from kirakuken.parlours.scope import with_parlour
from kirakuken.parlours.services import do_open_first_parlours, do_set_role
from tables import clocks, store
from tables.models import Match, Move, Seat, Table
from tables.services import opening, playing, seating, starting

PEOPLE = (
    ("Aoi", "en"),
    ("Mio", "en"),
    ("Ren", "en"),
    ("Haru", "en"),
    ("Nagisa", "en"),
    ("千鳥", "ja"),
    ("あさひ", "ja"),
    ("つばめ", "ja"),
    ("こはる", "ja"),
)
LONGEST_MATCH = 2000  # moves; a match that is longer is a fault of the rules
LONGEST_WAIT = 6.0  # seconds for one move of a CPU, which takes its time


@dataclass(frozen=True, slots=True)
class Recipe:
    """One table: who sits at it and how far its match has gone. `moves` None: not started."""

    host: str
    guests: tuple[str, ...] = ()
    cpus: int = 0
    moves: int | None = None
    is_listed: bool = True
    turn_limit: int | None = None
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        """Where the table is when it has been made."""
        if self.moves is None:
            return Table.Phase.WAITING
        return Table.Phase.FINISHED if self.moves >= LONGEST_MATCH else Table.Phase.PLAYING


# A host has one table of each kind at most: that is how a second run knows them again.
RECIPES = (
    Recipe("Aoi", ("Mio",), cpus=1),
    Recipe("千鳥", ("あさひ", "つばめ"), turn_limit=60, options={"getting_home": "bounce_back"}),
    Recipe("Nagisa", is_listed=False),
    Recipe("Mio", ("Ren", "こはる"), moves=18),
    Recipe("あさひ", ("Haru",), cpus=1, moves=7, turn_limit=60),
    Recipe("Ren", ("Nagisa", "つばめ"), moves=LONGEST_MATCH),
    Recipe("こはる", ("Aoi", "Haru", "千鳥"), moves=LONGEST_MATCH, options={"rank_everyone": True}),
)


class Command(BaseCommand):
    help = "Fills the open parlours with people, tables and matches to look at."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--password",
            help="also make a superuser (admin) and an owner for each parlour, all with this "
            "password; without it nobody is made who can sign in",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        # A house that is closed has nobody to be told, which is nothing to warn of here.
        logging.getLogger("tables.notify").setLevel(logging.ERROR)
        do_open_first_parlours()
        for parlour in Parlour.objects.filter(is_active=True):
            with with_parlour(parlour):
                people = _people(parlour)
                made = sum(_set(parlour, people, recipe) for recipe in RECIPES)
            self.stdout.write(f"{parlour.name}: {len(people)} people, {made} new tables.")
        if options["password"]:
            for name in _owners(options["password"]):
                self.stdout.write(f"{name} can sign in at /admin/.")


def _people(parlour: Parlour) -> dict[str, Player]:
    """Guests by name; their keys are forgotten at once."""
    people = {}
    for name, language in PEOPLE:
        known = Player.objects.filter(name=name, user=None).order_by("pk").first()
        people[name] = known or do_make_guest(parlour, name, language)[0]
    return people


def _set(parlour: Parlour, people: dict[str, Player], recipe: Recipe) -> bool:
    """Sets one table unless it is there already; True if it was made."""
    host = people[recipe.host]
    if Table.objects.filter(host=host, phase=recipe.phase).exists():
        return False
    game = GAMES[0]
    table = opening.do_open(
        parlour,
        host,
        game=game.key,
        options=plain(game.options_type()) | recipe.options,
        turn_limit=recipe.turn_limit,
        is_listed=recipe.is_listed,
    )
    for name in recipe.guests:
        seating.do_join(table, people[name])
    for _ in range(recipe.cpus):
        seating.do_add_cpu(table, host)
    if recipe.moves is not None:
        play(starting.do_start(table, host), recipe.moves)
    return True


def play(match: Match, moves: int) -> None:
    """Plays so many moves, or to the end: people at once, CPUs when they are due."""
    for _ in range(moves):
        match.refresh_from_db()
        if match.is_over:
            return
        people = set(
            Seat.objects.filter(table=match.table_id, player__isnull=False).values_list(
                "number", flat=True
            )
        )
        asked = {seat: number for seat, number in _asked(match) if seat in people}
        if not asked:
            _wait_for_cpu(match)
            continue
        seat, decision = min(asked.items())
        stored = store.load(match)
        action = stored.engine.legal_actions(stored.state, SeatNumber(seat))[0]
        playing.do_move(match.pk, seat, action, decision=decision, by=Move.By.HUMAN)


def _asked(match: Match) -> Iterator[tuple[int, int]]:
    """The seats the match waits for, with their decisions' numbers."""
    for seat, decision in enumerate(clocks.from_json(match.decisions)):
        if decision is not None:
            yield seat, decision.number


def _wait_for_cpu(match: Match) -> None:
    if match.due_at is not None:
        wait = (match.due_at - clock.now()).total_seconds()
        time.sleep(min(max(wait, 0.0), LONGEST_WAIT))
    playing.act_on_due(match.pk)


def _owners(password: str) -> Iterator[str]:
    """A superuser and an owner for each parlour, unless they are there: then nothing of theirs
    is changed."""
    if not User.objects.filter(username="admin").exists():
        User.objects.create_superuser("admin", password=password)
        yield "admin"
    for parlour in Parlour.objects.filter(is_active=True):
        name = f"owner-{parlour.slug}"
        if not User.objects.filter(username=name).exists():
            owner = User.objects.create_user(name, password=password, is_staff=True)
            do_set_role(parlour, owner.pk, Membership.Role.OWNER)
            yield name
