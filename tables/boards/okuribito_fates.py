"""Sentences of trade, matches and fate: stakes, offerings, duels, luck, news, debts."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.okuribito import events as e
from games.okuribito.names import Disaster, Luck, News
from tables.boards import okuribito_terms as terms
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import place_name, square_name, town_name
from tables.boards.people import Person

People = Sequence[Person]


def stakes_words(industry: Any, qty: int) -> str:
    """A number of stakes: "3 cloth stakes"."""
    return ngettext("%(qty)s %(industry)s stake", "%(qty)s %(industry)s stakes", qty) % {
        "qty": qty,
        "industry": terms.industry_name(industry),
    }


def _stakes_bought(event: e.StakesBought, people: People) -> str:
    return _("%(name)s bought %(stakes)s for %(sum)s.") % {
        "name": people[event.seat].called,
        "stakes": stakes_words(event.industry, event.qty),
        "sum": ryo(event.cost),
    }


def _stakes_sold(event: e.StakesSold, people: People) -> str:
    words = {
        "name": people[event.seat].called,
        "stakes": stakes_words(event.industry, event.qty),
        "sum": ryo(event.got),
        "tax": ryo(event.tax),
    }
    if not event.tax:
        return _("%(name)s sold %(stakes)s for %(sum)s.") % words
    return _("%(name)s sold %(stakes)s for %(sum)s after %(tax)s tax.") % words


def _sale_booked(event: e.SaleBooked, people: People) -> str:
    words = {
        "name": people[event.seat].called,
        "stakes": stakes_words(event.industry, event.qty),
        "due": event.due,
        "rate": event.rate,
    }
    if not event.rate:
        return _("%(name)s booked the sale of %(stakes)s for round %(due)s, free of tax.") % words
    return _("%(name)s booked the sale of %(stakes)s for round %(due)s, %(rate)s%% tax.") % words


def _booked_sale_done(event: e.BookedSaleDone, people: People) -> str:
    return _("%(name)s’s booked sale went through: %(stakes)s for %(sum)s.") % {
        "name": people[event.seat].called,
        "stakes": stakes_words(event.industry, event.qty),
        "sum": ryo(event.got),
    }


def _offered(event: e.Offered, people: People) -> str:
    return _("%(name)s offered %(sum)s to the festival of %(town)s.") % {
        "name": people[event.seat].called,
        "sum": ryo(event.amount),
        "town": town_name(event.town),
    }


def _challenged(event: e.Challenged, people: People) -> str:
    return _("%(name)s challenged %(other)s to a match. The number is %(number)s.") % {
        "name": people[event.seat].called,
        "other": people[event.opponent].called,
        "number": event.number,
    }


def _match(event: e.MatchPlayed, people: People) -> str:
    words = {"total": event.total, "dice": " ".join(str(die) for die in event.dice)}
    if event.winner is None:
        return _("The five dice made %(total)s, exactly the number: a draw.") % words
    loser = event.challenged if event.winner == event.challenger else event.challenger
    words |= {
        "winner": people[event.winner].called,
        "loser": people[loser].called,
        "sum": ryo(event.amount),
    }
    if event.doll:
        return (
            _(
                "The five dice made %(total)s: %(winner)s wins %(sum)s from %(loser)s, doubled by "
                "the Straw doll."
            )
            % words
        )
    return _("The five dice made %(total)s: %(winner)s wins %(sum)s from %(loser)s.") % words


def _fortune(event: e.Fortune, people: People) -> str:
    words = {"name": people[event.seat].called, "luck": terms.luck_name(event.result)}
    if event.item is not None:
        words["item"] = terms.item_name(event.item)
        return _("%(name)s’s fortune is %(luck)s: %(item)s.") % words
    if event.result is Luck.BAD:
        return _("%(name)s’s fortune is bad luck: nothing.") % words
    return _("%(name)s’s fortune is %(luck)s, but what it gives was there already.") % words


def _slip(event: e.Slip, people: People) -> str:
    words = {
        "name": people[event.seat].called,
        "luck": terms.luck_name(event.result),
        "sum": ryo(abs(event.amount)),
    }
    if event.amount < 0:
        return _("The slip says %(luck)s: %(name)s loses %(sum)s.") % words
    return _("The slip says %(luck)s: %(name)s receives %(sum)s.") % words


def _card(event: e.CardDrawn, people: People) -> str:
    industry = terms.industry_name(event.industry) if event.industry is not None else ""
    if event.card is News.BOOM:
        return _("The news sheet: a boom in %(industry)s, the economy there rises by 25.") % {
            "industry": industry
        }
    if event.card is News.SLUMP:
        return _("The news sheet: a slump in %(industry)s, the economy there falls by 25.") % {
            "industry": industry
        }
    return ""  # what the other cards do tells itself


def _fair(event: e.FairHeld, people: People) -> str:
    return _("The news sheet: a fair in %(town)s until the end of round %(round)s.") % {
        "town": town_name(event.town),
        "round": event.last_round,
    }


def _fire(event: e.Fire, people: People) -> str:
    words = {"name": people[event.seat].called, "firm": place_name(event.square)}
    if not event.level:
        return _("A fire: %(name)s lost the stall %(firm)s; it is for sale again.") % words
    words["level"] = terms.level_name(event.level)
    return _("A fire: %(name)s’s %(firm)s is only a %(level)s now.") % words


def _charm_used(event: e.CharmUsed, people: People) -> str:
    words = {"name": people[event.seat].called, "firm": square_name(event.square)}
    if event.against is Disaster.FIRE:
        return _("%(name)s’s Charm kept a fire from %(firm)s. It is spent.") % words
    return _("%(name)s’s Charm kept a Curse from %(firm)s. It is spent.") % words


def _firm_cursed(event: e.FirmCursed, people: People) -> str:
    return _("%(name)s’s Curse sold %(firm)s. %(owner)s receives its value, %(sum)s.") % {
        "name": people[event.seat].called,
        "owner": people[event.owner].called,
        "firm": place_name(event.square),
        "sum": ryo(event.got),
    }


def _lucky_find(event: e.LuckyFind, people: People) -> str:
    return _("The news sheet: %(name)s found %(sum)s.") % {
        "name": people[event.seat].called,
        "sum": ryo(event.got),
    }


def _pickpocket(event: e.Pickpocket, people: People) -> str:
    return _("The news sheet: a pickpocket took %(sum)s from %(name)s.") % {
        "name": people[event.seat].called,
        "sum": ryo(event.lost),
    }


def _no_effect(event: e.NoEffect, people: People) -> str:
    return _("The news sheet tells of a fire, but %(name)s has no firm that could burn.") % {
        "name": people[event.seat].called
    }


def _stakes_forced(event: e.StakesForced, people: People) -> str:
    words = {
        "name": people[event.seat].called,
        "stakes": stakes_words(event.industry, event.qty),
        "sum": ryo(event.got),
        "tax": ryo(event.tax),
    }
    if event.booked:
        return _("To pay, %(name)s had to sell %(stakes)s out of a booking: %(sum)s.") % words
    return _("To pay, %(name)s had to sell %(stakes)s: %(sum)s.") % words


def _firm_given_up(event: e.FirmGivenUp, people: People) -> str:
    return _("To pay, %(name)s had to give up %(firm)s for half its value, %(sum)s.") % {
        "name": people[event.seat].called,
        "firm": place_name(event.square),
        "sum": ryo(event.got),
    }


def _bankrupt(event: e.Bankrupt, people: People) -> str:
    return _("%(name)s is bankrupt: rank, insights and belongings stay, the rest is gone.") % {
        "name": people[event.seat].called
    }


TELLERS: Final[dict[type[Any], Callable[[Any, People], str]]] = {
    e.StakesBought: _stakes_bought,
    e.StakesSold: _stakes_sold,
    e.SaleBooked: _sale_booked,
    e.BookedSaleDone: _booked_sale_done,
    e.Offered: _offered,
    e.Challenged: _challenged,
    e.MatchPlayed: _match,
    e.Fortune: _fortune,
    e.Slip: _slip,
    e.CardDrawn: _card,
    e.FairHeld: _fair,
    e.Fire: _fire,
    e.CharmUsed: _charm_used,
    e.FirmCursed: _firm_cursed,
    e.LuckyFind: _lucky_find,
    e.Pickpocket: _pickpocket,
    e.NoEffect: _no_effect,
    e.StakesForced: _stakes_forced,
    e.FirmGivenUp: _firm_given_up,
    e.Bankrupt: _bankrupt,
}
