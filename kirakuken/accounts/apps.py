from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "kirakuken.accounts"
    label = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set

        from kirakuken.accounts.membership import forget_other_browsers

        for changed in (password_changed, password_set, password_reset):
            changed.connect(forget_other_browsers)
