"""Letters: written in the transaction of what they tell of, sent by a worker, tried again.

The database holds them, so that a broker that forgets, or a mail server that is away, loses
none. Everything is written in the same time whether an address is known or not: nobody waits
for a mail server.
"""

import logging
from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F

from kirakuken.accounts.models import Letter
from kirakuken.lib import clock
from kirakuken.lib.workers import hint

logger = logging.getLogger(__name__)

HELD_FOR = timedelta(minutes=2)  # while a worker tries to send it
GIVEN_UP_AFTER = 8  # tries, about four hours
KEPT = timedelta(days=1)
AT_ONCE = 50


def do_write(to: str, subject: str, body: str) -> None:
    """To one address; goes out after the commit, in a worker."""
    letter = Letter.objects.create(to=to, subject=" ".join(subject.split()), body=body)
    transaction.on_commit(lambda: hint("accounts.send", letter.pk), robust=True)


def do_send(letter_id: int) -> bool:
    """Sends one letter, if nobody else is doing so; whether it went out."""
    now = clock.now()
    mine = Letter.objects.filter(pk=letter_id, not_before__lte=now)
    if not mine.update(not_before=now + HELD_FOR, tries=F("tries") + 1):
        return False
    letter = Letter.objects.get(pk=letter_id)
    try:
        EmailMessage(letter.subject, letter.body, to=[letter.to]).send()
    except Exception as error:
        # The address is nobody's business, and an error of the server may hold it.
        logger.warning("A letter could not be sent: %s.", type(error).__name__)
        wait = HELD_FOR * 2 ** min(letter.tries, 6)
        Letter.objects.filter(pk=letter_id).update(not_before=now + wait)
        return False
    letter.delete()
    return True


def do_send_due() -> int:
    """What was written long enough ago and is still here: lost hints and failed tries."""
    now = clock.now()
    Letter.objects.filter(tries__gte=GIVEN_UP_AFTER).delete()
    Letter.objects.filter(written_at__lt=now - KEPT).delete()
    due = Letter.objects.filter(not_before__lte=now).values_list("pk", flat=True)
    return sum(do_send(letter_id) for letter_id in list(due[:AT_ONCE]))
