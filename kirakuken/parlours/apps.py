from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ParloursConfig(AppConfig):
    name = "kirakuken.parlours"
    label = "parlours"
    verbose_name = _("Parlours")
