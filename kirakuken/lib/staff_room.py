"""Django's admin as an app, with our own site. Apart from lib/admin.py, which needs the models."""

from django.contrib.admin.apps import AdminConfig


class StaffRoomConfig(AdminConfig):
    default_site = "kirakuken.lib.admin.StaffRoom"
