"""What letters say, what pages say after something was done, and why it was not."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# In place of django-allauth's own words for these refusals.
ERRORS: dict[str, Any] = {
    "account_inactive": gettext_lazy("This account is closed."),
    "duplicate_email": gettext_lazy("That is the address of this account already."),
    "enter_current_password": gettext_lazy("That is not the password until now."),
    "incorrect_code": gettext_lazy("That is not good, or not any more. Please try again."),
    "incorrect_password": gettext_lazy("That is not the password."),
    "invalid_password_reset": gettext_lazy("This link is not good any more."),
    "username_password_mismatch": gettext_lazy("User name and password do not go together."),
}

_SAID: dict[str, Promise] = {
    "account/messages/password_changed.txt": gettext_lazy(
        "The password is changed. All other browsers are signed out."
    ),
    "account/messages/email_confirmation_sent.txt": gettext_lazy(
        "A letter is on its way to %(email)s. Follow the link in it within three days."
    ),
    "account/messages/email_confirmed.txt": gettext_lazy("%(email)s is verified."),
    "account/messages/email_confirmation_failed.txt": gettext_lazy(
        "%(email)s belongs to another account."
    ),
    "account/messages/email_deleted.txt": gettext_lazy("%(email)s is removed."),
    "mfa/messages/totp_activated.txt": gettext_lazy("The code app is set up."),
    "mfa/messages/totp_deactivated.txt": gettext_lazy("The code app is not asked any more."),
    "mfa/messages/webauthn_added.txt": gettext_lazy("The passkey is kept."),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey is removed."),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy(
        "Here are new recovery codes. Put them where you will find them without this device."
    ),
}


def said(about: str, details: dict[str, Any]) -> str:
    """The sentence after something was done; "" where the page itself shows it."""
    words = _SAID.get(about)
    return str(words) % details if words is not None else ""


def letter(about: str, house: str, details: dict[str, Any]) -> tuple[str, str]:
    """Subject and text of a letter, in the language of the moment."""
    user = details.get("user")
    known = {"house": house, "name": user.username if user is not None else "", **details}
    subject, *paragraphs = _letters()[about]
    greeting = _("Hello %(name)s,") if user is not None else _("Hello,")
    text = [greeting, *paragraphs, "%(house)s"]
    return f"{house}: {subject % known}", "\n\n".join(part % known for part in text)


def last_letter(name: str) -> tuple[str, str]:
    """Subject and text for whoever has asked for the deletion of their account."""
    text = _(
        "Hello %(name)s,\n\n"
        "your account will be deleted for good in seven days. You are signed out everywhere.\n\n"
        "If you want to keep it, sign in before then and choose \u201cKeep my account\u201d.\n\n"
        "If it was not you who asked for this, sign in and change your password."
    )
    return _("Your account will be deleted"), text % {"name": name}


def _letters() -> dict[str, tuple[str, ...]]:
    """By django-allauth's names: the subject, then the paragraphs between greeting and name."""
    not_you = _("If it was not you: sign in, change your password and sign out everywhere.")
    nothing = _("If it was not you who asked, do nothing; then nothing happens.")
    confirm = (
        _("Your e-mail address"),
        _("follow this link to show that this address is yours:"),
        "%(activate_url)s",
        nothing,
    )
    return {
        "account/email/email_confirmation": confirm,
        "account/email/email_confirmation_signup": confirm,
        "account/email/password_reset_key": (
            _("A new password"),
            _("by this link you can choose a new password. Your user name is %(name)s."),
            "%(password_reset_url)s",
            nothing,
        ),
        "account/email/unknown_account": (
            _("A new password"),
            _("somebody asked for a new password for this address. No account here has it."),
            _("Perhaps you have an account without an address, or with another one."),
        ),
        "account/email/password_changed": (
            _("Your password was changed"),
            _("the password of your account was changed just now."),
            not_you,
        ),
        "account/email/password_reset": (
            _("Your password was changed"),
            _("a new password was chosen by a link that was sent to you."),
            not_you,
        ),
        "account/email/password_set": (
            _("Your password was changed"),
            _("the password of your account was changed just now."),
            not_you,
        ),
        "account/email/email_changed": (
            _("Your e-mail address was changed"),
            _("your account has the address %(to_email)s now, no more %(from_email)s."),
            not_you,
        ),
        "account/email/email_deleted": (
            _("Your e-mail address was removed"),
            _("your account has the address %(deleted_email)s no more."),
            not_you,
        ),
        "mfa/email/totp_activated": (
            _("A code app was set up"),
            _("from now on a code is asked for when you sign in with your password."),
            not_you,
        ),
        "mfa/email/totp_deactivated": (
            _("The code app was removed"),
            _("from now on no code of a code app is asked for."),
            not_you,
        ),
        "mfa/email/webauthn_added": (
            _("A passkey was added"),
            _("your account can be opened with a new passkey."),
            not_you,
        ),
        "mfa/email/webauthn_removed": (
            _("A passkey was removed"),
            _("one of your passkeys is good no more."),
            not_you,
        ),
        "mfa/email/recovery_codes_generated": (
            _("New recovery codes"),
            _("new recovery codes were made; the old ones are good no more."),
            not_you,
        ),
    }
