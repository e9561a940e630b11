"""Addresses of accounts, under /you/. The views are django-allauth's, which knows these names and
no others; ours are what stands around them: limits, and the status of a form sent back."""

from collections.abc import Callable
from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as code_app
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path
from django.views.decorators.cache import never_cache

from kirakuken.accounts import account_views as ours
from kirakuken.accounts.account_pages import by_account, by_address, page

View = Callable[..., Any]

_sign_up = by_address("sign_up_per_address")
_passkey = by_address("passkey_per_address")
_letter = by_address("letter_per_address")
_own = by_account("account_per_account")
_password = by_account("password_per_account")

urlpatterns = [
    # coming and going
    path("sign-up/", page(account.signup, _sign_up), name="account_signup"),
    path("sign-in/", page(account.login), name="account_login"),
    path("sign-out/", page(account.logout), name="account_logout"),
    path("closed/", page(account.account_inactive), name="account_inactive"),
    path("sign-in/code/", page(second_step.authenticate), name="mfa_authenticate"),
    path(
        "sign-in/passkey/",
        page(passkeys.login_webauthn, _passkey, counts_scripts=True),
        name="mfa_login_webauthn",
    ),
    path("again/", page(account.reauthenticate, _own), name="account_reauthenticate"),
    path("again/code/", page(second_step.reauthenticate, _own), name="mfa_reauthenticate"),
    path(
        "again/passkey/",
        page(passkeys.reauthenticate_webauthn, _own),
        name="mfa_reauthenticate_webauthn",
    ),
    # the account
    path("account/", never_cache(ours.account), name="mfa_index"),
    path("account/browsers/", never_cache(ours.browsers), name="usersessions_list"),
    path("account/address/", page(ours.address, _own), name="account_email"),
    path(
        "account/password/",
        page(account.password_change, _password),
        name="account_change_password",
    ),
    path(
        "account/password/first/",
        page(account.password_set, _password),
        name="account_set_password",
    ),
    path("account/code-app/", page(code_app.activate_totp, _own), name="mfa_activate_totp"),
    path(
        "account/code-app/remove/", page(code_app.deactivate_totp, _own), name="mfa_deactivate_totp"
    ),
    path("account/passkeys/", page(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("account/passkeys/new/", page(passkeys.add_webauthn, _own), name="mfa_add_webauthn"),
    path(
        "account/passkeys/<int:pk>/", page(passkeys.edit_webauthn, _own), name="mfa_edit_webauthn"
    ),
    path(
        "account/passkeys/<int:pk>/remove/",
        page(passkeys.remove_webauthn, _own),
        name="mfa_remove_webauthn",
    ),
    path(
        "account/codes/", page(recovery_codes.view_recovery_codes), name="mfa_view_recovery_codes"
    ),
    path(
        "account/codes/new/",
        page(recovery_codes.generate_recovery_codes, _own),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/codes/codes.txt",
        page(recovery_codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    # letters and what their links lead to
    path(
        "address/sent/",
        page(account.email_verification_sent),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^address/(?P<key>[-:\w]+)/$", page(ours.confirm_address), name="account_confirm_email"
    ),
    path("password/", page(account.password_reset, _letter), name="account_reset_password"),
    path("password/sent/", page(account.password_reset_done), name="account_reset_password_done"),
    path(
        "password/done/",
        page(account.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        page(account.password_reset_from_key, _letter),
        name="account_reset_password_from_key",
    ),
]
