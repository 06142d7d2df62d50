"""The page: what an answer holds, put together with its style and script into one file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from string import Template

from heddle.answer import Answer
from heddle.execution import Execution, Failure
from heddle.models.store_buffers import POLICIES
from heddle.records import replace
from heddle.report import Format, Style
from heddle.report.cuts import describe_cut
from heddle.report.html import facts, graphs
from heddle.report.html.interleaved import graph_of
from heddle.report.html.listing import Listing, texts
from heddle.report.html.markup import data_block, element, text
from heddle.report.html.story import Story, as_data, story_of
from heddle.report.html.timeline import Timeline
from heddle.report.text import headline, setting
from heddle.report.trace_text import short_names

HERE = Path(__file__).parent
MARK = '<meta name="generator" content="Heddle">'
"""By which a report is known as one."""
GALLERY = 60
"""So many graphs are asked for."""


def render(answer: Answer, files: Sequence[str], style: Style = Style()) -> str:  # noqa: B008 (frozen)
    """The whole page."""
    listing = Listing(texts(answer, files))
    for cut in answer.cuts:
        if cut.loc is not None and listing.has(cut.loc):
            listing.mark(cut.loc, "cut")
            listing.note(cut.loc, element("div", text(describe_cut(replace(cut, loc=None))), cls="cut-here"))
    for loc in (loc for drawn in answer.graphs for loc, _ in drawn.origins.values()):
        listing.touch(loc)
    if answer.execution is not None:
        body = _violation(answer, answer.execution, listing)
    else:
        proof = facts.invariant(answer, listing)
        program = "" if proof else _program(answer, listing)
        body = facts.observation(answer) + facts.covered(answer) + proof + facts.counts(answer)
        body += program + graphs.section(answer, listing.line_ids())
    header = _header(answer, files)
    for path, name in sorted(short_names({*listing.files, *files}).items(), key=lambda named: -len(named[0])):
        body, header = body.replace(text(path), text(name)), header.replace(f"({text(path)}:", f"({text(name)}:")
    css, script = (HERE / "report.css").read_text(), (HERE / "report.js").read_text()
    return Template((HERE / "report.html").read_text()).substitute(
        mark=MARK, policy=text(policy(script)), title=text(f"{answer.verdict} · {_named(files)}"), style=css,
        header=header, body=body, script=f"<script>{script}</script>" if answer.execution else "",
    )  # fmt: skip


def policy(script: str) -> str:
    """No network at all, and no script but the page's own."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _header(answer: Answer, files: Sequence[str]) -> str:
    kind = str(answer.verdict).replace(" ", "-")
    said = headline(answer).removeprefix(f"{answer.verdict}: ")
    badge = element("span", text(answer.verdict), cls=f"badge {kind}")
    note = element("p", text(answer.note), cls="note") if answer.note else ""
    name = element("span", text(_named(files)), title=", ".join(files), cls="files")
    top = element("div", badge, name, cls="top")
    return element("header", top, element("h1", text(said)), element("p", text(setting(answer)), cls="setting"), note)


def _named(files: Sequence[str]) -> str:
    return ", ".join(file.rsplit("/", 1)[-1] for file in files)


def _violation(answer: Answer, execution: Execution, listing: Listing) -> str:
    story = story_of(execution)
    for row in story.rows:
        listing.touch(row.step.loc)
    if execution.failure is not None:
        _mark_failure(execution, execution.failure, listing)
    ids = listing.line_ids()
    timeline = Timeline(execution, story, ids).render()
    left = element(
        "div", element("div", listing.render(), cls="sources", id="sources", tabindex="0"), _state(answer), cls="left"
    )
    lanes = element("div", timeline, cls="lanes", id="lanes", tabindex="0", role="region", aria_label="Steps")
    player = element(
        "section", element("h2", "The execution, step by step", id="player-title", cls="hide"), _controls(story),
        left, lanes, cls="player", id="player", aria_labelledby="player-title",
    )  # fmt: skip
    data = data_block("story", as_data(story, execution, ids))
    if not answer.graphs and answer.model in POLICIES and (graph := graph_of(execution)) is not None:
        answer = replace(answer, graphs=[graph])
    rest = facts.inputs(story.trace) + facts.counts(answer) + graphs.section(answer, ids) + facts.covered(answer)
    return player + rest + data


def _mark_failure(execution: Execution, failure: Failure, listing: Listing) -> None:
    """Where it fails, the accesses that raise a flag, and where the other threads stand."""
    for loc in (failure.at, *(execution.at(execution.steps[step]) for step in failure.steps)):
        if listing.has(loc):
            listing.mark(loc, "fail")
    for _, loc in failure.others:
        listing.touch(loc)


def _controls(story: Story) -> str:
    """Shown by the script: without it they could do nothing."""
    buttons = [("first", "|◀", "First step (Home)"), ("back", "◀", "Step back (left arrow)"),
               ("forward", "▶", "Step forward (right arrow)"), ("last", "▶|", "Last step (End)")]  # fmt: skip
    made = [
        element("button", symbol, type="button", id=f"go-{id}", title=title, aria_label=title)
        for id, symbol, title in buttons
    ]
    slider = (f'<input type="range" id="slider" min="1" max="{len(list(story.shown()))}" value="1" '
              'aria-label="Step">')  # fmt: skip
    count = element("span", "", id="count", cls="count")
    jumps = [
        element("button", "⇤ switch", type="button", id="go-before", title="Previous change of threads (Page up)"),
        element("button", "switch ⇥", type="button", id="go-after", title="Next change of threads (Page down)"),
        element("button", "✗ violation", type="button", id="go-violation", title="The violation (V)", cls="alarm"),
    ]
    said = "Keys: ← → step, Page up and Page down to the next change of threads, Home, End, V the violation."
    keys = element("p", said, cls="keys quiet")
    now = element("p", "", id="now", role="status", aria_live="polite")
    bar = element(
        "div", *made, slider, count, *jumps, cls="bar", role="toolbar", aria_label="Steps", aria_controls="lanes"
    )
    return element("div", bar, now, keys, cls="controls", id="controls", hidden=True)


def _state(answer: Answer) -> str:
    """What memory, threads and store buffers hold after the step; the script fills it."""
    memory = "Memory" if answer.model in POLICIES else "Last values written"
    return element(
        "div", element("div", element("h3", memory), element("dl", id="memory"), cls="memory"),
        element("div", element("h3", "Threads"), element("div", id="threads"), cls="threads"),
        cls="state", id="state", hidden=True,
    )  # fmt: skip


def _program(answer: Answer, listing: Listing) -> str:
    """The source, where bounds cut it or graphs are about it."""
    shown = listing.render()
    if not shown:
        return ""
    heading = element("h2", "The program" if answer.graphs else "Where bounds cut", id="program-title")
    return element("section", heading, shown, cls="program", aria_labelledby="program-title")


HTML = Format("html", "a page to look at, in one file", render)

__all__ = ["GALLERY", "HTML", "MARK", "render"]
