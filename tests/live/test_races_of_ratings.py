"""A ranked match whose end, and whose rating, several processes want to bring about at once."""

from tests.races import Clerk, Database, together

PREPARE = """
from allauth.account.models import EmailAddress
from kirakuken.accounts.models import User
notify._hint_rating = lambda *hint: None
home = do_open_parlour("kirakuken", "Kirakuken")
with with_parlour(home):
    people = []
    for name in ("Aki", "Botan"):
        one = player(name)
        one.user = User.objects.create_user(name.lower())
        one.save()
        EmailAddress.objects.create(user=one.user, email=f"{name}@example.org", verified=True)
        people.append(one)
    table = opening.do_open_ranked(home, people[0], game="hokusai", is_listed=False)
    seating.do_join(table, people[1])
    say(starting.do_start(table, people[0]).pk)
"""

PLAY = """
from tables.services import ranked
notify._hint_rating = lambda *hint: None
def play():
    ended = rated = 0
    pk = int(sys.argv[1])
    while not (match := Match.objects.get(pk=pk)).is_over:
        seat, decision = decision_of(match)
        try:
            playing.do_move(pk, seat, Roll(), decision=decision, by=Move.By.HUMAN)
            ended += Match.objects.get(pk=pk).is_over
        except (TooLate, Refused):
            pass
    say([ended, int(ranked.do_rate_match(pk))])
go()
in_scope(play)
"""

LOOK = """
from ratings import selectors
from ratings.models import RatedGame, RatingEvent, Standing
def look():
    match = Match.objects.get()
    standings = list(Standing.objects.values_list("games", flat=True))
    ladder = selectors.ladders()[0]
    say({
        "status": match.status, "to_rate": match.to_rate, "games": RatedGame.objects.count(),
        "events": RatingEvent.objects.count(), "standings": standings,
        "numbers": ladder.last_number, "differences": list(selectors.differences(ladder)),
    })
in_scope(look)
"""


def test_a_match_that_two_processes_end_is_rated_once(database: Database, clerk: Clerk) -> None:
    match = clerk.ask(PREPARE)
    said = together(database, [PLAY] * 2, str(match))
    assert sum(rated for _ended, rated in said) == 1
    assert clerk.ask(LOOK) == {
        "status": "finished",
        "to_rate": None,
        "games": 1,
        "events": 2,
        "standings": [1, 1],
        "numbers": 1,
        "differences": [],
    }


SWEEP = """
from tables.services import ranked
go()
tasks._rate_what_is_over()
try:
    in_scope(lambda: ranked.do_rate_match(int(sys.argv[1])))
finally:
    say("done")
"""

END = """
notify._hint_rating = lambda *hint: None
def end():
    while not (match := Match.objects.get()).is_over:
        seat, decision = decision_of(match)
        playing.do_move(match.pk, seat, Roll(), decision=decision, by=Move.By.HUMAN)
    say("over")
in_scope(end)
"""


def test_worker_and_sweeps_rate_a_match_once(database: Database, clerk: Clerk) -> None:
    match = clerk.ask(PREPARE)
    clerk.ask(END)
    together(database, [SWEEP] * 3, str(match))
    found = clerk.ask(LOOK)
    assert (found["games"], found["events"], found["standings"]) == (1, 2, [1, 1])


RULED = """
import itertools
from datetime import UTC, datetime, timedelta
from django.db import transaction
from kirakuken.accounts.models import User
from ratings import reckoning, services
from ratings.models import RatedGame
reckoning.ask_worker = lambda *hint: None
home = do_open_parlour("kirakuken", "Kirakuken")
start = datetime(2026, 11, 1, tzinfo=UTC)
with with_parlour(home):
    people = [player(name) for name in ("Aki", "Botan", "Chiyo", "Daigo")]
    for number, pair in enumerate(list(itertools.combinations(people, 2)) * 20):
        seats = [services.Placed(seat, one, 1 + seat) for seat, one in enumerate(pair)]
        at = start + timedelta(hours=number)
        with transaction.atomic():
            services.rate(home, services.Over(f"match-{number}", "hokusai", at, seats))
    owner = User.objects.create_user("omi")
    first = list(RatedGame.objects.filter(number__lte=3))
    services.do_rule(first, RatedGame.State.VOIDED, owner, "why")
    say(RatedGame.objects.get(number=1).ladder_id)
"""

WORK = """
from datetime import timedelta
from ratings import reckoning
from ratings.models import Ladder
reckoning.SLICE = 10
reckoning.HELD_FOR = timedelta(0)  # as if the other were too slow
def work():
    worked = 0
    while not Ladder.objects.get().is_worked_out:
        worked += reckoning.do_work_out(int(sys.argv[1]))
    say(worked)
go()
in_scope(work)
"""

PLAY_ON = """
from datetime import UTC, datetime, timedelta
from django.db import transaction
from ratings import services
from ratings.models import RatedGame
def play_on():
    people = list(Player.objects.order_by("pk"))
    for number in range(200, 210):
        seats = [services.Placed(seat, one, 2 - seat) for seat, one in enumerate(people[:2])]
        at = datetime(2026, 12, 1, tzinfo=UTC) + timedelta(hours=number)
        with transaction.atomic():
            over = services.Over(f"match-{number}", "hokusai", at, seats)
            services.rate(people[0].parlour, over)
    say(RatedGame.objects.count())
go()
in_scope(play_on)
"""

RULE_ON = """
from kirakuken.accounts.models import User
from ratings import reckoning, services
from ratings.models import RatedGame
reckoning.ask_worker = lambda *hint: None
def rule_on():
    for number, state in ((50, "voided"), (2, "counted"), (60, "voided")):
        games = list(RatedGame.objects.filter(number=number))
        services.do_rule(games, RatedGame.State(state), User.objects.get(), "why")
        time.sleep(0.05)
    say("ruled")
go()
in_scope(rule_on)
"""

WORKED_OUT = """
from ratings import reckoning, selectors
from ratings.models import RatedGame, RatingEvent
def look():
    ladder = selectors.ladders()[0]
    reckoning.do_work_out(ladder.pk)  # a ruling may have been the last of all
    ladder.refresh_from_db()
    say({
        "pending": ladder.anew_from, "games": RatedGame.objects.filter(state="counted").count(),
        "differences": list(selectors.differences(ladder)), "numbers": ladder.last_number,
    })
in_scope(look)
"""


def test_workers_matches_and_rulings_at_once(database: Database, clerk: Clerk) -> None:
    """Two workers at one ladder, while matches are rated and further rulings are made."""
    ladder = clerk.ask(RULED)
    said = together(database, [WORK, WORK, PLAY_ON, RULE_ON], str(ladder))
    assert sum(said[:2]) >= 1
    assert clerk.ask(WORKED_OUT) == {
        "pending": None,
        "games": 130 - 4,
        "differences": [],
        "numbers": 130,
    }
