"""The sentences of Oicho-Kabu, in the language that is active."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.oichokabu.cards import CARDS, last_digit
from games.oichokabu.events import (
    CardStood,
    CardTurned,
    DealerDeciding,
    DealerPassed,
    DealerRevealed,
    DealerSecond,
    DealerStood,
    DealerThird,
    Deciding,
    Event,
    FirstDealer,
    GameOver,
    HandEnded,
    HandStarted,
    Readied,
    SecondDealt,
    Settled,
    Shown,
    Staked,
    ThirdDrawn,
    TookBack,
)
from games.oichokabu.model import HANDS_IN_A_TERM, Passing, Phase, View
from games.oichokabu.worth import Hand, Outcome
from tables.boards import oichokabu_names as names_of
from tables.boards.base import Said
from tables.boards.people import Person

PLACES: Final[dict[str, int]] = {card: place for place, card in enumerate(CARDS)}


def card_name(card: str) -> str:
    """Kata, Niban, Sanban, Hiki."""
    return names_of.card_name(PLACES[card])


def hand_words(hand: Hand) -> str:
    """By number and by name: "5, Goke"."""
    return _("%(digit)s, %(name)s") % {"digit": hand.digit, "name": names_of.hand_name(hand)}


def points_words(points: int) -> str:
    """1,140"""
    return f"{points:,}"


def signed(points: int) -> str:
    """What came in or went out, with a true minus sign: +100, −100, ±0."""
    if not points:
        return "±0"
    return f"+{points:,}" if points > 0 else f"−{-points:,}"


def names(people: Sequence[Person]) -> str:
    """Aoi and Ren; Aoi, Mio and Ren."""
    called = [person.called for person in people]
    if len(called) < 2:
        return "".join(called)
    listed = pgettext("between names", ", ").join(called[:-1])
    return _("%(names)s and %(last)s") % {"names": listed, "last": called[-1]}


def sum_words(months: Sequence[int]) -> str:
    """3 and 2 make 5."""
    first, second = months
    return _("%(first)s and %(second)s make %(digit)s.") % {
        "first": first,
        "second": second,
        "digit": last_digit(months),
    }


def takes_the_house(view: View, people: Sequence[Person]) -> str:
    """OC-83: the first place may be shared."""
    best = max(view.points)
    winners = [person for person in people if view.points[person.seat] == best]
    words = {"names": names(winners)}
    if len(winners) > 1:
        return _("%(names)s share the house.") % words
    return _("%(names)s takes the house.") % words


def ending_words(over: GameOver) -> str:
    if over.reason == "zero":
        return _("Somebody has no points left, so the game ends.")
    return _("The deal has gone all the way round.")


def term_words(view: View) -> str:
    """Whose how-manieth turn as dealer it is, and the hand in it: "term 1 of 4, hand 2 of 3"."""
    is_complete = view.passed is not None or (
        view.over is not None and view.over.reason == "round_complete"
    )
    words = {
        "term": view.passes if is_complete else view.passes + 1,
        "terms": len(view.points) * view.options.length,
        "hand": view.dealer_hands + (view.phase not in (Phase.RESULT, Phase.OVER)),
        "most": HANDS_IN_A_TERM,
    }
    if is_complete or view.options.passing is Passing.EVERY_HAND:
        return _("term %(term)s of %(terms)s") % words
    return _("term %(term)s of %(terms)s, hand %(hand)s of %(most)s") % words


def told(events: Sequence[Event], people: Sequence[Person]) -> Iterator[Said]:
    is_dealt = False
    for event in events:
        if isinstance(event, SecondDealt):
            if not is_dealt:
                yield Said(_("The second cards are dealt."))
            is_dealt = True
            continue
        said = _said(event, people)
        if said is not None:
            yield said


def _said(event: Event, people: Sequence[Person]) -> Said | None:
    hero = _hero(event)
    words = _words_of_play(event, people) or _words_of_cards(event) or _words_of_end(event, people)
    if not words:
        return None
    if hero is None:
        return Said(words)
    return Said(words, hero, people[hero].mark)


def _hero(event: Event) -> int | None:
    match event:
        case (
            CardTurned(seat=seat)
            | FirstDealer(seat=seat)
            | Staked(seat=seat)
            | TookBack(seat=seat)
            | Readied(seat=seat)
            | Deciding(seat=seat)
            | DealerDeciding(seat=seat)
            | Settled(seat=seat)
            | HandStarted(dealer=seat)
            | DealerPassed(passed_to=seat)
        ):
            return seat
        case _:
            return None


def _words_of_play(event: Event, people: Sequence[Person]) -> str:
    hero = _hero(event)
    name = people[hero].called if hero is not None else ""
    match event:
        case CardTurned(month=month):
            return _("%(name)s turns a %(month)s.") % {"name": name, "month": month}
        case FirstDealer():
            return _("%(name)s deals first.") % {"name": name}
        case HandStarted(hand_no=hand_no):
            return _("Hand %(number)s: %(name)s deals.") % {"number": hand_no, "name": name}
        case Staked(card=card, points=points):
            words = {"name": name, "points": points, "card": card_name(card)}
            return _("%(name)s puts %(points)s on %(card)s.") % words
        case TookBack(card=card):
            words = {"name": name, "card": card_name(card)}
            return _("%(name)s takes the points back from %(card)s.") % words
        case Readied():
            return _("%(name)s is ready.") % {"name": name}
        case Deciding(card=card):
            words = {"name": name, "card": card_name(card)}
            return _("%(name)s decides on %(card)s.") % words
        case DealerDeciding():
            return _("%(name)s decides on the dealer’s third card.") % {"name": name}
        case _:
            return ""


def _words_of_cards(event: Event) -> str:
    match event:
        case ThirdDrawn(card=card, month=month):
            return _("%(card)s draws a %(month)s.") % {"card": card_name(card), "month": month}
        case CardStood(card=card):
            return _("%(card)s stays.") % {"card": card_name(card)}
        case DealerRevealed(month=month):
            return _("The dealer’s card is a %(month)s.") % {"month": month}
        case DealerSecond(month=month):
            return _("The dealer’s second card is a %(month)s.") % {"month": month}
        case DealerThird(month=month):
            return _("The dealer draws a %(month)s.") % {"month": month}
        case DealerStood():
            return _("The dealer stays.")
        case Shown(card=card, months=months, hand=kind, digit=digit):
            return _("%(card)s: %(months)s, that is %(hand)s.") % {
                "card": card_name(card),
                "months": " + ".join(str(month) for month in months),
                "hand": hand_words(Hand(kind, digit)),
            }
        case HandEnded(dealer_hand=kind, digit=digit):
            return _("The dealer has %(hand)s.") % {"hand": hand_words(Hand(kind, digit))}
        case _:
            return ""


def _words_of_end(event: Event, people: Sequence[Person]) -> str:
    match event:
        case Settled():
            return settled_words(event, people)
        case DealerPassed():
            return passed_words(event, people)
        case GameOver():
            return ending_words(event)
        case _:
            return ""


def settled_words(item: Settled, people: Sequence[Person]) -> str:
    """OC-60: one item, with what was due where not all of it could be paid."""
    words = {
        "name": people[item.seat].called,
        "card": card_name(item.card),
        "paid": points_words(item.paid),
        "due": points_words(item.due),
        "multiple": item.multiple,
    }
    if item.result is Outcome.DRAW:
        return _("%(card)s: a draw for %(name)s.") % words
    is_won = item.result is Outcome.WIN
    if item.paid < item.due:
        if is_won:
            return _("%(card)s: %(name)s wins %(paid)s of %(due)s; the dealer has no more.") % words
        return _("%(card)s: %(name)s loses %(paid)s of %(due)s, all there was.") % words
    if item.multiple > 1:
        if is_won:
            return _("%(card)s: %(name)s wins %(paid)s, %(multiple)s times the amount.") % words
        return _("%(card)s: %(name)s loses %(paid)s, %(multiple)s times the amount.") % words
    if is_won:
        return _("%(card)s: %(name)s wins %(paid)s.") % words
    return _("%(card)s: %(name)s loses %(paid)s.") % words


def passed_words(event: DealerPassed, people: Sequence[Person]) -> str:
    """OC-71, OC-73, OC-74"""
    name = {"name": people[event.passed_to].called}
    return {
        "goke": _("Goke: the deal passes to %(name)s."),
        "three_hands": _("After three hands the deal passes to %(name)s."),
        "every_hand": _("The deal passes to %(name)s."),
    }[event.reason] % name


def refusals() -> dict[str, str]:
    """OC-111: why an answer was not taken, by its code."""
    return {
        "wrong_phase": _("The hand has gone on; this cannot be done now."),
        "dealer_cannot_stake": _("The dealer puts no points on cards."),
        "already_ready": _("You are Ready already; what lies, lies."),
        "bad_card": _("There is no such card on the table."),
        "bad_amount": _("You can put 10, 20, 50 or 100 points on a card."),
        "not_enough_points": _("You do not have that many points left."),
        "nothing_there": _("You have no points on that card."),
        "not_your_turn": _("Somebody else decides this."),
        "already_gone_on": _("You have gone on already."),
        "game_over": _("The game is over."),
    }
