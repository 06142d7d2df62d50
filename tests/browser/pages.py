"""What tests do with a page, in words of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from heddle.report.html.page import render

from .violations import VIOLATIONS

DESK, PHONE = (1280, 860), (360, 740)


COUNTED = ("LayoutCount", "RecalcStyleCount")


class Browser:
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, page: Path, size: tuple[int, int] = DESK, scheme: str = "light", at: str = "") -> None:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        self.driver.get("about:blank")
        self.driver.get(page.as_uri() + at)

    def ask(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(f"return {script}", *arguments)

    def press(self, key: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector: str) -> None:
        self.driver.find_element("css selector", selector).click()

    def text(self, selector: str) -> str:
        return str(self.ask("document.querySelector(arguments[0]).innerText", selector))

    def step(self) -> int:
        """The number of the step that the page shows as the current one."""
        return int(self.ask("document.querySelector('tr[aria-current]').id.slice(1)"))

    def steps(self) -> int:
        return int(self.ask("document.querySelectorAll('.timeline tbody tr').length"))

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def work(self, page: Path) -> dict[str, int]:
        """What the browser counts from asking for the page to its last pixel being known: on any machine the same."""
        self.driver.execute_cdp_cmd("Performance.enable", {})
        self.open(page)
        told = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return {metric["name"]: int(metric["value"]) for metric in told if metric["name"] in COUNTED}

    def errors(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]


def page_of(name: str, folder: Path) -> Path:
    page, program = folder / f"{name}.html", folder / f"{name}.c"
    if not page.exists():
        program.write_text(VIOLATIONS[name].text)
        page.write_text(render(VIOLATIONS[name].answer(str(program)), [str(program)]))
    return page
