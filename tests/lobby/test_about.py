"""The page about the house."""

from django.test import override_settings

from tests.cast import ClientOf


def test_it_links_the_source_of_this_installation(client_of: ClientOf) -> None:
    browser = client_of(None)
    assert "The source of this house" not in browser.get("/about/").content.decode()
    with override_settings(SOURCE_URL="https://example.org/kirakuken"):
        page = browser.get("/about/").content.decode()
    assert 'href="https://example.org/kirakuken"' in page
