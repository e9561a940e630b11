"""Where django-allauth asks us: who may be called what, who plays in a browser that signs in,
how letters are written, and how secrets lie in the database."""

import io
from collections.abc import Iterable
from typing import Any, cast

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import get_next_redirect_url
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.translation import gettext

from kirakuken.accounts import membership
from kirakuken.accounts.account_words import ERRORS, letter, said
from kirakuken.accounts.everywhere import do_forget_browsers
from kirakuken.accounts.letters import do_write
from kirakuken.accounts.models import User
from kirakuken.accounts.names import clean_user_name, name_key
from kirakuken.accounts.selectors import has_verified
from kirakuken.lib import limits
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request, address_of, is_path, with_way_back
from kirakuken.lib.refusals import words_for
from kirakuken.lib.sealing import seal, unseal

NOBODYS_ADDRESS = "0.0.0.0"  # noqa: S104  (what is kept in place of the visitor's)
LONGEST_WAY_BACK = 100  # letters in a letter; nobody writes a text of their own through us
_SEALED_AS = "second steps"


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {**DefaultAccountAdapter.error_messages, **ERRORS}

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return clean_user_name(username, parlour=_request(self.request).parlour)
        except Refused as refused:
            raise ValidationError(words_for(refused.code), code=refused.code) from refused

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Every try with a password is counted, right or wrong, wherever it is made."""
        count_sign_in(request, str(credentials.get("username", "")))

    def login(self, request: HttpRequest, user: Any) -> None:
        super().login(request, user)
        membership.do_come_in(_request(request), user)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """First what has to be asked: whether to stay, whether the guest comes along."""
        response = cast(HttpResponse, super().post_login(request, user, **kwargs))
        if user.leaving_at is not None:
            response["Location"] = reverse("accounts:leave")
        elif membership.waiting_guest(_request(request)) is not None:
            response["Location"] = with_way_back(reverse("accounts:bring"), response["Location"])
        return response

    def logout(self, request: HttpRequest) -> None:
        user = cast(User, request.user)
        guest = request.session.get(membership.GUEST)
        super().logout(request)
        membership.do_go_out(_request(request), user, guest)

    def is_safe_url(self, url: str) -> bool:
        """Paths of this very host: no other parlour's, and nothing with a scheme."""
        return is_path(url)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Sessions are listed by browser and time; where somebody was is not kept."""
        return NOBODYS_ADDRESS

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Words of ours instead of templates; sent by a worker."""
        house = _request(self.request).parlour.shown_name
        subject, body = letter(template_prefix, house, context)
        do_write(email, subject, body)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Only where mail is known to reach the account's owner."""
        to = email or user.email
        if to and has_verified(user.pk, to):
            self.send_mail(template_prefix, to, {"user": user, **(context or {})})

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        words = message or said(message_template or "", message_context or {})
        if words:
            messages.add_message(request, level, words, extra_tags=extra_tags)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """With the way back to where the address was asked for, such as a ranked table's door."""
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        on = way_back(request)
        return link(request, with_way_back(path, on if len(on) <= LONGEST_WAY_BACK else ""))

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": token})
        return link(self.request, path)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        signed_in = self.request.user.is_authenticated
        return reverse("mfa_index") if signed_in else reverse("account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("mfa_index")

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages are pages; only a passkey's challenge is fetched by a script, which says so."""
        return request.headers.get("X-Requested-With") == "XMLHttpRequest"


class SecondSteps(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {**DefaultMFAAdapter.error_messages, **ERRORS}

    def encrypt(self, text: str) -> str:
        return seal(_SEALED_AS, text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(_SEALED_AS, encrypted_text)

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)

    def get_totp_issuer(self) -> str:
        return present_request().parlour.shown_name

    def build_totp_svg(self, url: str) -> str:
        drawn = io.BytesIO()
        code = segno.make(url, error="m", micro=False)
        code.save(drawn, kind="svg", border=1, dark="#000", light="#fff", omitsize=True)
        return drawn.getvalue().decode()

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """By the browser it is made in: "Chrome on Android"."""
        return browser_name(present_request().headers.get("User-Agent", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """One passkey for all parlours below one address. A parlour with a domain of its own has
        passkeys of its own, for browsers allow it no other."""
        request = present_request()
        host, _port = split_domain_port(request.get_host())
        base = settings.BASE_HOST
        shared = "." in base and (host == base or host.endswith(f".{base}"))
        return {"id": base if shared else host, "name": request.parlour.shown_name}

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        found = super().get_public_key_credential_user_entity(user)
        return {**found, "name": user.username, "display_name": user.username}


class Sessions(DefaultUserSessionsAdapter):  # type: ignore[misc]
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Who is signed out there plays there no more."""
        for session in sessions:
            key = session._session_store(session.session_key).get(membership.KEY)
            session.end()
            if isinstance(key, int):
                do_forget_browsers(session.user, only=[key])


def count_sign_in(request: HttpRequest, name: str) -> None:
    """Raises TooMany. By the name first, so that one who guesses is not all behind the address:
    all spellings of a name together, for a database may take "kım" for "Kim", and all parlours
    together, for an account is one."""
    limits.use("sign_in_per_name", name_key(name[:150]), parlour=0)
    limits.use("sign_in_per_address", address_of(request), parlour=_request(request).parlour.pk)


def count_letter(request: HttpRequest, mailbox: str) -> None:
    """Before somebody has a letter sent to an address they typed. Raises TooMany: nobody is to
    be flooded through us. Counted for all parlours together, known address or not."""
    limits.use("letter_per_mailbox", mailbox.casefold()[:254], parlour=0)
    limits.use("letter_per_address", address_of(request), parlour=_request(request).parlour.pk)


def count_second_step(user: User) -> None:
    """Raises TooMany, also where nobody can count: six digits are soon guessed."""
    limits.use("second_step_per_account", user.pk, parlour=0)


def way_back(request: HttpRequest) -> str:
    """The `next` that a request brings; "" without one, and for one that leads out of the house."""
    return get_next_redirect_url(request) or ""


def link(request: HttpRequest, path: str) -> str:
    """The whole address of a path, for a letter. The host is a parlour's, or there would be no
    request; its port is believed only where no proxy stands in front."""
    host = request.get_host()
    if settings.BEHIND_TLS:
        return f"https://{split_domain_port(host)[0]}{path}"
    return f"{request.scheme}://{host}{path}"


def browser_name(user_agent: str) -> str:
    """What a person would call it: "Firefox on Windows"."""
    browser = _first(
        user_agent,
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("SamsungBrowser", "Samsung"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    )
    system = _first(
        user_agent,
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    )
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("a browser")


def _first(text: str, *known: tuple[str, str]) -> str:
    return next((name for part, name in known if part in text), "")


def present_request() -> Request:
    """The one that is being answered; django-allauth's forms are not given it."""
    return _request(context.request)


def _request(request: HttpRequest) -> Request:
    return cast(Request, request)
