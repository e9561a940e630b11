"""Names for those who do not want to think of one: two words of the period and a number."""

import secrets

FIRST_EN = (
    "Amber",
    "Azure",
    "Brave",
    "Calm",
    "Early",
    "Gentle",
    "Golden",
    "Indigo",
    "Jolly",
    "Lucky",
    "Merry",
    "Quiet",
    "Swift",
    "Wintry",
)
SECOND_EN = (
    "Badger",
    "Carp",
    "Crane",
    "Fox",
    "Heron",
    "Hare",
    "Kite",
    "Lark",
    "Otter",
    "Plum",
    "Plover",
    "Quail",
    "Rabbit",
    "Swan",
)
FIRST_JA = (
    "藍染",
    "朝霧",
    "浅葱",
    "江戸",
    "小春",
    "木枯",
    "早起",
    "松風",
    "宵待",
    "若草",
    "花見",
    "旅路",
    "夕立",
    "千代",
)
SECOND_JA = (
    "千鳥",
    "雀",
    "鶴",
    "狐",
    "狸",
    "鯉",
    "兎",
    "燕",
    "蛍",
    "鶯",
    "河鹿",
    "白鷺",
    "飛脚",
    "行灯",
)


def offered_name(language: str) -> str:
    """Such as "Indigo Crane 12" or "藍染千鳥12", which always fit."""
    number = 10 + secrets.randbelow(90)
    if language.startswith("ja"):
        return f"{secrets.choice(FIRST_JA)}{secrets.choice(SECOND_JA)}{number}"
    return f"{secrets.choice(FIRST_EN)} {secrets.choice(SECOND_EN)} {number}"
