"""Which picture lies where: a card's picture says its month and nothing besides."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from games.core.dice import KeyedDice
from games.core.seats import all_seats
from games.oichokabu.cards import DECK, MONTHS
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.model import Options, Phase, View
from tables.boards.oichokabu_cards import BACK, OnTable, four_of, pictures, plain

ENGINE = OichoKabuEngine()
STATIC = Path(settings.BASE_DIR) / "static"
FOLDER = STATIC / "img" / "cards"


def test_forty_cards_and_the_back_are_drawn() -> None:
    files = [picture.file for month in MONTHS for picture in four_of(month)]
    assert len(files) == len(DECK)
    drawn = {f"img/cards/{path.name}" for path in FOLDER.iterdir()}
    assert drawn == {*files, BACK}
    assert set(Counter(files).values()) == {1, 2}


def test_a_card_is_small_and_shows_its_number() -> None:
    for path in FOLDER.glob("card-*.svg"):
        assert path.stat().st_size < 4500
        drawing = path.read_text("utf-8")
        assert 'viewBox="0 0 64 100"' in drawing
        number = path.name[5:7]
        numbers = re.findall(r"<text [^>]*>(\d+)</text>", drawing)
        assert numbers == ([] if number == "ba" else [str(int(number))])
        assert not has_styles_or_scripts(drawing)


def has_styles_or_scripts(drawing: str) -> bool:
    """Style sheets and scripts would be stopped, or would have to be allowed."""
    return any(word in drawing for word in ("style=", "<style", "<script", "data:"))


@pytest.mark.parametrize(("language", "words"), [("en", "Cherry, 3"), ("ja", "桜、3")])
def test_words_for_those_who_do_not_see_it(language: str, words: str) -> None:
    with translation.override(language):
        assert plain(3).alt == words


def rows(view: View) -> list[tuple[int | None, ...]]:
    return [*(card.months for card in view.cards), view.dealer_months]


def files_of(laid: OnTable) -> list[list[str]]:
    """Row by row; nothing for a card that lies face down."""
    return [[each.file if each else "" for each in row] for row in (*laid.cards, laid.dealer)]


@pytest.mark.parametrize("seed", range(12))
def test_pictures_stay_themselves_and_are_never_doubled(seed: int) -> None:
    """A match at random, seen by every seat and by a spectator."""
    chance = random.Random(seed)
    seats, dice = 2 + seed % 5, KeyedDice(seed.to_bytes(32, "big"))
    state = ENGINE.start(seats, Options(), all_seats(seats)[0], dice).state
    before: dict[int | None, tuple[int, list[list[str]]]] = {}
    while ENGINE.must_act(state):
        for viewer in (None, *all_seats(seats)):
            view = ENGINE.view(state, viewer)
            laid = pictures(view)
            months = [[each and each.month for each in row] for row in (*laid.cards, laid.dealer)]
            assert months == [list(row) for row in rows(view)]
            now = files_of(laid)
            files = Counter(file for row in now for file in row if file)
            assert all(number == 1 or file == plain_file(file) for file, number in files.items())
            assert max(files.values()) <= 2
            hand, then = before.get(viewer, (0, []))
            if hand == view.hand_no and view.phase not in (Phase.RESULT, Phase.OVER):
                for row, old in zip(now, then, strict=True):
                    assert all(old[i] in ("", row[i]) for i in range(len(old)))
            before[viewer] = (view.hand_no, now)
        seat = chance.choice(sorted(ENGINE.must_act(state)))
        action = chance.choice(ENGINE.legal_actions(state, seat))
        state = ENGINE.apply(state, seat, action, dice).state


def plain_file(file: str) -> str:
    return f"img/cards/{Path(file).stem[:7]}.svg"
