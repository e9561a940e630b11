"""Single words of the game in the language that is active."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.okuribito.names import Industry, Insight, Item, Luck, Rank, Season


def industry_name(industry: Industry) -> str:
    return {
        Industry.CLOTH: pgettext("industry", "cloth"),
        Industry.GRAIN: pgettext("industry", "grain"),
        Industry.SEAFOOD: pgettext("industry", "seafood"),
        Industry.TOOLS: pgettext("industry", "tools"),
    }[industry]


def season_name(season: Season) -> str:
    return {
        Season.SPRING: pgettext("season", "Spring"),
        Season.SUMMER: pgettext("season", "Summer"),
        Season.AUTUMN: pgettext("season", "Autumn"),
        Season.WINTER: pgettext("season", "Winter"),
    }[season]


def sells_best(season: Season) -> str:
    """OK-33"""
    return {
        Season.SPRING: _("tools sell best"),
        Season.SUMMER: _("seafood sells best"),
        Season.AUTUMN: _("grain sells best"),
        Season.WINTER: _("cloth sells best"),
    }[season]


def level_name(level: int) -> str:
    """From 1: stall, shop, big store."""
    return {
        1: pgettext("firm", "stall"),
        2: pgettext("firm", "shop"),
        3: pgettext("firm", "big store"),
    }[level]


def rank_name(rank: Rank) -> str:
    return {
        Rank.APPRENTICE: pgettext("rank", "apprentice"),
        Rank.CLERK: pgettext("rank", "clerk"),
        Rank.HEAD_CLERK: pgettext("rank", "head clerk"),
        Rank.MASTER: pgettext("rank", "master"),
    }[rank]


def insight_name(insight: Insight) -> str:
    return {
        Insight.FORESIGHT: pgettext("insight", "Foresight"),
        Insight.KEEN_EYE: pgettext("insight", "Keen eye"),
        Insight.MASTER_BUILDER: pgettext("insight", "Master builder"),
    }[insight]


def item_name(item: Item) -> str:
    return {
        Item.STRAW_DOLL: pgettext("belonging", "Straw doll"),
        Item.CHARM: pgettext("belonging", "Charm"),
        Item.LUCKY_CAT: pgettext("belonging", "Lucky cat"),
        Item.CURSE: pgettext("belonging", "Curse"),
    }[item]


def luck_name(luck: Luck) -> str:
    return {
        Luck.GREAT: pgettext("luck", "great luck"),
        Luck.GOOD: pgettext("luck", "good luck"),
        Luck.MIDDLING: pgettext("luck", "middling luck"),
        Luck.SMALL: pgettext("luck", "small luck"),
        Luck.BAD: pgettext("luck", "bad luck"),
    }[luck]
