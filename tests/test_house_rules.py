"""Rules of the house that an import checker cannot see, read off the syntax trees.

A rule is a function from a file's tree to the lines that break it; HOUSE_RULES says where
each applies. Add yours below.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

Broken = Iterator[tuple[int, str]]
Rule = Callable[[ast.Module], Broken]

# Of the standard library; msgspec is the one package beside it.
PURE_MODULES = frozenset(
    [
        "__future__",
        "abc",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "itertools",
        "json",
        "math",
        "operator",
        "typing",
    ]
)
GAMES_MAY_IMPORT = PURE_MODULES | {"games", "msgspec"}


def no_float(tree: ast.Module) -> Broken:
    """Whole numbers only: no float literal, no `float`, no `/`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"the number {node.value}"
        elif isinstance(node, ast.Name) and node.id in ("float", "complex"):
            yield node.lineno, node.id
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "/"


def pure_imports(tree: ast.Module) -> Broken:
    """Nothing that brings time, chance, files, logs, a network or a framework along."""
    for line, module in imported(tree):
        if module.split(".")[0] not in GAMES_MAY_IMPORT:
            yield line, module


def no_back_door(tree: ast.Module) -> Broken:
    """None of the built-ins that reach outside, or import unseen."""
    closed = {"open", "print", "input", "exec", "eval", "compile", "__import__", "hash", "id"}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in closed
        ):
            yield node.lineno, node.func.id


def no_query(tree: ast.Module) -> Broken:
    """Rows are asked for where it is plain whose they are: doors, stores, services, selectors."""
    managers = {"objects", "_default_manager", "_base_manager"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in managers:
            yield node.lineno, node.attr


def no_lifted_scope(tree: ast.Module) -> Broken:
    """The wall between parlours is lifted by those alone who find out whose something is."""
    lifting = {"across_parlours", "scopes_disabled", "with_scopes_disabled", "with_scope"}
    yield from named(tree, lifting | {"django_scopes"})


def no_way_round_tokens(tree: ast.Module) -> Broken:
    """Every post of a form carries a token."""
    yield from named(tree, {"csrf_exempt", "_dont_enforce_csrf_checks", "csrf_processing_done"})


def no_unescaped_text(tree: ast.Module) -> Broken:
    """What players typed reaches a page through templates, which escape it."""
    yield from named(tree, {"mark_safe", "SafeText", "__html__"})
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "SafeString":
            yield node.lineno, "SafeString"


def no_secret_field(tree: ast.Module) -> Broken:
    """States and what was told hold other seats' secrets: store.py alone reads them."""
    secrets = {("match", "state"), ("match", "opening"), ("move", "told"), ("move", "action")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            said = (node.value.id, node.attr)
            if said in secrets:
                yield node.lineno, ".".join(said)


def no_way_out(tree: ast.Module) -> Broken:
    """The house fetches nothing from an address: nobody can make it ask for one."""
    clients = {"requests", "httpx", "urllib.request", "http.client", "aiohttp", "urllib3"}
    for line, module in imported(tree):
        if module in clients or module.split(".")[0] in clients:
            yield line, module


def named(tree: ast.Module, names: set[str]) -> Broken:
    """Where any of `names` is imported, called or otherwise spoken of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in names:
            yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom | ast.Import):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in [*modules, *(alias.name for alias in node.names)]:
                if name.split(".")[0] in names:
                    yield node.lineno, name


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module if node.level == 0 and node.module else "relative"


@dataclass(frozen=True)
class HouseRule:
    """`rule` applies to the files `where` matches, but for those `except_for` matches."""

    rule: Rule
    where: str
    except_for: tuple[str, ...] = ()
    breaks: tuple[str, ...] = field(default=())
    """Lines of source that break it; the test of the test."""

    def files(self) -> list[Path]:
        skipped = {file for pattern in self.except_for for file in found(pattern)}
        return sorted(file for file in found(self.where) if file not in skipped)


def found(pattern: str) -> Iterator[Path]:
    """As Path.glob, with one pair of {a,b} allowed at the beginning; never outside the source."""
    if pattern.startswith("{"):
        roots, rest = pattern[1:].split("}", 1)
        for root in roots.split(","):
            yield from ROOT.glob(root + rest)
    else:
        yield from ROOT.glob(pattern)


WEB = "{kirakuken,lobby,ratings,tables}/**/*.py"

HOUSE_RULES = (
    HouseRule(
        no_float,
        "games/**/*.py",
        except_for=("games/**/cpu.py", "games/**/cpu_strong.py"),
        breaks=("x = 0.5", "x = 1e3", "x = 1 / 2", "x /= 2", "x = float(1)", "x: float = 1"),
    ),
    HouseRule(
        pure_imports,
        "games/**/*.py",
        breaks=(
            "import random",
            "import os.path",
            "from datetime import date",
            "def f():\n    import time",
            "import django.db",
            "from . import seats",
            "import secrets as json",
            "import tables.models",
        ),
    ),
    HouseRule(
        no_back_door,
        "games/**/*.py",
        breaks=("open('x')", "print(1)", "__import__('random')", "eval('1')", "hash('x')"),
    ),
    HouseRule(
        no_query,
        WEB,
        except_for=(
            "**/access.py",
            "**/selectors.py",
            "**/services.py",
            "tables/services/*.py",
            "tables/store.py",
            "tables/fair.py",
            "tables/lists.py",
            "tables/commitment_log.py",
            "tables/tasks.py",
            "**/management/commands/*.py",
            "**/migrations/*.py",
            "kirakuken/health.py",
            "kirakuken/lib/admin.py",
            "kirakuken/accounts/moving.py",
            "kirakuken/accounts/models.py",
            "kirakuken/accounts/membership.py",
            "kirakuken/accounts/everywhere.py",
            "kirakuken/accounts/letters.py",
            "kirakuken/accounts/exports.py",
            "kirakuken/accounts/leaving.py",
            "ratings/belongings.py",
            "ratings/boards.py",
            "ratings/corrections.py",
            "ratings/devices.py",
            "ratings/reckoning.py",
            "ratings/rulings.py",
            # Versions of tables whose door was passed already: of sockets, and of a posted move.
            "tables/consumers.py",
            "tables/playing_views.py",
        ),
        breaks=("Table.objects.get(pk=1)", "model._base_manager.all()"),
    ),
    HouseRule(
        no_lifted_scope,
        WEB,
        # The sweep; the sockets of all parlours in one process, which catch up together; and an
        # account, which is one in all parlours.
        except_for=(
            "kirakuken/parlours/scope.py",
            "kirakuken/accounts/everywhere.py",
            "tables/tasks.py",
            "tables/consumers.py",
        ),
        breaks=(
            "from kirakuken.parlours.scope import across_parlours",
            "scope.across_parlours()",
            "from django_scopes import scope",
            "import django_scopes.state",
            "Table.objects.with_scopes_disabled()",
        ),
    ),
    HouseRule(
        no_way_round_tokens,
        WEB,
        breaks=("@csrf_exempt\ndef view(): ...", "request._dont_enforce_csrf_checks = True"),
    ),
    HouseRule(
        no_unescaped_text,
        WEB,
        # Puts a token and one-time ids, both our own, into HTML that templates have made.
        except_for=("tables/frames.py",),
        breaks=("mark_safe(x)", "from django.utils.safestring import mark_safe", "SafeString(x)"),
    ),
    HouseRule(
        no_secret_field,
        WEB,
        # Replay and proof read matches that are over, where nothing is secret any more.
        except_for=("tables/store.py", "tables/replays.py", "tables/proof.py"),
        breaks=("match.state", "print(move.told)", "match.opening = ''", "move.action"),
    ),
    HouseRule(
        no_way_out,
        WEB,
        # Asks our own house whether it is up.
        except_for=("kirakuken/supervisor/*.py",),
        breaks=("import requests", "from urllib.request import urlopen", "import httpx"),
    ),
)

# A template's text, and what it must not hold: the content policy refuses the first three.
TEMPLATES_NEVER = {
    "an inline style": re.compile(r"""\sstyle\s*=|<style[\s>]""", re.I),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "an inline handler": re.compile(r"""\son[a-z]+\s*=|javascript:|hx-on""", re.I),
    "unescaped text": re.compile(r"\|\s*safe(seq)?\b|autoescape\s+off"),
    "a file from elsewhere": re.compile(r"""(?:src|href)\s*=\s*["'](?:https?:)?//""", re.I),
}
# A link that is only followed when pressed leads out of the house with full right.
LINKS_OUT = re.compile(r"<a\s[^>]*>", re.I)


@pytest.mark.parametrize("house_rule", HOUSE_RULES, ids=lambda each: each.rule.__name__)
def test_house_rule(house_rule: HouseRule) -> None:
    files = house_rule.files()
    assert files
    broken = [
        f"{file.relative_to(ROOT)}:{line}: {what}"
        for file in files
        for line, what in house_rule.rule(ast.parse(file.read_text("utf-8")))
    ]
    assert broken == []


@pytest.mark.parametrize(
    ("rule", "source"),
    [(each.rule, source) for each in HOUSE_RULES for source in each.breaks],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_house_rule_sees_what_breaks_it(rule: Rule, source: str) -> None:
    assert list(rule(ast.parse(source)))


def test_what_games_may_import_is_of_the_standard_library() -> None:
    assert sys.stdlib_module_names >= PURE_MODULES


@pytest.mark.parametrize("what", TEMPLATES_NEVER)
def test_no_template_holds(what: str) -> None:
    files = sorted(ROOT.glob("templates/**/*.html"))
    assert files
    broken = []
    for file in files:
        text = file.read_text("utf-8")
        if what == "a file from elsewhere":
            text = LINKS_OUT.sub("", text)
        broken += [
            f"{file.relative_to(ROOT)}: {hit[0]}" for hit in TEMPLATES_NEVER[what].finditer(text)
        ]
    assert broken == []


@pytest.mark.parametrize(
    ("what", "source"),
    [
        ("an inline style", '<p style="color:red">'),
        ("an inline style", "<style>"),
        ("an inline script", "<script>alert(1)</script>"),
        ("an inline handler", '<p onclick="x()">'),
        ("an inline handler", '<a href="javascript:x()">'),
        ("unescaped text", "{{ name|safe }}"),
        ("unescaped text", "{% autoescape off %}"),
        ("a file from elsewhere", '<img src="//cdn.example/x.png">'),
    ],
)
def test_the_rules_for_templates_see_what_breaks_them(what: str, source: str) -> None:
    assert TEMPLATES_NEVER[what].search(source)
