"""Forms of django-allauth with our rules: names, limits, and who may have a letter sent."""

from collections.abc import Callable
from struct import error as StructError
from typing import Any

from allauth.account import forms as account_forms
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as code_forms
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from kirakuken.accounts import membership
from kirakuken.accounts.adapters import count_letter, count_second_step, present_request
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.names import LONGEST, clean_name, tidy
from kirakuken.accounts.selectors import has_verified
from kirakuken.lib.errors import Refused
from kirakuken.lib.refusals import words_for

LONGEST_KEY_NAME = 60
LONGEST_PASSWORD = 1024  # letters; hashing takes longer the longer it is


class SignUpForm(account_forms.SignupForm):  # type: ignore[misc]
    """A guest who signs up also says under which name, for theirs may be taken by now."""

    name = forms.CharField(label=_("What others call you at a table"), required=False, strip=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest_of(present_request())
        if self.guest is None:
            del self.fields["name"]
        else:
            self.fields["name"].initial = self.guest.name
            self.fields["username"].initial = self.guest.name
        self.fields["username"].strip = False
        # Lengths are answered by words of ours, not by a browser that stops taking letters.
        self.fields["username"].widget.attrs.pop("maxlength", None)
        self.longest = LONGEST
        for password in ("password1", "password2"):
            self.fields[password].max_length = LONGEST_PASSWORD

    def clean_username(self) -> str:
        name: str = super().clean_username()
        if self.guest is None:
            # It is also what others will see, so it must not be somebody's name here.
            return _name(name, None)
        return name

    def clean_name(self) -> str:
        return _name(self.cleaned_data["name"], self.guest)

    def clean_email(self) -> str:
        address: str = super().clean_email()
        if address:
            count_letter(present_request(), address)
        return address

    def save(self, request: HttpRequest) -> User:
        """Raises Refused if the guest, or somebody else with that name, was faster."""
        try:
            with transaction.atomic():
                user: User = super().save(request)
                if self.guest is not None:
                    membership.do_keep(user, self.guest, self.cleaned_data["name"])
        except IntegrityError:
            raise Refused("user_name_taken") from None
        return user


class SignInForm(account_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].strip = False
        self.fields["password"].max_length = LONGEST_PASSWORD

    def clean_login(self) -> str:
        """As names are kept: a phone's full-width spaces and letters in pieces do no harm."""
        return tidy(self.cleaned_data["login"])


class AddressForm(account_forms.AddEmailForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        count_letter(present_request(), self.cleaned_data["email"])
        return str(super().clean_email())


class ForgottenForm(account_forms.ResetPasswordForm):  # type: ignore[misc]
    users: list[User]

    def clean_email(self) -> str:
        """A way back leads to verified addresses alone: others may be mistyped, or strangers'."""
        address = str(super().clean_email())
        count_letter(present_request(), address)
        self.users = [user for user in self.users if has_verified(user.pk, address)]
        return address


class CodeForm(code_forms.AuthenticateForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        count_second_step(self.user)
        return str(super().clean_code())


class CodeAgainForm(code_forms.ReauthenticateForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        count_second_step(self.user)
        return str(super().clean_code())


class CodeAppForm(ActivateTOTPForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        count_second_step(self.user)
        return str(super().clean_code())


class PasskeyForm(passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    """Every passkey may also sign in by itself, so it must have asked for finger, face or PIN."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]

    def clean_name(self) -> str:
        return str(super().clean_name())[:LONGEST_KEY_NAME]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        return dict(_read(super().clean))


class PasskeySignInForm(passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Any:
        return _read(super().clean_credential)


class PasskeyStepForm(passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Any:
        count_second_step(self.user)
        return _read(super().clean_credential)


class PasskeyAgainForm(passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Any:
        count_second_step(self.user)
        return _read(super().clean_credential)


class PasskeyNameForm(passkey_forms.EditWebAuthnForm):  # type: ignore[misc]
    def clean_name(self) -> str:
        return str(self.cleaned_data["name"])[:LONGEST_KEY_NAME]


def _read(check: Callable[[], Any]) -> Any:
    """What a browser says of a passkey is bytes in bytes; their reader stumbles in many ways over
    what no browser would send."""
    try:
        return check()
    except (LookupError, AttributeError, TypeError, ValueError, ArithmeticError, StructError):
        raise get_adapter().validation_error("incorrect_code") from None


def guest_of(request: Any) -> Player | None:
    """Whom signing up would keep."""
    player: Player | None = request.player
    return player if player is not None and player.user_id is None else None


def _name(typed: str, player: Player | None) -> str:
    try:
        return clean_name(typed, parlour=present_request().parlour, player=player)
    except Refused as refused:
        raise forms.ValidationError(words_for(refused.code), code=refused.code) from refused
