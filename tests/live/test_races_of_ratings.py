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
