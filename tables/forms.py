"""What people post around a table. Names are judged by `kirakuken.accounts.names`."""

import re

from django import forms

from games.core.cpu import Level
from tables.models import MARKS

_HEX_OF_32_BYTES = re.compile(r"[0-9a-f]{64}")


class JoinForm(forms.Form):
    """A name, unless the browser has one already; the ticket says which form this was."""

    name = forms.CharField(required=False, max_length=200, strip=False)
    ticket = forms.CharField(required=False, max_length=200)


class MarkForm(forms.Form):
    mark = forms.ChoiceField(choices=[(mark, mark) for mark in MARKS])


class ShownForm(forms.Form):
    """What the page showed when a button was pressed, so that a second press finds it changed."""

    seated = forms.IntegerField(required=False, min_value=0, max_value=99)
    sitting = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    level = forms.ChoiceField(choices=[(level, level) for level in Level], required=False)
    door = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)


class StepInForm(JoinForm):
    """The same, for a seat that the page offered."""

    seat = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class OfferForm(ShownForm):
    offered = forms.TypedChoiceField(
        choices=[("1", "1"), ("0", "0")], coerce=lambda typed: typed == "1"
    )


class StopForm(forms.Form):
    """Yes or no to the proposal that the page showed; without one, yes makes one."""

    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    proposal = forms.IntegerField(required=False, min_value=0, max_value=2**53 - 1)


class NonceForm(forms.Form):
    """Either the hash of a nonce, or the nonce itself, both as 64 hexadecimal digits."""

    commitment = forms.RegexField(_HEX_OF_32_BYTES, required=False, max_length=64)
    nonce = forms.RegexField(_HEX_OF_32_BYTES, required=False, max_length=64)


class SayForm(forms.Form):
    phrase = forms.IntegerField(min_value=1, max_value=99)


class HushForm(forms.Form):
    """Whose phrases: the seat's key as the page showed it."""

    sitting = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    hide = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class ReplayForm(forms.Form):
    """Which move of a replay, with whose eyes, and which move the page shows already."""

    move = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    have = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    eyes = forms.CharField(required=False, max_length=10)


class LogForm(forms.Form):
    """Which page of the log, or which part of the file."""

    page = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    after = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
