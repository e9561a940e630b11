import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kirakuken import translations


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny project with a sentence in Python and some in a template."""
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "views.py").write_text('title = _("Open a table")\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{% load i18n %}{# it's a trap #}<p>{% translate 'Your turn' %}</p>\n"
        "{% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}"
        '{% translate "May" context "month" %}'
    )
    (tmp_path / "locale" / "ja" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "locale" / "ja" / "LC_MESSAGES" / "django.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Your turn"\nmsgstr "あなたの番"\n\nmsgid "Gone"\nmsgstr "なくなった"\n'
    )
    monkeypatch.setattr(translations, "BASE_DIR", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    return tmp_path


def test_sentences_are_found_in_code_and_pages(house: Path) -> None:
    translations.extract_all()
    text = (house / "locale/ja/LC_MESSAGES/django.po").read_text()
    for part in (
        'msgid "Open a table"',
        'msgid "Your turn"\nmsgstr "あなたの番"',
        'msgid "%(n)s seat"\nmsgid_plural "%(n)s seats"',
        'msgctxt "month"\nmsgid "May"',
    ):
        assert part in text
    assert "Gone" not in text


def test_compiling_twice_writes_once(house: Path) -> None:
    translations.compile_all()
    compiled = house / "locale/ja/LC_MESSAGES/django.mo"
    first = compiled.stat().st_ino
    assert "あなたの番".encode() in compiled.read_bytes()
    translations.compile_all()
    assert compiled.stat().st_ino == first


def test_every_sentence_has_its_japanese() -> None:
    """Whole, and with all that the English puts into it."""
    with (translations.LOCALE / "ja/LC_MESSAGES/django.po").open("rb") as source:
        japanese = read_po(source, locale="ja")
    missing = set()
    for text, place, _line, _comments, context in translations.extracted():
        one = text if isinstance(text, str) else text[0]
        found = japanese.get(one, context)
        said = "" if found is None or found.fuzzy else found.string
        words = said if isinstance(said, str) else "".join(said)
        if not words or fillings(words) != fillings(text if isinstance(text, str) else text[-1]):
            missing.add(f"{place}: {one}")
    assert missing == set()


def fillings(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)\w|%[sd]|\{\w*\}", text))
