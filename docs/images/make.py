"""Makes the pictures of the HTML report: ``python docs/images/make.py``, with Debian's chromium and chromium-driver,
and Pillow, which leaves them 128 colours: so they stay small, and look the same.
"""

from __future__ import annotations

import base64
import io
import os
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

import heddle
from heddle.report.html.page import render

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
         "--force-prefers-reduced-motion")  # fmt: skip
RELAXED = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int message;
atomic_int ready;

void *send(void *arg) {
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

void *receive(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(message == 42);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, send, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        buffers, relaxed = Path(folder) / "buffers.html", Path(folder) / "relaxed.html"
        os.chdir(ROOT)  # names of files are shown as they are given
        example = "examples/store_buffer.c"
        buffers.write_text(render(heddle.check(example, model="tso"), [example]))
        os.chdir(folder)
        Path("message.c").write_text(RELAXED)
        relaxed.write_text(render(heddle.check("message.c", model="rc11"), ["message.c"]))
        driver = start(folder)
        try:
            shoot(driver, buffers, "violation-light", (1280, 800), step=11)
            shoot(driver, buffers, "violation-dark", (1280, 800), "dark", step=11)
            shoot(driver, buffers, "violation-phone", (360, 740), step=11)
            shoot(driver, relaxed, "graph", (1100, 800), element=".graphs")
        finally:
            driver.quit()


def start(folder: str) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={folder}/chromium"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def shoot(
    driver: Any, page: Path, name: str, size: tuple[int, int], scheme: str = "light", step: int = 1, element: str = "body"
) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    driver.get("about:blank")
    driver.get(f"{page.as_uri()}#step={step}")
    box = driver.execute_script("const b = document.querySelector(arguments[0]).getBoundingClientRect();"
                                "return [b.left + scrollX, b.top + scrollY, b.width, b.height]", element)  # fmt: skip
    x, y, wide, high = (0, 0, width, height) if element == "body" else box
    clip = {"x": x, "y": y, "width": wide, "height": high, "scale": 1}
    picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
    image = Image.open(io.BytesIO(base64.b64decode(picture["data"]))).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
