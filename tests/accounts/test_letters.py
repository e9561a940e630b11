"""Letters survive a broker that forgets and a mail server that is away, and go out once."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail

from kirakuken.accounts import letters
from kirakuken.accounts.account_words import _letters, letter
from kirakuken.accounts.models import Letter
from kirakuken.lib import clock

pytestmark = pytest.mark.django_db


def test_a_letter_goes_out_once() -> None:
    letters.do_write("aki@example.org", "Hello\nthere", "Text")
    assert not mail.outbox, "nobody waits for a mail server"
    (row,) = Letter.objects.all()
    assert letters.do_send(row.pk) and not letters.do_send(row.pk)
    assert [(one.to, one.subject, one.body) for one in mail.outbox] == [
        (["aki@example.org"], "Hello there", "Text")
    ]
    assert not Letter.objects.exists()


def test_the_hint_carries_a_number_and_no_words(django_capture_on_commit_callbacks: Any) -> None:
    with (
        patch("kirakuken.lib.workers.current_app.send_task") as sent,
        django_capture_on_commit_callbacks(execute=True),
    ):
        letters.do_write("aki@example.org", "Subject", "https://secret.example/link")
    assert sent.call_args.args == ("accounts.send",)
    assert sent.call_args.kwargs["args"] == [Letter.objects.get().pk]


def test_a_lost_hint_costs_a_minute() -> None:
    letters.do_write("aki@example.org", "Subject", "Text")
    assert letters.do_send_due() == 1 and len(mail.outbox) == 1


def test_a_server_that_is_away_is_tried_again() -> None:
    letters.do_write("aki@example.org", "Subject", "Text")
    with patch("kirakuken.accounts.letters.EmailMessage.send", side_effect=OSError("aki@…")):
        assert letters.do_send_due() == 0
    assert letters.do_send_due() == 0, "not at once"
    Letter.objects.update(not_before=clock.now() - timedelta(seconds=1))
    assert letters.do_send_due() == 1 and len(mail.outbox) == 1


def test_two_workers_send_one_letter() -> None:
    letters.do_write("aki@example.org", "Subject", "Text")
    (row,) = Letter.objects.all()

    def send(_message: object) -> int:
        assert not letters.do_send(row.pk), "the other one finds it taken"
        return 1

    with patch("kirakuken.accounts.letters.EmailMessage.send", send):
        assert letters.do_send(row.pk)


def test_what_cannot_be_sent_is_given_up() -> None:
    letters.do_write("aki@example.org", "Subject", "Text")
    Letter.objects.update(tries=letters.GIVEN_UP_AFTER)
    letters.do_send_due()
    assert not Letter.objects.exists() and not mail.outbox


@pytest.mark.parametrize("about", sorted(_letters()))
def test_every_letter_has_its_words(about: str) -> None:
    class Somebody:
        username = "100% Aki"

    details = {
        "user": Somebody(),
        "activate_url": "http://x/%41",
        "password_reset_url": "http://x/%41",
        "to_email": "a@b",
        "from_email": "c@d",
        "deleted_email": "e@f",
    }
    subject, text = letter(about, "棋楽軒", details)
    assert subject.startswith("棋楽軒: ") and "100% Aki" in text
    assert "%(" not in text and "%(" not in subject
