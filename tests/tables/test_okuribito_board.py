"""Okuribito's board: what is shown, asked, told and moved, in both languages."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.core import codec
from games.core.dice import KeyedDice, ScriptedDice
from games.core.events import heard_by
from games.core.seats import Seat
from games.okuribito import actions as a
from games.okuribito import events as e
from games.okuribito.board import FIRM_SQUARES, FORTUNE_TELLER, GATE
from games.okuribito.ledger import Ledger
from games.okuribito.model import Options, State
from games.okuribito.names import Insight, Item
from games.okuribito.tasks import AskBuy, StartRound
from tables.boards import okuribito_ahead, okuribito_map
from tables.boards.base import LONGEST_MOTION
from tables.boards.okuribito import OkuribitoBoard
from tables.boards.okuribito_lessons import WORDS
from tables.boards.okuribito_money import number, ryo, short
from tables.boards.people import Person
from tables.models import MARKS
from tests.rules.okuribito.positions import ENGINE, position

BOARD = OkuribitoBoard()
LANGUAGES = ("en", "ja")
NAMES = ["Aki", "Botan", "Chiyo", "Karakuri 1", "Karakuri 2", "Karakuri 3"]


def people(count: int = 4) -> list[Person]:
    return [
        Person(seat, NAMES[seat], MARKS[seat], is_cpu=seat > 2, is_away=False)
        for seat in range(count)
    ]


def scene(state: State, viewer: int | None) -> dict[str, dict[str, str]]:
    seats = people(len(state.players))
    view = ENGINE.view(state, None if viewer is None else Seat(viewer))
    return BOARD.common_scene(ENGINE.view(state, None), seats) | BOARD.scene(view, seats, viewer)


def asked(state: State) -> Any:
    (seat,) = ENGINE.must_act(state)
    question = ENGINE.question(state, seat)
    assert question is not None
    return BOARD.asked(ENGINE.view(state, seat), question, people(len(state.players)), seat)


def after(state: State, *actions: Any, **dice: Any) -> tuple[State, tuple[Any, ...]]:
    """The state after these actions, and the last step's events as everybody hears them."""
    step = None
    thrown = ScriptedDice(**dice)
    for action in actions:
        (seat,) = ENGINE.must_act(state)
        step = ENGINE.apply(state, seat, action, thrown)
        state = step.state
    assert step is not None
    return state, heard_by(step.told, None)


def words(events: Any, count: int = 4) -> list[str]:
    return [said.words for said in BOARD.told(events, people(count))]


def a_match(options: Options, seats: int, seed: int) -> Iterator[tuple[State, Any]]:
    """A match of people who press anything, so that everything happens."""
    chance, dice = random.Random(seed), KeyedDice(bytes([seed]) * 32)
    step = ENGINE.start(seats, options, Seat(0), dice)
    yield step.state, step.told
    while asking := ENGINE.must_act(step.state):
        (seat,) = asking
        legal = ENGINE.legal_actions(step.state, seat)
        kinds = sorted({type(each).__name__ for each in legal})
        kind = chance.choice(kinds)
        action = chance.choice([each for each in legal if type(each).__name__ == kind])
        step = ENGINE.apply(step.state, seat, action, dice)
        dice.log.clear()
        yield step.state, step.told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("gentle", [False, True])
def test_a_whole_match_is_shown_asked_told_and_moved(language: str, gentle: bool) -> None:
    options = Options(limit=40, start=5_000_000, target=50_000_000, gentle=gentle)
    seats = people(5)
    elements = None
    with translation.override(language):
        for place, (state, told) in enumerate(a_match(options, 5, 7)):
            asking = sorted(ENGINE.must_act(state))
            viewer = asking[0] if asking else None
            heard = heard_by(told, viewer)
            assert BOARD.motion_seconds(heard) <= LONGEST_MOTION
            for said in BOARD.told(heard, seats):
                assert said.words and "%(" not in said.words
                assert said.seat is None or said.mark == seats[said.seat].mark
            view = ENGINE.view(state, viewer)
            if viewer is not None:
                counter = asked(state)
                legal = ENGINE.legal_actions(state, viewer)
                for answer in counter.answers:
                    assert codec.load_posted(ENGINE.action_type, answer.action) in legal
                assert counter.more.name in WORDS and counter.more.lesson
                other = Seat((viewer + 1) % 5)
                assert BOARD.waiting(ENGINE.view(state, other), seats, other, asking).heading
            if place % 9 == 0:
                shown = scene(state, viewer)
                elements = elements or set(shown)
                assert set(shown) == elements, "the page has every element from the start"
                for attributes in shown.values():
                    assert all(isinstance(value, str) for value in attributes.values())
                assert BOARD.headline(view, seats, viewer).words
    assert view.over is not None
    places = BOARD.standings(view, ENGINE.result(state), seats)
    assert [place.rank for place in places] == sorted(view.over.ranks)


def test_the_page_has_every_element_before_the_dice_are_thrown() -> None:
    view = BOARD.before_start(Options(), 4, 2)
    before = BOARD.common_scene(view, people()) | BOARD.scene(view, people(), 0)
    assert set(before) == set(scene(position(), 0))
    assert before["row-2-cash"]["text"] == "10.0M" and before["row-3-cash"]["text"] == "10.3M"
    assert "data-industry" not in before["sq1"]


def test_a_firm_shows_level_owner_industry_and_fee() -> None:
    state = position(firms={"28": [1, 2]}, round=1)
    shown = scene(state, 1)
    assert shown["sq28"] == {
        "data-level": "2",
        "data-industry": state.industries[28].value,  # type: ignore[union-attr]
        "data-mark": MARKS[1],
        "data-own": "",
    }
    fee = Ledger(state).fee(28)
    assert shown["sq28-fee"]["text"] == short(fee)
    assert "Botan’s shop" in shown["sq28-sr"]["text"]
    assert "data-own" not in scene(state, 0)["sq28"]
    assert shown["sq29-fee"]["text"] == "1.4M" and "for sale" in shown["sq29-sr"]["text"]


def test_pieces_that_share_a_square_are_told_apart() -> None:
    shown = scene(position(seats={"2": {"square": 5}}), None)
    assert [shown[f"pc-{seat}"]["data-stack"] for seat in range(4)] == ["0-3", "1-3", "0-1", "2-3"]
    assert "data-turn" in shown["pc-0"] and "data-turn" not in shown["pc-1"]


def test_lanterns_hang_in_the_festival_town_and_triple_for_its_owner() -> None:
    festivals = {"1": "kanda"}
    shown = scene(position(festivals=festivals, fairs=[("ueno", 2)]), None)
    assert shown["t1"] == {"data-festival": "150"} and shown["t1-tag"]["text"] == "Festival ×1.5"
    assert shown["t2"] == {"data-fair": ""} and shown["t2-tag"]["text"] == "Fair ×1.5"
    firms: dict[str, Sequence[int]] = {
        str(square): (0, 1) for square in FIRM_SQUARES if 9 <= square < 18
    }
    assert scene(position(festivals=festivals, firms=firms), None)["t1"] == {"data-festival": "300"}


def test_foresight_is_in_its_owners_scene_alone() -> None:
    coming = {"2": "honjo", "3": "ueno", "4": "kanda", "5": "asakusa", "6": "honjo"}
    state = position(festivals=coming, seats={"1": {"foresees_until": 5}})
    assert scene(state, 1)["only-you"]["text"] == (
        "Only you see: round 2 Honjo · round 3 Ueno · round 4 Kanda · round 5 Asakusa"
    )
    for viewer in (0, 2, 3, None):
        assert scene(state, viewer)["only-you"]["text"] == ""


def test_a_gentle_table_keeps_a_teahouse_and_lacks_what_it_lacks() -> None:
    state = position(options={"gentle": True}, seats={"0": {"stakes": {"cloth": 3}}})
    assert "data-teahouse" in scene(state, 0)[f"sq{FORTUNE_TELLER}"]
    trade = asked(state).more.trade
    assert trade.can_sell and trade.waits == () and trade.tax == 0
    look = BOARD.look(ENGINE.view(state, Seat(0)), people(), 0, str(FORTUNE_TELLER))
    assert look is not None and look.title == "Teahouse"
    steps = BOARD.look(ENGINE.view(state, Seat(0)), people(), 0, "turn")
    assert steps is not None
    assert not any("challenge" in step or "fortune told" in step for step in steps.more)


# --- questions -------------------------------------------------------------------------------


def test_buying_says_what_it_costs_earns_and_leaves() -> None:
    state, _events = after(position(), a.Roll(), die=[1, 1])
    counter = asked(state)
    assert counter.heading == "Buy Tsuruya for 3 million ryō?"
    assert "You keep 7 million ryō." in counter.facts
    assert counter.answers[0].style == "go"
    seen = ENGINE.view(state, Seat(0))
    bought, _told = after(state, a.BuyFirm())
    fee = Ledger(bought).fee(2)
    assert f"As a stall it earns {ryo(fee)} a visit" in counter.facts
    assert seen.owners[2] is None, "trying it out changes nothing"


def test_building_says_that_the_value_stays() -> None:
    state, _events = after(position(firms={"2": [0, 1]}), a.Roll(), die=[1, 1])
    counter = asked(state)
    assert counter.heading == "Build Tsuruya up to a shop for 1.8 million ryō?"
    assert "The value stays 3 million ryō, so your fortune falls by 1.8 million ryō" in (
        counter.facts
    )


def test_the_fork_says_where_both_ways_lead_and_the_toll() -> None:
    state, _events = after(position(seats={"0": {"square": 7}}), a.Roll(), die=[2, 2])
    counter = asked(state)
    assert counter.heading == "The road to Kanda, or the Castle Gate to Honjo?"
    assert "3 pips are left." in counter.facts
    road, gate = counter.answers
    assert road.hint.startswith("no toll: Sakuraya in Kanda")
    assert gate.hint.startswith("500,000 ryō toll: Hagiya in Honjo")
    assert road.style == gate.style == "cloth", "equal choices look equal"


def test_the_experience_says_what_stopping_gives_up() -> None:
    state, _events = after(position(), a.Roll(), die=[3, 4])
    stop, go_on = asked(state).answers
    assert stop.hint.startswith("give up 3 pips") and "Takeya" in go_on.hint


def test_the_challenged_is_shown_the_true_chance() -> None:
    """OK-68"""
    for low, chance in {12: 90.2, 13: 84.8, 14: 77.9, 15: 69.5, 16: 60.0, 17: 50.0}.items():
        higher = okuribito_ahead.chance_of(low, high=True)
        assert round(higher * 100, 1) == chance
        assert okuribito_ahead.chance_of(35 - low, high=False) == higher
    state = position(seats={"1": {"square": 2, "holds": ["straw_doll"]}})
    state, _events = after(state, a.Roll(), die=[1, 1])
    assert asked(state).heading == "Challenge Botan to a match?"
    assert "win 3.09 million ryō or lose 2 million ryō" in asked(state).answers[0].hint
    # Of 42 × 7,776 cases 26.3 % and 65.3 %; the rest are draws.
    assert "On average you win 26% and lose 65% of such matches." in asked(state).facts
    state, _events = after(state, a.Challenge(), number=[1])
    counter = asked(state)
    assert counter.heading == "Will five dice make more or less than 12?"
    assert [answer.hint for answer in counter.answers] == ["chance 90.2%", "chance 5.9%"]


def test_the_exchange_says_prices_holdings_and_waits_five_rounds_first() -> None:
    state = position(seats={"0": {"square": 26, "cash": 900_000, "stakes": {"grain": 4}}})
    state, _events = after(state, a.Roll(), a.ChooseRoad(), die=[1, 1])
    trade = asked(state).more.trade
    prices = Ledger(state).prices()
    assert [stake.price for stake in trade.stakes] == list(prices)
    assert trade.stakes[1].held == 4
    assert [stake.may_buy for stake in trade.stakes] == [
        min(10, 900_000 // price) for price in prices
    ]
    assert [wait.rate for wait in trade.waits] == [0, 4, 8, 12, 16]
    assert trade.waits[0].rounds == 5
    offers = asked(state).more.offering
    assert [amount for amount, _words in offers.amounts] == [500_000]


def test_offerings_show_what_one_alone_foresees() -> None:
    state = position(
        festivals={"2": "honjo", "3": "kanda"},
        seats={"0": {"square": 26, "foresees_until": 3}},
    )
    state, _events = after(state, a.Roll(), a.ChooseRoad(), die=[1, 1])
    towns = asked(state).more.offering.towns
    assert [town.word for town in towns[:2]] == ["honjo", "kanda"]
    assert "round 2" in towns[0].note and towns[2].note == ""


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"do": "buy", "industry": "cloth", "qty": "3"}, a.BuyStakes("cloth", 3)),  # type: ignore[arg-type]
        ({"do": "sell", "industry": "tools", "qty": " 1 "}, a.SellStakes("tools", 1)),  # type: ignore[arg-type]
        ({"do": "book", "industry": "grain", "qty": "2", "wait": "5"}, a.BookSale("grain", 2, 5)),  # type: ignore[arg-type]
        ({"do": "offer", "town": "ueno", "amount": "500000"}, a.Offer("ueno", 500_000)),  # type: ignore[arg-type]
        ({"do": "build", "square": "12"}, a.Build(12)),
        ({"do": "sing"}, None),
        ({}, None),
    ],
)
def test_forms_make_actions(fields: dict[str, str], action: Any) -> None:
    assert BOARD.action_of(fields) == action


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "buy", "industry": "gold", "qty": "1"},
        {"do": "buy", "industry": "cloth", "qty": "-1"},
        {"do": "buy", "industry": "cloth", "qty": "1.5"},
        {"do": "buy", "industry": "cloth", "qty": "１"},
        {"do": "buy", "industry": "cloth"},
        {"do": "offer", "town": "kyoto", "amount": "500000"},
        {"do": "build", "square": "9" * 10},
    ],
)
def test_nonsense_in_a_form_is_garbled(fields: dict[str, str]) -> None:
    with pytest.raises(codec.Malformed):
        BOARD.action_of(fields)


def test_every_refusal_has_words() -> None:
    codes = (
        "game_over not_asked not_now not_held not_a_number not_so_many no_such_wait no_booking "
        "ten_at_once not_enough_cash not_in_units too_much_in_town not_this_firm not_your_firm "
        "big_store"
    )
    for code in codes.split():
        assert BOARD.refusal_words(code)
    assert BOARD.refusal_words("sneezed") is None


# --- what is looked up -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_square_has_a_card(language: str) -> None:
    view = ENGINE.view(position(firms={"2": [0, 3], "3": [1, 1]}), Seat(0))
    with translation.override(language):
        for square in range(GATE + 1):
            look = BOARD.look(view, people(), 0, str(square))
            assert look is not None and look.title and (look.more.lines or look.more.facts)
        for what in ("73", "-1", "x", "word-nothing", "", "٣"):
            assert BOARD.look(view, people(), 0, what) is None


def test_a_firms_card_says_the_fee_and_why() -> None:
    state = position(firms={"28": [1, 2]}, festivals={"1": "asakusa"})
    look = BOARD.look(ENGINE.view(state, Seat(0)), people(), 0, "28")
    assert look is not None
    lines = {line.label: line.value for line in look.more.lines}
    assert lines["Owner"] == "Botan" and lines["Level"] == "shop"
    assert lines["Fee now"] == ryo(Ledger(state).fee(28))
    factors = [int(part.split()[-1].rstrip("%")) for part in lines["Why"].split(" × ")[1:]]
    fee = 1_400_000
    for factor in factors:
        fee = fee * factor
    assert fee // 100 ** len(factors) == Ledger(state).fee(28)
    assert not any("Building" in fact for fact in look.more.facts), "not the viewer's"


def test_ones_own_card_says_what_building_would_cost_and_bring() -> None:
    state = position(firms={"28": [0, 2]})
    look = BOARD.look(ENGINE.view(state, Seat(0)), people(), 0, "28")
    assert look is not None
    told = " ".join(look.more.facts)
    assert "Building up to a big store costs 1.4 million ryō" in told
    assert "The value stays" in told and "The fee rises from" in told


def test_every_word_on_tap_is_in_the_glossary() -> None:
    view = ENGINE.view(position(), None)
    for keys in WORDS.values():
        for key in keys:
            look = BOARD.look(view, people(), None, f"word-{key.replace('_', '-')}")
            assert look is not None and look.more.words


def test_the_whole_ledger_adds_up() -> None:
    state = position(
        firms={"28": [0, 2], "29": [0, 1]},
        seats={"0": {"stakes": {"cloth": 3}, "offerings": {"kanda": 1_000_000}}},
    )
    view = ENGINE.view(state, Seat(0))
    look = BOARD.look(view, people(), 0, "ledger")
    assert look is not None
    account = next(each for each in look.more.accounts if each.person.seat == 0)
    fortune = Ledger(view).fortunes()[0]
    assert account.fortune == ryo(fortune)
    assert account.missing.startswith(ryo(100_000_000 - fortune))
    assert dict(account.parts)["Offerings"] == number(1_000_000)
    assert [firm.square for firm in account.firms] == [28, 29]


def test_the_ledger_draws_a_line_for_everybody_through_all_rounds() -> None:
    states = [state for state, _told in a_match(Options(limit=40), 4, 3)]
    view = ENGINE.view(states[len(states) // 2], None)
    look = BOARD.look(view, people(), None, "ledger")
    assert look is not None and len(view.history) > 5
    for curve in look.more.curves:
        spots = [tuple(map(float, spot.split(","))) for spot in curve.points.split()]
        assert len(spots) == len(view.history)
        assert all(0 <= x <= look.more.width and 0 <= y <= look.more.height for x, y in spots)
    assert f"round {len(view.history)}" in look.more.spoken


# --- what is told and moved ------------------------------------------------------------------


def test_a_roll_and_its_fee_are_one_sentence() -> None:
    state = position(firms={"2": [1, 1]})
    fee = Ledger(state).fee(2)
    _state, events = after(state, a.Roll(), die=[1, 1])
    assert words(events)[0] == f"Aki rolled 2 and paid Botan {ryo(fee)} at Tsuruya."


def test_forced_sales_are_told_item_by_item() -> None:
    state = position(
        firms={"2": [1, 3], "30": [0, 1]},
        seats={"0": {"cash": 100_000, "stakes": {"cloth": 2, "grain": 1}}},
    )
    _state, events = after(state, a.Roll(), die=[1, 1])
    told = words(events)
    assert told[0].startswith("Aki reached Tsuruya and owed Botan")
    assert "had to sell 2 cloth stakes" in told[1] and "had to sell 1 grain stake" in told[2]
    assert "had to give up" in told[3] and "could pay only" in told[4]
    assert "is bankrupt" in told[5]


def test_the_start_of_a_round_is_one_line() -> None:
    state = position(
        at="round_start",
        firms={"28": [1, 2]},
        festivals={"2": "kanda"},
        seats={"2": {"offerings": {"kanda": 1_000_000}}},
    )
    step = ENGINE.apply(*_last_turn(state), ScriptedDice(economy=[1, 1, 1, 1]))
    told = [said for said in BOARD.told(heard_by(step.told, None), people()) if said.seat is None]
    assert len(told) == 1
    assert told[0].words.startswith(
        "Round 2, summer: seafood sells best. The festival is in Kanda. "
        "Offerings back: Chiyo 1.3M. Takings: Botan "
    )


def _last_turn(state: State) -> tuple[State, Seat, Any]:
    """The answer that ends the round before: seat 3 leaves a firm alone."""
    agenda = (StartRound(), AskBuy(Seat(3), 5, 2, 3_000_000))
    return replace(state, agenda=agenda, turn=Seat(3)), Seat(3), a.Done()


def test_foresight_is_told_to_its_owner_alone() -> None:
    everyone = e.InsightChosen(Seat(0), Insight.FORESIGHT, 1)
    assert words([everyone]) == ["Aki gained Foresight."]
    state = position(seats={"0": {"square": 3, "collecting": ["ueno", "kanda", "honjo"]}})
    state, _events = after(state, a.Roll(), die=[1, 2])
    step = ENGINE.apply(state, Seat(0), a.ChooseInsight(Insight.FORESIGHT), ScriptedDice())
    for viewer in (Seat(1), None):
        told = " ".join(words(heard_by(step.told, viewer)))
        assert "Only you" not in told and "Yotsuya →" not in told
    assert "Only you see the coming festivals" in " ".join(words(heard_by(step.told, Seat(0))))


def test_a_walk_moves_through_every_square_it_enters() -> None:
    _state, events = after(position(), a.Roll(), die=[1, 1])
    walks = [hint for hint in BOARD.motion(events) if hint["do"] == "walk"]
    assert [step for walk in walks for step in walk["path"]] == [1, 2]
    assert BOARD.motion(events)[0] == {"do": "roll", "seat": 0, "dice": [1, 1]}


def test_motion_ends_where_the_scene_stands() -> None:
    at: dict[str, str] = {}
    for state, told in a_match(Options(limit=40), 4, 11):
        heard = heard_by(told, None)
        for hint in BOARD.motion(heard):
            if hint["do"] == "walk":
                at[hint["id"]] = str(hint["path"][-1])
        shown = {f"pc-{seat}": str(player.square) for seat, player in enumerate(state.players)}
        assert at.items() <= shown.items()


# --- words of money, the map, the house rules ------------------------------------------------


def test_money_is_said_exactly_and_shown_shortly() -> None:
    assert ryo(2_200_000) == "2.2 million ryō" and ryo(540_000) == "540,000 ryō"
    assert ryo(1_234_567) == "1,234,567 ryō"
    assert [short(sum) for sum in (36_587_000, 540_000, 101_900_000, -250_000)] == [
        "36.5M",
        "540k",
        "101M",
        "-250k",
    ]
    with translation.override("ja"):
        assert ryo(2_200_000) == "220万両" and ryo(1_234_567) == "123万4,567両"
        assert ryo(100_000_000) == "1億両" and short(36_587_000) == "3658万"


def test_the_map_has_every_square_once() -> None:
    drawn = okuribito_map.fields()
    squares = [square.index for town in drawn.towns for square in town.squares]
    assert squares == list(range(GATE)) and drawn.gate.index == GATE


def test_house_rules_are_those_of_the_engine() -> None:
    names = [field.name for field in BOARD.option_fields()]
    assert names == ["limit", "start", "target", "gentle"]
    assert all(line.usual for line in BOARD.describe_options(Options()))
    gentle = BOARD.describe_options(Options(gentle=True))
    assert [line.usual for line in gentle] == [True, True, True, False]
    assert BOARD.options_summary(Options(gentle=True)) == "gentle table"


def test_items_are_named_before_they_are_used() -> None:
    state = position(seats={"0": {"holds": ["lucky_cat", "curse"]}})
    labels = [answer.label for answer in asked(state).answers]
    assert labels == ["Roll the dice", "Use the Lucky cat", "Use the Curse"]
    state, events = after(state, a.UseLuckyCat())
    assert words(events) == ["Aki used the Lucky cat: three dice this turn."]
    assert asked(state).answers[0].hint == "three dice, by the Lucky cat"
    assert Item.LUCKY_CAT in state.using
