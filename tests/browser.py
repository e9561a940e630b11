"""Finding a Chromium for the tests in a browser. None to be had is a failure, never a skip."""

import os
import shutil
import subprocess
import sys
from functools import cache

# The first is the same without windows and takes two thirds of the time.
NAMES = [
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DOWNLOAD_LIMIT = 600  # seconds


class NoBrowser(Exception):
    pass


@cache
def chromium_path() -> str | None:
    """The path of an installed Chromium; None stands for Playwright's own. Gets one if there is
    none: by Playwright, or as root from the distribution."""
    if installed := _installed():
        return installed
    if _run([sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]):
        return None
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update", "-qq"])
        _run(["apt-get", "install", "-qq", "--yes", "--no-install-recommends", NAMES[0]])
        if installed := _installed():
            return installed
    raise NoBrowser(
        "The browser tests need Chromium. Install it (on Debian: "
        f"apt-get install {NAMES[0]}) or run: {sys.executable} -m playwright install chromium"
    )


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _run(command: list[str]) -> bool:
    try:
        return subprocess.run(command, timeout=DOWNLOAD_LIMIT, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__":
    print(chromium_path() or "Playwright's own")
