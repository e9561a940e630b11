"""Two real processes at one match or table: on SQLite and on PostgreSQL.

What must hold: no action counts twice, none is lost, nobody gets two seats.
"""

import json

from tests.races import Clerk, Database, together

ROUNDS = 60


def test_two_clicks_and_a_clock_at_one_decision_make_one_move(
    database: Database, clerk: Clerk
) -> None:
    """Two tabs of the same seat press for the same decision while the clock runs out, again
    and again; a third process sweeps all the time."""
    match_id = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
def work():
    table = table_of(player("Aki"), player("Botan"), turn_limit=10, options={"rank_everyone": True})
    match = starting.do_start(table, table.host)
    say(match.pk)
in_scope(work)
""",
    )
    rush = """
clocks.GRACE = clocks.LONGEST_MOTION = clocks.timedelta(0)
opening.TURN_LIMITS = range(0, 100)
match_id, rounds = int(sys.argv[1]), int(sys.argv[2])
made, late = 0, 0
go()
"""
    click = (
        rush
        + """
def work():
    global made, late
    end = time.monotonic() + 60
    while time.monotonic() < end:
        match = Match.objects.get(pk=match_id)
        if match.is_over or match.version >= rounds:
            break
        seat, number = decision_of(match)
        try:
            playing.do_move(match_id, seat, Roll(), decision=number, by=Move.By.HUMAN,
                            one_time_id=str(uuid.uuid4()))
            made += 1
        except TooLate:
            late += 1
in_scope(work)
say([made, late])
"""
    )
    sweep = (
        rush
        + """
def work():
    global made, late
    end = time.monotonic() + 60
    while time.monotonic() < end:
        match = Match.objects.get(pk=match_id)
        if match.is_over or match.version >= rounds:
            break
        # Time is always up for whoever is asked.
        now = clock.now
        clock.now = lambda: now() + clocks.timedelta(seconds=20)
        try:
            seat, number = decision_of(match)
            playing.do_move(match_id, seat, Roll(), decision=number, by=Move.By.CLOCK)
            made += 1
        except TooLate:
            late += 1
        finally:
            clock.now = now
in_scope(work)
say([made, late])
"""
    )
    said = together(database, [click, click, sweep], str(match_id), str(ROUNDS))
    report = clerk.ask(
        """
def work():
    match = Match.objects.get(pk=int(sys.argv[1]))
    moves = list(Move.objects.filter(match=match).order_by("number"))
    say({
        "version": match.version, "draws": match.draws, "numbers": [m.number for m in moves],
        "answered": [(m.seat, m.decision) for m in moves], "by": sorted({m.by for m in moves}),
        "drawn": [each["number"] for m in moves for each in m.drawn],
    })
in_scope(work)
""",
        str(match_id),
    )
    made = sum(count for count, _ in said)
    late = sum(count for _, count in said)
    assert report["numbers"] == list(range(1, made + 1)), "every accepted move is there, once"
    assert report["version"] == made
    assert report["drawn"] == list(range(report["draws"])), "no die was thrown twice or lost"
    assert len({tuple(each) for each in report["answered"]}) == made, "one move a decision"
    assert late > 0, "they did meet"


def test_one_press_sent_many_times_at_once_is_played_once(database: Database, clerk: Clerk) -> None:
    """The same request from two processes, thirty decisions in a row."""
    match_id = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
def work():
    table = table_of(player("Aki"), player("Botan"), options={"rank_everyone": True})
    say(starting.do_start(table, table.host).pk)
in_scope(work)
""",
    )
    press = """
def work():
    answers = []
    for version in range(20):
        while Match.objects.get(pk=match_id).version < version:
            time.sleep(0.001)
        match = Match.objects.get(pk=match_id)
        if match.is_over:
            break
        seat, number = decision_of(match)
        if match.version > version:
            # The other was faster: this press was meant for the decision before.
            made = Move.objects.get(match=match, number=version + 1)
            seat, number = made.seat, made.decision
        played = playing.do_move(match_id, seat, Roll(), decision=number, by=Move.By.HUMAN,
                                 one_time_id=f"press {version}")
        answers.append(played.repeated)
    say(answers)
match_id = int(sys.argv[1])
go()
in_scope(work)
"""
    one, other = together(database, [press, press], str(match_id))
    assert len(one) == len(other) > 5
    assert all(mine != yours for mine, yours in zip(one, other, strict=True)), (one, other)


def test_five_at_once_for_the_last_seat(database: Database, clerk: Clerk) -> None:
    """Twenty tables of six with five seated; two processes with threads let others in."""
    tables = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
def work():
    made = []
    people = [player(f"Guest {chr(97 + number)}") for number in range(5)]
    for number in range(10):
        table = table_of(player(f"Host {chr(97 + number)}"), *people[:4])
        made.append(table.pk)
    say([made, [each.pk for each in people[4:]]])
in_scope(work)
""",
    )
    join = """
tables, me = json.loads(sys.argv[1])[0], sys.argv[0]
def work():
    mine = [player(f"Late {uuid.uuid4().hex[:6]}") for _ in range(3)]
    go()
    got = 0
    for table_id in tables:
        results = []
        def sit(who):
            def inside():
                try:
                    seating.do_join(Table.objects.get(pk=table_id), who)
                    results.append(1)
                except Refused as refused:
                    assert refused.code == "table_full", refused.code
            in_scope(inside)
            from django.db import connection
            connection.close()
        threads = [threading.Thread(target=sit, args=[who]) for who in mine for _ in range(2)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        got += bool(results)
    say(got)
in_scope(work)
"""
    got = together(database, [join, join], json.dumps(tables))
    seats = clerk.ask(
        """
def work():
    found = []
    for table in Table.objects.order_by("pk"):
        rows = list(Seat.objects.filter(table=table).order_by("number"))
        found.append([[r.number for r in rows], len({r.player_id for r in rows}),
                      len({r.mark for r in rows})])
    say(found)
in_scope(work)
""",
    )
    assert seats == [[list(range(6)), 6, 6]] * 10
    assert sum(got) == 10


def test_one_host_opening_many_tables_at_once_gets_three(database: Database, clerk: Clerk) -> None:
    host = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
in_scope(lambda: say(player("Aki").pk))
""",
    )
    press = """
def work():
    def open_one():
        def inside():
            try:
                table_of(Player.objects.get(pk=int(sys.argv[1])))
            except Refused as refused:
                assert refused.code == "too_many_tables", refused.code
        in_scope(inside)
        from django.db import connection
        connection.close()
    threads = [threading.Thread(target=open_one) for _ in range(6)]
    go()
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    say(Table.objects.count())
in_scope(work)
"""
    together(database, [press, press], str(host))
    assert clerk.ask("in_scope(lambda: say(Table.objects.count()))") == 3


def test_all_pressing_again_and_start_at_once_make_one_match_each(
    database: Database, clerk: Clerk
) -> None:
    """Start, play to the end, Again: every person presses in a process of their own. The
    commitment log of the parlour stays one chain."""
    ids = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
def work():
    made = []
    for number in range(8):
        people = [player(f"{name} {chr(97 + number)}") for name in ("Aki", "Botan", "Chiyo")]
        made.append([table_of(*people).pk, [each.pk for each in people]])
    say(made)
in_scope(work)
""",
    )
    press = """
tables, what, who = json.loads(sys.argv[1]), sys.argv[2], {number}
def work():
    go()
    made = []
    for table_id, people in tables:
        me = Player.objects.get(pk=people[who])
        table = Table.objects.get(pk=table_id)
        try:
            made.append(getattr(starting, what)(table, me).pk)
        except Refused as refused:
            made.append(refused.code)
    say(made)
in_scope(work)
"""
    programs = [press.replace("{number}", str(number)) for number in range(3)]
    started = together(database, [programs[0]] * 3, json.dumps(ids), "do_start")
    assert started[0] == started[1] == started[2]
    assert len(set(started[0])) == 8
    clerk.ask(
        """
def work():
    for match in Match.objects.all():
        while not match.is_over:
            seat, number = decision_of(match)
            playing.do_move(match.pk, seat, Roll(), decision=number, by=Move.By.HUMAN)
            match.refresh_from_db()
    say("done")
in_scope(work)
""",
    )
    again = together(database, programs, json.dumps(ids), "do_again")
    assert again[0] == again[1] == again[2]
    report = clerk.ask(
        """
from tables import fair
def work():
    say({
        "matches": sorted(Match.objects.values_list("table_id", "number")),
        "firsts": sorted(Match.objects.filter(number=2).values_list("first", flat=True)),
        "log": CommitmentLog.objects.count(),
        "broken": fair.broken_link(Parlour.objects.get()),
    })
in_scope(work)
""",
    )
    assert report["matches"] == [[table, number] for table, _ in ids for number in (1, 2)]
    assert report["firsts"] == [1] * 8
    assert (report["log"], report["broken"]) == (16, None)


def test_leaving_moving_missing_and_sweeping_at_once_never_locks_up(
    database: Database, clerk: Clerk
) -> None:
    """All that takes both locks, match and table, against each other: whatever wins, nothing
    fails, and every match stands consistently at the end."""
    ids = clerk.ask(
        """
do_open_parlour("kirakuken", "Kirakuken")
def work():
    made = []
    for number in range(12):
        people = [player(f"{name} {chr(97 + number)}") for name in ("Aki", "Botan", "Chiyo")]
        table = table_of(*people)
        made.append([table.pk, starting.do_start(table, people[0]).pk, [p.pk for p in people]])
    say(made)
in_scope(work)
""",
    )
    begin = "tables = json.loads(sys.argv[1])\n"
    play = (
        begin
        + """
def work():
    go()
    for table_id, match_id, people in tables:
        for _ in range(12):
            match = Match.objects.get(pk=match_id)
            if match.is_over:
                break
            seat, number = decision_of(match)
            try:
                playing.do_move(match_id, seat, Roll(), decision=number, by=Move.By.HUMAN)
            except Refused:
                pass
in_scope(work)
say("done")
"""
    )
    leave = (
        begin
        + """
def work():
    go()
    for table_id, match_id, people in tables:
        table = Table.objects.get(pk=table_id)
        seating.do_leave(table, Player.objects.get(pk=people[2]))
        try:
            starting.do_again(table, Player.objects.get(pk=people[0]))
        except Refused:
            pass
in_scope(work)
say("done")
"""
    )
    miss = (
        begin
        + """
presence.GONE_AFTER = clocks.timedelta(seconds=-1)
def work():
    go()
    for table_id, match_id, people in tables:
        for _ in range(4):
            presence.do_miss(table_id, people[1])
            presence.do_see(table_id, people[1])
            tasks.sweep_once()
in_scope(work)
say("done")
"""
    )
    together(database, [play, leave, miss], json.dumps(ids))
    report = clerk.ask(
        """
from tables import fair, store
from games.core.replay import Made, replay
from games.core.seats import Seat as Number
def work():
    odd = []
    for match in Match.objects.order_by("pk"):
        numbers = list(Move.objects.filter(match=match).order_by("number").values_list("number"))
        if [n for (n,) in numbers] != list(range(1, match.version + 1)):
            odd.append([match.pk, "moves"])
        seats = playing.chairs(match)
        due = clocks.next_due(clocks.from_json(match.decisions), seats)
        if not match.is_over and due != match.due_at:
            odd.append([match.pk, "due", str(due), str(match.due_at)])
        if [s.number for s in seats] != [0, 1, 2] or not seats[2].is_cpu:
            odd.append([match.pk, "seats"])
    say(odd)
in_scope(work)
""",
    )
    assert report == []
