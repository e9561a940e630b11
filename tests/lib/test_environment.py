from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from kirakuken.lib import environment


def test_flags_are_yes_or_no(monkeypatch: pytest.MonkeyPatch) -> None:
    for word, meant in {"1": True, "YES": True, "off": False, "No": False, "": True}.items():
        monkeypatch.setenv("LAMP", word)
        assert environment.flag("LAMP", True) is meant
    monkeypatch.setenv("LAMP", "dim")
    with pytest.raises(ImproperlyConfigured, match="LAMP must be yes or no"):
        environment.flag("LAMP", True)


def test_lists_are_parted_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example , ,b.example,")
    assert environment.words("HOSTS") == ["a.example", "b.example"]


def test_a_socket_lies_where_it_is_wanted_if_the_path_is_short() -> None:
    assert environment.socket_file(Path("/srv/var/v.sock")) == Path("/srv/var/v.sock")


def test_a_long_path_gets_a_short_folder_of_its_own() -> None:
    here, there = (Path("/srv") / (letter * 100) / "v.sock" for letter in "ab")
    moved = environment.socket_file(here)
    assert len(str(moved)) <= 100
    assert moved == environment.socket_file(here)
    assert moved != environment.socket_file(there)
