"""The requirement files are complete, exact and name no place to fetch from."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements"
PINNED = re.compile(r"[a-z0-9.-]+(\[[a-z]+\])?==[^ ;]+( ; [^\\]+)? \\")


@pytest.mark.parametrize("file", sorted(REQUIREMENTS.iterdir()), ids=lambda path: path.name)
def test_no_address_is_named(file: Path) -> None:
    text = file.read_text()
    for word in ("://", "--index", "--extra-index", "--find-links", "--trusted-host", " @ "):
        assert word not in text


@pytest.mark.parametrize("name", ["base", "dev", "bench"])
def test_every_package_is_pinned_with_hashes(name: str) -> None:
    lines = (REQUIREMENTS / f"{name}.txt").read_text().splitlines()
    lines = [line for line in lines if line and not line.lstrip().startswith("#")]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("    --hash=sha256:"):
            continue
        assert PINNED.fullmatch(line), line
        assert after.startswith("    --hash=sha256:"), line


@pytest.mark.parametrize("name", ["dev", "bench"])
def test_developers_have_the_same_versions_as_players(name: str) -> None:
    def versions(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (REQUIREMENTS / f"{name}.txt").read_text(), re.M))

    assert versions("base") <= versions(name)


def test_what_is_installed_is_what_is_pinned() -> None:
    """A difference here means: `make setup`."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"],
        capture_output=True,
        text=True,
        check=True,
    )
    installed = {line.lower().replace("_", "-") for line in listed.stdout.splitlines()}
    names = {line.partition("==")[0] for line in installed}
    for line in re.findall(r"^\S+==\S+", (REQUIREMENTS / "base.txt").read_text(), re.M):
        plain = re.sub(r"\[.*\]", "", line)
        if plain.partition("==")[0] in names and plain not in installed:
            others = [one for one in installed if one.startswith(plain.partition("==")[0] + "==")]
            # Some packages are pinned twice, for different Pythons.
            assert any(one in (REQUIREMENTS / "base.txt").read_text() for one in others), line
