"""What a name may be, and which names are taken for the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirakuken.accounts.access import is_name_of_an_account
from kirakuken.accounts.models import Player, User
from kirakuken.accounts.names import clean_name, is_reserved, name_key, offered_name, same_name
from kirakuken.accounts.offered_names import FIRST_EN, FIRST_JA, SECOND_EN, SECOND_JA
from kirakuken.lib.errors import Refused
from kirakuken.parlours.models import Parlour

pytestmark = pytest.mark.django_db


def refusal_of(typed: str, parlour: Parlour) -> str:
    with pytest.raises(Refused) as refused:
        clean_name(typed, parlour=parlour)
    return refused.value.code


@pytest.mark.parametrize(
    "name",
    [
        "Aki",
        "花子",
        "Ken太郎さん",
        "ミー・ナ",
        "Jean-Luc",
        "O'Brien",
        "Zoë",
        "ยิ้ม",
        "नमस्ते",
        "שירה",
        "a_1",
        "7",
        "あ" * 16,
        "x" * 16,
        "か\u3099く",
    ],
)
def test_names_people_bear_are_taken(name: str, at_home: Parlour) -> None:
    assert clean_name(name, parlour=at_home)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Aki  ", "Aki"),
        ("Mary   Ann", "Mary Ann"),
        ("花\u3000子", "花 子"),
        ("O’Brien", "O'Brien"),
        ("か\u3099く", "がく"),
        ("e\u0301mile", "émile"),
        ("葛\U000e0100城", "葛城"),
    ],
)
def test_a_name_is_kept_tidy(typed: str, kept: str, at_home: Parlour) -> None:
    assert clean_name(typed, parlour=at_home) == kept


@pytest.mark.parametrize("typed", ["", " ", "\u3000\u3000", "\u00a0", "\ufe0f"])
def test_an_empty_name_is_refused(typed: str, at_home: Parlour) -> None:
    assert refusal_of(typed, at_home) == "name_empty"


@pytest.mark.parametrize(
    "typed",
    [
        "x" * 17,
        "あ" * 17,
        "𠮷" * 13,  # 52 bytes
        "\ufdfa" * 3,  # a whole sentence each
        "x" * 100_000,
    ],
)
def test_a_long_name_is_refused(typed: str, at_home: Parlour) -> None:
    assert refusal_of(typed, at_home) == "name_long"


@pytest.mark.parametrize(
    "typed",
    [
        "Aki\u200b",  # zero width
        "A\u200dki",
        "\u202eikA",  # turned round
        "Aki\u2066",
        "Aki\n",
        "A\tki",
        "A\0ki",
        "\ue000",  # private use
        "\ud800",  # half a letter
        "\u3164",  # letters nobody sees
        "\u2800",
        "\u115f",
        "\uffa0",
        "Aki\u034f",
        "a\u0301\u0302\u0303\u0304",  # an accented letter with three more marks
        "\u0301aki",  # a mark on nothing
        "-\u0301a",
        "Z" + "\u0336" * 12,
        "a\u20dd",
        "<b>Aki",
        "Aki & Botan",
        "a=b",
        "{{ aki }}",
        "Aki🎲",
        "Aki.",
        "---",
        "・・",
        "'",
    ],
)
def test_what_is_not_a_letter_or_cannot_be_seen_is_refused(typed: str, at_home: Parlour) -> None:
    assert refusal_of(typed, at_home) == "name_letters"


@pytest.mark.parametrize(
    "typed",
    [
        "admin",
        "Admin",
        "ADMlN",  # a small L
        "ａｄｍｉｎ",
        "аdmin",  # Cyrillic а
        "a-d-m-i-n",
        "admin7",
        "Adm1n",
        "The Host",
        "CPU",
        "cpu 3",
        "Karakuri 3",
        "からくり三号",
        "CPU③",
        "CPU²",
        "CPUⅢ",
        "CPU٣",
        "Karakuri三号",
        "ホスト",
        "スタッフ2",
        "カラクリ",
        "力ラクリ",  # the first is the character for power
        "管理人",
        "運営事務局",
        "亭主",
        "審判員",
        "卓主",
        "owner",
        "0wner",
        "Moderator",
        "rnoderator",  # r and n for m
        "Kirakuken",
        "kirakuken team",
        "Kirakukenチーム",
        "棋楽軒",
        "棋楽軒の人",
    ],
)
def test_names_of_the_house_and_of_cpus_are_refused(typed: str, at_home: Parlour) -> None:
    assert refusal_of(typed, at_home) == "name_reserved"


@pytest.mark.parametrize(
    "typed",
    [
        "Hostetler",
        "Adminta",
        "Cpuma",
        "Ownerly",
        "Roota",
        "管",
        "Asakusa",
        "Statist",
        "三号",
        "ホストン",
    ],
)
def test_names_that_merely_contain_such_a_word_are_fine(typed: str, at_home: Parlour) -> None:
    assert clean_name(typed, parlour=at_home) == typed


def test_each_parlour_reserves_its_own_name(parlour: Parlour, other_parlour: Parlour) -> None:
    assert is_reserved("Asakusa Games Cafe", other_parlour) is False
    assert is_reserved("Asakusa Games Café", other_parlour)
    assert not is_reserved("Asakusa Games Café", parlour)


def test_a_parlour_with_a_short_name_does_not_reserve_half_the_alphabet() -> None:
    go = Parlour(slug="go", name="Go", name_ja="碁")
    assert is_reserved("Go", go)
    assert not is_reserved("Gonzo", go)
    assert not is_reserved("碁石", go)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aki", "aki"),
        ("Aki", "ＡＫＩ"),
        ("Aki", "Аki"),  # Cyrillic
        ("Lia", "1ia"),
        ("Ilia", "llia"),
        ("BOB", "B0B"),
        ("Morna", "Moma"),
        ("ロビン", "口ビン"),
        ("カエデ", "力工デ"),
        ("ニコ", "二コ"),
        ("ミミ", "三三"),
        ("オト", "才卜"),
        ("チヨ", "千ヨ"),
        ("りり", "リリ"),
        ("ケンタ", "ケソタ"),
        ("シロ", "ツロ"),
        ("ヌエ", "又エ"),
        ("がく", "か\u3099く"),
        ("Mary Ann", "MaryAnn"),
        ("Botan", "ΒΟΤΑΝ"),  # Greek capitals
        ("НИНА", "Нина"),
        ("Ümit", "ümit"),
        ("ミー・ナ", "ミーナ"),
        ("ｶﾅ", "カナ"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aki", "Aka"),
        ("はな", "ばな"),
        ("花子", "華子"),
        ("Zoe", "Zoë"),
        ("Kai1", "Kai2"),
        ("Nana", "Vava"),
        ("一郎", "二郎"),
        ("つばめ", "ツバメ"),
    ],
)
def test_names_that_look_different_are_not(one: str, other: str) -> None:
    assert not same_name(one, other)


def test_a_guest_cannot_take_the_name_of_an_account(
    at_home: Parlour, emi: User, aki: Player, other_parlour: Parlour
) -> None:
    Player.objects.create(parlour=at_home, user=emi, name="Emi", name_key=name_key("Emi"))
    assert refusal_of("Еmi", at_home) == "name_taken"
    assert clean_name("Aki", parlour=at_home) == "Aki", "guests may share a name"
    assert not is_name_of_an_account(name_key("Emi"), other_parlour, but_not=None)


def test_an_account_may_keep_its_own_name(at_home: Parlour, emi: User) -> None:
    player = Player.objects.create(parlour=at_home, user=emi, name="Emi", name_key=name_key("Emi"))
    assert clean_name("EMI", parlour=at_home, player=player) == "EMI"


@pytest.mark.parametrize(
    ("language", "firsts", "seconds"),
    [("en", FIRST_EN, SECOND_EN), ("ja", FIRST_JA, SECOND_JA)],
)
def test_every_offered_name_will_do(
    language: str, firsts: tuple[str, ...], seconds: tuple[str, ...], at_home: Parlour
) -> None:
    between = " " if language == "en" else ""
    for first in firsts:
        for second in seconds:
            name = f"{first}{between}{second}{between}99"
            assert clean_name(name, parlour=at_home) == name
    assert clean_name(offered_name(language), parlour=at_home)


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_is_refused(typed: str) -> None:
    parlour = Parlour(pk=1, slug="kirakuken", name="Kirakuken", name_ja="棋楽軒")
    key = name_key(typed)
    assert len(key) <= 160
    assert isinstance(is_reserved(typed, parlour), bool)


@given(st.text(alphabet=st.characters(categories=["L", "N", "M", "Zs", "Pd"]), max_size=20))
def test_a_kept_name_is_kept_again_unchanged(typed: str) -> None:
    parlour = Parlour(pk=1, slug="kirakuken", name="Kirakuken", name_ja="棋楽軒")
    try:
        kept = _clean_without_asking(typed, parlour)
    except Refused:
        return
    assert _clean_without_asking(kept, parlour) == kept
    assert 0 < len(kept.encode()) <= 48
    kept.encode("utf-8")


def _clean_without_asking(typed: str, parlour: Parlour) -> str:
    """As clean_name, but for the question to the database."""
    from unittest.mock import patch

    with patch("kirakuken.accounts.names.is_name_of_an_account", return_value=False):
        return clean_name(typed, parlour=parlour)
