"""What ladders leave to a worker. On the queue of what nobody waits for: a long ladder takes a
minute, and neither clocks nor computer players may wait for that."""

from celery import shared_task

from kirakuken.parlours.access import parlour_of_id
from kirakuken.parlours.scope import with_parlour
from ratings.reckoning import do_work_out

LONGEST = 15 * 60  # seconds


@shared_task(name="ratings.tasks.work_out", time_limit=LONGEST)
def work_out(ladder_id: int, parlour_id: int) -> None:
    """This ladder is to be worked out anew."""
    parlour = parlour_of_id(parlour_id)
    if parlour is not None:
        with with_parlour(parlour):
            do_work_out(ladder_id)
