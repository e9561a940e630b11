"""Settings for tests within pytest's own process: nothing of a developer's house is touched.

Live and browser tests start the real house with the real settings instead (tests/house.py).
"""

import os
import tempfile
from pathlib import Path

os.environ["KIRAKUKEN_VAR"] = tempfile.mkdtemp(prefix="kirakuken-test-")
for _name in (
    "MAIL_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "BASE_HOST",
    "BEHIND_TLS",
    "DEBUG",
    "BIND",
    "PORT",
):
    os.environ.pop(_name, None)

from kirakuken import translations  # noqa: E402
from kirakuken.settings import *  # noqa: E402, F403
from kirakuken.settings import STATIC_ROOT, STORAGES, VAR  # noqa: E402

# Nobody collects static files for these tests, so they are named as they are in the source.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
# Redis is away, as it may be: limits allow, notices are dropped. `redis_here` brings it.
REDIS_URL = f"unix://{VAR}/nobody.sock"
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
CELERY_BROKER_URL = "memory://"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

translations.compile_all()
