"""The documentation's site in a real browser: from the file system, on a desk and on a phone, with nothing but its own files."""

from __future__ import annotations

import pytest

from test_site import build
from waiting import wait_for

from .pages import DESK, PHONE, Browser

pytestmark = pytest.mark.slow
PAGES = ["index", "tutorial", "comparison", "verdicts", "modules", "howto/lock", "reference/cli", "reference/python"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert build("--site-dir", str(folder)).returncode == 0
    return folder


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_and_loads_nothing_from_elsewhere(browser: Browser, site, page, size, scheme):
    browser.open(site / f"{page}.html", size, scheme)
    assert browser.overflow() == 0
    loaded = browser.ask("performance.getEntriesByType('resource').map(entry => entry.name)")  # files of its own are not told
    assert [name for name in loaded if name.startswith("http")] == []
    assert browser.errors() == []


def test_search_works_from_the_file_system(browser: Browser, site):
    browser.open(site / "index.html", DESK, "light")
    typed = "const box = document.querySelector('.md-search__input'); box.focus(); box.value = 'lal-reps'; "
    browser.ask(f"(() => {{ {typed} box.dispatchEvent(new Event('input', {{bubbles: true}})); "
                "box.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})); return true; })()")  # fmt: skip
    found = "document.querySelectorAll('.md-search-result__item').length"
    wait_for(lambda: browser.ask(found) > 0)
