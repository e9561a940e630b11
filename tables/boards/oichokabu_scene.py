"""The cloth of Oicho-Kabu as a scene: what all eyes see alike, and what a seat sees besides.

`data-off` takes an element away. A hidden card is the back of a card and nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.oichokabu.cards import CARDS, CardName, last_digit
from games.oichokabu.events import Settled
from games.oichokabu.hands import dealers_hand, players_hand
from games.oichokabu.model import CardView, Phase, View
from games.oichokabu.worth import Hand, Outcome
from tables.boards import oichokabu_words as words
from tables.boards.base import Scene
from tables.boards.oichokabu_cards import BACK, OnTable, Picture, pictures
from tables.boards.oichokabu_names import hand_name
from tables.boards.people import Person

_COMPARED: Final = (Phase.RESULT, Phase.OVER)
_CARDS_MOST: Final = 3  # a hand's cards


def is_staking(view: View, seat: int | None) -> bool:
    """Whether this seat may put points down now."""
    return (
        seat is not None
        and view.phase is Phase.STAKING
        and seat != view.dealt_by
        and not view.ready[seat]
    )


def put_down(view: View, seat: int) -> int:
    """What lies on the cards for this seat."""
    return sum(card.amounts[seat] for card in view.cards)


def asked_card(view: View) -> CardView | None:
    """The table card that waits for its decider."""
    if view.phase is not Phase.THIRDS:
        return None
    return next((card for card in view.cards if card.asked and not card.done), None)


def is_dealers_turn(view: View) -> bool:
    return view.phase is Phase.DEALER and view.dealer_asked


def gain_of(view: View, seat: int) -> int:
    """What the settlement on the table brought this seat."""
    gained = 0
    for item in view.settled:
        sign = {Outcome.WIN: 1, Outcome.LOSE: -1, Outcome.DRAW: 0}[item.result]
        if item.seat == seat:
            gained += sign * item.paid
        elif seat == view.dealt_by:
            gained -= sign * item.paid
    return gained


# --- what all eyes see alike ---------------------------------------------------------------


def common_scene(view: View, people: Sequence[Person]) -> Scene:
    """`view` is a spectator's."""
    on_table = pictures(view)
    scene: Scene = {"cushion": {"data-phase": view.phase.value}}
    scene |= _dealer(view, people, on_table)
    for place, card in enumerate(view.cards):
        scene |= _column(view, card, on_table.cards[place])
        scene |= _put(view, card, people)
    for person in people:
        scene |= _seat(view, person, viewer=None)
    return scene | _place(view, people)


def _dealer(view: View, people: Sequence[Person], on_table: OnTable) -> Scene:
    dealer = people[view.dealt_by]
    is_on = view.phase is not Phase.PREPARING
    name = _("%(name)s deals") % {"name": dealer.called} if is_on else _("The cards are shuffled")
    hand = _dealers_hand(view)
    scene: Scene = {
        "dealer-mark": {
            "src": static(f"img/marks/{dealer.mark}.svg"),
            **({} if is_on else {"data-off": ""}),
        },
        "dealer-name": {"text": name},
        "dealer-term": {"text": words.term_words(view) if is_on else ""},
        "dealer-points": {"text": words.points_words(view.points[view.dealt_by])},
        "dealer-v": {"text": str(hand.digit) if hand else ""},
        "dealer-w": {"text": hand_name(hand) if hand else ""},
        "dealer": {"data-now": ""} if is_dealers_turn(view) else {},
    }
    for index in range(_CARDS_MOST):
        shown = on_table.dealer[index : index + 1]
        scene[f"dealer-{index}"] = _card(shown[0]) if shown else _no_card()
    scene["read-dealer"] = {"text": _read(on_table.dealer)}
    return scene


def _dealers_hand(view: View) -> Hand | None:
    """As far as it lies open."""
    if view.dealer_hand is not None:
        return view.dealer_hand
    months = [month for month in view.dealer_months if month is not None]
    return dealers_hand(months, view.options) if len(months) > 1 else None


def _column(view: View, card: CardView, shown: Sequence[Picture | None]) -> Scene:
    """One table card with its second and third, and what they are worth for these eyes."""
    name = card.name
    scene: Scene = {f"col-{name}": {"data-now": ""} if card is asked_card(view) else {}}
    for index in range(_CARDS_MOST):
        here = shown[index : index + 1]
        scene[f"c-{name}-{index}"] = _card(here[0]) if here else _no_card()
    number, said = _value(view, card)
    scene[f"v-{name}"] = {"text": number}
    scene[f"w-{name}"] = {"text": said}
    scene[f"peek-{name}"] = {"text": "", "data-off": ""}
    scene[f"read-{name}"] = {"text": _read(shown)}
    return scene


def _read(shown: Sequence[Picture | None]) -> str:
    """The cards in words, for the table as text."""
    said = [_("face down") if picture is None else picture.alt for picture in shown]
    return pgettext("between cards", "; ").join(said)


def _card(picture: Picture | None) -> dict[str, str]:
    if picture is None:
        return {"src": static(BACK), "alt": _("face down")}
    return {"src": static(picture.file), "alt": picture.alt}


def _no_card() -> dict[str, str]:
    return {"src": static(BACK), "alt": "", "data-off": ""}


def _value(view: View, card: CardView) -> tuple[str, str]:
    """The value in a number and in a word, or what is known in its place."""
    if len(card.months) < 2:
        return "", ""
    state = _state_words(view, card)
    months = [month for month in card.months if month is not None]
    if len(months) < len(card.months):
        return "?", state
    if card.decider is None:
        return str(last_digit(months)), _("no points")
    hand = card.hand or players_hand(months, view.options)
    return str(hand.digit), hand_name(hand)


def _state_words(view: View, card: CardView) -> str:
    if len(card.months) > 2:
        return pgettext("card", "drew a third")
    if card.done:
        return pgettext("card", "stayed")
    return pgettext("card", "decides now") if card is asked_card(view) else ""


def _put(view: View, card: CardView, people: Sequence[Person]) -> Scene:
    """Who put how much, and in the settlement what came of it."""
    items: dict[int, Settled] = {item.seat: item for item in view.settled if item.card == card.name}
    scene: Scene = {}
    for person in people:
        name, amount = f"{card.name}-{person.seat}", card.amounts[person.seat]
        item = items.get(person.seat)
        shown = {"data-off": ""} if not amount else {"data-points": str(amount)}
        moved = ""
        if item is not None:
            shown["data-result"] = item.result.value
            sign = {Outcome.WIN: 1, Outcome.LOSE: -1, Outcome.DRAW: 0}[item.result]
            moved = words.signed(sign * item.paid)
        scene[f"put-{name}"] = shown
        scene[f"put-{name}-n"] = {"text": str(amount) if amount else ""}
        scene[f"put-{name}-r"] = {"text": moved}
    return scene


def _place(view: View, people: Sequence[Person]) -> Scene:
    """Beside the cloth: how the dealer was found, then what the settlement moved."""
    if view.phase in _COMPARED:
        lines = [words.settled_words(item, people) for item in view.settled]
        heading = _("The settlement of hand %(number)s") % {"number": view.hand_no}
        if view.passed is not None:
            lines.append(words.passed_words(view.passed, people))
        lines = lines or [_("Nobody had put points down.")]
    elif view.turned and view.hand_no == 1:
        heading = _("Turned for the deal")
        lines = [
            _("%(name)s turns a %(month)s.")
            % {"name": people[each.seat].called, "month": each.month}
            for each in view.turned
        ]
    else:
        heading, lines = _("Hand %(number)s") % {"number": view.hand_no or 1}, []
    return {
        "place-title": {"text": heading},
        "place-lines": {"text": "\n".join(lines)},
    }


# --- what a seat sees besides ----------------------------------------------------------------


def own_scene(view: View, people: Sequence[Person], viewer: int | None) -> Scene:
    """Elements in place of the common ones, for this seat's eyes alone."""
    if viewer is None:
        return {f"here-{name}": {"data-off": ""} for name in CARDS}
    scene = _seat(view, people[viewer], viewer=viewer)
    on_table = pictures(view)
    for place, card in enumerate(view.cards):
        scene |= _own_column(view, card, on_table.cards[place], people, viewer)
    return scene | _stakes(view, viewer)


def _own_column(
    view: View,
    card: CardView,
    shown: Sequence[Picture | None],
    people: Sequence[Person],
    viewer: int,
) -> Scene:
    name, amount = card.name, card.amounts[viewer]
    scene: Scene = {f"here-{name}": {} if is_staking(view, viewer) else {"data-off": ""}}
    if amount and len(card.months) > 1 and view.phase not in _COMPARED:
        others = [each.called for each in people if card.amounts[each.seat] and each.seat != viewer]
        scene |= _column(view, card, shown)
        scene[f"peek-{name}"] = {"text": _peek_words(others)}
        second = shown[1]
        if second is not None:
            alt = _("%(card)s, seen by those with points here") % {"card": second.alt}
            scene[f"c-{name}-1"] |= {"alt": alt}
    scene[f"back-{name}"] = {"aria-disabled": "false" if is_staking(view, viewer) else "true"}
    return scene


def _peek_words(others: Sequence[str]) -> str:
    """The band over a second card that some may see."""
    if not others:
        return _("only you")
    if len(others) == 1:
        return _("you + %(name)s") % {"name": others[0]}
    return _("you + %(count)s") % {"count": len(others)}


def _stakes(view: View, viewer: int) -> Scene:
    """The counter's own words while points are put down."""
    if not is_staking(view, viewer):
        return {}
    lying = {card.name: card.amounts[viewer] for card in view.cards if card.amounts[viewer]}
    total = sum(lying.values())
    last = next(reversed(lying), None)
    return {
        "stake-sum": {
            "text": _("%(down)s down, %(left)s left.")
            % {
                "down": words.points_words(total),
                "left": words.points_words(view.points[viewer] - total),
            }
        },
        "ready-hint": {"text": _ready_words(lying)},
        "take-back": {
            "value": last or "",
            "aria-disabled": "false" if last else "true",
            **{f"data-on-{name}": _lying_words(name, amount) for name, amount in lying.items()},
        },
        "take-back-hint": {
            "text": _lying_words(last, lying[last]) if last else _("nothing put down yet")
        },
    }


def _lying_words(card: str, amount: int) -> str:
    return _("%(points)s on %(card)s") % {"points": amount, "card": words.card_name(card)}


def _ready_words(lying: Mapping[CardName, int]) -> str:
    if not lying:
        return _("sit this hand out")
    if len(lying) == 1:
        ((card, amount),) = lying.items()
        return _lying_words(card, amount)
    return _("%(points)s on %(count)s cards") % {
        "points": sum(lying.values()),
        "count": len(lying),
    }


# --- the seats -----------------------------------------------------------------------------


def _seat(view: View, person: Person, viewer: int | None) -> Scene:
    """The seat's line in the list, and its mark in the strip of a small screen."""
    seat = person.seat
    flags = {
        "data-away": person.is_away,
        "data-cpu": person.is_cpu,
        "data-you": seat == viewer,
        "data-dealer": seat == view.dealer and view.phase is not Phase.PREPARING,
        "data-ready": view.phase is Phase.STAKING and view.ready[seat],
    }
    marks = {name: "" for name, is_set in flags.items() if is_set}
    if turn := _turn_words(view, seat, is_own=seat == viewer):
        marks["data-turn"] = turn
    points = words.points_words(view.points[seat])
    return {
        f"seat-{seat}": marks,
        f"strip-{seat}": dict(marks),
        f"seat-{seat}-name": {"text": person.name},
        f"seat-{seat}-at": {"text": points},
        f"strip-{seat}-at": {"text": points},
        f"seat-{seat}-place": {"text": _seat_words(view, seat)},
        f"seat-{seat}-tag": {"text": " · ".join(_tags(view, person, viewer))},
    }


def _turn_words(view: View, seat: int, *, is_own: bool) -> str:
    card = asked_card(view)
    is_deciding = (card is not None and card.decider == seat) or (
        is_dealers_turn(view) and view.dealt_by == seat
    )
    is_putting = is_staking(view, seat)
    if not is_deciding and not is_putting:
        return ""
    if is_own:
        return pgettext("seat tag", "your turn")
    return pgettext("seat tag", "deciding") if is_deciding else pgettext("seat tag", "putting")


def _seat_words(view: View, seat: int) -> str:
    """Points in, or what the settlement brought."""
    if view.phase in _COMPARED:
        return words.signed(gain_of(view, seat))
    down = put_down(view, seat)
    return _("%(points)s down") % {"points": words.points_words(down)} if down else ""


def _tags(view: View, person: Person, viewer: int | None) -> Iterator[str]:
    """In words what colour and dashes say too."""
    if person.seat == viewer:
        yield pgettext("seat tag", "you")
    if person.is_cpu:
        yield pgettext("seat tag", "CPU")
    if person.is_away:
        yield pgettext("seat tag", "away")
    if person.is_host:
        yield pgettext("seat tag", "host")
    if person.seat == view.dealer and view.phase is not Phase.PREPARING:
        yield pgettext("seat tag", "deals")
    if view.phase is Phase.STAKING and view.ready[person.seat]:
        yield pgettext("seat tag", "✓ ready")
