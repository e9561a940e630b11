"""The HTTP map of the house: includes only. /healthz and /readyz are answered before it."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("lobby.urls")),
    path("t/", include("tables.urls")),
    path("", include("tables.match_urls")),
    path("you/", include("kirakuken.accounts.urls")),
    path("you/", include("kirakuken.accounts.account_urls")),
    path("admin/", admin.site.urls),
]
handler400 = "kirakuken.lib.refusals.bad_request"
handler403 = "kirakuken.lib.refusals.forbidden"
handler404 = "kirakuken.lib.refusals.not_found"
handler500 = "kirakuken.lib.refusals.server_error"
