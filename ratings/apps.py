from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from kirakuken.accounts.parts import register
        from ratings.belongings import Ratings

        register(Ratings())
