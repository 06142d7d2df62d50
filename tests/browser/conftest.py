"""One headless Chromium for all tests of pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import Browser

NEEDED = ("chromium", "chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--force-prefers-reduced-motion",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Where it is missing the tests are skipped, and say so; continuous integration must have it."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"{', '.join(missing)}: not installed (Debian: apt-get install chromium chromium-driver)")
    if missing:
        pytest.skip(f"{', '.join(missing)}: not installed, so the HTML report is not tested in a browser")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield Browser(driver)
    finally:
        driver.quit()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of every violation, made when first asked for."""
    return tmp_path_factory.mktemp("pages")
