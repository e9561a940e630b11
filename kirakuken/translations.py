"""`python -m kirakuken.translations extract|compile`: sentences out, translations in.

Babel does it, so that neither players nor translators need GNU gettext. Compiling happens at
every start of the house and writes only what has changed.
"""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

BASE_DIR = Path(__file__).resolve().parent.parent
LOCALE = BASE_DIR / "locale"
PACKAGES = ["kirakuken", "lobby", "ratings", "tables"]  # the rules speak in codes
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
Message = tuple[str | tuple[str, ...], str, int, list[str], str | None]


def main(command: str) -> None:
    if command == "extract":
        extract_all()
    elif command == "compile":
        compile_all()
    else:
        sys.exit("Say extract or compile.")


def compile_all() -> None:
    for po in LOCALE.glob("*/LC_MESSAGES/*.po"):
        compiled = io.BytesIO()
        with po.open("rb") as source:
            write_mo(compiled, read_po(source))
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.read_bytes() != compiled.getvalue():
            # Replaced in one step, as a running house may be reading it, and another compiling.
            fresh = mo.with_suffix(f".{os.getpid()}.new")
            fresh.write_bytes(compiled.getvalue())
            fresh.replace(mo)


def extract_all() -> None:
    """Brings each language's file up to date. Translations of sentences that are gone are dropped;
    a changed sentence is a new one, for guesses at short words are mostly wrong."""
    template = Catalog(project="Kirakuken")
    for text, path, line, comments, context in sorted(extracted(), key=lambda m: (m[1], m[2])):
        template.add(text, locations=[(path, line)], auto_comments=comments, context=context)
    for po in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        with po.open("rb") as source:
            catalog = read_po(source, locale=po.parent.parent.name)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        with po.open("wb") as target:
            write_po(target, catalog, width=100, include_lineno=False)
        missing = sum(1 for message in catalog if message.id and not message.string)
        name = po.relative_to(BASE_DIR)
        print(f"{name}: {len(catalog)} sentences, {missing} untranslated")


def extracted() -> Iterator[Message]:
    """Every sentence of the code and the templates: text, file, line, comments, context."""
    for package in PACKAGES:
        for path in sorted((BASE_DIR / package).rglob("*.py")):
            yield from _of(path, "python", path.read_bytes())
    for path in sorted((BASE_DIR / "templates").rglob("*.html")):
        yield from _of(path, "javascript", _template_source(path))


def _template_source(path: Path) -> bytes:
    """Django turns a template into calls of gettext among noise; that is not quite Python, so it
    is read by the more patient reader for JavaScript."""
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure(USE_I18N=True)
    return templatize(path.read_text(), origin=str(path)).encode()


def _of(path: Path, method: str, source: bytes) -> Iterator[Message]:
    place = str(path.relative_to(BASE_DIR))
    found = extract(method, io.BytesIO(source), KEYWORDS, comment_tags=["Translators"])
    for line, text, comments, context in found:
        yield text, place, line, comments, context


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
