"""Letters in a house without a mail server: printed, for whoever runs it to read.

One line of JSON each on standard output; the supervisor shows it in plain words in the
terminal. The links in letters are keys, so this is for a house of one's own."""

import json
import sys
from collections.abc import Sequence

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage


class ToTerminal(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for letter in email_messages:
            told = {"to": ", ".join(letter.to), "subject": letter.subject, "body": letter.body}
            sys.stdout.write(json.dumps({"letter": told}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
        return len(email_messages)
