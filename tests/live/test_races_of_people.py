"""Seats that move, phrases, seats taken over, consents: two real processes do the same at once, on
SQLite and on PostgreSQL. Each turn begins at a moment both know, so that they do meet."""

import json

from tests.races import Clerk, Database, together

TURNS = 12

# After `go`: both begin turn n at the same moment, a quarter of a second after the one before.
IN_STEP = """
def in_step(turns):
    begin = int(time.time()) + 2
    for number, each in enumerate(turns):
        time.sleep(max(0, begin + number / 4 - time.time()))
        yield each
"""


def test_a_code_used_in_two_browsers_at_once_moves_its_player_once(
    database: Database, clerk: Clerk
) -> None:
    """One types the digits, the other opens the link."""
    offers = clerk.ask(
        """
from kirakuken.accounts import moving
from kirakuken.accounts.models import PlayerKey, SeatMove
do_open_parlour("kirakuken", "Kirakuken")
def work():
    made = []
    for number in range(int(sys.argv[1])):
        offer = moving.do_offer_move(player(f"Guest {chr(97 + number)}"))
        made.append([offer.code, offer.token])
    say(made)
in_scope(work)
""",
        str(TURNS),
    )
    use = (
        IN_STEP
        + """
from kirakuken.accounts import moving
offers, by_code = json.loads(sys.argv[1]), {by_code}
def work():
    home, got = Parlour.objects.get(), []
    go()
    for code, token in in_step(offers):
        move = moving.do_try_code(home, code) if by_code else moving.move_of_token(token)
        if move is None:
            got.append("gone")
            continue
        try:
            moving.do_move_here(move)
            got.append("moved")
        except Refused as refused:
            got.append(refused.code)
    say(got)
in_scope(work)
"""
    )
    programs = [use.replace("{by_code}", each) for each in ("True", "False")]
    by_code, by_link = together(database, programs, json.dumps(offers))
    for one, other in zip(by_code, by_link, strict=True):
        assert sorted([one, other])[-1:] + [one == other] in (["moved", False],), (one, other)
    keys = clerk.ask(
        """
def work():
    say([SeatMove.objects.count(),
         [PlayerKey.objects.filter(player=each, moved_at=None).count()
          for each in Player.objects.all()]])
in_scope(work)
"""
    )
    assert keys == [0, [1] * TURNS], "each player is in one browser, and no code is left"


def test_a_phrase_pressed_twice_at_once_is_said_once(database: Database, clerk: Clerk) -> None:
    tables = clerk.ask(
        """
from tables.models import Phrase
do_open_parlour("kirakuken", "Kirakuken")
def work():
    say([table_of(player(f"Guest {chr(97 + number)}")).pk for number in range(int(sys.argv[1]))])
in_scope(work)
""",
        str(TURNS),
    )
    press = (
        IN_STEP
        + """
from tables.services import talking
def work():
    said = []
    go()
    for table_id in in_step(json.loads(sys.argv[1])):
        table = Table.objects.select_related("host").get(pk=table_id)
        try:
            talking.do_say(table, table.host, 1)
            said.append("said")
        except Refused as refused:
            said.append(refused.code)
    say(said)
in_scope(work)
"""
    )
    one, other = together(database, [press, press], json.dumps(tables))
    assert {tuple(sorted(pair)) for pair in zip(one, other, strict=True)} == {("said", "say_soon")}
    said = clerk.ask(
        """
def work():
    say([[Phrase.objects.filter(table=each).count(), each.room_version]
         for each in Table.objects.all()])
in_scope(work)
"""
    )
    assert said == [[1, said[0][1]]] * TURNS, "and told once"


def test_two_step_in_at_once_and_one_gets_the_seat(database: Database, clerk: Clerk) -> None:
    made = clerk.ask(
        """
from tables.services import stepping_in
do_open_parlour("kirakuken", "Kirakuken")
def work():
    offered = []
    for number in range(int(sys.argv[1])):
        letter = chr(97 + number)
        host = player(f"Host {letter}")
        table = table_of(host)
        seating.do_add_cpu(table, host)
        starting.do_start(table, host)
        stepping_in.do_offer_seat(table, host, 1, offered=True)
        late = [player(f"Late {letter}").pk, player(f"Later {letter}").pk]
        offered.append([table.pk, Seat.objects.get(table=table, number=1).pk, late])
    say(offered)
in_scope(work)
""",
        str(TURNS),
    )
    press = (
        IN_STEP
        + """
from tables.services import stepping_in
def work():
    got = []
    go()
    for table_id, sitting, late in in_step(json.loads(sys.argv[1])):
        table, me = Table.objects.get(pk=table_id), Player.objects.get(pk=late[{who}])
        try:
            stepping_in.do_step_in(table, me, sitting)
            got.append("seated")
        except Refused as refused:
            got.append(refused.code)
    say(got)
in_scope(work)
"""
    )
    programs = [press.replace("{who}", who) for who in "01"]
    one, other = together(database, programs, json.dumps(made))
    pairs = {tuple(sorted(pair)) for pair in zip(one, other, strict=True)}
    assert pairs == {("seat_not_offered", "seated")}
    seats = clerk.ask(
        """
def work():
    say([[Seat.objects.filter(table=each).count(),
          Seat.objects.filter(table=each, player=None).count()] for each in Table.objects.all()])
in_scope(work)
"""
    )
    assert seats == [[2, 0]] * TURNS


def test_the_last_two_consents_at_once_end_the_match_once(database: Database, clerk: Clerk) -> None:
    made = clerk.ask(
        """
from tables.services import stopping
do_open_parlour("kirakuken", "Kirakuken")
def work():
    asked = []
    for number in range(int(sys.argv[1])):
        people = [player(f"{name} {chr(97 + number)}") for name in ("Aki", "Botan", "Chiyo")]
        table = table_of(*people)
        match = starting.do_start(table, people[0])
        stopping.do_agree_to_stop(table, people[0])
        match.refresh_from_db()
        asked.append([table.pk, match.stop_proposal, [each.pk for each in people[1:]]])
    say(asked)
in_scope(work)
""",
        str(TURNS),
    )
    press = (
        IN_STEP
        + """
from tables.services import stopping
def work():
    ended = []
    go()
    for table_id, proposal, others in in_step(json.loads(sys.argv[1])):
        table, me = Table.objects.get(pk=table_id), Player.objects.get(pk=others[{who}])
        ended.append(stopping.do_agree_to_stop(table, me, proposal))
    say(ended)
in_scope(work)
"""
    )
    programs = [press.replace("{who}", who) for who in "01"]
    one, other = together(database, programs, json.dumps(made))
    assert all(first != second for first, second in zip(one, other, strict=True))
    ends = clerk.ask(
        """
def work():
    say([[m.status, m.reason, m.stop_agreed, m.key.revealed_at is not None]
         for m in Match.objects.select_related("key")])
in_scope(work)
"""
    )
    assert ends == [["unfinished", "stopped", [], True]] * TURNS
