"""Apps that open links in a browser of their own, whose cookies are gone when the app likes.

Whoever sits down there should know that the seat can be moved to the usual browser.
"""

import re

APPS = {
    "LINE": re.compile(r"\bLine/\d"),
    "Instagram": re.compile(r"\bInstagram \d"),
    "Facebook": re.compile(r"\bFB(?:AN|AV|_IAB)\b"),
    "X": re.compile(r"\bTwitter\b"),
    "TikTok": re.compile(r"\b(?:musical_ly|BytedanceWebview|TikTok)", re.I),
    "WeChat": re.compile(r"\bMicroMessenger/"),
    "KakaoTalk": re.compile(r"\bKAKAOTALK\b"),
    "Snapchat": re.compile(r"\bSnapchat/"),
    "Pinterest": re.compile(r"\[Pinterest/"),
}


def in_app_browser(user_agent: str) -> str:
    """The app whose browser this is, as people call it; "" for an ordinary browser."""
    heard = user_agent[:500]
    return next((app for app, sign in APPS.items() if sign.search(heard)), "")
