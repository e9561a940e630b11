from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save
from django.utils.translation import gettext_lazy as _


class ParloursConfig(AppConfig):
    name = "kirakuken.parlours"
    label = "parlours"
    verbose_name = _("Parlours")

    def ready(self) -> None:
        from kirakuken.parlours.middleware import forget_hosts
        from kirakuken.parlours.models import Domain, Parlour

        for model in (Parlour, Domain):
            post_save.connect(forget_hosts, sender=model)
            post_delete.connect(forget_hosts, sender=model)
