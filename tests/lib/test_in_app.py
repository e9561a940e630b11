import pytest

from kirakuken.lib.in_app import in_app_browser

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
APPS = {
    "LINE": f"{PHONE} (KHTML, like Gecko) Mobile/15E148 Safari Line/14.19.0",
    "Instagram": f"{PHONE} (KHTML, like Gecko) Mobile/22B83 Instagram 355.1.0.24.107",
    "Facebook": f"{PHONE} (KHTML, like Gecko) Mobile/22B83 [FBAN/FBIOS;FBAV/487.0.0.38.111]",
    "X": f"{PHONE} (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.65",
    "WeChat": f"{PHONE} (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53",
}
BROWSERS = [
    f"{PHONE} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "Online/1 outline/2",
    "",
]


@pytest.mark.parametrize("app", APPS)
def test_apps_are_known(app: str) -> None:
    assert in_app_browser(APPS[app]) == app


@pytest.mark.parametrize("agent", BROWSERS)
def test_browsers_are_no_apps(agent: str) -> None:
    assert in_app_browser(agent) == ""
