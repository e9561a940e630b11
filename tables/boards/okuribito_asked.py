"""The counter's questions at Okuribito (OK-27): a sentence with the amount, and its answers
with what they cost and bring."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core import codec
from games.core.seats import Seat
from games.core.values import Value
from games.okuribito import actions as a
from games.okuribito import constants as figures
from games.okuribito import tasks as t
from games.okuribito.board import TOWN_OF
from games.okuribito.ledger import Ledger, starting_funds
from games.okuribito.model import View
from games.okuribito.money import share
from games.okuribito.names import Insight, Item, Rank, Way
from kirakuken.lib.writing import in_a_row
from tables.boards import okuribito_ahead as ahead
from tables.boards import okuribito_lessons as lessons
from tables.boards import okuribito_terms as terms
from tables.boards.base import Answer, Asked
from tables.boards.okuribito_building import building_facts, buying_facts
from tables.boards.okuribito_money import ryo
from tables.boards.okuribito_places import firm_name, town_name
from tables.boards.okuribito_trade import Building, Offering, Trade, building, offering, trade
from tables.boards.people import Person

TEMPLATE: Final = "tables/okuribito/counter.html"


@dataclass(frozen=True, slots=True)
class Part:
    """What the counter has beside sentences and buttons."""

    name: str
    lesson: str
    words: tuple[tuple[str, str], ...]
    trade: Trade | None = None
    offering: Offering | None = None
    building: Building | None = None


@dataclass(frozen=True, slots=True)
class _Table:
    """What the words of a question are made from."""

    view: View
    ledger: Ledger
    people: Sequence[Person]
    seat: Seat

    @property
    def player(self) -> Any:
        return self.view.players[self.seat]

    def left(self, cost: int) -> str:
        return ryo(self.player.cash - cost)


def asked(view: View, people: Sequence[Person], seat: int) -> Asked:
    task = view.asked
    assert task is not None and task.seat == seat  # noqa: S101  (a view tells its own question)
    table = _Table(view, Ledger(view), people, Seat(seat))
    return _QUESTIONS[type(task)](table, task)


def _question(
    name: str,
    heading: str,
    facts: Sequence[str],
    answers: Sequence[Answer],
    **forms: Any,
) -> Asked:
    part = Part(name, lessons.lesson(name), lessons.words(name), **forms)
    return Asked(heading, in_a_row(facts), tuple(answers), template=TEMPLATE, more=part)


def _answer(action: Value, label: str, hint: str = "", style: str = "") -> Answer:
    return Answer(codec.dump(action).decode(), label, hint, style)


# --- D1: before the roll ---


def _before_roll(table: _Table, task: t.AskBeforeRoll) -> Asked:
    holds, using = table.player.holds, table.view.using
    cat = Item.LUCKY_CAT in using
    dice = _("three dice, by the Lucky cat") if cat else _("two dice")
    answers = [_answer(a.Roll(), _("Roll the dice"), dice, "go")]
    if Item.LUCKY_CAT in holds:
        hint = _("three dice this turn, then it is gone")
        answers.append(_answer(a.UseLuckyCat(), _("Use the Lucky cat"), hint))
    if Item.CURSE in holds:
        hint = _("the other’s firm where you stop is sold, then it is gone")
        answers.append(_answer(a.UseCurse(), _("Use the Curse"), hint))
    can_sell = any(table.player.stakes)
    return _question(
        "before_roll",
        _("What will the dice say?"),
        _ahead_facts(table, range(3, 19) if cat else range(2, 13)),
        answers,
        trade=trade(table.view, table.ledger, table.seat, None) if can_sell else None,
    )


def _ahead_facts(table: _Table, throws: range) -> list[str]:
    """The likeliest square, and the dearest that the roll may meet."""
    view, ledger, people, seat = table.view, table.ledger, table.people, table.seat
    likeliest = (throws.start + throws.stop - 1) // 2
    square = ahead.landing(table.player, likeliest)
    place = ahead.landing_words(view, ledger, people, seat, square)
    facts = [_("A %(pips)s leads to %(place)s.") % {"pips": likeliest, "place": place}]
    dearest = ahead.dearest(view, ledger, seat, throws)
    if dearest is not None and dearest[0] != likeliest:
        place = ahead.landing_words(view, ledger, people, seat, dearest[1])
        facts.append(
            _("Dearest within reach, with %(pips)s: %(place)s.")
            % {"pips": dearest[0], "place": place}
        )
    if Item.CURSE in view.using:
        facts.append(_("Your Curse waits for the square where you stop."))
    return facts


# --- D2 to D4: on the way ---


def _fork(table: _Table, task: t.AskFork) -> Asked:
    road, gate = ahead.ways_out(table.player.square)
    ends = {
        way: ahead.way_words(table.view, table.ledger, table.people, table.seat, task.pips, way)
        for way in Way
    }
    answers = (
        _answer(
            a.ChooseRoad(),
            _("The road"),
            _("no toll: %(place)s") % {"place": ends[Way.ROAD]},
            "cloth",
        ),
        _answer(
            a.ChooseCastle(),
            _("The Castle Gate"),
            _("%(toll)s toll: %(place)s") % {"toll": ryo(figures.TOLL), "place": ends[Way.CASTLE]},
            "cloth",
        ),
    )
    return _question(
        "fork",
        _("The road to %(next)s, or the Castle Gate to %(opposite)s?")
        % {"next": road, "opposite": gate},
        (_pips_left(task.pips), _("You have %(cash)s.") % {"cash": ryo(table.player.cash)}),
        answers,
    )


def _pips_left(pips: int) -> str:
    return ngettext("%(count)s pip is left.", "%(count)s pips are left.", pips) % {"count": pips}


def _experience(table: _Table, task: t.AskExperience) -> Asked:
    player, town = table.player, TOWN_OF[table.player.square]
    end = ahead.landing(player, task.pips)
    place = ahead.landing_words(table.view, table.ledger, table.people, table.seat, end)
    given_up = ngettext(
        "give up %(count)s pip, and you may invest",
        "give up %(count)s pips, and you may invest",
        task.pips,
    ) % {"count": task.pips}
    return _question(
        "experience",
        _("Stop at the experience of %(town)s, or pass on?") % {"town": town_name(town)},
        (_collected(table), _pips_left(task.pips)),
        (
            _answer(a.Stop(), pgettext("experience", "Stop here"), given_up, "cloth"),
            _answer(a.Pass(), _("Pass on"), _("to %(place)s") % {"place": place}, "cloth"),
        ),
    )


def _collected(table: _Table) -> str:
    collecting = table.player.collecting
    if not collecting:
        return _("The next set of four begins.")
    return _("You have %(count)s of 4: %(towns)s.") % {
        "count": len(collecting),
        "towns": _(", ").join(town_name(town) for town in collecting),
    }


def _insight(table: _Table, task: t.AskInsight) -> Asked:
    is_master = table.player.rank is Rank.MASTER
    until = figures.FORESIGHT_ROUNDS * (figures.MASTER_TIMES if is_master else 1)
    hints = {
        Insight.FORESIGHT: _("you alone see the festivals of the next %(count)s rounds")
        % {"count": until},
        Insight.KEEN_EYE: _("your next two firms cost half")
        if is_master
        else _("your next firm costs half"),
        Insight.MASTER_BUILDER: _("your next two buildings cost nothing")
        if is_master
        else _("your next building costs nothing"),
    }
    return _question(
        "insight",
        _("Four experiences: which insight do you choose?"),
        (_("You rise to %(rank)s.") % {"rank": terms.rank_name(table.player.rank)},),
        [
            _answer(a.ChooseInsight(each), terms.insight_name(each), hint, "cloth")
            for each, hint in hints.items()
        ],
    )


# --- D5 and D6: where money is put to work ---


def _invest(table: _Table, task: t.AskInvest) -> Asked:
    hint = _pips_left(task.pips) if task.pips else _("end this stop")
    return _question(
        "invest",
        _("Buy stakes, or make an offering?"),
        (_("You have %(cash)s.") % {"cash": ryo(table.player.cash)},),
        (_answer(a.Done(), _("Go on"), hint),),
        trade=trade(table.view, table.ledger, table.seat, task.bought),
        offering=offering(table.view, table.seat),
    )


def _fortune_teller(table: _Table, task: t.AskFortuneTeller) -> Asked:
    odds = _("%(odds)s of 20 %(item)s")
    gifts = (Item.CURSE, Item.CHARM, Item.LUCKY_CAT, Item.STRAW_DOLL)
    listed = _(", ").join(
        odds % {"odds": chance, "item": terms.item_name(item)}
        for item, chance in zip(gifts, figures.FORTUNE_ODDS, strict=False)
    )
    facts = [
        _("The odds: %(odds)s, %(nothing)s of 20 nothing.")
        % {"odds": listed, "nothing": figures.FORTUNE_ODDS[-1]}
    ]
    if table.player.holds:
        held = _(", ").join(terms.item_name(item) for item in table.player.holds)
        facts.append(_("You hold already: %(items)s.") % {"items": held})
    fee = ryo(figures.FORTUNE_FEE)
    return _question(
        "fortune_teller",
        _("Have your fortune told for %(sum)s?") % {"sum": fee},
        facts,
        (
            _answer(
                a.TellFortune(),
                _("Have it told"),
                _("you keep %(left)s") % {"left": table.left(figures.FORTUNE_FEE)},
                "go",
            ),
            _answer(a.Done(), _("Not today"), _("keep the %(sum)s") % {"sum": fee}),
        ),
    )


# --- D7 and D8: a match ---


def _funds(table: _Table, seat: Seat, percent: int) -> int:
    view = table.view
    return share(starting_funds(view.options, view.first, len(view.players), seat), percent)


def _match(table: _Table, task: t.AskMatch) -> Asked:
    wins, loses = ahead.challenge_odds()
    other = table.view.players[task.opponent]
    lost = _funds(table, table.seat, figures.CHALLENGER_LOSES)
    lost *= 2 if Item.STRAW_DOLL in other.holds else 1
    won = _funds(table, task.opponent, figures.CHALLENGED_LOSES)
    name = table.people[task.opponent].called
    facts = (
        _("%(name)s then sees a number and says whether five dice make more or less.")
        % {"name": name},
        _("On average you win %(won)s%% and lose %(lost)s%% of such matches.")
        % {"won": round(loses * 100), "lost": round(wins * 100)},
    )
    hint = _("win %(won)s or lose %(lost)s") % {"won": ryo(won), "lost": ryo(lost)}
    return _question(
        "match",
        _("Challenge %(name)s to a match?") % {"name": name},
        facts,
        (
            _answer(a.Challenge(), _("Challenge"), hint, "go"),
            _answer(a.Done(), _("Leave it"), _("nothing happens")),
        ),
    )


def _guess(table: _Table, task: t.AskGuess) -> Asked:
    won = _funds(table, task.challenger, figures.CHALLENGER_LOSES)
    won *= 2 if Item.STRAW_DOLL in table.player.holds else 1
    lost = _funds(table, table.seat, figures.CHALLENGED_LOSES)
    chances = {high: f"{ahead.chance_of(task.number, high=high):.1%}" for high in (True, False)}
    return _question(
        "guess",
        _("Will five dice make more or less than %(number)s?") % {"number": task.number},
        (
            _("%(name)s has challenged you.") % {"name": table.people[task.challenger].called},
            _("Right, you receive %(won)s; wrong, you pay %(lost)s; exactly %(number)s is a draw.")
            % {"won": ryo(won), "lost": ryo(lost), "number": task.number},
        ),
        (
            _answer(a.GuessHigh(), _("Higher"), _chance(chances[True]), "cloth"),
            _answer(a.GuessLow(), _("Lower"), _chance(chances[False]), "cloth"),
        ),
    )


def _chance(percent: str) -> str:
    return _("chance %(percent)s") % {"percent": percent}


# --- D9 to D11: firms ---


def _buy(table: _Table, task: t.AskBuy) -> Asked:
    hint = ryo(task.cost)
    if table.player.keen_eye:
        hint = _("%(sum)s, half by your Keen eye") % {"sum": hint}
    return _question(
        "buy",
        _("Buy %(firm)s for %(sum)s?") % {"firm": firm_name(task.square), "sum": ryo(task.cost)},
        buying_facts(table.view, table.seat, task.square, task.cost),
        (
            _answer(a.BuyFirm(), _("Buy it"), hint, "go"),
            _answer(a.Done(), _("Leave it"), _("end my turn")),
        ),
    )


def _build(table: _Table, task: t.AskBuild) -> Asked:
    level = table.view.levels[task.square] + 1
    hint = ryo(task.cost) if task.cost else _("nothing, by your Master builder")
    return _question(
        "build",
        _("Build %(firm)s up to a %(level)s for %(sum)s?")
        % {
            "firm": firm_name(task.square),
            "level": terms.level_name(level),
            "sum": ryo(task.cost),
        },
        building_facts(table.view, table.seat, task.square, task.cost),
        (
            _answer(a.Build(task.square), _("Build"), hint, "go"),
            _answer(a.Done(), _("Leave it"), _("end my turn")),
        ),
    )


def _build_any(table: _Table, task: t.AskBuildAny) -> Asked:
    return _question(
        "build_any",
        _("Build up one of your firms?"),
        (
            _("The Money changer lets you build anywhere, one level."),
            _("You have %(cash)s.") % {"cash": ryo(table.player.cash)},
        ),
        (_answer(a.Done(), _("Leave it"), _("end my turn")),),
        building=building(table.view, table.ledger, table.seat),
    )


_QUESTIONS: Final[dict[type[Any], Callable[[_Table, Any], Asked]]] = {
    t.AskBeforeRoll: _before_roll,
    t.AskFork: _fork,
    t.AskExperience: _experience,
    t.AskInsight: _insight,
    t.AskInvest: _invest,
    t.AskFortuneTeller: _fortune_teller,
    t.AskMatch: _match,
    t.AskGuess: _guess,
    t.AskBuy: _buy,
    t.AskBuild: _build,
    t.AskBuildAny: _build_any,
}
