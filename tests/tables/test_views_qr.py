from xml.etree import ElementTree

from kirakuken.accounts.models import Player
from tests.cast import ClientOf
from tests.tables.doors import invite, open_table, path_of


def test_works_for_those_who_sit(aki: Player, client_of: ClientOf) -> None:
    answer = client_of(aki).get(path_of(open_table(aki), "qr"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "no-store"
    drawing = answer.content.decode()
    ElementTree.fromstring(drawing)  # noqa: S314  (our own drawing)
    assert "style" not in drawing


def test_spectator_may_not(aki: Player, daigo: Player, client_of: ClientOf) -> None:
    assert client_of(daigo).get(path_of(open_table(aki, is_listed=True), "qr")).status_code == 403


def test_with_the_link_alone_it_is_not_shown(
    aki: Player, daigo: Player, client_of: ClientOf
) -> None:
    table = open_table(aki)
    browser = client_of(daigo)
    invite(browser, table)
    assert browser.get(path_of(table, "qr")).status_code == 403


def test_foreign_parlour_is_404(aki: Player, fumi: Player, client_of: ClientOf) -> None:
    assert client_of(fumi).get(path_of(open_table(aki), "qr")).status_code == 404


def test_takes_no_posts(aki: Player, client_of: ClientOf) -> None:
    assert client_of(aki).post(path_of(open_table(aki), "qr")).status_code == 405
