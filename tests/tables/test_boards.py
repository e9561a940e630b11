"""The board tells what the seat sees, in both languages, and nothing that CSS cannot place."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template import Context, Template
from django.utils import translation

from games.core import codec
from games.core.dice import ScriptedDice
from games.core.events import heard_by
from games.core.question import Question
from games.core.seats import Seat
from games.hokusai.board import HOME, INNS, SQUARES, square
from games.hokusai.engine import ROLL, HokusaiEngine
from games.hokusai.model import (
    Event,
    GameOver,
    GettingHome,
    Home,
    Inn,
    Moved,
    Options,
    Rolled,
    State,
    Turn,
    TurnMissed,
    View,
)
from games.registry import GAMES
from tables.boards import hokusai_places, hokusai_words
from tables.boards.base import LONGEST_MOTION, place_words, step_words
from tables.boards.hokusai import HokusaiBoard
from tables.boards.people import Person, cpu_name, kanji_number, mark_name
from tables.boards.registry import BOARDS, board_for
from tables.models import MARKS

BOARD = HokusaiBoard()
ENGINE = HokusaiEngine()
LANGUAGES = ("en", "ja")


def people(count: int = 4) -> list[Person]:
    names = ["Aki", "Botan", "Chiyo", "Karakuri 1", "Karakuri 2", "Karakuri 3"]
    return [
        Person(seat, names[seat], MARKS[seat], is_cpu=seat > 2, is_away=seat == 2)
        for seat in range(count)
    ]


def a_view(*positions: int, turn: int | None = 0, **changes: object) -> View:
    view = BOARD.before_start(Options(), len(positions), 0)
    fields = {
        "options": view.options,
        "first": Seat(0),
        "positions": positions,
        "waiting": view.waiting,
        "finished": (),
        "turn": turn,
        "rolls": 3,
        "last": Rolled(Seat(0), 4),
        "places": (),
    }
    return View(**(fields | changes))  # type: ignore[arg-type]


def a_match(options: Options, seats: int = 4) -> list[tuple[State, tuple[Event, ...]]]:
    """Every step of one match, with dice that visit inns and overshoot."""
    step = ENGINE.start(seats, options, Seat(0), ScriptedDice())
    steps = [(step.state, heard_by(step.told, None))]
    rolls = 0
    while step.state.places == ():
        rolls += 1
        dice = ScriptedDice(die=[(rolls * rolls + rolls // 6) % 6 + 1])
        step = ENGINE.apply(step.state, step.state.turn, ROLL, dice)
        steps.append((step.state, heard_by(step.told, None)))
    return steps


def test_every_game_has_a_board():
    assert {game.key for game in GAMES} == set(BOARDS)
    assert board_for("hokusai").key == "hokusai"


# --- the scene ------------------------------------------------------------------------------


def test_the_scene_has_the_same_elements_from_start_to_end():
    """So that the first page draws everything once and frames only change attributes."""
    elements = {
        frozenset(BOARD.scene(ENGINE.view(state, None), people(), viewer))
        for state, _ in a_match(Options(rank_everyone=True))
        for viewer in (None, 0, 3)
    }
    assert len(elements) == 1


def test_every_element_of_the_scene_is_text_of_plain_attributes():
    scene = BOARD.scene(a_view(29, 31, 27, 22), people(), 0)
    for attributes in scene.values():
        assert all(isinstance(value, str) for value in attributes.values())
        assert all(re.fullmatch(r"text|href|data-[a-z]+", name) for name in attributes)


def test_the_lens_follows_the_piece_in_turn():
    scene = BOARD.scene(a_view(29, 31, 27, 22, turn=1), people(), 0)
    assert scene["lens"]["data-at"] == "31"
    assert [name for name in scene if "data-now" in scene[name]] == ["sq31"]
    assert "data-turn" in scene["pc-1"] and "data-turn" not in scene["pc-0"]


def test_pieces_on_one_square_are_told_apart():
    scene = BOARD.scene(a_view(1, 1, 53, 22), people(), 0)
    stacks = [scene[f"pc-{seat}"]["data-stack"] for seat in range(4)]
    assert stacks == ["0-3", "1-3", "2-3", "0-1"]


def test_seats_say_in_words_what_colour_and_dashes_say():
    scene = BOARD.scene(a_view(31, 5, 9, 53, waiting=(True, False, False, False)), people(), 0)
    assert scene["seat-0-tag"]["text"] == "you · rests one turn"
    assert scene["seat-2-tag"]["text"] == "away"
    assert scene["seat-3-tag"]["text"] == "CPU · home"
    assert scene["seat-0"]["data-turn"] == "your turn"


def test_a_spectator_is_shown_the_place_of_the_seat_in_turn():
    scene = BOARD.scene(a_view(29, 31, 27, 22, turn=1), people(), None)
    assert scene["you-label"]["text"] == "Botan is at"
    assert scene["you-name"]["text"] == "Enoshima"
    assert scene["you-far"]["text"] == "22 squares from home."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_place_is_spelled_out(language):
    with translation.override(language):
        scene = BOARD.scene(a_view(29, 31, 27, 22), people(), 0)
    assert scene["you-no"]["text"] == "29"
    assert scene["you-name"]["text"] == {"en": "Shichirigahama", "ja": "七里ヶ浜"}[language]
    assert scene["you-kanji"]["text"] == "七里ヶ浜"
    assert scene["you-reading"]["text"] == "しちりがはま"
    assert scene["you-link"]["href"] == "#place-29"


def test_scene_tags_escape_names():
    shown = [Person(0, '<b>"&', "hat", False, False), *people(2)[1:]]
    scene = BOARD.scene(a_view(1, 1), shown, None)
    page = Template(
        '{% load tables %}<b {% scene "seat-" 0 "-name" %}>{% scene_text "seat-" 0 "-name" %}</b>'
    ).render(Context({"scene": scene}))
    assert page == '<b id="seat-0-name">&lt;b&gt;&quot;&amp;</b>'


# --- words ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("getting_home", list(GettingHome))
def test_a_whole_match_can_be_told(language, getting_home):
    """No sentence is missing, empty or unfilled, whatever happens."""
    with translation.override(language):
        for state, events in a_match(Options(getting_home=getting_home, rank_everyone=True), 6):
            said = BOARD.told(events, people(6))
            assert all(each.words and "%(" not in each.words for each in said)
            assert bool(said) == any(isinstance(event, Rolled) for event in events)
            view = ENGINE.view(state, None)
            assert BOARD.headline(view, people(6), None).words
            assert BOARD.waiting(view, people(6), None, [state.turn]).heading


def test_a_roll_and_its_walk_are_one_sentence():
    events = [Rolled(Seat(1), 5), Moved(Seat(1), 26, 31, 0), Inn(Seat(1), 31), Turn(Seat(2))]
    assert [each.words for each in BOARD.told(events, people())] == [
        "Botan rolled 5 and walked to 31, Enoshima.",
        "Botan stays at the inn of Enoshima and rests one turn.",
    ]


def test_an_overshoot_is_explained():
    events = [Rolled(Seat(0), 6), Moved(Seat(0), 50, 50, 3), TurnMissed(Seat(2), 20)]
    assert [each.words for each in BOARD.told(events, people())] == [
        "Aki rolled 6, 3 too many: back to 50, Futago.",
        "Chiyo rests this turn at Yukinoshita.",
    ]


def test_the_end_is_told():
    events = [
        Rolled(Seat(0), 3),
        Moved(Seat(0), 50, HOME, 0),
        Home(Seat(0), 1),
        GameOver((1, 2, 2, 4)),
    ]
    assert [each.words for each in BOARD.told(events, people())] == [
        "Aki rolled 3 and walked home to Nihonbashi.",
        "Aki is home first.",
        "Aki takes the house.",
    ]


def test_sentences_are_translated():
    with translation.override("ja"):
        (said,) = BOARD.told([TurnMissed(Seat(1), 31)], people())
    assert said.words == "Botanさんは江ノ島で一回休みです。"


def test_the_question_has_one_answer_that_the_engine_takes():
    asked = BOARD.asked(a_view(29, 31, 27, 22), Question("turn", 3), people(), 0)
    (answer,) = asked.answers
    assert codec.load_posted(ENGINE.action_type, answer.action) == ROLL
    assert answer.label == "Roll the die"
    assert answer.hint == "and walk on from Shichirigahama"
    assert asked.facts == "A 2 stops at the inn of Enoshima."


@pytest.mark.parametrize(
    ("getting_home", "words"),
    [
        (GettingHome.AS_PRINTED, "A 3 brings you home; more sends you back as the preface says."),
        (GettingHome.BOUNCE_BACK, "A 3 brings you home; more bounces back."),
        (GettingHome.OVER_IS_FINE, "A 3 or more brings you home."),
    ],
)
def test_near_home_the_counter_says_what_the_house_rule_does(getting_home, words):
    view = a_view(50, 31, 27, 22, options=Options(getting_home=getting_home))
    assert BOARD.asked(view, Question("turn", 3), people(), 0).facts == words


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (None, "You are watching."),
        (1, "You rest one turn at the inn of Enoshima."),
        (2, "Your turn is next."),
        (3, "You may look around the print meanwhile."),
    ],
)
def test_whoever_waits_is_told_what_for(viewer, words):
    view = a_view(29, 31, 27, 22, waiting=(False, True, False, False))
    asked = BOARD.waiting(view, people(), viewer, [0])
    assert (asked.heading, asked.facts, asked.answers) == ("Aki is rolling", words, ())


def test_while_the_dice_are_sealed_nobody_is_asked():
    view = BOARD.before_start(Options(), 4, 0)
    assert BOARD.scene(view, people(), 0)["lens"]["data-at"] == "1"
    assert BOARD.waiting(view, people(), 0, []) == BOARD.preparing(0)
    assert BOARD.headline(view, people(), 0).seat is None


def test_equal_squares_share_a_place():
    view = a_view(48, HOME, 48, 31, turn=None, places=(2, 1, 2, 4))
    standings = BOARD.standings(view, None, people())
    assert [(each.place, each.person.name, each.words) for each in standings] == [
        ("1st", "Botan", "home"),
        ("2nd, shared", "Aki", "5 squares from home"),
        ("2nd, shared", "Chiyo", "5 squares from home"),
        ("4th", "Karakuri 1", "22 squares from home"),
    ]
    assert standings[0].seal == "一位"


def test_a_game_that_was_broken_off_is_ranked_as_it_stands():
    standings = BOARD.standings(a_view(10, 20, 20, 5), None, people())
    assert [(each.rank, each.seat) for each in standings] == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_who_answered_for_a_seat_is_said():
    assert step_words("human", people()[0]) is None
    assert step_words("cpu", people()[3]) is None
    clock = step_words("clock", people()[0])
    stand_in = step_words("stand_in", people()[2])
    assert clock and clock.words == "Aki’s time ran out, so the house answered."
    assert stand_in and stand_in.words == "Chiyo is away, so the house answered."


def test_refusals_have_words():
    assert BOARD.refusal_words("not_your_turn") and BOARD.refusal_words("game_over")
    assert BOARD.refusal_words("no_such_code") is None


# --- people ---------------------------------------------------------------------------------


def test_cpus_have_names_in_both_languages():
    with translation.override("en"):
        assert cpu_name(3) == "Karakuri 3"
    with translation.override("ja"):
        assert cpu_name(3) == "からくり三号"


def test_kanji_numbers():
    assert [kanji_number(n) for n in (1, 10, 11, 20, 42)] == ["一", "十", "十一", "二十", "四十二"]


@pytest.mark.parametrize("mark", MARKS)
def test_every_piece_has_a_drawing_and_a_name(mark):
    drawing = Path(settings.BASE_DIR) / "static" / "img" / "marks" / f"{mark}.svg"
    assert "<svg" in drawing.read_text()
    assert mark_name(mark)


def test_places_up_to_the_largest_table_have_words():
    assert [place_words(rank, is_shared=False) for rank in range(1, 7)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "5th",
        "6th",
    ]


# --- movement -------------------------------------------------------------------------------


def test_a_piece_walks_every_square_of_its_roll():
    hints = BOARD.motion([Rolled(Seat(1), 3), Moved(Seat(1), 26, 29, 0)])
    assert hints == [
        {"do": "roll", "seat": 1, "die": 3},
        {"do": "walk", "id": "pc-1", "seat": 1, "path": [26, 27, 28, 29]},
    ]


@pytest.mark.parametrize(
    ("moved", "path"),
    [
        (Moved(Seat(0), 50, 50, 3), [50, 51, 52, 53, 52, 51, 50]),
        (Moved(Seat(0), 48, 52, 1), [48, 49, 50, 51, 52, 53, 52]),
        (Moved(Seat(0), 52, 45, 5), [52, 53, 52, 51, 50, 49, 48, 47, 46, 45]),
        (Moved(Seat(0), 50, HOME, 3), [50, 51, 52, 53]),
    ],
)
def test_an_overshoot_goes_to_nihonbashi_first(moved, path):
    (hint,) = BOARD.motion([moved])
    assert hint["path"] == path


def test_motion_never_takes_longer_than_the_clock_allows():
    for _, events in a_match(Options()):
        assert 0 <= BOARD.motion_seconds(events) <= LONGEST_MOTION


def test_motion_ends_where_the_scene_stands():
    """An animation that is cut short, or missed, shows the same in the end."""
    for state, events in a_match(Options(rank_everyone=True)):
        scene = BOARD.scene(ENGINE.view(state, None), people(), None)
        for hint in BOARD.motion(events):
            if hint["do"] == "walk":
                assert scene[hint["id"]]["data-at"] == str(hint["path"][-1])
            if hint["do"] == "roll":
                assert scene["die"]["data-face"] == str(hint["die"])


# --- house rules ----------------------------------------------------------------------------


def test_house_rules_are_those_of_the_engine():
    fields = {field.name: field for field in BOARD.option_fields()}
    assert set(fields) == set(Options.__struct_fields__)
    assert {value for value, _ in fields["getting_home"].choices} == set(GettingHome)
    for field in fields.values():
        values = {value for value, _ in field.choices}
        assert field.usual in values and set(field.hints) == values


def test_the_usual_rules_are_marked_usual():
    assert all(line.usual for line in BOARD.describe_options(Options()))
    house = Options(getting_home=GettingHome.BOUNCE_BACK)
    assert [line.usual for line in BOARD.describe_options(house)] == [False, True]
    assert BOARD.options_summary(Options()) == "As printed"
    assert BOARD.options_summary(house) == "Bounce back"


# --- the print ------------------------------------------------------------------------------


def test_the_style_sheet_of_places_is_up_to_date():
    call_command("board_css", check=True)


def test_every_square_has_a_spot_a_reading_and_a_card():
    numbers = set(range(1, HOME))
    assert set(hokusai_places.SPOTS) == set(hokusai_places.READINGS) == numbers
    assert [place.number for place in hokusai_words.places()] == sorted(numbers)


def test_slips_say_the_names_of_the_rules():
    for slip in hokusai_places.slips():
        written = "".join(line.words for line in slip.lines)
        assert written == re.sub(r"[ ・]", "", square(slip.number).japanese)
        assert (slip.inn_at is not None) == (slip.number in INNS)


def test_slips_lie_on_the_print_and_apart():
    boxes = [
        (
            slip.x + slip.left,
            slip.y - 30,
            slip.x + slip.left + slip.width,
            slip.y - 30 + slip.height,
        )
        for slip in hokusai_places.slips()
    ]
    for index, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and top >= 0
        assert right <= hokusai_places.WIDTH and bottom <= hokusai_places.HEIGHT
        for other in boxes[index + 1 :]:
            apart = left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]
            assert apart, (boxes[index], other)


def test_the_print_is_small_enough_to_send():
    print_ = (Path(settings.BASE_DIR) / "static" / "img" / "hokusai-print.svg").read_text()
    assert len(print_.encode()) < 40_000
    assert "<script" not in print_ and "http" not in print_.replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_facts_for_the_signboard():
    facts = BOARD.facts()
    assert (facts.players, facts.minutes) == ("2–6 players", "about 15 minutes")
    assert len(SQUARES) == HOME
