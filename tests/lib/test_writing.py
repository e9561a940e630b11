"""Names that run the other way turn nothing about but themselves."""

import pytest

from kirakuken.lib.writing import set_apart
from tables.boards.people import Person


@pytest.mark.parametrize("name", ["שלום", "مرحبا", "Aki א", "א1"])
def test_what_runs_to_the_left_is_fenced_off(name: str) -> None:
    assert set_apart(name) == f"\u2068{name}\u2069"
    person = Person(0, name, "hat", is_cpu=False, is_away=False)
    assert person.name == f"\u2068{name}\u2069" and person.name in person.called


@pytest.mark.parametrize("name", ["Aki", "秋", "からくり三号", "Zoë 3", ""])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert set_apart(name) == name
    assert Person(0, name, "hat", is_cpu=False, is_away=False).name == name
