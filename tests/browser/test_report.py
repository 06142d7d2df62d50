"""The HTML report in a real browser: ten violations, stepped through by key and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pages import DESK, PHONE, Browser, page_of
from .violations import VIOLATIONS

pytestmark = pytest.mark.slow
LARGEST = 1_000_000
OFTEN = 25
"""However long an execution is, its page is laid out a few times."""
RIGHT, LEFT, END, HOME, DOWN, UP = "\ue014", "\ue012", "\ue010", "\ue011", "\ue00f", "\ue00e"


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_can_be_stepped_through(browser: Browser, pages: Path, name: str):
    page = page_of(name, pages)
    assert page.stat().st_size < LARGEST
    assert max(browser.work(page).values()) < OFTEN
    assert VIOLATIONS[name].shows in browser.text("main")
    last = browser.steps()
    assert browser.step() == 1 and last > 3
    browser.press(RIGHT)
    browser.press(RIGHT)
    assert browser.step() == 3
    browser.press(LEFT)
    assert browser.step() == 2
    browser.press(END)
    assert browser.step() == last
    assert browser.text("tr[aria-current] .say") in browser.text("#now")
    browser.press(HOME)
    browser.click("#go-violation")
    assert browser.step() == last and browser.ask("document.querySelector('tr[aria-current]').classList.contains('fails')")
    browser.click("#go-back")
    assert browser.step() == last - 1
    browser.click("#go-first")
    browser.press(DOWN)
    assert browser.ask("document.querySelector('tr[aria-current]').matches('.switch, .fails')")
    browser.press(UP)
    assert browser.step() == 1
    assert browser.errors() == []


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_phone_shows_all_of_it(browser: Browser, pages: Path, name: str):
    browser.open(page_of(name, pages), PHONE, "dark")
    assert browser.overflow() == 0
    browser.press(END)
    assert browser.overflow() == 0 and browser.step() == browser.steps()
    small = "[...document.querySelectorAll('.controls button')].filter(b => b.getBoundingClientRect().height < 32).length"
    assert browser.ask(small) == 0, "buttons are large enough for a thumb"
    assert browser.errors() == []


def test_store_buffers_fill_and_drain(browser: Browser, pages: Path):
    browser.open(page_of("tso", pages))
    waiting = set()
    for _ in range(browser.steps()):
        waiting.add(browser.ask("document.querySelectorAll('#threads .chip').length"))
        browser.press(RIGHT)
    assert waiting >= {0, 1, 2}
    assert browser.ask("document.querySelectorAll('#threads .chip').length") == 0
    assert "x" in browser.text("#memory") and "1" in browser.text("#memory")


def test_locks_that_are_held_are_shown(browser: Browser, pages: Path):
    browser.open(page_of("deadlock", pages))
    browser.press(END)
    held = browser.ask("[...document.querySelectorAll('#threads .chip.lock')].map(chip => chip.textContent)")
    assert sorted(held) == ["m", "n"]


def test_in_the_end_every_thread_shows_where_it_stands(browser: Browser, pages: Path):
    browser.open(page_of("deadlock", pages))
    browser.press(END)
    stand = "[...document.querySelectorAll('.ln .at b')].map(b => b.textContent + b.closest('.ln').querySelector('code').textContent.trim())"
    assert browser.ask(stand) == ["T1pthread_mutex_lock(&n);", "T2pthread_mutex_lock(&m);", "T0pthread_join(a, 0);"]
    assert "waits for it" in browser.text("#timeline")


def test_both_accesses_of_a_race_are_steps(browser: Browser, pages: Path):
    browser.open(page_of("race", pages))
    said = browser.ask("[...document.querySelectorAll('.event')].slice(-2).map(e => e.querySelector('.say').textContent)")
    assert said[0] in ("x = 1", "x = 2") and said[1].startswith("data race:")


def test_the_current_line_is_marked_and_seen(browser: Browser, pages: Path):
    browser.open(page_of("300-steps", pages))
    browser.press(END)
    assert "assert(x != 150)" in browser.text(".ln.now")
    inside = """(() => { const box = document.getElementById('sources').getBoundingClientRect();
        const line = document.querySelector('.ln.now').getBoundingClientRect();
        return line.top >= box.top && line.bottom <= box.bottom; })()"""
    assert browser.ask(inside)
    assert browser.ask("document.querySelectorAll('.ln .at b').length") >= 2, "each thread stands somewhere"


def test_arrows_lead_from_writes_to_reads(browser: Browser, pages: Path):
    browser.open(page_of("sc", pages))
    browser.press(END)
    browser.press(LEFT)
    assert browser.text("tr[aria-current] .say").startswith("x: read")
    arrow = browser.ask("document.querySelector('.arrows .rf.current').getBoundingClientRect().width")
    assert arrow > 5


def test_reads_that_miss_a_write_are_told(browser: Browser, pages: Path):
    browser.open(page_of("tso", pages))
    missed = 0
    for _ in range(browser.steps()):
        missed += browser.ask("document.querySelectorAll('.arrows path.unseen:not(.head)').length")
        browser.press(RIGHT)
    assert missed >= 1


def test_a_step_has_an_address_of_its_own(browser: Browser, pages: Path):
    page = page_of("sc", pages)
    browser.open(page)
    browser.press(RIGHT)
    assert browser.ask("location.hash") == "#step=2"
    browser.open(page, at="#step=4")
    assert browser.step() == 4
    browser.click("#s3 .event .say")
    assert browser.step() == 3
    browser.click("#s5 .n a")
    browser.press(RIGHT)
    assert browser.step() == 6
    browser.click("#s6 a.where")
    assert browser.step() == 6 and browser.ask("location.hash").startswith("#L")


def test_everything_can_be_reached_by_keyboard_and_has_a_name(browser: Browser, pages: Path):
    browser.open(page_of("rc11", pages))
    nameless = """[...document.querySelectorAll('button, input, [tabindex]')].filter(
        e => !(e.getAttribute('aria-label') || e.innerText.trim() || e.title)).map(e => e.outerHTML.slice(0, 80))"""
    assert browser.ask(nameless) == []
    browser.press("\ue004")
    assert browser.ask("document.activeElement.id") == "go-first"
    assert browser.ask("document.getElementById('now').getAttribute('aria-live')") == "polite"


def test_events_of_a_graph_lead_to_their_lines(browser: Browser, pages: Path):
    browser.open(page_of("rc11", pages))
    browser.ask("document.querySelector('.graph a').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
    assert browser.text(".ln:target code").strip().startswith("atomic_store_explicit(&data")


def test_graphs_have_the_colours_of_the_page(browser: Browser, pages: Path):
    """Text is readable on what is behind it, in light and in dark."""
    page, colours = page_of("rc11", pages), {}
    for scheme in ("light", "dark"):
        browser.open(page, DESK, scheme)
        colours[scheme] = browser.ask(
            "[getComputedStyle(document.querySelector('.graph text')).fill, getComputedStyle(document.body).backgroundColor]"
        )
    assert len({*colours["light"], *colours["dark"]}) == 4


def test_without_javascript_every_step_can_be_read(browser: Browser, pages: Path):
    page = page_of("tso", pages)
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page, PHONE)
        document = browser.driver.execute_cdp_cmd("DOM.getDocument", {"depth": 0})["root"]["nodeId"]

        def boxes(selector: str) -> int:
            """How many of the elements have a place on the page."""
            found = browser.driver.execute_cdp_cmd("DOM.querySelectorAll", {"nodeId": document, "selector": selector})
            seen = 0
            for node in found["nodeIds"]:
                try:
                    box = browser.driver.execute_cdp_cmd("DOM.getBoxModel", {"nodeId": node})
                    seen += box["model"]["width"] > 0
                except Exception:  # what is hidden has no box
                    continue
            return seen

        assert boxes(".event .say") >= 10 and boxes(".event .static") >= 4 and boxes(".ln") >= 20
        assert boxes("#controls") == boxes("#state") == 0
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
