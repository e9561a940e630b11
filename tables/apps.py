from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from kirakuken.accounts.parts import register
        from kirakuken.accounts.services import player_moved, player_renamed
        from tables.services.belongings import Belongings
        from tables.services.renaming import look_anew, show_new_name

        player_renamed.connect(show_new_name)
        player_moved.connect(look_anew)
        register(Belongings())
