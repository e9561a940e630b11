"""Two people press Ready, or put points down, at the same instant: on SQLite and on PostgreSQL.

Both presses are in order, so both count, whoever the database lets in first; and the step that
the last Ready brings (the second cards) comes once.
"""

import json

from tests.races import Clerk, Database, together

MATCHES = 12

SET_OUT = """
from games.oichokabu.model import Ready, Stake
def work():
    made = []
    for number in range(int(sys.argv[1])):
        a, b, c = (player(f"P{number} {each}") for each in "abc")
        table = table_of(a, b, c, game="oicho-kabu", options={"first_dealer": "host"})
        match = starting.do_start(table, a)
        Match.objects.filter(pk=match.pk).update(due_at=match.created_at)
        playing.act_on_due(match.pk)
        made.append(match.pk)
    say(made)
do_open_parlour("kirakuken", "Kirakuken")
in_scope(work)
"""

PRESS = """
from games.oichokabu.model import Ready, Stake
matches, seat = json.loads(sys.argv[1]), int(sys.argv[2])
def work():
    numbers = {pk: Match.objects.get(pk=pk).decisions[seat]["number"] for pk in matches}
    go()
    refused = []
    for pk in matches:
        for action in (Stake("kata", 50), Stake("kata", 20), Ready()):
            try:
                playing.do_move(pk, seat, action, decision=numbers[pk], by=Move.By.HUMAN,
                                one_time_id=str(uuid.uuid4()))
            except Refused as no:
                refused.append(no.code)
    say(refused)
in_scope(work)
"""

LOOK = """
def work():
    found = []
    for pk in json.loads(sys.argv[1]):
        match = Match.objects.get(pk=pk)
        moves = list(match.moves.order_by("number"))
        state = json.loads(match.state)
        found.append([
            [move.number for move in moves],
            [json.loads(move.action)["type"] for move in moves if move.seat == 1],
            [json.loads(move.action)["type"] for move in moves if move.seat == 2],
            sum('"second_dealt"' in move.told for move in moves),
            state["ready"], state["amounts"], state["phase"] != "staking",
        ])
    say(found)
in_scope(work)
"""


def test_two_at_once_put_points_down_and_press_ready(database: Database, clerk: Clerk) -> None:
    matches = json.dumps(clerk.ask(SET_OUT, str(MATCHES)))
    presses = [PRESS.replace("int(sys.argv[2])", str(seat)) for seat in (1, 2)]
    assert together(database, presses, matches) == [[], []], "nobody was refused"
    down = [20, 0, 0, 0]
    order = ["stake", "stake", "ready"]
    assert (
        clerk.ask(LOOK, matches)
        == [[[1, 2, 3, 4, 5, 6], order, order, 1, [False, True, True], [[0] * 4, down, down], True]]
        * MATCHES
    )
