"""What somebody types about themselves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from kirakuken.accounts.models import Player
from kirakuken.accounts.names import LONGEST, clean_name
from kirakuken.lib.errors import Refused
from kirakuken.lib.refusals import words_for
from kirakuken.parlours.models import Parlour


class NameForm(forms.Form):
    """A name, checked as names are; what is wrong with it stands beside the field."""

    # Its length is answered by words of ours, not by a browser that stops taking letters.
    name = forms.CharField(label=_("Name"), required=False, strip=False)

    def __init__(
        self, *args: Any, parlour: Parlour, player: Player | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.parlour, self.player = parlour, player
        self.longest = LONGEST

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"], parlour=self.parlour, player=self.player)
        except Refused as refused:
            raise forms.ValidationError(words_for(refused.code), code=refused.code) from refused
