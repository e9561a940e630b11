"""Rules of the house that an import checker cannot see, read off the syntax trees.

A rule is a function from a file's tree to the lines that break it; HOUSE_RULES says where
each applies. Add yours below.
"""

import ast
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
        skipped = {file for pattern in self.except_for for file in ROOT.glob(pattern)}
        return sorted(file for file in ROOT.glob(self.where) if file not in skipped)


HOUSE_RULES = (
    HouseRule(
        no_float,
        "games/**/*.py",
        except_for=("games/**/cpu.py",),
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
)


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
