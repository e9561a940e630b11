"""The words of Okuribito, each with a short explanation: for a tap at the table, and for the
rules page. Figures come from the rules.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.okuribito import constants as figures
from games.okuribito.names import Insight, Item, Kind
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import kind_name
from tables.boards.okuribito_terms import insight_name, item_name


@dataclass(frozen=True, slots=True)
class Term:
    """`word` and `words` (what it means) are in the language that was active."""

    key: str
    word: str
    words: str


def terms() -> tuple[Term, ...]:
    """All of them, in the order in which the game brings them up."""
    return (*_turns(), *_firms(), *_bank(), *_stakes(), *_experiences(), *_luck(), *_end())


def term(key: str) -> Term | None:
    return next((each for each in terms() if each.key == key), None)


def times(percent: int) -> str:
    """A factor as people say it: 150 is "1.5", 300 is "3"."""
    return f"{percent / 100:g}"


def _turns() -> tuple[Term, ...]:
    return (
        Term(
            "turn",
            _("Turn"),
            _(
                "Roll %(dice)s dice and walk their total. Equal dice mean nothing special. What "
                "happens where you pass and where you stop belongs to the turn."
            )
            % {"dice": figures.DICE},
        ),
        Term("round", _("Round"), _("One turn of everybody, in order. A round is a season.")),
        Term(
            "season",
            _("Season"),
            _(
                "Spring, summer, autumn, winter, a round each. An industry’s fees are %(best)s "
                "times in its best season, %(beside)s times in the seasons beside it and "
                "%(opposite)s times in the one opposite."
            )
            % {
                "best": times(figures.PEAK),
                "beside": times(figures.BESIDE),
                "opposite": times(figures.OPPOSITE),
            },
        ),
        Term(
            "festival",
            _("National festival"),
            _(
                "One town has it in each round. Fees there are %(town)s times, and %(whole)s times "
                "for whoever owns all firms of the town."
            )
            % {
                "town": times(figures.FESTIVAL_FACTOR),
                "whole": times(figures.WHOLE_TOWN_FACTOR),
            },
        ),
        Term(
            "fair",
            _("Fair day"),
            _(
                "From the News sheet: fees in one town are at least %(fair)s times until the end "
                "of the next round. It adds nothing to a festival, and brings no offerings back."
            )
            % {"fair": times(figures.FAIR_FACTOR)},
        ),
        Term(
            "gate",
            kind_name(Kind.GATE),
            _(
                "The way through the castle, from the exits of four towns to the town opposite. It "
                "is one square and costs %(toll)s. Whoever stops on it may invest, and walks on "
                "into the town opposite."
            )
            % {"toll": ryo(figures.TOLL)},
        ),
    )


def _firms() -> tuple[Term, ...]:
    stall, shop, big_store = (times(each) for each in figures.LEVEL_FACTORS[1:])
    to_shop, to_big_store = figures.BUILDING_COSTS[2:]
    return (
        Term(
            "firm",
            kind_name(Kind.FIRM),
            _(
                "Each has a town, which sets its price, and an industry, which is drawn anew for "
                "every match. A free one can be bought by whoever stops there."
            ),
        ),
        Term(
            "level",
            _("Stall, shop, big store"),
            _(
                "How far a firm is built up. Its fee is %(stall)s times the town price as a stall, "
                "%(shop)s times as a shop and %(big_store)s times as a big store."
            )
            % {"stall": stall, "shop": shop, "big_store": big_store},
        ),
        Term(
            "set",
            _("Industry set"),
            _(
                "Each further firm of one industry that you own adds %(step)s%% to the value and "
                "the fee of all your firms in it."
            )
            % {"step": figures.SET_STEP},
        ),
        Term(
            "value",
            _("Value"),
            _(
                "A firm’s town price, raised by its owner’s set. It counts in the fortune. "
                "Building does not change it."
            ),
        ),
        Term(
            "fee",
            _("Fee"),
            _(
                "What you pay the owner of the firm you stop on: town price × level × set × season "
                "× festival. On your own firms, and on those you pass, you pay nothing."
            ),
        ),
        Term(
            "building",
            _("Building"),
            _(
                "One level more, when you stop on a firm of your own. To a shop it costs "
                "%(shop)s%% of the town price, to a big store %(big_store)s%%. It raises the fee, "
                "not the value."
            )
            % {"shop": to_shop, "big_store": to_big_store},
        ),
        Term(
            "takings",
            _("Season’s takings"),
            _("At the start of a round every firm brings its owner %(share)s%% of its fee.")
            % {"share": f"{figures.TAKINGS_PER_MILLE / 10:g}"},
        ),
    )


def _bank() -> tuple[Term, ...]:
    return (
        Term(
            "money_changer",
            kind_name(Kind.MONEY_CHANGER),
            _(
                "Where all set out. Passing or stopping, you collect your dues. Whoever stops may "
                "build one level on any firm of their own."
            ),
        ),
        Term(
            "dues",
            _("Dues"),
            _(
                "What the Money changer pays you: %(allowance)s and %(share)s%% of the value of "
                "your firms."
            )
            % {"allowance": ryo(figures.ALLOWANCE), "share": figures.DUES},
        ),
        Term(
            "shrine",
            kind_name(Kind.SHRINE),
            _("Whoever stops pays %(sum)s and draws a fortune slip.")
            % {"sum": ryo(figures.SHRINE)},
        ),
        Term(
            "barrier",
            kind_name(Kind.BARRIER),
            _("Whoever stops pays a toll of %(sum)s.") % {"sum": ryo(figures.BARRIER)},
        ),
        Term(
            "news",
            kind_name(Kind.NEWS),
            _(
                "Whoever stops draws an event card: an industry’s boom or slump, a fair day, a "
                "fire, a lucky find or a pickpocket."
            ),
        ),
    )


def _stakes() -> tuple[Term, ...]:
    return (
        Term(
            "exchange",
            kind_name(Kind.EXCHANGE),
            _("Passing or stopping here, you may invest."),
        ),
        Term(
            "stake",
            _("Industry stakes"),
            _(
                "Shares in an industry, not in a firm. Their price moves with the value of all "
                "firms of the industry and with its economy. At most %(most)s of each can be "
                "bought at a time; sales are taxed."
            )
            % {"most": figures.STAKES_AT_ONCE},
        ),
        Term(
            "economy",
            _("Economy"),
            _(
                "An industry’s mood, %(start)s at the start. It moves a little every round and "
                "changes the price of stakes, never fees."
            )
            % {"start": figures.ECONOMY_START},
        ),
        Term(
            "booked_sale",
            _("Booked sale"),
            _(
                "Stakes sold some rounds ahead, at the price of that turn. The tax of %(tax)s%% "
                "becomes %(off)s points less with each round of waiting; after %(most)s rounds it "
                "is gone. A booking cannot be cancelled."
            )
            % {
                "tax": figures.SALES_TAX,
                "off": figures.TAX_OFF_PER_ROUND,
                "most": figures.WAITS[-1],
            },
        ),
        Term(
            "offering",
            _("Offering"),
            _(
                "Money given to a town’s festival, in units of %(unit)s, at most %(most)s in one "
                "town. When the national festival comes there it comes back %(back)s times."
            )
            % {
                "unit": ryo(figures.OFFERING_UNIT),
                "most": ryo(figures.OFFERING_MOST),
                "back": times(figures.OFFERING_BACK),
            },
        ),
    )


def _experiences() -> tuple[Term, ...]:
    known = {"rounds": figures.FORESIGHT_ROUNDS, "twice": figures.MASTER_TIMES}
    return (
        Term(
            "experience",
            kind_name(Kind.EXPERIENCE),
            _(
                "Every town has one. You collect it by passing or stopping. Whoever stops gives up "
                "the pips that are left, and may invest."
            ),
        ),
        Term(
            "insight",
            _("Insight"),
            _(
                "For %(count)s experiences you choose one of three. The next %(count)s have to "
                "include at least %(new)s towns that were not among the last ones."
            )
            % {
                "count": figures.SET_OF_TOWNS,
                "new": figures.SET_OF_TOWNS - figures.OLD_TOWNS_MOST,
            },
        ),
        Term(
            "rank",
            _("Rank"),
            _(
                "Apprentice, clerk, head clerk, master: one step with every insight. A master’s "
                "insights count %(twice)s times."
            )
            % known,
        ),
        Term(
            "foresight",
            insight_name(Insight.FORESIGHT),
            _("The festival towns of the next %(rounds)s rounds, for your eyes only.") % known,
        ),
        Term(
            "keen_eye",
            insight_name(Insight.KEEN_EYE),
            _("The next firm you buy costs half. Its value is not halved."),
        ),
        Term(
            "master_builder",
            insight_name(Insight.MASTER_BUILDER),
            _("The next level you build is free."),
        ),
    )


def _luck() -> tuple[Term, ...]:
    return (
        Term(
            "match",
            _("Match"),
            _(
                "Whoever comes to a square where somebody stands may challenge them. A number is "
                "shown; the challenged player says whether %(dice)s dice will be higher or lower. "
                "The challenger loses %(challenger)s%% of their own starting funds, the challenged "
                "player %(challenged)s%% of theirs."
            )
            % {
                "dice": figures.MATCH_DICE,
                "challenger": figures.CHALLENGER_LOSES,
                "challenged": figures.CHALLENGED_LOSES,
            },
        ),
        Term(
            "fortune_teller",
            kind_name(Kind.FORTUNE_TELLER),
            _(
                "For %(sum)s, passing or stopping, you may have your fortune told and be given "
                "a belonging."
            )
            % {"sum": ryo(figures.FORTUNE_FEE)},
        ),
        Term(
            "straw_doll",
            item_name(Item.STRAW_DOLL),
            _("Doubles what you receive, once, when you were challenged and win."),
        ),
        Term(
            "charm",
            item_name(Item.CHARM),
            _("Wards off, once and by itself, a fire or a Curse from one of your firms."),
        ),
        Term(
            "lucky_cat",
            item_name(Item.LUCKY_CAT),
            _("Used before the roll: %(dice)s dice this turn.") % {"dice": figures.LUCKY_CAT_DICE},
        ),
        Term(
            "curse",
            item_name(Item.CURSE),
            _(
                "Used before the roll: if you stop on somebody’s firm this turn, it is sold. The "
                "owner is paid its value, you pay no fee, and you cannot buy it this turn."
            ),
        ),
    )


def _end() -> tuple[Term, ...]:
    return (
        Term(
            "fortune",
            _("Fortune"),
            _("Cash, the value of your firms, your stakes and your offerings together."),
        ),
        Term(
            "starting_funds",
            _("Starting funds"),
            _("What you set out with; each later seat has %(more)s%% more.")
            % {"more": figures.LATER_SEAT},
        ),
        Term(
            "bankruptcy",
            _("Bankruptcy"),
            _(
                "What you owe is raised by selling stakes, then by giving up firms for "
                "%(share)s%% of their value. If that is too little you lose all of it and your "
                "offerings and experiences, miss a turn, and begin again with your starting funds. "
                "Insights, rank and belongings stay."
            )
            % {"share": figures.GIVEN_UP_FOR},
        ),
    )
