"""Fills a house with tables in mid-match for the load generator and prints how to sit there.

Run inside the environment of that house (its KIRAKUKEN_VAR or DATABASE_URL):
    python -m bench.prepare 50
prints a JSON list with, for each table, its id, four player keys and the action to post.
"""

import json
import os
import sys


def main(tables: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirakuken.settings")
    import django

    django.setup()
    from kirakuken.accounts.services import do_make_guest
    from kirakuken.parlours.models import Parlour
    from kirakuken.parlours.scope import with_parlour
    from tables.services import opening, seating, starting

    parlour = Parlour.objects.order_by("pk").first()
    assert parlour is not None, "start the house once before"
    prepared = []
    with with_parlour(parlour):
        for number in range(tables):
            people = [do_make_guest(parlour, f"Bench {number} {letter}", "en") for letter in "ABCD"]
            host = people[0][0]
            table = opening.do_open(
                parlour,
                host,
                game="hokusai",
                options={"rank_everyone": True},
                turn_limit=None,
                is_listed=False,
            )
            for player, _ in people[1:]:
                seating.do_join(table, player)
            starting.do_start(table, host)
            prepared.append(
                {
                    "table": table.public_id,
                    "keys": [key for _, key in people],
                    "action": '{"type":"roll"}',
                }
            )
    json.dump(prepared, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
