"""Pages of an account that are ours: the list of everything, its browsers, the guest to bring
along, the export, and leaving."""

from collections.abc import Callable
from typing import cast

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.usersessions.adapter import get_adapter as sessions_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kirakuken.accounts import exports, leaving, membership
from kirakuken.accounts.adapters import browser_name, count_letter, way_back
from kirakuken.accounts.everywhere import do_forget_browsers
from kirakuken.accounts.leaving import REGRET
from kirakuken.accounts.models import User
from kirakuken.accounts.selectors import (
    address_of_account,
    export_of,
    player_of,
    second_steps_of,
    sessions_of,
    unverified_address_of,
)
from kirakuken.lib import limits
from kirakuken.lib.errors import Refused
from kirakuken.lib.http import Request, see_other, with_way_back
from kirakuken.lib.refusals import words_for

View = Callable[..., HttpResponseBase]
# The password, or a second step, once more: it may have been long ago, and somebody else's hand.
_once_more: Callable[[View], View] = reauthentication_required(app="kirakuken.accounts")
SHOWN_OR_SENT = ["GET", "HEAD", "POST"]


@login_required
@require_safe
def account(plain: HttpRequest) -> HttpResponse:
    """Everything about the account, each with the way to change it."""
    request = cast(Request, plain)
    user = _user(request)
    steps = second_steps_of(user)
    context = {
        "address": address_of_account(user.pk),
        "unverified": unverified_address_of(user.pk),
        "passkeys": [one.wrap() for one in steps.get("webauthn", [])],
        "code_app": steps.get("totp"),
        "recovery_codes": steps.get("recovery_codes"),
        "browsers": len(sessions_of(user)),
        "deleted_on": user.leaving_at + REGRET if user.leaving_at else None,
        "guest": membership.waiting_guest(request),
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_http_methods(SHOWN_OR_SENT)
def browsers(plain: HttpRequest) -> HttpResponseBase:
    """Where the account is signed in. POST end=<id>, "others" or "all": signed out there."""
    request = cast(Request, plain)
    user = _user(request)
    sessions = sessions_of(user)
    if request.method == "POST":
        which = request.POST.get("end", "")
        if which == "all":
            return _sign_out_everywhere(request, user)
        wanted = [each for each in sessions if not each.is_current()]
        if which != "others":
            wanted = [each for each in wanted if str(each.pk) == which]
        sessions_adapter().end_sessions(wanted)
        if which == "others":
            # Also browsers whose session has run out, but which still play.
            do_forget_browsers(user, but=request.session.get(membership.KEY))
        messages.success(request, _("Signed out there."))
        return see_other("usersessions_list")
    listed = [
        {
            "pk": each.pk,
            "name": browser_name(each.user_agent),
            "since": each.created_at,
            "is_here": each.is_current(),
        }
        for each in sessions
    ]
    return render(request, "accounts/browsers.html", {"browsers": listed})


@login_required
def address(request: HttpRequest) -> HttpResponseBase:
    """The e-mail address: django-allauth's view. A letter sent again is counted like a first.
    [next] is where somebody came from: it stays with the page, and goes into the letter. Posts
    bring it in their body, for django-allauth resumes them by the bare path once the password was
    asked for."""
    if request.method == "POST" and "action_send" in request.POST:
        count_letter(request, request.POST.get("email", ""))
    on, here = way_back(request), reverse("account_email")
    shown = allauth_views.EmailView.as_view(extra_context={"on": on})
    response: HttpResponseBase = shown(request)
    if response.headers.get("Location") == here:
        response.headers["Location"] = with_way_back(here, on)
    return response


def confirm_address(request: HttpRequest, key: str) -> HttpResponseBase:
    """The link of a letter: django-allauth's view, which leads on to [next]. The letter may have
    been opened in another browser than the one that asked; there one signs in first."""
    on = way_back(request)
    told = {"here": with_way_back(reverse("account_email"), on)}
    shown = allauth_views.ConfirmEmailView.as_view(extra_context=told)
    response: HttpResponseBase = shown(request, key=key)
    if "Location" in response.headers and on and not request.user.is_authenticated:
        messages.info(
            request,
            _(
                "If you asked for this in another browser or on another device, go on there. Or "
                "sign in here."
            ),
        )
        response.headers["Location"] = with_way_back(reverse("account_login"), on)
    return response


@login_required
@require_http_methods(SHOWN_OR_SENT)
def bring(plain: HttpRequest) -> HttpResponseBase:
    """The guest whom this browser held before: do they come along? POST bring=yes|no [next]."""
    request = cast(Request, plain)
    guest, member = membership.waiting_guest(request), player_of(_user(request))
    on = way_back(request) or reverse("accounts:you")
    if guest is None or member is None:
        return see_other(on)
    wrong = None
    if request.method == "POST":
        if request.POST.get("bring") != "yes":
            return see_other(on)
        try:
            membership.do_bring(request, member)
        except Refused as refused:
            wrong = refused
        else:
            told = _("Seats and matches of %(name)s are yours now.") % {"name": guest.name}
            messages.success(request, told)
            return see_other(on)
    context = {
        "guest": guest,
        "member": member,
        "next": on,
        "wrong": words_for(wrong.code) if wrong else "",
        **membership.what_they_have(guest),
    }
    return render(request, "accounts/bring.html", context, status=wrong.status if wrong else 200)


@login_required
@require_http_methods(SHOWN_OR_SENT)
def export(plain: HttpRequest) -> HttpResponseBase:
    """Everything the house has of the account. POST: pack it anew."""
    request = cast(Request, plain)
    user = _user(request)
    if request.method == "POST":
        limits.use("export_per_account", user.pk, parlour=0)
        exports.do_ask(user)
        return see_other("accounts:export")
    return render(request, "accounts/export.html", {"export": export_of(user)})


@login_required
@require_safe
@_once_more
def export_file(request: HttpRequest) -> HttpResponse:
    packed = exports.file_of(_user(request))
    if packed is None:
        raise Http404("Nothing is packed.")
    name = 'attachment; filename="kirakuken.zip"'
    return HttpResponse(
        packed, content_type="application/zip", headers={"Content-Disposition": name}
    )


@login_required
@require_http_methods(SHOWN_OR_SENT)
def leave(request: HttpRequest) -> HttpResponseBase:
    """Deleting the account, a week from now; or, if that was asked for, keeping it after all."""
    leaving_at = _user(request).leaving_at
    if leaving_at is None:
        return _leave(request)
    return render(request, "accounts/leave.html", {"deleted_on": leaving_at + REGRET})


@_once_more
def _leave(plain: HttpRequest) -> HttpResponseBase:
    request = cast(Request, plain)
    user = _user(request)
    if request.method != "POST":
        return render(request, "accounts/leave.html")
    try:
        leaving.do_ask_to_leave(user)
    except Refused as refused:
        context = {"wrong": words_for(refused.code)}
        return render(request, "accounts/leave.html", context, status=refused.status)
    return _gone(request, user)


@login_required
@require_POST
def stay(request: HttpRequest) -> HttpResponseBase:
    """POST: the deletion that was asked for is taken back."""
    leaving.do_stay(_user(request))
    messages.success(request, _("Your account stays."))
    return see_other("mfa_index")


def _sign_out_everywhere(request: Request, user: User) -> HttpResponseBase:
    others = [each for each in sessions_of(user) if not each.is_current()]
    sessions_adapter().end_sessions(others)
    get_adapter(request).logout(request)
    do_forget_browsers(user)
    return see_other("accounts:you")


def _gone(request: Request, user: User) -> HttpResponseBase:
    get_adapter(request).logout(request)
    context = {"deleted_on": user.leaving_at + REGRET if user.leaving_at else None}
    return render(request, "accounts/left.html", context)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
