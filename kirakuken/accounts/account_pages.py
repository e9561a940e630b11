"""What stands around each of django-allauth's views: a limit, and an honest status."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from kirakuken.lib import limits
from kirakuken.lib.http import Request, address_of

View = Callable[..., HttpResponseBase]
Count = Callable[[HttpRequest], None]


def page(view: View, count: Count | None = None, *, counts_scripts: bool = False) -> View:
    """The view, with its posts counted, and 422 instead of 200 where a form comes back.
    `counts_scripts`: also what a script fetches, for that begins a session."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_post = request.method == "POST"
        is_script = counts_scripts and "X-Requested-With" in request.headers
        if count is not None and (is_post or is_script):
            count(request)
        response = view(request, *args, **kwargs)
        if is_post and response.status_code == 200 and _comes_back(response):
            response.status_code = 422
        return response

    return shown


def by_address(what: str) -> Count:
    def count(request: HttpRequest) -> None:
        limits.use(what, address_of(request), parlour=_parlour(request))

    return count


def by_account(what: str) -> Count:
    """For pages of somebody signed in; a stranger is sent to sign in, and counted there."""

    def count(request: HttpRequest) -> None:
        if request.user.is_authenticated:
            limits.use(what, request.user.pk, parlour=0)

    return count


def _comes_back(response: HttpResponseBase) -> bool:
    context: dict[str, Any] = getattr(response, "context_data", None) or {}
    forms = (context.get("form"), context.get("webauthn_form"))
    return bool(context.get("token_fail")) or any(
        form is not None and form.errors for form in forms
    )


def _parlour(request: HttpRequest) -> int:
    return cast(Request, request).parlour.pk
