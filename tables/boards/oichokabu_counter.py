"""What the counter and the turn bar of Oicho-Kabu say: questions, and who is choosing what."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core import codec
from games.core.question import Question
from games.oichokabu.cards import CARDS
from games.oichokabu.engine import DRAW, GO_ON, STAND
from games.oichokabu.hands import dealers_hand, players_hand
from games.oichokabu.model import CardView, Phase, View
from games.oichokabu.worth import Hand, Kind
from kirakuken.lib.writing import in_a_row
from tables.boards import oichokabu_words as words
from tables.boards.base import Answer, Asked, Headline
from tables.boards.oichokabu_scene import asked_card, gain_of, is_staking, put_down
from tables.boards.people import Person

STAKE_FORM = "tables/oichokabu/stakes.html"


def headline(view: View, people: Sequence[Person], viewer: int | None) -> Headline:
    if view.phase is Phase.OVER:
        best = view.points.index(max(view.points))
        return Headline(words.takes_the_house(view, people), best, people[best].mark)
    if view.phase is Phase.PREPARING:
        return Headline(_("Laying the cards"))
    if view.phase is Phase.STAKING:
        mine = is_staking(view, viewer)
        said = _("Your turn: put points down") if mine else _("Everyone puts points down")
        return Headline(said, facts=_who_is_ready(view, people))
    if view.phase is Phase.RESULT:
        return _result_headline(view, people)
    return _deciding_headline(view, people, viewer)


def _who_is_ready(view: View, people: Sequence[Person]) -> str:
    players = [person for person in people if person.seat != view.dealt_by]
    ready = [person for person in players if view.ready[person.seat]]
    others = [person for person in players if not view.ready[person.seat]]
    if not ready:
        return _("Nobody is ready yet.")
    return _("Ready: %(ready)s. Waiting for %(others)s.") % {
        "ready": words.names(ready),
        "others": words.names(others),
    }


def _result_headline(view: View, people: Sequence[Person]) -> Headline:
    hand = words.hand_words(view.dealer_hand) if view.dealer_hand else ""
    person = people[view.dealer]
    if view.passed is not None:
        facts = words.passed_words(view.passed, people)
    else:
        facts = _("%(name)s deals again.") % {"name": person.called}
    return Headline(_("Dealer: %(hand)s") % {"hand": hand}, person.seat, person.mark, facts)


def _deciding_headline(view: View, people: Sequence[Person], viewer: int | None) -> Headline:
    card = asked_card(view)
    if card is None or card.decider is None:
        dealer = people[view.dealt_by]
        mine = view.dealt_by == viewer
        said = _("Your call as the dealer") if mine else _("%(name)s, the dealer, decides")
        return Headline(said % {"name": dealer.called}, dealer.seat, dealer.mark)
    person, where = people[card.decider], {"card": words.card_name(card.name)}
    if card.decider != viewer:
        said = _("%(name)s decides on %(card)s") % {"name": person.called, **where}
        return Headline(said, person.seat, person.mark)
    return Headline(
        _("Your call on %(card)s") % where,
        person.seat,
        person.mark,
        _decides_for(card, people, card.decider),
    )


def _decides_for(card: CardView, people: Sequence[Person], decider: int) -> str:
    others = [each for each in people if card.amounts[each.seat] and each.seat != decider]
    if not others:
        return ""
    is_most = all(card.amounts[each.seat] < card.amounts[decider] for each in others)
    said = (
        _("You put in the most, so you decide for %(names)s too.")
        if is_most
        else _("You come first after the dealer, so you decide for %(names)s too.")
    )
    return said % {"names": words.names(others)}


def asked(view: View, question: Question, people: Sequence[Person], viewer: int | None) -> Asked:
    seat = viewer or 0
    if question.name == "stake":
        lines = (_turned_words(view, people),) if view.turned and view.hand_no == 1 else ()
        return Asked(_("Take a tally, then tap a card"), lines=lines, template=STAKE_FORM)
    if question.name == "go_on":
        return _asked_to_go_on(view, people, seat)
    if question.name == "dealers_third_card":
        months = [month for month in view.dealer_months if month is not None]
        return _asked_for_third(months, dealers_hand(months, view.options))
    card = asked_card(view)
    months = [month for month in card.months if month is not None] if card else []
    return _asked_for_third(months, players_hand(months, view.options))


def _turned_words(view: View, people: Sequence[Person]) -> str:
    best = max(view.turned, key=lambda each: (each.seat == view.dealt_by, view.turned.index(each)))
    return _("%(name)s turned a %(month)s and deals first.") % {
        "name": people[best.seat].called,
        "month": best.month,
    }


def _asked_for_third(months: Sequence[int], hand: Hand) -> Asked:
    facts = _("Nearest to 9 in the last digit wins. There is no fourth card.")
    if hand.kind is Kind.SHIPPIN:
        facts = _("Shippin beats every plain value; a third card would undo it.")
    elif months[0] == months[1]:
        facts = _("Another %(month)s would be Arashi. There is no fourth card.") % {
            "month": months[0]
        }
    return Asked(
        in_a_row([words.sum_words(months), _("A third card?")]),
        facts,
        (
            Answer(codec.dump(DRAW).decode(), _("Draw one"), _("it lies face up")),
            Answer(
                codec.dump(STAND).decode(),
                pgettext("no third card", "Stay"),
                _("keep %(hand)s") % {"hand": words.hand_words(hand)},
            ),
        ),
    )


def _asked_to_go_on(view: View, people: Sequence[Person], seat: int) -> Asked:
    gained = gain_of(view, seat)
    if gained > 0:
        heading = _("You gain %(points)s") % {"points": words.points_words(gained)}
    elif gained < 0:
        heading = _("You lose %(points)s") % {"points": words.points_words(-gained)}
    else:
        heading = _("Nothing moves for you")
    facts = _("%(points)s points now.") % {"points": words.points_words(view.points[seat])}
    go_on = Answer(codec.dump(GO_ON).decode(), _("Go on"), _("to the next hand"), style="go")
    return Asked(heading, facts, (go_on,), lines=_own_items(view, people, seat))


def _own_items(view: View, people: Sequence[Person], seat: int) -> tuple[str, ...]:
    """A player's own items; for the dealer what each card brought."""
    if seat != view.dealt_by:
        own = [item for item in view.settled if item.seat == seat]
        return tuple(words.settled_words(item, people) for item in own)
    lines = []
    for card in CARDS:
        items = [item for item in view.settled if item.card == card]
        if items:
            moved = sum(
                {"win": -item.paid, "lose": item.paid, "draw": 0}[item.result.value]
                for item in items
            )
            lines.append(
                _("%(card)s: %(moved)s")
                % {"card": words.card_name(card), "moved": words.signed(moved)}
            )
    return tuple(lines)


def waiting(
    view: View, people: Sequence[Person], viewer: int | None, owing: Sequence[int]
) -> Asked:
    if view.phase is Phase.OVER:
        return Asked(words.takes_the_house(view, people), _last_hand(view, viewer))
    others = [people[seat] for seat in owing]
    if view.phase is Phase.STAKING:
        return _waiting_for_points(view, others, viewer)
    if view.phase is Phase.RESULT:
        return Asked(
            _("The next hand comes in a moment"),
            _("%(names)s may look a little longer.") % {"names": words.names(others)}
            if others
            else "",
        )
    return _waiting_for_a_card(view, people, viewer)


def _last_hand(view: View, viewer: int | None) -> str:
    facts = [words.ending_words(view.over)] if view.over is not None else []
    if view.dealer_hand is not None:
        hand = {"hand": words.hand_words(view.dealer_hand)}
        facts.append(_("In the last hand the dealer had %(hand)s.") % hand)
    if viewer is not None and (gained := gain_of(view, viewer)):
        facts.append(_("It brought you %(points)s.") % {"points": words.signed(gained)})
    return in_a_row(facts)


def _waiting_for_points(view: View, others: Sequence[Person], viewer: int | None) -> Asked:
    names = {"names": words.names(others)}
    heading = _("Waiting for %(names)s") % names
    if viewer is None:
        return Asked(heading, _("You are watching."))
    if viewer == view.dealt_by:
        return Asked(heading, _("You deal this hand and put nothing down."))
    down = put_down(view, viewer)
    if not down:
        return Asked(heading, _("You sit this hand out."))
    return Asked(heading, _("You have %(points)s down. What lies, lies.") % {"points": down})


def _waiting_for_a_card(view: View, people: Sequence[Person], viewer: int | None) -> Asked:
    card = asked_card(view)
    if card is None or card.decider is None:
        name = {"name": people[view.dealt_by].called}
        facts = _("You are watching.") if viewer is None else _("Then all cards are compared.")
        return Asked(_("%(name)s may take a third card") % name, facts)
    heading = _("%(name)s may take a third card on %(card)s") % {
        "name": people[card.decider].called,
        "card": words.card_name(card.name),
    }
    months = [month for month in card.months if month is not None]
    if viewer is not None and card.amounts[viewer] and len(months) > 1:
        hand = words.hand_words(players_hand(months, view.options))
        return Asked(heading, _("You share this card: %(hand)s.") % {"hand": hand})
    return Asked(heading, _meanwhile(viewer))


def _meanwhile(viewer: int | None) -> str:
    return _("You are watching.") if viewer is None else _("The dealer’s card is turned over last.")
