"""What accounts leave to a worker: letters, exports, and deletions whose week has passed."""

from celery import shared_task

from kirakuken.accounts import exports, leaving, letters
from kirakuken.accounts.services import do_forget_sessions
from kirakuken.lib.attempts import attempt


@shared_task(name="accounts.send")
def send(letter_id: int) -> None:
    letters.do_send(letter_id)


@shared_task(name="accounts.pack")
def pack(export_id: int) -> None:
    exports.do_pack(export_id)


@shared_task(name="accounts.tidy")
def tidy() -> None:
    """What hints have missed, and what is over."""
    for work in (letters.do_send_due, exports.do_pack_due, leaving.do_erase_due):
        attempt("tidying of accounts", work)


@shared_task(name="accounts.forget")
def forget() -> None:
    """Sessions that have run out."""
    do_forget_sessions()
