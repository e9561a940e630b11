"""All settings, from the environment where they differ between installations.

Nothing here has to be set to play: `make play` needs no configuration. An installation
sets `DATABASE_URL`, `REDIS_URL`, `SECRET_KEY`, `BASE_HOST` and `BEHIND_TLS`; see
docs/production.md. A value that makes no sense stops the start with a sentence.
"""

import ipaddress
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from kirakuken.lib import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = environment.folder("KIRAKUKEN_VAR", BASE_DIR / "var")
DEBUG = environment.flag("DEBUG", False)
BEHIND_TLS = environment.flag("BEHIND_TLS", False)


def _secret_key() -> str:
    """From the environment, else kept in `var/secret_key`, made at the first start."""
    given = environment.text("SECRET_KEY", "")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured("SECRET_KEY must have at least 32 characters.")
        return given
    path = VAR / "secret_key"
    if not path.exists():
        VAR.mkdir(parents=True, exist_ok=True)
        made = VAR / f".secret_key.{secrets.token_hex(8)}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(48))
        try:
            path.hardlink_to(made)  # the first of several processes wins
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return path.read_text().strip()


SECRET_KEY = _secret_key()

# --- hosts and tenants -------------------------------------------------------------------
# Every host is checked against the parlours by the first middleware; Django's own list
# would have to know all tenants' domains.
ALLOWED_HOSTS = ["*"]
# The address of the first parlour; `<slug>.<BASE_HOST>` are the others.
BASE_HOST = environment.text("BASE_HOST", "localhost").lower()
BIND = environment.text("BIND", "127.0.0.1")
PORT = environment.whole("PORT", 8000, 1, 65535)
try:
    ipaddress.IPv4Address(BIND)
except ValueError:
    raise ImproperlyConfigured(f"BIND must be an IPv4 address, not {BIND!r}.") from None
# Where BIND leaves loopback, the machine's own addresses serve the first parlour too.
FIRST_PARLOUR_HOSTS = environment.words("FIRST_PARLOUR_HOSTS")
TRUSTED_PROXIES = environment.whole("TRUSTED_PROXIES", 0, 0, 5)
# Where the source of this very installation can be had; the licence asks for it (AGPL, 13).
SOURCE_URL = environment.text("SOURCE_URL", "")
if SOURCE_URL and urlsplit(SOURCE_URL).scheme not in {"http", "https"}:
    raise ImproperlyConfigured("SOURCE_URL must begin with https:// or http://.")

# --- applications ------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "kirakuken.lib.staff_room.StaffRoomConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "csp",
    # Before ours, which takes their tables out of the staff room again.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "kirakuken.parlours",
    "kirakuken.accounts",
    "ratings",
    "tables",
    "lobby",
]
MIDDLEWARE = [
    "kirakuken.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "kirakuken.lib.http.HeadersMiddleware",
    "kirakuken.parlours.middleware.ParlourMiddleware",
    "kirakuken.lib.http.Utf8Middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "kirakuken.parlours.middleware.SessionOfThisParlour",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "kirakuken.accounts.middleware.PlayerMiddleware",
    "kirakuken.lib.languages.LanguageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "kirakuken.lib.refusals.RefusalMiddleware",
]
ROOT_URLCONF = "kirakuken.urls"
ASGI_APPLICATION = "kirakuken.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "kirakuken.lib.context.page",
            ],
        },
    }
]
CSRF_FAILURE_VIEW = "kirakuken.lib.refusals.csrf_failure"

# --- database ----------------------------------------------------------------------------
DATABASE_URL = environment.text("DATABASE_URL", f"sqlite:///{quote(str(VAR / 'db.sqlite3'))}")
try:
    DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL)}
except ValueError:
    raise ImproperlyConfigured("DATABASE_URL must be an address of a database.") from None
IS_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if IS_SQLITE:
    # IMMEDIATE: a transaction takes the one write lock before it reads, so none fails half way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA synchronous=NORMAL;",
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault(
        "options", "-c statement_timeout=5000"
    )
else:
    raise ImproperlyConfigured("DATABASE_URL must name SQLite or PostgreSQL.")
# Connections live on because web threads are few and persistent (kirakuken/threads.py).
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
WEB_THREADS = environment.whole("WEB_THREADS", 2 if IS_SQLITE else 4, 1, 32)

# --- Redis or Valkey: channel layer, broker, cache ---------------------------------------
VALKEY_SOCKET = environment.socket_file(VAR / "valkey" / "valkey.sock")
_EMBEDDED_URL = f"unix://{quote(str(VALKEY_SOCKET))}"
REDIS_URL = environment.text("REDIS_URL", _EMBEDDED_URL)
EMBEDDED_VALKEY = REDIS_URL == _EMBEDDED_URL  # else somebody runs a server for us
if urlsplit(REDIS_URL).scheme not in {"redis", "rediss", "unix"}:
    raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
CHANNEL_PREFIX = environment.text("CHANNEL_PREFIX", "kirakuken")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            # socket_timeout None: redis-py 8 would otherwise end idle subscriptions after 5 s.
            "hosts": [
                {
                    "address": REDIS_URL,
                    "socket_timeout": None,
                    "socket_connect_timeout": 2,
                    "health_check_interval": 15,
                }
            ],
            "prefix": CHANNEL_PREFIX,
        },
    }
}
# Shared by all processes, for a code of a code app must not be good in each of them once.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{CHANNEL_PREFIX}.cache",
    }
}

# --- Celery ------------------------------------------------------------------------------
CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1)
    if REDIS_URL.startswith("unix://")
    else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "mail"  # what nobody waits for: letters, exports, deletions
CELERY_TASK_ROUTES = {
    "tables.tasks.sweep": {"queue": "timers"},
    "tables.tasks.rate": {"queue": "timers"},
    "tables.tasks.*": {"queue": "cpu"},
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "global_keyprefix": f"{CHANNEL_PREFIX}.celery.",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "tables.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    "tidy": {"task": "tables.tasks.tidy", "schedule": 60.0, "options": {"expires": 60}},
    "accounts": {"task": "accounts.tidy", "schedule": 60.0, "options": {"expires": 60}},
    "sessions": {"task": "accounts.forget", "schedule": 3600.0, "options": {"expires": 3600}},
}
# Kept in memory: what is due each second needs no file that a crash could spoil.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_WORKER_REDIRECT_STDOUTS = False

# --- language, time, files ---------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "kk_language"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}

# --- sessions, cookies, headers ----------------------------------------------------------
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 30 * 24 * 3600
_HOST_ONLY = "__Host-" if BEHIND_TLS else ""
SESSION_COOKIE_NAME = f"{_HOST_ONLY}kk_session"
PLAYER_COOKIE_NAME = f"{_HOST_ONLY}kk_player"
DEVICE_COOKIE_NAME = f"{_HOST_ONLY}kk_device"  # of browsers that play ranked
CSRF_COOKIE_NAME = f"{_HOST_ONLY}kk_csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PLAYER_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_AGE = 30 * 24 * 3600
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# --- accounts (docs/mechanisms/accounts.md) ------------------------------------------------
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "accounts:you"
LOGOUT_REDIRECT_URL = "accounts:you"
PASSWORD_HASHERS = [
    "kirakuken.accounts.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "kirakuken.accounts.adapters.Accounts"
ACCOUNT_FORMS = {
    "signup": "kirakuken.accounts.account_forms.SignUpForm",
    "login": "kirakuken.accounts.account_forms.SignInForm",
    "add_email": "kirakuken.accounts.account_forms.AddressForm",
    "reset_password": "kirakuken.accounts.account_forms.ForgottenForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_EMAIL_VERIFICATION = "optional"  # needed for ranked play and recovery, not to come in
ACCOUNT_CHANGE_EMAIL = True  # one address, replaced when the new one is verified
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
PASSWORD_RESET_TIMEOUT = 4 * 3600  # seconds that a link to a new password is good
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # of this browser; all others are signed out
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # the password once more before what is not easily undone
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# Limits are the house's own, the LIMITS below: one list for everything, and no cache in it.
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MFA_ADAPTER = "kirakuken.accounts.adapters.SecondSteps"
MFA_FORMS = {
    "authenticate": "kirakuken.accounts.account_forms.CodeForm",
    "reauthenticate": "kirakuken.accounts.account_forms.CodeAgainForm",
    "activate_totp": "kirakuken.accounts.account_forms.CodeAppForm",
    "add_webauthn": "kirakuken.accounts.account_forms.PasskeyForm",
    "login_webauthn": "kirakuken.accounts.account_forms.PasskeySignInForm",
    "authenticate_webauthn": "kirakuken.accounts.account_forms.PasskeyStepForm",
    "reauthenticate_webauthn": "kirakuken.accounts.account_forms.PasskeyAgainForm",
    "edit_webauthn": "kirakuken.accounts.account_forms.PasskeyNameForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute out
USERSESSIONS_ADAPTER = "kirakuken.accounts.adapters.Sessions"

# --- mail --------------------------------------------------------------------------------
# Where MAIL_URL is not set, letters are shown in the terminal instead of being sent.
MAIL_URL = environment.text("MAIL_URL", "")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("MAIL_FROM", f"kirakuken@{BASE_HOST}")
EMAIL_BACKEND = "kirakuken.lib.mail.ToTerminal"
if MAIL_URL:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    (
        EMAIL_HOST,
        EMAIL_PORT,
        EMAIL_HOST_USER,
        EMAIL_HOST_PASSWORD,
        EMAIL_USE_TLS,
        EMAIL_USE_SSL,
    ) = environment.mail_server(MAIL_URL)
    EMAIL_TIMEOUT = 10

# --- logs --------------------------------------------------------------------------------
LOG_LEVEL = environment.choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "kirakuken.lib.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.server": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}

# --- limits: (how many, in how many seconds); per address ones fit a school class --------
LIMITS: dict[str, tuple[int, int]] = {
    "player_per_address": (120, 3600),
    "open_table_per_player": (12, 600),
    "open_table_per_address": (240, 600),
    "join_per_player": (30, 60),
    "join_per_address": (300, 60),
    "code_per_address": (60, 60),
    "code_per_player": (10, 60),
    "move_per_player": (60, 10),
    "press_per_player": (60, 10),
    "hurry_per_player": (60, 10),  # of its own: a page hurries by itself, see okuribito-motion.js
    "move_seat_per_player": (20, 600),
    "move_code_per_address": (200, 600),
    "move_code_per_player": (10, 600),
    "say_per_player": (30, 60),
    "sign_in_per_name": (5, 300),
    "sign_in_per_address": (120, 300),
    "passkey_per_address": (60, 300),
    # Codes of a code app, recovery codes and passkeys as a second step.
    "second_step_per_account": (5, 300),
    "sign_up_per_address": (240, 3600),
    "password_per_account": (10, 600),
    # Letters: to an address of mail, and asked for from an address of the net.
    "letter_per_mailbox": (3, 600),
    "letter_per_address": (30, 600),
    "account_per_account": (60, 600),
    "export_per_account": (5, 3600),
}
SOCKETS_PER_PLAYER = 20
SOCKETS_PER_ADDRESS = 400
