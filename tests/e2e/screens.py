"""What every screen owes whoever reads it, asked of a page in a browser."""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Size = tuple[int, int]  # width and height in pixels
SIZES: Sequence[Size] = ((320, 640), (390, 844), (844, 390), (1280, 800))


def faults_of(page: Page) -> list[str]:
    """What axe finds, and what our own rules for every screen forbid."""
    found = [
        f"{each['id']}: {[node['target'] for node in each['nodes']]}"
        for each in Axe().run(page).response["violations"]
    ]
    return found + _of_layout(page)


def faults_at_every_size(page: Page, sizes: Sequence[Size] = SIZES) -> list[str]:
    """The same, with the page as narrow and as wide as it may be; between these, where axe
    would find what it has found, the layout alone is asked."""
    found = []
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(200)  # what follows the width has moved
        of_size = faults_of(page) if size in (min(sizes), max(sizes)) else _of_layout(page)
        found += [f"{page.url} at {size[0]}: {fault}" for fault in of_size]
    return found


def _of_layout(page: Page) -> list[str]:
    found = []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        found.append(f"{wide} px too wide")
    if page.locator(".btn.go:visible").count() > 1:
        found.append("two vermilion buttons")
    return found
